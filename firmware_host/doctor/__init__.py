"""What is wrong with a box, part by part, and what to do about it."""

from firmware_host.doctor.examine import examine
from firmware_host.doctor.finding import Finding
from firmware_host.doctor.machine import Machine

__all__ = ["Finding", "Machine", "examine"]
