"""What systemd hears of the box, at the other end of its socket."""

import logging
import os
import queue
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from boxes import seeded_box

from firmware_host.box import UNSAVED
from firmware_host.loop import Loop
from firmware_host.service import WELL, Service, open_service
from hw.errors import PartError
from hw.events import Edge, Event, PartReport, Stop
from hw.fakes.clock import FakeClock

GIVEN_UP = 30.0  # s; the unit's WatchdogSec
PING = GIVEN_UP / 2
TURNS = 200
MANY = 5000  # states, more than the kernel keeps


class Systemd:
    """Its end of the socket, and what it tells a service that it starts."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0", 1))
        self._socket.setblocking(False)
        self._heard: list[str] = []
        self.environ = {
            "NOTIFY_SOCKET": address,
            "WATCHDOG_USEC": str(int(GIVEN_UP * 1e6)),
            "WATCHDOG_PID": str(os.getpid()),
        }

    def listen(self) -> None:
        """Take what was sent: the kernel keeps ten states."""
        while True:
            try:
                self._heard.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return

    def heard(self) -> list[str]:
        """Everything since the last call."""
        self.listen()
        heard, self._heard = self._heard, []
        return heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    path = str(tmp_path / "notify")
    manager = Systemd(path if request.param == "path" else f"@dicetower-{os.getpid()}")
    yield manager
    manager.close()


class Rig:
    """A whole box in fake time, as systemd starts it."""

    def __init__(
        self, environ: Mapping[str, str], listen: Callable[[], None] = lambda: None
    ) -> None:
        self._listen = listen
        self.clock = FakeClock()
        self.box = seeded_box()
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.loop = Loop(self.box.box, self.events, self.clock)
        self.opened = ExitStack()
        self.loop.service = open_service(self.clock, self.opened, environ)

    def run_until(self, seconds: float) -> None:
        """Turn the loop until the clock says so; nothing happens but deadlines."""
        while self.clock.now() < seconds:
            assert self.loop.turn()
            self._listen()


@pytest.fixture
def rig(systemd: Systemd) -> Iterator[Rig]:
    started = Rig(systemd.environ, systemd.listen)
    with started.opened:
        yield started


def test_it_is_ready_once_the_loop_turned_and_the_first_picture_is_handed_over(
    systemd: Systemd, rig: Rig
) -> None:
    assert systemd.heard() == []
    rig.loop.turn()
    assert rig.loop.box.view is not None
    assert systemd.heard() == ["READY=1", f"STATUS={WELL}", "WATCHDOG=1"]


def test_an_idle_loop_pings_twice_in_the_time_that_systemd_waits(
    systemd: Systemd, rig: Rig
) -> None:
    rig.run_until(20 * PING)
    assert 20 <= systemd.heard().count("WATCHDOG=1") <= 21


def test_a_busy_loop_pings_no_more_often(systemd: Systemd, rig: Rig) -> None:
    for press in range(TURNS):
        rig.events.put(Edge(rig.clock.now(), "roll", press % 2 == 0))
        rig.loop.turn()
        rig.clock.advance(0.05)
    assert systemd.heard().count("WATCHDOG=1") == 1


def test_the_ping_is_the_only_deadline_that_systemd_adds(rig: Rig) -> None:
    rig.box.box.pins = None
    rig.run_until(20 * 60)  # the panel is dark by then, and nothing else is due
    assert rig.box.box.deadline is None
    before = rig.clock.now()
    rig.loop.turn()
    rig.loop.turn()
    assert rig.clock.now() - before == pytest.approx(2 * PING, abs=PING)


def test_a_loop_that_hangs_stops_pinging(systemd: Systemd, rig: Rig) -> None:
    class HangsError(Exception):
        """In place of a call that never returns."""

    class Hanging:
        alive = True

        def levels(self) -> dict[str, bool]:
            rig.clock.advance(10 * GIVEN_UP)
            raise HangsError

    rig.loop.turn()
    systemd.heard()
    rig.box.box.pins = Hanging()  # type: ignore[assignment]
    with pytest.raises(HangsError):
        rig.run_until(GIVEN_UP)
    assert systemd.heard() == []


def test_a_dead_thread_of_the_pins_stops_the_pings_though_the_loop_turns(
    systemd: Systemd, rig: Rig
) -> None:
    rig.run_until(PING)
    systemd.heard()
    rig.box.pins.thread_alive = False
    rig.run_until(rig.clock.now() + 10 * PING)
    states = systemd.heard()
    assert "WATCHDOG=1" not in states
    assert states == ["STATUS=the buttons' thread has ended: restart the program"]


def test_missing_pins_are_no_reason_for_a_restart(systemd: Systemd, rig: Rig) -> None:
    class Missing:
        alive = True

        def levels(self) -> dict[str, bool]:
            raise PartError("no buttons: lgpio is not installed")

    rig.box.box.pins = Missing()  # type: ignore[assignment]
    rig.run_until(10 * PING)
    states = systemd.heard()
    assert "STATUS=no buttons: lgpio is not installed" in states
    assert states.count("WATCHDOG=1") >= 10


def test_a_lost_part_is_told_once_and_never_a_reason_for_a_restart(
    systemd: Systemd, rig: Rig
) -> None:
    rig.loop.turn()
    rig.events.put(PartReport("panel", False, "the panel\ndoes not answer"))
    rig.run_until(10 * PING)
    rig.events.put(PartReport("panel", True, ""))
    rig.loop.turn()
    states = systemd.heard()
    assert [state for state in states if state.startswith("STATUS")] == [
        f"STATUS={WELL}",
        "STATUS=the panel does not answer",
        f"STATUS={WELL}",
    ]
    assert states.count("WATCHDOG=1") >= 10


def test_games_that_are_not_saved_are_told(
    systemd: Systemd, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(rig.box.box.ledger), "saved", False)
    rig.loop.turn()
    assert f"STATUS={UNSAVED}" in systemd.heard()


def test_a_loop_that_is_told_to_stop_says_so_last(systemd: Systemd, rig: Rig) -> None:
    rig.loop.turn()
    rig.events.put(Stop())
    rig.loop.run()
    assert systemd.heard()[-1] == "STOPPING=1"


@pytest.mark.parametrize(
    "watchdog",
    [
        {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"},
        {"WATCHDOG_PID": str(os.getpid())},
        {"WATCHDOG_USEC": "0", "WATCHDOG_PID": str(os.getpid())},
        {"WATCHDOG_USEC": "soon"},
    ],
    ids=["another's", "none", "switched off", "not a number"],
)
def test_without_a_watchdog_of_ours_nothing_pings_and_nothing_is_due(
    systemd: Systemd, watchdog: dict[str, str]
) -> None:
    rig = Rig({"NOTIFY_SOCKET": systemd.environ["NOTIFY_SOCKET"], **watchdog})
    with rig.opened:
        rig.loop.turn()
        assert systemd.heard() == ["READY=1", f"STATUS={WELL}"]
        assert rig.loop.service.deadline is None


def test_a_watchdog_that_names_no_process_is_ours(systemd: Systemd) -> None:
    rig = Rig({key: value for key, value in systemd.environ.items() if key != "WATCHDOG_PID"})
    with rig.opened:
        rig.loop.turn()
        assert "WATCHDOG=1" in systemd.heard()


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": "", "WATCHDOG_USEC": "30000000"}])
def test_without_systemd_nothing_happens(environ: dict[str, str]) -> None:
    with ExitStack() as parts:
        service = open_service(FakeClock(), parts, environ)
        service.turned(seeded_box().box, 0.0)
        service.stopping()
        assert service.deadline is None


def test_a_socket_that_nobody_reads_is_logged_once_and_the_box_plays_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rig = Rig({"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "30000000"})
    with rig.opened, caplog.at_level(logging.WARNING):
        rig.run_until(10 * PING)
    assert [record.getMessage() for record in caplog.records] == [
        "systemd cannot be told READY=1 (No such file or directory)"
    ]


def test_a_socket_that_is_full_does_not_hold_up_the_loop(systemd: Systemd) -> None:
    with ExitStack() as parts:
        service = open_service(FakeClock(), parts, systemd.environ)
        for number in range(MANY):
            service.turned(_Counting(number), float(number))
    assert 0 < len(systemd.heard()) < MANY


class _Counting:
    """Has another trouble each time."""

    alive = True

    def __init__(self, number: int) -> None:
        self.troubles = (str(number),)


def test_the_socket_is_closed_with_the_parts(systemd: Systemd) -> None:
    with ExitStack() as parts:
        service: Service = open_service(FakeClock(), parts, systemd.environ)
    service.stopping()
    assert systemd.heard() == []
