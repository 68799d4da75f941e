"""The fake sensor with somebody on its line: one who listens, types, and makes noise."""

import queue
from collections.abc import Callable

from hw.fakes.sensor import FakeSensor
from hw.fakes.tray import ScriptedTray
from hw.tower.frame import Frame
from hw.tower.stream import Stream

TYPED = b"!"  # begins a line that a maker typed, and its answer
EOL = b"\r\n"

Hear = Callable[[Frame], None]


class OverheardSensor(FakeSensor):
    """Tells of each good frame, in the thread that hands it octets."""

    def __init__(
        self, tray: ScriptedTray, asked: Hear, told: Hear, answered: Callable[[str], None]
    ) -> None:
        super().__init__(tray)
        self._asked = asked  # by the box
        self._told = told  # to the box
        self._answered = answered  # what was typed
        self._typed: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._noise: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._from_box, self._to_box = Stream(), Stream()

    def type(self, line: str) -> None:
        """Give the sensor a line, as one does in a terminal; the box does not see the answer."""
        self._typed.put(line.encode() + EOL)

    def disturb(self, octets: bytes) -> None:
        """Have the box hear these octets."""
        self._noise.put(octets)

    def received(self, data: bytes, now: float) -> None:
        super().received(data, now)
        self._tell_of(data, self._from_box, self._asked)

    def outgoing(self, now: float) -> bytes:
        while not self._typed.empty():
            super().received(self._typed.get(), now)
        lines = super().outgoing(now).splitlines(keepends=True)
        out = b"".join(line for line in lines if not line.startswith(TYPED))
        self._tell_of(out, self._to_box, self._told)
        for line in lines:
            if line.startswith(TYPED):
                self._answered(line.decode("ascii", "replace").strip())
        while not self._noise.empty():
            out += self._noise.get()
        return out

    def _tell_of(self, octets: bytes, stream: Stream, hear: Hear) -> None:
        for line in stream.feed(octets):
            if isinstance(line.content, Frame):
                hear(line.content)
