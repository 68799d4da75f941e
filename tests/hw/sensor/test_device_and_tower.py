"""Both real ends of the line, the box's and the sensor's, in fake time on a line that fails."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from hw.events import Armed, Event, Reading
from hw.fakes.line import Delay, Faults, FaultyLine
from hw.fakes.sensor import CHATTER, FakeSensor
from hw.fakes.tray import ScriptedTray
from hw.tower.session import Session

BAD = Faults(lost=0.2, damaged=0.1, doubled=0.05, cut=0.05)
DELAY = Delay(0.0, 0.02)
STEP = 0.02  # s
PATIENCE = 300.0  # s for anything at all


class Table:
    """A box that keeps each reading once, and a sensor with its tray."""

    def __init__(self, seed: int) -> None:
        self.tray = ScriptedTray()
        self.sensor = FakeSensor(self.tray, seed)
        self.wire = FaultyLine(seed, BAD, DELAY)
        self.armed: list[int] = []
        self.kept: dict[tuple[str, int], Reading] = {}
        self.session = Session(self._take, "0.1.0")
        self._readings: list[Reading] = []
        self._plugged = True
        self._now = 0.0

    def play(self, token: int, faces: list[int]) -> None:
        """Ask for a throw, throw, and wait for its reading."""
        self.arm(token, len(faces))
        self.tray.take()
        self.pass_time(1.0)
        self.throw(token, faces)

    def arm(self, token: int, count: int) -> None:
        self.armed.clear()
        self.session.throw(token, count)
        self.until(lambda: token in self.armed)

    def throw(self, token: int, faces: list[int]) -> None:
        self.tray.throw(*faces)
        self.until(lambda: any(kept.token == token for kept in self.kept.values()))

    def unplug(self) -> None:
        self._plugged = False
        self.wire.cut()
        self.session.lost(self._now, "the cable is pulled")

    def replug(self, rebooted: bool) -> None:
        self._plugged = True
        if rebooted:
            self.sensor.reboot(CHATTER)

    def pass_time(self, seconds: float) -> None:
        end = self._now + seconds
        self.until(lambda: self._now >= end)

    def until(self, done: Callable[[], bool]) -> None:
        end = self._now + PATIENCE
        while not done():
            assert self._now < end, "nothing happens"
            self._step()

    def _step(self) -> None:
        self._now += STEP
        session, reopen = self.session, self.session.reopen_at
        if self._plugged and reopen is not None and self._now >= reopen:
            session.opened(self._now)
        self.wire.to_host.send(self.sensor.outgoing(self._now), self._now)
        if not self._plugged or session.reopen_at is not None:
            self.wire.cut()
            return
        session.received(self.wire.to_host.arrived(self._now), self._now)
        for reading in self._readings:
            session.answer(reading, "ack")
        self._readings.clear()
        session.tick(self._now)
        self.wire.to_device.send(session.outgoing(), self._now)
        self.sensor.received(self.wire.to_device.arrived(self._now), self._now)

    def _take(self, event: Event) -> None:
        if isinstance(event, Armed):
            self.armed.append(event.token)
        elif isinstance(event, Reading):
            assert self.kept.setdefault((event.boot, event.id), event)._replace(moved=False) == (
                event._replace(moved=False)
            )
            self._readings.append(event)

    def rolls(self) -> list[tuple[int, list[int | None]]]:
        """Those of a throw that was asked for."""
        return [
            (kept.token, list(kept.dice))
            for kept in self.kept.values()
            if kept.kind == "roll" and kept.token
        ]


throws = st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=6), min_size=1, max_size=4)
seeds = st.integers(0, 2**32)


@settings(max_examples=20, deadline=None)
@given(seeds, throws)
def test_every_throw_is_kept_exactly_once(seed: int, thrown: list[list[int]]) -> None:
    table = Table(seed)
    for token, faces in enumerate(thrown, start=1):
        table.play(token, faces)
    table.pass_time(10.0)
    assert table.rolls() == list(enumerate(thrown, start=1))


@settings(max_examples=20, deadline=None)
@given(seeds, st.booleans(), st.floats(0.0, 3.0))
def test_a_throw_survives_a_pulled_cable(seed: int, rebooted: bool, after: float) -> None:
    table = Table(seed)
    table.arm(1, 2)
    table.tray.throw(3, 4)
    table.pass_time(after)
    table.unplug()
    table.pass_time(2.0)
    table.armed.clear()
    table.replug(rebooted)
    table.until(lambda: bool(table.rolls() or table.armed))
    if not table.rolls():
        table.tray.take()
        table.pass_time(1.0)
        table.throw(1, [3, 4])
    assert table.rolls() == [(1, [3, 4])]
    table.play(2, [6])
    assert table.rolls() == [(1, [3, 4]), (2, [6])]


@settings(max_examples=20, deadline=None)
@given(seeds, st.floats(0.0, 3.0))
def test_a_sensor_that_starts_anew_untold_is_armed_again(seed: int, after: float) -> None:
    table = Table(seed)
    table.arm(1, 2)
    table.pass_time(after)
    table.armed.clear()
    table.sensor.reboot()
    table.until(lambda: 1 in table.armed)
    table.throw(1, [3, 4])
    assert table.rolls() == [(1, [3, 4])]
