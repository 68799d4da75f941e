"""A clock that never waits: time jumps to the next deadline."""

import queue
from typing import TypeVar

E = TypeVar("E")


class FakeClock:
    """Starts at `start` seconds and moves only when nothing else is left to do."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._now += seconds

    def take(self, events: "queue.SimpleQueue[E]", until: float | None) -> E | None:
        try:
            return events.get_nowait()
        except queue.Empty:
            if until is None:
                raise RuntimeError("nothing will ever happen: no event and no deadline") from None
            self._now = max(self._now, until)
            return None
