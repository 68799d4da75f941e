"""Which screen the box is on and what each press means there."""

from firmware_host.flow.flow import Flow

__all__ = ["Flow"]
