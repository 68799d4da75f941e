"""The sensor on a pseudo-terminal, as a host meets it: in real time, a little of it."""

import select
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from device_rig import line, params

from hw.clock import SystemClock
from hw.fakes.sensor import FakeSensor, PtySensor
from hw.fakes.tray import ScriptedTray

PATIENCE = 5.0  # s


class Host:
    """Reads whole lines."""

    def __init__(self, path: Path) -> None:
        self.port = serial.Serial(str(path), 115200, timeout=PATIENCE, exclusive=True)

    def next(self, *verbs: str) -> str:
        """The next frame of one of these verbs."""
        for _ in range(20):
            text = str(self.port.read_until(b"\n"), "latin-1").strip()
            if text[1:].startswith(verbs):
                return text.partition("*")[0]
        raise AssertionError(f"no {verbs} among 20 lines")

    def say(self, body: str) -> None:
        self.port.write(line(body))

    def greet(self) -> str:
        self.say("HELLO 0 proto=1 app=test ver=0")
        while "re=0" not in (answer := self.next("HELLO")):
            pass
        return answer


@pytest.fixture
def sensor(tmp_path: Path) -> Iterator[PtySensor]:
    with PtySensor(FakeSensor(ScriptedTray()), tmp_path / "sensor") as sensor:
        yield sensor


@pytest.fixture
def host(sensor: PtySensor) -> Iterator[Host]:
    host = Host(sensor.path)
    yield host
    host.port.close()


def test_a_throw_goes_over_the_terminal(sensor: PtySensor, host: Host) -> None:
    host.greet()
    host.say("SET 1 settle=200")
    host.say("ARM 2 tok=41 n=2")
    assert [host.next("ACK")[-4:] for _ in range(2)] == ["re=1", "re=2"]
    sensor.tray.throw(3, 4, ms=50)
    assert params(host.next("MOVE"))["tok"] == "41"
    assert params(host.next("ROLL"))["v"] == "3,4"


def test_pulling_the_cable_is_an_error_and_the_name_is_gone(sensor: PtySensor, host: Host) -> None:
    sensor.unplug(last_words=b"$ROLL 4 bo")
    with pytest.raises((serial.SerialException, OSError)):
        host.next("nothing")
    assert not sensor.path.is_symlink()
    sensor.unplug()


def test_put_back_it_has_started_anew_under_the_same_name(sensor: PtySensor, host: Host) -> None:
    boot = params(host.greet())["boot"]
    sensor.unplug()
    sensor.replug()
    again = Host(sensor.path)
    assert params(again.greet())["boot"] != boot
    sensor.unplug()
    sensor.replug(rebooted=False)
    third = Host(sensor.path)
    assert params(third.greet())["boot"] == params(third.greet())["boot"] != boot
    again.port.close()
    third.port.close()


def test_starting_anew_it_says_the_words_of_its_boot_loader_first(
    sensor: PtySensor, host: Host
) -> None:
    boot = params(host.greet())["boot"]
    sensor.reboot()
    assert host.next("ts Jun")
    hello = host.next("HELLO")
    assert hello.startswith("$HELLO 0 ")
    assert params(hello)["boot"] != boot


def test_closed_it_leaves_no_thread_and_no_name(tmp_path: Path) -> None:
    before = threading.active_count()
    sensor = PtySensor(FakeSensor(ScriptedTray()), tmp_path / "sensor")
    sensor.close()
    assert threading.active_count() == before
    assert list(tmp_path.iterdir()) == []


class RacingClock(SystemClock):
    """A second passes at each look at it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.full = threading.Event()

    def now(self) -> float:
        self.seconds += 1
        if self.seconds > 100:
            self.full.set()
        return self.seconds


def test_a_host_that_does_not_read_does_not_stop_it(tmp_path: Path) -> None:
    clock = RacingClock()
    with PtySensor(FakeSensor(ScriptedTray()), tmp_path / "sensor", clock) as sensor:
        assert clock.full.wait(PATIENCE), "it waits for its reader"
        with sensor.path.open("rb", buffering=0) as end:
            while select.select([end], [], [], 0)[0]:
                end.read(4096)
            assert select.select([end], [], [], PATIENCE)[0]
