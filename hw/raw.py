"""Raw random bytes from a device."""

import errno
import os
import queue
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from hw.clock import Clock

DEVICE = Path("/dev/hwrng")
PIECE = 16  # bytes a read: at the slowest, some 20 bytes a second, that is still under a second
PAUSE = 0.1  # s until a source that had nothing is asked again
SOON = 0.01  # s, where somebody waits for the bytes
SILENCE = 10.0  # s without a byte after which no more is waited for

CURES = {
    errno.ENOENT: "load its driver (a Pi has one), or set dice.device to another",
    errno.ENODEV: "see /sys/class/misc/hw_random/rng_available, for its driver finds no hardware",
    errno.EACCES: "install the udev rule 60-dicetower.rules, and add the user to the group hwrng",
    errno.EINVAL: "set dice.device to a device",
    errno.ETIMEDOUT: "see that nothing else reads it, and what dmesg says of hw_random",
}
CURES[errno.EPERM] = CURES[errno.EACCES]
CHECK = "see that dice.device is a device that may be read"


def cure_of(error: OSError) -> str:
    """What to do about a device that fails so."""
    return CURES.get(error.errno or 0, CHECK)


class RandomSource(Protocol):
    """Gives raw bytes without waiting."""

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, none when there are none yet; OSError when the source fails."""

    def close(self) -> None: ...


class EndedError(OSError):
    """The source gave its last byte."""


class RawFile:
    """A file, a pipe or a device; OSError when it can't be opened, `EndedError` at its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        self._mode = os.fstat(self._file).st_mode
        self._begun = False

    def read(self, size: int) -> bytes:
        try:
            raw = os.read(self._file, size)
        except BlockingIOError:
            return b""
        if not raw and self._ends():
            raise EndedError(errno.ENODATA, "It has come to its end", str(self._path))
        self._begun = self._begun or bool(raw)
        return raw

    def close(self) -> None:
        os.close(self._file)

    def _ends(self) -> bool:
        """Whether nothing means the end: a pipe to which nobody writes yet gives nothing, too."""
        return self._begun or not stat.S_ISFIFO(self._mode)


class RandomDevice(RawFile):
    """A device such as /dev/hwrng, or a pipe, which is lost when nobody writes to it.

    A file is refused: its bytes would come again each time it is opened.
    """

    def __init__(self, path: Path = DEVICE) -> None:
        super().__init__(path)
        if not (stat.S_ISCHR(self._mode) or stat.S_ISFIFO(self._mode)):
            self.close()
            raise OSError(errno.EINVAL, "Not a device", str(path))

    def _ends(self) -> bool:
        return True


def collect(source: RandomSource, size: int, clock: Clock, piece: int = PIECE) -> Iterator[bytes]:
    """`size` bytes as they come, in pieces of at most `piece`.

    OSError when none comes for `SILENCE` seconds.
    """
    nothing: queue.SimpleQueue[None] = queue.SimpleQueue()
    heard = clock.now()
    while size:
        raw = source.read(min(size, piece))
        if raw:
            heard = clock.now()
            size -= len(raw)
            yield raw
        elif clock.now() - heard >= SILENCE:
            raise OSError(errno.ETIMEDOUT, f"No byte for {SILENCE:.0f} s")
        else:
            clock.take(nothing, clock.now() + SOON)
