"""A thing that is tried a few times and then given up."""

from collections import deque
from collections.abc import Iterable
from typing import Literal


class Tries:
    """Counts from `start`: each of `waits` ends with a try, the last one with giving up.

    A wait begins when the try before it was made, so that one who comes late skips none.
    """

    def __init__(self, start: float, waits: Iterable[float]) -> None:
        self._waits = deque(waits)
        self.due = start + self._waits.popleft()

    def take(self, now: float) -> Literal["try", "over"] | None:
        """What is due; None if nothing is."""
        if now < self.due:
            return None
        if not self._waits:
            return "over"
        self.due = now + self._waits.popleft()
        return "try"
