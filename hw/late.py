"""A part that cannot be had yet is asked for again, at a measured pace."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from hw.clock import Clock
from hw.errors import PartError

AGAIN = 5.0  # s until what was refused is asked for again

T = TypeVar("T")


class Late(Generic[T]):
    """Opens a part when it is first asked for, and keeps it; for any thread."""

    def __init__(self, open_part: Callable[[], T], clock: Clock) -> None:
        self._open_part = open_part
        self._clock = clock
        self.part: T | None = None
        """None as long as it was not had."""
        self._refusal = ""
        self._again_at = clock.now()
        self._lock = threading.Lock()

    def get(self) -> T:
        """The part; PartError as long as it cannot be had."""
        with self._lock:
            if self.part is None:
                self.part = self._open()
            return self.part

    def _open(self) -> T:
        if self._clock.now() < self._again_at:
            raise PartError(self._refusal)
        try:
            return self._open_part()
        except PartError as error:
            self._refusal, self._again_at = str(error), self._clock.now() + AGAIN
            raise
