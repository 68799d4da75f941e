"""Tested raw bytes, read ahead: the one place through which they reach the dice."""

import threading
from collections.abc import Callable
from typing import NamedTuple

from hw.clock import Clock
from hw.health import Health, UnhealthyError
from hw.raw import PAUSE, PIECE, RandomSource

POOL = 256  # bytes read ahead: some forty throws


class Trouble(NamedTuple):
    """What is wrong with a source, and what to do about it, in words.

    What has the same cure is the same trouble, though another test or error tells of it.
    """

    what: str
    cure: str


CHECK = "see that dice.device is a device that may be read"
REPLACE = "look at it with dicetower rng test --device"
SLOW = Trouble("is too slow", "it catches up by itself")


class RandomPool:
    """Bytes of a source that passed its health tests.

    `report` is told, once per change, what is wrong, or None when nothing is any more. `fill` and
    `close` belong to one thread; `take` and `late` to any.
    """

    def __init__(
        self,
        open_source: Callable[[], RandomSource],
        clock: Clock,
        report: Callable[[Trouble | None], None],
    ) -> None:
        self.again_at: float | None = 0.0  # when `fill` is next due: for a first time at once
        self._open_source = open_source
        self._clock = clock
        self._report = report
        self._source: RandomSource | None = None
        self._health = Health()
        self._bytes = bytearray()
        self._trouble: Trouble | None = None
        self._lock = threading.Lock()  # of the two above

    @property
    def trouble(self) -> Trouble | None:
        """What was last found wrong, None once all is well."""
        return self._trouble

    @property
    def lost(self) -> bool:
        """Whether no more bytes can come before the next `fill`."""
        return self._source is None

    def take(self, size: int) -> bytes:
        """At most `size` bytes, fewer when the source is slow or lost. Never waits."""
        with self._lock:
            taken = bytes(self._bytes[:size])
            del self._bytes[:size]
        return taken

    def late(self) -> None:
        """Bytes were wanted and not there: the source is too slow, if nothing worse."""
        with self._lock:
            if not self._trouble:
                self._say(SLOW)

    def fill(self) -> None:
        """Read until the pool is full or the source has nothing; open one that was lost."""
        self.again_at = None
        try:
            self._read()
        except UnhealthyError as error:
            self._lose(Trouble(f"is not random ({error})", REPLACE))
            self._distrust()
        except OSError as error:
            self._lose(Trouble(f"fails ({error})", CHECK))

    def close(self) -> None:
        """Close the source; a `fill` opens it again, and tests it from the start."""
        if self._source is not None:
            self._source.close()
            self._source = None

    def _read(self) -> None:
        if self._source is None:
            self._source, self._health = self._open_source(), Health()
        while len(self._bytes) <= POOL - PIECE:
            raw = self._source.read(PIECE)
            if not raw:
                self.again_at = self._clock.now() + PAUSE
                return
            self._accept(raw)

    def _accept(self, raw: bytes) -> None:
        """The one way of raw bytes into the pool. Those of the start test do not get there."""
        started = self._health.started
        self._health.feed(raw)
        if not started:
            return
        with self._lock:
            self._bytes += raw
            if self._trouble and len(self._bytes) > POOL - PIECE:
                self._say(None)

    def _lose(self, trouble: Trouble) -> None:
        self.close()
        with self._lock:
            self._say(trouble)

    def _distrust(self) -> None:
        """What a faulty source gave before it was found out is no better."""
        with self._lock:
            self._bytes.clear()

    def _say(self, trouble: Trouble | None) -> None:
        before, self._trouble = self._trouble, trouble
        if (before and before.cure) != (trouble and trouble.cure):
            self._report(trouble)
