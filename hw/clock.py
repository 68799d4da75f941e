"""Time: monotonic seconds as floats, and the one place where the box waits."""

import queue
import time
from typing import Protocol, TypeVar

E = TypeVar("E")


class Clock(Protocol):
    """Tells the time and waits for the next event."""

    def now(self) -> float:
        """Monotonic seconds; only differences mean anything."""

    def take(self, events: "queue.SimpleQueue[E]", until: float | None) -> E | None:
        """The next event, or None once `until` has come; None as `until` waits for an event."""


class SystemClock:
    """The machine's own monotonic clock."""

    def now(self) -> float:
        return time.monotonic()

    def take(self, events: "queue.SimpleQueue[E]", until: float | None) -> E | None:
        try:
            if until is None:
                return events.get()
            return events.get(timeout=max(0.0, until - self.now()))
        except queue.Empty:
            return None
