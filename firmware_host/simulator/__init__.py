"""The box in a terminal: the real loop, pins and panel driver, on parts made of software."""

from firmware_host.simulator.play import CrashError, play

__all__ = ["CrashError", "play"]
