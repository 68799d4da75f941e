"""How often a thing may be done."""

from collections import deque


class Rate:
    """Allows a thing at most `count` times in `seconds`."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def allows(self, now: float) -> bool:
        """Whether it may be done now; if so it counts as done."""
        full = len(self._times) == self._times.maxlen
        if full and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
