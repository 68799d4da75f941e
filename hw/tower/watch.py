"""What passes over the line, for whoever wants to look on."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from hw.tower.frame import Frame

Note = Literal["", "repeat", "duplicate", "crc", "form", "long", "noise"]
"""Of a good frame: nothing, ours was sent again, theirs came again; else what is wrong with it."""


class Passed(NamedTuple):
    """A line went in to the box, or out of it."""

    at: float  # monotonic seconds
    way: Literal["in", "out"]
    octets: bytes  # without the line's end
    note: Note
    frame: Frame | None


Watch = Callable[[Passed], None]
"""Is called in the thread that owns the port; it must not wait, and must not raise."""

ROUND_TRIPS = 1000  # the newest are kept


class Tally:
    """A `Watch` that counts, and measures how long answers take."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()  # of "in", "out", "nak in", "nak out" and every note
        self.round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)  # s
        self._asked: dict[str, float] = {}  # when our frames were sent, by their numbers

    def __call__(self, passed: Passed) -> None:
        self.counts[passed.note or passed.way] += 1
        if not passed.frame:
            return
        if passed.frame.verb == "NAK":
            self.counts[f"nak {passed.way}"] += 1
        if passed.way == "out":
            self._ask(passed, str(passed.frame.seq))
        elif (asked := self._asked.pop(passed.frame.params.get("re", ""), None)) is not None:
            self.round_trips.append(passed.at - asked)

    def _ask(self, passed: Passed, number: str) -> None:
        if passed.note == "repeat":  # an answer could be to either
            self._asked.pop(number, None)
        else:
            self._asked[number] = passed.at
