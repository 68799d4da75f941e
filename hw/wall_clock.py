"""The time of day. A Pi has no clock of its own: until the network has told, it is hours off."""

import time
from collections.abc import Callable
from pathlib import Path

SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes it when it first hears the time after a start."""

WallClock = Callable[[], float | None]
"""Seconds since 1970, None while that is not known to be right."""


def wall_clock() -> float | None:
    """The machine's, which only records are to have: durations are monotonic."""
    return time.time() if SYNCHRONISED.exists() else None


def no_wall_clock() -> None:
    """Of a box without any."""
