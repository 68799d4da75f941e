"""The box's own dice: hardware randomness, read ahead by a thread, mixed with the system's."""

import os
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hw.clock import Clock, SystemClock
from hw.events import PartReport, Post, Thrown

DEVICE = Path("/dev/hwrng")
FAIR = 252  # bytes below it are spread evenly over six faces, 42 each
PIECE = 16  # bytes a read: at the slowest, some 20 bytes a second, that is still under a second
POOL = 256  # bytes read ahead: some forty throws
PAUSE = 0.1  # s until a source that had nothing is asked again
CLOSING = 2.0  # s

INSTEAD = "so the system's randomness throws alone"
SLOW = f"the random device is too slow, {INSTEAD}: nothing need be done"


def die_from_byte(byte: int) -> int | None:
    """A face from 1 to 6, or None for the few bytes that would favour some."""
    return byte % 6 + 1 if byte < FAIR else None


class RandomSource(Protocol):
    """Gives raw bytes without waiting."""

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, none when there are none yet; OSError when the source fails."""

    def close(self) -> None: ...


class RandomDevice:
    """A device such as /dev/hwrng, or a pipe; OSError when it can't be opened."""

    def __init__(self, path: Path = DEVICE) -> None:
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)

    def read(self, size: int) -> bytes:
        try:
            return os.read(self._file, size)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        os.close(self._file)


class BoxDice:
    """Throws at once; where the bytes read ahead run short, by the system's randomness alone."""

    def __init__(
        self,
        post: Post,
        open_source: Callable[[], RandomSource] = RandomDevice,
        clock: Clock | None = None,
    ) -> None:
        self._post = post
        self.pool = RandomPool(post, open_source, clock or SystemClock())

    def start(self) -> None:
        """Begin to read ahead."""
        self.pool.start()

    def throw(self, token: int, count: int) -> None:
        dice: list[int] = []
        while len(dice) < count:
            size = count - len(dice)
            mixed = _mix(self.pool.take(size).ljust(size, b"\0"), os.urandom(size))
            dice += [die for byte in mixed if (die := die_from_byte(byte)) is not None]
        self._post(Thrown(token, tuple(dice), "box"))

    def close(self) -> None:
        self.pool.close()


def _mix(raw: bytes, system: bytes) -> bytes:
    """As unpredictable as the better of the two."""
    return bytes(a ^ b for a, b in zip(raw, system, strict=True))


class RandomPool:
    """Raw bytes read ahead; posts a `PartReport` when what is wrong with the source changes."""

    def __init__(self, post: Post, open_source: Callable[[], RandomSource], clock: Clock) -> None:
        self._post = post
        self._open_source = open_source
        self._clock = clock
        self._source: RandomSource | None = None
        self._bytes = bytearray()
        self._why = ""  # what is wrong, in words
        self._lock = threading.Lock()  # of the two above
        self._wake: queue.SimpleQueue[bool] = queue.SimpleQueue()  # False ends the thread
        self._again_at: float | None = 0.0  # a first turn at once
        self._thread = threading.Thread(target=self._run, name="random", daemon=True)

    def start(self) -> None:
        """Start the thread that reads."""
        self._thread.start()

    def take(self, size: int) -> bytes:
        """At most `size` bytes, fewer when the source is slow or lost. Never waits."""
        with self._lock:
            taken = bytes(self._bytes[:size])
            del self._bytes[:size]
            if len(taken) < size and not self._why:
                self._say(SLOW)
        self._wake.put(True)
        return taken

    def close(self) -> None:
        """End the thread and close the source."""
        self._wake.put(False)
        if self._thread.is_alive():
            self._thread.join(CLOSING)

    def turn(self) -> bool:
        """Wait until bytes are taken or the source may have more, and read; False once closed."""
        going = self._clock.take(self._wake, self._again_at) is not False
        if going:
            self._fill()
        return going

    def _run(self) -> None:
        while self.turn():
            pass
        self._drop_source()

    def _fill(self) -> None:
        """Read until the pool is full or the source has nothing; a lost one waits for a take."""
        self._again_at = None
        try:
            self._source = self._source or self._open_source()
            while len(self._bytes) <= POOL - PIECE:
                raw = self._source.read(PIECE)
                if not raw:
                    self._again_at = self._clock.now() + PAUSE
                    return
                self._accept(raw)
        except OSError as error:
            self._lose(error)

    def _accept(self, raw: bytes) -> None:
        """The one way of raw bytes into the pool."""
        with self._lock:
            self._bytes += raw
            if self._why and len(self._bytes) > POOL - PIECE:
                self._say("")

    def _lose(self, error: OSError) -> None:
        self._drop_source()
        with self._lock:
            self._say(f"the random device fails ({error}), {INSTEAD}: see that it may be read")

    def _say(self, why: str) -> None:
        if why != self._why:
            self._why = why
            self._post(PartReport("random", not why, why))

    def _drop_source(self) -> None:
        if self._source is not None:
            self._source.close()
            self._source = None
