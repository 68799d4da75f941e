"""The simulator: the box in a terminal, driven by keys and mouse."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from boxes import seeded_box, throw
from PIL import Image
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

from firmware_host.box import Box
from firmware_host.simulator import CrashError, play
from firmware_host.simulator.app import Simulator
from firmware_host.simulator.box import SimulatedBox
from firmware_host.simulator.cap import Cap
from firmware_host.simulator.cells import BRAILLE, HALF_BLOCKS, Cells
from firmware_host.simulator.layout import LEAST_HEIGHT, LEAST_WIDTH
from firmware_host.simulator.messages import Messages, caught_messages
from firmware_host.simulator.oled import HEIGHT, WIDTH, Oled
from firmware_host.store.errors import StoreBusyError
from firmware_host.store.store import Store
from firmware_host.view import Say
from firmware_host.words import Words
from hw.events import BUTTONS

PATIENCE = 10.0  # s until something that must happen has happened

SMALL, LARGE = (80, 24), (140, 40)
HELP = Words("en")(Say.of("terminal.help"))


class Person:
    """Sits before the terminal: looks, and presses keys."""

    def __init__(self, pilot: Pilot[None], box: SimulatedBox, folder: Path) -> None:
        self.pilot = pilot
        self.box = box
        self.app = pilot.app
        self._folder = folder

    @property
    def place(self) -> dict[str, Any]:
        """Where the box is, as it remembers itself."""
        place: dict[str, Any] = json.loads((self._folder / "place.json").read_bytes())
        return place

    @property
    def rows(self) -> list[str]:
        """The panel's characters."""
        oled = self.app.query_one(Oled)
        return [oled.render_line(y).text for y in range(oled.size.height)]

    @property
    def line(self) -> str:
        """Help, or a message."""
        return str(self.app.query_one("#line", Static).visual)

    async def sees(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.app.query_one(Oled)._rows
            await self.pilot.pause(0.01)

    async def is_on(self, screen: str) -> None:
        await self.sees(lambda: self.place["screen"] == screen)

    async def presses(self, *keys: str) -> None:
        """One key after the other, each let go before the next."""
        for key in keys:
            await self.pilot.press(key)
            await self.lets_go()

    async def lets_go(self) -> None:
        await self.sees(lambda: not self.app.query("Cap.down"))
        await self.pilot.pause(0.03)  # the debounce


Deed = Callable[[Person], Awaitable[None]]


def sit_down(
    folder: Path, deed: Deed, size: tuple[int, int] = SMALL, seed: int | None = None
) -> Simulator:
    """Open the simulator, do `deed` before it, and close it."""

    async def session(box: SimulatedBox, messages: Messages) -> Simulator:
        simulator = Simulator(box, messages, Words("en"))
        async with simulator.run_test(size=size) as pilot:
            await deed(Person(pilot, box, folder))
        return simulator

    with caught_messages() as messages, SimulatedBox("en", folder, seed) as box:
        return asyncio.run(session(box, messages))


@pytest.mark.parametrize(("size", "cells"), [(SMALL, BRAILLE), (LARGE, HALF_BLOCKS)])
def test_the_terminal_shows_what_the_panel_shows(
    tmp_path: Path, size: tuple[int, int], cells: Cells
) -> None:
    async def deed(person: Person) -> None:
        await person.presses("r")
        await person.is_on("new_game")
        await person.sees(lambda: person.rows == cells.rows(person.box.picture()))
        assert any(row.strip() for row in person.rows)

    sit_down(tmp_path, deed, size)


@pytest.mark.parametrize(
    ("keys", "screen"),
    [
        (["left"], "new_game"),
        (["2"], "new_game"),
        (["space", "R"], "ready"),
        (["3", "enter"], "ready"),
        (["r", "4"], "ready"),
        (["1", "B"], "attract"),
        (["K", "5"], "attract"),
    ],
)
def test_keys_press_the_buttons(tmp_path: Path, keys: list[str], screen: str) -> None:
    async def deed(person: Person) -> None:
        await person.presses(*keys)
        await person.is_on(screen)

    sit_down(tmp_path, deed)


@pytest.mark.parametrize("button", BUTTONS)
def test_a_click_presses_a_button_which_lights_up(tmp_path: Path, button: str) -> None:
    async def deed(person: Person) -> None:
        await person.pilot.mouse_down(f"#{button}")
        await person.is_on("new_game")
        assert [cap.id for cap in person.app.query("Cap.down")] == [button]
        await person.pilot.mouse_up(f"#{button}")
        await person.lets_go()

    sit_down(tmp_path, deed)


def test_a_click_that_comes_all_at_once_is_a_press(tmp_path: Path) -> None:
    async def deed(person: Person) -> None:
        await person.pilot.click("#roll")
        await person.is_on("new_game")

    sit_down(tmp_path, deed)


def test_a_key_held_down_is_one_press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.simulator.cap.HELD", 0.5)

    async def deed(person: Person) -> None:
        await person.pilot.press("r")
        await person.is_on("new_game")
        await person.lets_go()
        for _ in range(10):
            await person.pilot.press("right")
            assert person.app.query("Cap.down")
        await person.lets_go()
        await person.sees(lambda: person.place["setup"][0] == "zilch-10000")
        await person.presses("right")
        await person.sees(lambda: person.place["setup"][0] == "zilch-5000")

    sit_down(tmp_path, deed)


def test_a_turn_can_be_played(tmp_path: Path) -> None:
    async def deed(person: Person) -> None:
        await person.presses("r", "r", "r")
        await person.sees(lambda: person.place["screen"] in ("choose", "blank"))

    sit_down(tmp_path, deed)


def test_a_game_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    async def leave(person: Person) -> None:
        await person.presses("r", "r")
        await person.is_on("ready")
        await person.pilot.press("q")

    async def come_back(person: Person) -> None:
        await person.is_on("ready")
        await person.sees(lambda: person.rows == BRAILLE.rows(person.box.picture()))

    assert sit_down(tmp_path, leave).return_code == 0
    sit_down(tmp_path, come_back)


def test_a_seed_throws_the_same_again_is_marked_and_keeps_nothing(tmp_path: Path) -> None:
    known = seeded_box(7, notes={"seed": Say.of("note.seed", seed=7)})
    known.press("roll", "roll")
    throw(known)

    async def deed(person: Person) -> None:
        await person.presses("r", "r", "r")
        await person.sees(lambda: person.box.picture().tobytes() == known.picture().tobytes())

    sit_down(tmp_path, deed, seed=7)
    assert list(tmp_path.iterdir()) == []


def test_a_new_size_is_a_new_layout(tmp_path: Path) -> None:
    async def deed(person: Person) -> None:
        app, pilot = person.app, person.pilot
        assert len(person.rows) == 16
        await pilot.resize_terminal(*LARGE)
        await person.sees(lambda: len(person.rows) == 32)
        await pilot.resize_terminal(LEAST_WIDTH - 1, 24)
        await person.sees(lambda: app.screen.has_class("small"))
        assert f"make it {LEAST_WIDTH} × {LEAST_HEIGHT}" in str(
            app.query_one("#small", Static).visual
        )
        await pilot.resize_terminal(LEAST_WIDTH, LEAST_HEIGHT)
        await person.sees(lambda: not app.screen.has_class("small"))
        assert {cap.size.height for cap in app.query(Cap)} == {1}

    sit_down(tmp_path, deed)


def test_only_changed_characters_are_drawn(tmp_path: Path, monkeypatch: Any) -> None:
    async def deed(person: Person) -> None:
        oled = Oled()
        drawn: list[Region] = []
        monkeypatch.setattr(oled, "refresh", lambda *regions: drawn.extend(regions))
        picture = Image.new("1", (WIDTH, HEIGHT))
        oled.show(picture)
        assert drawn == []
        picture.paste(1, (10, 4, 14, 8))
        oled.show(picture.copy())
        assert drawn == [Region(5, 1, 2, 1)]

    sit_down(tmp_path, deed)


def test_the_log_is_shown_below_the_buttons_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.simulator.app.MESSAGE_SHOWN", 0.2)

    async def deed(person: Person) -> None:
        assert person.line == HELP
        logging.getLogger("firmware_host").error("the disk is full: make room")
        await person.sees(lambda: person.line == "the disk is full: make room")
        await person.sees(lambda: person.line == HELP)

    sit_down(tmp_path, deed)


def test_what_was_logged_before_is_shown_too(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_text("this is no database, but long enough to be one")

    async def deed(person: Person) -> None:
        await person.sees(lambda: "damaged" in person.line)

    sit_down(tmp_path, deed)


def test_a_fault_in_the_loop_ends_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deed(person: Person) -> None:
        fault = KeyError("a bug")
        monkeypatch.setattr(Box, "handle", lambda *_: (_ for _ in ()).throw(fault))
        await person.pilot.press("r")
        await person.sees(lambda: person.box.fault is fault)
        await person.sees(lambda: not person.app.is_running)

    assert sit_down(tmp_path, deed).return_code == 1


def test_a_fault_of_the_box_is_told_after_the_terminal_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = KeyError("a bug")

    def run(simulator: Simulator) -> None:
        simulator._box.fault = fault

    monkeypatch.setattr(Simulator, "run", run)
    with pytest.raises(CrashError) as told:
        play("en", tmp_path)
    assert told.value.__cause__ is fault
    Store.open(tmp_path / "games.sqlite3").close()  # it was given back


def test_games_in_use_are_left_alone(tmp_path: Path) -> None:
    with Store.open(tmp_path / "games.sqlite3"), pytest.raises(StoreBusyError):
        play("en", tmp_path)
