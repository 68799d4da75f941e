"""A dice sensor to play with, without hardware."""

from firmware_host.fake_sensor.bench import Bench
from firmware_host.fake_sensor.commands import CommandError, Quit, carry_out

__all__ = ["Bench", "CommandError", "Quit", "carry_out"]
