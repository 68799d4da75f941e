"""Tested raw bytes, read ahead: the one place through which they reach the dice."""

import errno
import threading
from collections.abc import Callable
from typing import NamedTuple

from hw.clock import Clock
from hw.health import Health, UnhealthyError
from hw.raw import CURES, PAUSE, PIECE, RandomSource, cure_of

POOL = 256  # bytes read ahead: some forty throws
QUIET = 4.0  # s without a byte that make a source silent; at the slowest, eighty should have come
RETRY = 10.0  # s until a source that is lost is tried again, though nobody throws


class Trouble(NamedTuple):
    """What is wrong with a source, and what to do about it, in words.

    What has the same cure is the same trouble, though another test or error tells of it.
    """

    what: str
    cure: str


DISTRUST = "try dicetower rng test on dice.device"
SLOW = Trouble("is too slow", "it catches up by itself")
SILENT = Trouble("gives no bytes", CURES[errno.ETIMEDOUT])


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
        self.lost = False  # whether no more bytes are to be expected before the next `fill`
        self._open_source = open_source
        self._clock = clock
        self._report = report
        self._source: RandomSource | None = None
        self._quiet_since: float | None = None  # None after a byte
        self._health = Health()
        self._bytes = bytearray()
        self._trouble: Trouble | None = None
        self._lock = threading.Lock()  # of the two above

    def take(self, size: int) -> bytes:
        """At most `size` bytes, fewer when the source is slow or lost. Never waits."""
        with self._lock:
            taken = bytes(self._bytes[:size])
            del self._bytes[:size]
        return taken

    def late(self) -> Trouble:
        """Why bytes were wanted and not there: the source is too slow, if nothing worse."""
        with self._lock:
            if self._trouble and (self.lost or self._trouble.cure == DISTRUST):
                return self._trouble
            self._say(SLOW)
            return SLOW

    def fill(self) -> None:
        """Read until the pool is full or the source has nothing; open one that failed."""
        self.again_at = None
        try:
            self._read()
        except UnhealthyError as error:
            self._fail(Trouble(f"is not random ({error})", DISTRUST))
            self._distrust()
        except OSError as error:
            self._fail(Trouble(f"fails ({error})", cure_of(error)))

    def close(self) -> None:
        """Close the source; a `fill` opens it again, and tests it from the start."""
        if self._source is not None:
            self._source.close()
            self._source = None

    def _read(self) -> None:
        if self._source is None:
            self._source, self._health = self._open_source(), Health()
            self._quiet_since = None
        while len(self._bytes) <= POOL - PIECE:
            raw = self._source.read(PIECE)
            if not raw:
                self._wait()
                return
            self._accept(raw)

    def _wait(self) -> None:
        """Have the source asked again soon, or if it has long been silent, now and then."""
        now = self._clock.now()
        if self._quiet_since is None:
            self._quiet_since, self.lost = now, False
        if now - self._quiet_since >= QUIET:
            self._lose(SILENT)
        else:
            self.again_at = now + PAUSE

    def _accept(self, raw: bytes) -> None:
        """The one way of raw bytes into the pool. Those of the start test do not get there."""
        started = self._health.started
        self._health.feed(raw)
        self._quiet_since, self.lost = None, False
        if not started:
            return
        with self._lock:
            self._bytes += raw
            if self._trouble and len(self._bytes) > POOL - PIECE:
                self._say(None)

    def _fail(self, trouble: Trouble) -> None:
        self.close()
        self._lose(trouble)

    def _lose(self, trouble: Trouble) -> None:
        self.again_at = self._clock.now() + RETRY
        with self._lock:
            self.lost = True
            self._say(trouble)

    def _distrust(self) -> None:
        """What a faulty source gave before it was found out is no better."""
        with self._lock:
            self._bytes.clear()

    def _say(self, trouble: Trouble | None) -> None:
        before, self._trouble = self._trouble, trouble
        if (before and before.cure) != (trouble and trouble.cure):
            self._report(trouble)
