"""`dicetower run` from its start to the screen where the box was left."""

import logging
import queue
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory
from store_damages import DAMAGES, GAME_DAMAGES, ROWS, keep_games

from firmware_host import panels, runtime
from firmware_host.closed import stopped
from firmware_host.loop import Loop
from firmware_host.rest import DIM
from firmware_host.run import AGAIN, HANDOVER, lock_of_games, run
from firmware_host.screens.drawing import draw
from firmware_host.service import WELL
from firmware_host.settings import DiceSettings, Settings
from firmware_host.stopping import stopped_by_signals
from firmware_host.store.errors import StoreBusyError
from firmware_host.store.files import database_in
from firmware_host.store.opening import open_store
from firmware_host.store.rows import GameId
from firmware_host.store.store import Store
from firmware_host.view import View
from firmware_host.words import LANGUAGES, Words
from hw.events import Event, Stop
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.clock import FakeClock
from hw.panel import I2c
from hw.pins import PinLibrary

E = TypeVar("E")

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Bench:
    """A panel on which the box is watched, and stopped at its first screen."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.settings = Settings(state_directory=folder, dice=DiceSettings(Path("/dev/urandom")))
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.bus = FakeBus(Ssd1306(), on_change=self._look)
        self.pictures: list[bytes] = []
        self.stops_at_once = True
        monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=self.bus.open))
        self.library = PinLibrary(MockFactory(), "mock pins", (GPIOZeroError,), lambda: True)
        monkeypatch.setattr("hw.pins.lgpio_library", lambda _: self.library)

    def _look(self) -> None:
        picture = self.bus.chip.picture().tobytes()
        if self.bus.chip.lit and picture not in self.pictures:
            self.pictures.append(picture)
        if len(self.pictures) > 1 and self.stops_at_once:  # the first says that the box starts
            self.events.put(Stop())

    def run(self) -> None:
        run(self.settings, self.events)

    def shows(self, view: View, language: str = "en") -> bool:
        picture = draw(view, Words(language))
        return self.bus.chip.lit and self.bus.chip.picture().tobytes() == picture.tobytes()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_whatever_became_of_the_games_the_box_starts_and_saves(
    bench: Bench, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = database_in(tmp_path)
    keep_games(file)
    damage(file)
    bench.run()
    assert file.with_name("games.damaged-1.sqlite3").exists()
    with Store.open(file) as store:
        assert (store.notice, store.present()) == (None, None)


@pytest.mark.parametrize("damage", GAME_DAMAGES.values(), ids=GAME_DAMAGES.keys())
def test_whatever_became_of_the_game_that_was_played_the_others_stay(
    bench: Bench, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = database_in(tmp_path)
    keep_games(file)
    damage(file)
    bench.run()
    assert not list(tmp_path.glob("*damaged*"))
    with Store.open(file) as store:
        assert (store.present(), store.load(GameId(1)).entries) == (None, tuple(ROWS))


def test_where_no_folder_can_be_made_only_the_pins_are_done_without(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_: str | None) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(runtime, "_temporary", no_room)
    bench.stops_at_once = False
    said: list[str] = []

    def hear(report: logging.LogRecord) -> bool:
        said.append(report.getMessage())
        bench.events.put(Stop())
        return False

    monkeypatch.setattr(logging.getLogger("firmware_host.lost_parts"), "filters", [hear])
    bench.run()
    assert len(bench.pictures) > 1
    assert "no folder for lgpio's pipe (No usable temporary directory found)" in said[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_end_the_panel_says_dimly_that_games_are_saved(bench: Bench, language: str) -> None:
    bench.settings = replace(bench.settings, language=language)  # type: ignore[arg-type]
    bench.run()
    assert bench.shows(stopped(saved=True), language)
    assert bench.bus.chip.contrast == DIM


def test_at_the_end_the_panel_says_that_games_are_not_saved(bench: Bench, tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()
    bench.settings = replace(bench.settings, state_directory=no_folder)
    bench.run()
    assert bench.shows(stopped(saved=False))


def test_a_box_that_fails_leaves_the_panel_dark(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenError(Exception):
        pass

    def fail(_: Loop) -> bool:
        raise BrokenError

    monkeypatch.setattr(Loop, "turn", fail)
    with pytest.raises(BrokenError):
        bench.run()
    assert not bench.bus.chip.lit


def test_systemd_hears_of_the_start_and_of_the_end(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pins(_: Path) -> PinLibrary:
        bench.events.put(Stop())  # comes after the turn that asks for the pins
        return bench.library

    bench.stops_at_once = False
    monkeypatch.setattr("hw.pins.lgpio_library", pins)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.settimeout(5.0)
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        bench.run()
        heard = [systemd.recv(4096).decode() for _ in range(4)]
    assert heard == ["READY=1", f"STATUS={WELL}", "WATCHDOG=1", "STOPPING=1"]


def test_who_is_told_to_stop_before_the_start_opens_nothing(bench: Bench) -> None:
    bench.events.put(Stop())
    bench.run()
    assert (bench.bus.opened, bench.pictures) == (0, [])


class Patient(FakeClock):
    """A clock on which another process gives the games back at a time."""

    def __init__(self, other: Store, at: float) -> None:
        super().__init__()
        self._other = other
        self._at = at

    def take(self, events: "queue.SimpleQueue[E]", until: float | None) -> E | None:
        taken = super().take(events, until)
        if self.now() >= self._at:
            self._other.close()
        return taken


def test_a_moment_is_waited_for_who_has_the_games(bench: Bench, tmp_path: Path) -> None:
    other = open_store(tmp_path)
    lock = lock_of_games(tmp_path, bench.events, Patient(other, HANDOVER / 2))
    with pytest.raises(StoreBusyError), open_store(tmp_path):
        pass
    with open_store(tmp_path, lock) as store:
        assert store.saved


def test_who_keeps_the_games_is_told(bench: Bench, tmp_path: Path) -> None:
    with open_store(tmp_path), pytest.raises(StoreBusyError, match="in use by process"):
        lock_of_games(tmp_path, bench.events, clock := FakeClock())
    assert HANDOVER <= clock.now() <= HANDOVER + 2 * AGAIN


def test_who_waits_for_the_games_can_be_told_to_stop(bench: Bench, tmp_path: Path) -> None:
    bench.events.put(Stop())
    with open_store(tmp_path), pytest.raises(StoreBusyError):
        lock_of_games(tmp_path, bench.events, clock := FakeClock())
    assert clock.now() == 0


@pytest.mark.parametrize("name", SIGNALS)
def test_each_way_of_ending_a_program_is_a_stop(name: signal.Signals) -> None:
    posted: list[Event] = []
    before = signal.getsignal(name)
    with stopped_by_signals(posted.append):
        signal.raise_signal(name)
    assert posted == [Stop()]
    assert signal.getsignal(name) is before


def test_under_nohup_a_terminal_that_is_closed_is_nothing() -> None:
    posted: list[Event] = []
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with stopped_by_signals(posted.append):
        signal.raise_signal(signal.SIGHUP)
    signal.signal(signal.SIGHUP, before)
    assert posted == []
