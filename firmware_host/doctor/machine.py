"""Where the checks look."""

import ctypes
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hw.clock import Clock, SystemClock
from hw.events import Event
from hw.pins import PinLibrary, lgpio_library
from hw.raw import RandomDevice, RandomSource

OpenPins = Callable[[], PinLibrary]
"""The library of the pins; PartError where there is none."""


class _Timex(ctypes.Structure):
    """The beginning of the kernel's struct timex; the rest is only room for it."""

    _fields_ = (
        ("modes", ctypes.c_uint),  # 0: change nothing
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),  # µs
        ("rest", ctypes.c_char * 512),
    )


def clock_error() -> float:
    """Seconds by which the wall clock may be wrong, as adjtimex(2) has it; OSError where denied."""
    timex, libc = _Timex(), ctypes.CDLL(None, use_errno=True)
    if libc.adjtimex(ctypes.byref(timex)) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return float(timex.maxerror) / 1e6


def free_space(folder: Path) -> int:
    """Bytes that may still be written in `folder`."""
    return shutil.disk_usage(folder).free


def ignore(_: Event) -> None:
    """What parts post: nobody plays while they are looked at."""


@dataclass(frozen=True, slots=True)
class Machine:
    """This machine, unless told otherwise."""

    open_pins: Callable[[Path], PinLibrary] = lgpio_library
    open_random: Callable[[Path], RandomSource] = RandomDevice
    clock: Clock = field(default_factory=SystemClock)
    clock_error: Callable[[], float] = clock_error
    free_space: Callable[[Path], int] = free_space
    mounts: Path = Path("/proc/self/mountinfo")
    fstab: Path = Path("/etc/fstab")
