"""A sensor in memory and the box's end of its line, both stepped in one fake time."""

from hw.dice import Answer
from hw.events import Post, Reading
from hw.fakes.line import FaultyLine
from hw.fakes.sensor import FakeSensor
from hw.tower import troubles
from hw.tower.session import Session

TURN = 0.04  # s; the sensor looks at its tray no oftener
PORT = "the fake sensor"


class WiredSensor:
    """Real dice as the box has them from `sensor` over `line`; times are seconds.

    Whoever owns the time lets it `turn` when its `deadline` has come.
    """

    def __init__(self, post: Post, sensor: FakeSensor, line: FaultyLine) -> None:
        self.deadline = 0.0
        self.octets = 0  # that were sent, either way
        self.plugged = True
        self._session = Session(post, "0.1.0", PORT)
        self._sensor = sensor
        self._line = line

    def throw(self, token: int, count: int) -> None:
        self._session.throw(token, count)

    def read(self, token: int) -> None:
        self._session.read(token)

    def stop(self) -> None:
        self._session.stop()

    def answer(self, reading: Reading, answer: Answer) -> None:
        self._session.answer(reading, answer)

    def close(self) -> None:
        """The box ends, or its power is cut: what is under way is gone."""
        self._line.cut()

    def unplug(self, now: float) -> None:
        """Pull the cable; the sensor goes on without it."""
        self.plugged = False
        self._line.cut()
        self._session.lost(now, *troubles.absent(PORT))

    def plug(self) -> None:
        """Put the cable back."""
        self.plugged = True

    def turn(self, now: float) -> None:
        """Let the sensor look and speak, and the box's end listen and answer."""
        self.deadline = now + TURN
        self._line.to_host.send(self._count(self._sensor.outgoing(now)), now)
        if not self._is_open(now):
            self._line.cut()
            return
        self._session.received(self._line.to_host.arrived(now), now)
        self._line.to_device.send(self._count(self._session.outgoing()), now)
        self._sensor.received(self._line.to_device.arrived(now), now)

    def _is_open(self, now: float) -> bool:
        reopen_at = self._session.reopen_at
        if reopen_at is not None and now >= reopen_at:
            if self.plugged:
                self._session.opened(now)
            else:
                self._session.lost(now, *troubles.absent(PORT))
        return self._session.reopen_at is None

    def _count(self, octets: bytes) -> bytes:
        self.octets += len(octets)
        return octets
