"""What real dice promise: a sensor in memory and one on a terminal, as the box meets them."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from hw.clock import SystemClock
from hw.dice import RealDice
from hw.events import Armed, Event, Motion, PartReport, Reading
from hw.fakes.line import Faults, FaultyLine
from hw.fakes.sensor import FakeSensor, PtySensor
from hw.fakes.tray import ScriptedTray
from hw.tower.session import Session
from hw.tower.thread import TowerSensor

STEP = 0.02  # s
FASTER = 10  # times, on the terminal: a throw is over in a fifth of a second
PATIENCE = 10.0  # s; never waited for when all is well


class Table(NamedTuple):
    """Real dice, the tray they lie in, and what is posted next within so many seconds."""

    dice: RealDice
    tray: ScriptedTray
    next: Callable[[float], Event]


class InMemory:
    """Time passes only while an event is waited for."""

    def __init__(self, sensor: FakeSensor) -> None:
        self._posted: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._session = Session(self._posted.put, "0.1.0")
        self._sensor = sensor
        self._line = FaultyLine(1, Faults())
        self._now = 0.0
        self.throw = self._session.throw
        self.read = self._session.read
        self.stop = self._session.stop
        self.answer = self._session.answer
        self._session.opened(self._now)

    def close(self) -> None:
        """There is no thread."""

    def next(self, patience: float) -> Event:
        end = self._now + patience
        while self._posted.empty() and self._now < end:
            self._step()
        return self._posted.get_nowait()

    def _step(self) -> None:
        self._now += STEP
        self._line.to_host.send(self._sensor.outgoing(self._now), self._now)
        self._session.received(self._line.to_host.arrived(self._now), self._now)
        self._line.to_device.send(self._session.outgoing(), self._now)
        self._sensor.received(self._line.to_device.arrived(self._now), self._now)


class FastClock(SystemClock):
    """The sensor's; the box has the real one."""

    def now(self) -> float:
        return super().now() * FASTER


def in_memory(_folder: Path) -> Iterator[Table]:
    tray = ScriptedTray()
    dice = InMemory(FakeSensor(tray, seed=1))
    yield Table(dice, tray, dice.next)


def on_a_terminal(folder: Path) -> Iterator[Table]:
    posted: queue.SimpleQueue[Event] = queue.SimpleQueue()
    port = folder / "sensor"
    with PtySensor(FakeSensor(ScriptedTray()), port, FastClock()) as sensor:
        dice = TowerSensor(str(port), posted.put, "0.1.0")
        dice.start()
        yield Table(dice, sensor.tray, lambda patience: posted.get(timeout=patience))
        dice.close()


@pytest.fixture(params=[in_memory, on_a_terminal])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    for made in request.param(tmp_path):
        assert made.next(PATIENCE) == PartReport("sensor", True, "")
        yield made


def arm(table: Table, token: int, count: int) -> None:
    table.dice.throw(token, count)
    assert table.next(PATIENCE) == Armed(token)


def reading(table: Table) -> Reading:
    """The next thing posted; it is answered."""
    read = table.next(PATIENCE)
    assert isinstance(read, Reading), read
    table.dice.answer(read, "ack")
    return read


def roll(table: Table, token: int, *faces: int) -> None:
    """Throw the dice and have them read."""
    table.tray.throw(*faces)
    assert table.next(PATIENCE) == Motion(token)
    read = reading(table)
    assert (read.token, read.kind, read.dice, read.moved) == (token, "roll", faces, True)


def test_each_throw_is_armed_moves_and_is_read_once(table: Table) -> None:
    for token, faces in enumerate(((3, 4), (1, 5, 5, 2, 4, 6), (6,)), start=1):
        arm(table, token, len(faces))
        roll(table, token, *faces)


def test_a_throw_belongs_to_the_last_of_several_requests(table: Table) -> None:
    for token in (1, 2, 3):
        table.dice.throw(token, token)
    while (armed := table.next(PATIENCE)) != Armed(3):
        assert isinstance(armed, Armed), armed
    roll(table, 3, 2, 2, 5)


def test_dice_are_read_as_they_lie_and_the_throw_stays_armed(table: Table) -> None:
    arm(table, 1, 1)
    roll(table, 1, 4)
    arm(table, 2, 3)
    table.tray.place(5, 6)
    assert reading(table).kind == "place"
    table.dice.read(2)
    read = reading(table)
    assert (read.token, read.kind, read.dice) == (2, "read", (4, 5, 6))
    roll(table, 2, 1, 1, 3)


def test_after_a_hand_in_the_tray_the_throw_is_armed_again(table: Table) -> None:
    arm(table, 1, 2)
    table.tray.take()
    assert table.next(PATIENCE) == Motion(1)
    assert table.next(PATIENCE) == Armed(1)
    roll(table, 1, 1, 6)


def test_a_throw_that_is_awaited_no_more_belongs_to_none(table: Table) -> None:
    arm(table, 1, 2)
    table.dice.stop()
    table.tray.throw(3, 4)
    assert reading(table).token == 0


def test_closed_dice_post_nothing_and_can_be_closed_again(table: Table) -> None:
    arm(table, 1, 2)
    table.dice.close()
    table.dice.close()
    with pytest.raises(queue.Empty):
        table.next(0.0)
