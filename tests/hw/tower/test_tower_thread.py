"""The whole host's side over a terminal: pulled, plugged in, held, and never in anyone's way."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tower_pty import Cable, Inbox

from hw.dice import RealDice
from hw.events import Armed, Motion, PartReport, Reading
from hw.tower import session, thread
from hw.tower.port import SerialPort
from hw.tower.thread import TowerSensor
from hw.tower.watch import Passed

UP = PartReport("sensor", True, "")
ROLL = "ROLL 4 boot=7C3E id=9 tok=41 k=roll n=2 v=1,6 c=99,98 ms=900"


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    made = Cable(tmp_path / "dice")
    yield made
    made.pull()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def sensor(cable: Cable, inbox: Inbox) -> Iterator[TowerSensor]:
    made = TowerSensor(str(cable.path), inbox.post, "0.1.0")
    yield made
    made.close()


def cause(report: object) -> str:
    assert isinstance(report, PartReport)
    assert not report.ok
    return report.cause


def settle(cable: Cable, inbox: Inbox, sensor: TowerSensor) -> None:
    """The sensor is started and up."""
    sensor.start()
    cable.greet()
    assert inbox.next() == UP


def test_a_throw_from_arm_to_answer(cable: Cable, inbox: Inbox, sensor: TowerSensor) -> None:
    dice: RealDice = sensor
    cable.plug()
    dice.throw(41, 2)
    settle(cable, inbox, sensor)
    assert cable.hear() == "ARM 1 tok=41 n=2"
    cable.say("ACK 2 re=1", "MOVE 3 tok=41", ROLL)
    assert inbox.next() == Armed(41)
    assert inbox.next() == Motion(41)
    reading = inbox.next()
    assert reading == Reading("7C3E", 9, 41, "roll", None, (1, 6), (99, 98), moved=True)
    dice.answer(reading, "ack")
    assert cable.hear() == "ACK 2 re=4"
    dice.read(41)
    assert cable.hear() == "READ 3 tok=41"
    cable.say("ACK 5 re=3")
    dice.stop()
    assert cable.hear() == "OFF 4"


def test_what_is_asked_goes_out_at_once(cable: Cable, inbox: Inbox, sensor: TowerSensor) -> None:
    cable.plug()
    settle(cable, inbox, sensor)
    begin = time.monotonic()
    for token in range(1, 21):
        sensor.throw(token, 6)
        number = cable.hear().split()[1]
        cable.say(f"ACK 9 re={number}")
        assert inbox.next() == Armed(token)
    assert time.monotonic() - begin < 2.0


def test_a_pulled_sensor_is_told_once_and_taken_up_again_under_its_name(
    cable: Cable, inbox: Inbox, sensor: TowerSensor
) -> None:
    cable.plug()
    settle(cable, inbox, sensor)
    sensor.throw(41, 6)
    assert cable.hear() == "ARM 1 tok=41 n=6"
    cable.pull()
    assert cause(inbox.next()) == "absent"
    cable.plug()
    cable.greet(boot="0B52")
    assert inbox.next() == UP
    assert cable.hear() == "ARM 1 tok=41 n=6"
    assert inbox.is_empty


def test_a_missing_sensor_is_told_at_once(inbox: Inbox, sensor: TowerSensor) -> None:
    sensor.start()
    report = inbox.next()
    assert cause(report) == "absent"


def test_a_port_that_another_holds_is_told_and_taken_when_it_is_free(
    cable: Cable, inbox: Inbox, sensor: TowerSensor
) -> None:
    cable.plug()
    other = TowerSensor(str(cable.path), Inbox().post, "0.1.0")
    other.start()
    cable.greet()
    sensor.start()
    assert cause(inbox.next()) == "busy"
    other.close()
    cable.greet()
    assert inbox.next() == UP


def test_a_port_that_fails_in_an_unknown_way_is_told_once_and_tried_again(
    cable: Cable,
    inbox: Inbox,
    sensor: TowerSensor,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    failures = [ZeroDivisionError("out of order") for _ in range(3)]

    def open_port(path: str) -> SerialPort:
        if failures:
            raise failures.pop()
        return SerialPort(path)

    monkeypatch.setattr(thread, "SerialPort", open_port)
    monkeypatch.setattr(session, "REOPEN", (0.01,))
    cable.plug()
    sensor.start()
    report = inbox.next()
    assert cause(report) == ""
    assert "out of order" in str(report)
    cable.greet()
    assert inbox.next() == UP
    assert len(caplog.records) == 1
    assert "ZeroDivisionError" in caplog.text


def test_an_unknown_failure_of_a_port_that_is_open_is_a_lost_port_too(
    cable: Cable, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def watch(passed: Passed) -> None:
        if passed.octets.startswith(b"$LOG"):
            raise ZeroDivisionError("out of order")

    sensor = TowerSensor(str(cable.path), inbox.post, "0.1.0", watch)
    monkeypatch.setattr(session, "REOPEN", (0.01,))
    cable.plug()
    settle(cable, inbox, sensor)
    cable.say("LOG 9 lvl=info t=hm")
    assert "out of order" in str(inbox.next())
    cable.greet()
    assert inbox.next() == UP
    sensor.close()


def test_closing_ends_the_thread_and_frees_the_port(
    cable: Cable, inbox: Inbox, sensor: TowerSensor
) -> None:
    cable.plug()
    settle(cable, inbox, sensor)
    files = len(list(Path("/proc/self/fd").iterdir()))
    sensor.close()
    assert "sensor" not in [thread.name for thread in threading.enumerate()]
    assert len(list(Path("/proc/self/fd").iterdir())) < files
    sensor.stop()


def test_a_sensor_that_was_never_started_can_be_closed(sensor: TowerSensor) -> None:
    sensor.throw(41, 6)
    sensor.close()


def test_a_wrong_token_is_an_error_where_it_is_asked_for(sensor: TowerSensor) -> None:
    with pytest.raises(ValueError, match="from 1 to 65535"):
        sensor.throw(0, 6)
    with pytest.raises(ValueError, match="from 1 to 65535"):
        sensor.read(65536)


def test_the_thread_sleeps_while_nothing_happens(
    cable: Cable, inbox: Inbox, sensor: TowerSensor, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = []
    turn = sensor.turn

    def counted() -> bool:
        turns.append(turn())
        return turns[-1]

    monkeypatch.setattr(sensor, "turn", counted)
    cable.plug()
    settle(cable, inbox, sensor)
    sensor.throw(41, 6)
    cable.hear()
    cable.say("ACK 2 re=1")
    assert inbox.next() == Armed(41)
    assert len(turns) < 12


def test_who_watches_sees_the_lines(cable: Cable, inbox: Inbox) -> None:
    seen: list[Passed] = []
    sensor = TowerSensor(str(cable.path), inbox.post, "0.1.0", seen.append)
    cable.plug()
    settle(cable, inbox, sensor)
    sensor.close()
    verbs = [passed.frame.verb for passed in seen if passed.frame]
    assert verbs[-3:] == ["HELLO", "HELLO", "BEAT"]
