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


class RandomSource(Protocol):
    """Gives raw bytes without waiting."""

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, none when there are none yet; OSError when the source fails."""

    def close(self) -> None: ...


class RandomDevice:
    """A device such as /dev/hwrng, or a pipe; OSError when it can't be opened.

    A file is refused: its bytes would come again each time it is opened.
    """

    def __init__(self, path: Path = DEVICE) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        if not _is_stream(os.fstat(self._file).st_mode):
            self.close()
            raise OSError(errno.EINVAL, "Not a device", str(path))

    def read(self, size: int) -> bytes:
        try:
            raw = os.read(self._file, size)
        except BlockingIOError:
            return b""
        if not raw:
            raise OSError(errno.ENODATA, "The device has come to its end", str(self._path))
        return raw

    def close(self) -> None:
        os.close(self._file)


def _is_stream(mode: int) -> bool:
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def collect(source: RandomSource, size: int, clock: Clock) -> Iterator[bytes]:
    """`size` bytes in pieces, as they come; OSError when none comes for `SILENCE` seconds."""
    nothing: queue.SimpleQueue[None] = queue.SimpleQueue()
    heard = clock.now()
    while size:
        raw = source.read(min(size, PIECE))
        if raw:
            heard = clock.now()
            size -= len(raw)
            yield raw
        elif clock.now() - heard >= SILENCE:
            raise OSError(errno.ETIMEDOUT, f"No byte for {SILENCE:.0f} s")
        else:
            clock.take(nothing, clock.now() + SOON)
