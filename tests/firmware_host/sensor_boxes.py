"""A box whose dice a sensor reads, in fake time, on a disk that outlives it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.rows import Entry, standing
from firmware_host.store.store import Store
from firmware_host.view import (
    Ask,
    ByHand,
    Challenge,
    Check,
    Menu,
    Ready,
    Scores,
    Turns,
    Unread,
    View,
    Waiting,
)
from hw.dice import Dice
from hw.events import Event, Key, Post
from hw.fakes.clock import FakeClock
from hw.fakes.dice import ScriptedDice, SeededDice
from hw.fakes.line import Delay, Faults, FaultyLine
from hw.fakes.sensor import FakeSensor
from hw.fakes.tray import TUMBLE, ScriptedTray
from hw.fakes.wired import WiredSensor
from rules.record import Record, lines, parse

BAD = Faults(lost=0.2, damaged=0.1, doubled=0.05, cut=0.05)
DELAY = Delay(0.0, 0.02)
NO_FAULTS = Faults()
PATIENCE = 60.0  # s for anything at all
STEP = 0.1  # s between two looks at the screen
ON_ITS_WAY = ("waiting", "throw")
RESULTS = ("choose", "blank", "last_die", "roll_off_result")
SCORING = (1, 5, 2, 3, 4, 4)
BLANK = (2, 3, 4, 6, 2, 3)


class SensorBox:
    """Throw real dice, press its buttons, pull its plug, and look at its screen.

    `throws` are those of its own dice, by chance where there are none; `faults` are the line's.
    """

    def __init__(
        self,
        folder: Path,
        *throws: Sequence[int],
        faults: Faults = NO_FAULTS,
        seed: int = 0,
        **more: Any,
    ) -> None:
        self.tray = ScriptedTray()
        self.sensor = FakeSensor(self.tray, seed)
        self.line = FaultyLine(seed, faults, DELAY)
        self.clock = FakeClock()
        self._folder = folder
        self.lies = False  # the dice of the throw that is to count
        self._throws = throws
        self._seed = seed
        self._more = more
        self.start()

    def start(self) -> None:
        """Switch it on."""
        self.store = Store.open(self._folder / "games.sqlite3")
        self.box = FakeBox(
            self._own_dice,
            store=self.store,
            bookmark=Bookmark(self._folder / "place.json"),
            sensor=self._wire,
            clock=self.clock,
            **self._more,
        )

    def stop(self) -> None:
        """Pull its plug."""
        self.wire.close()
        self.store.close()

    def restart(self) -> None:
        self.stop()
        self.start()

    @property
    def place(self) -> bytes:
        """The bookmark as it is now."""
        return (self._folder / "place.json").read_bytes()

    def put_place(self, place: bytes) -> None:
        """An older bookmark comes back."""
        (self._folder / "place.json").write_bytes(place)

    def forget_the_place(self) -> None:
        (self._folder / "place.json").unlink()

    def begin(self, game: int = 0, players: int = 2) -> None:
        """A game with the sensor's dice, until the box asks for the first throw."""
        setup = self.flow.setup.with_dice("sensor")
        names = [name for name, _ in setup.rule_sets]
        self.flow.setup = setup.like(names[game], players, {})
        self.wait(1.0)  # until the sensor has seen that its tray is empty
        self.press("roll", "roll")
        if self.screen == "in_force":
            self.press("roll")
        self.until_armed()

    @property
    def flow(self) -> Any:
        return self.box.box.flow

    @property
    def screen(self) -> str:
        return self.box.screen

    @property
    def view(self) -> View:
        return self.box.view

    @property
    def body(self) -> Any:
        return self.box.view.body

    def press(self, *keys: Key) -> None:
        self.box.press(*keys)

    def wait(self, seconds: float) -> None:
        self.box.wait(seconds)

    def tell(self, event: Event) -> None:
        """Something happens to the box."""
        self.box.box.handle(event, self.clock.now())

    def until(self, done: Callable[[], bool]) -> None:
        """Let time pass until it is so."""
        end = self.clock.now() + PATIENCE
        while not done():
            assert self.clock.now() < end, f"this stays: {self.screen}, {self.view}"
            self.wait(STEP)

    def until_screen(self, screen: str) -> None:
        self.until(lambda: self.screen == screen)

    def until_armed(self) -> None:
        """Until the box says that the dice may be thrown."""
        self.until(lambda: isinstance(self.body, Waiting) and self.body.state == "throw")

    def roll(self, *faces: int) -> None:
        """People throw these dice, and no others lie there; the box sees what became of them."""
        self.until_armed()
        self.cast(*faces)
        self.settle()

    def cast(self, *faces: int, ms: int = TUMBLE) -> None:
        """Throw these dice, whatever the box makes of them."""
        self.lies = True
        self.tray.throw(*faces, ms=ms)

    def settle(self) -> None:
        """Until the box has made something of the dice that were thrown."""
        if self.screen not in ON_ITS_WAY:
            self.until_screen("throw")
        self.until(lambda: self.screen not in ON_ITS_WAY)

    def again(self, *faces: int) -> None:
        """Keep what is preselected and throw the rest."""
        self.press("roll")
        if self.screen == "corner":
            self.press("roll")
        self.roll(*faces)

    def choose(self, *faces: int) -> None:
        """A game that has come to a throw to choose from."""
        self.begin()
        self.roll(*faces)
        assert self.screen == "choose", self.screen

    def finish(self, *faces: int) -> None:
        """People see to it that the dice count which lie there, or were to be thrown."""
        end = self.clock.now() + PATIENCE
        while self.screen not in RESULTS:
            assert self.clock.now() < end, f"this stays: {self.screen}, {self.view}"
            self._go_on(faces)

    def _go_on(self, faces: Sequence[int]) -> None:
        match self.body:
            case Waiting(state="throw") if not self.lies:
                self.cast(*faces)
                self.wait(3.0)
            case Unread(dice=dice) if None in dice and any(dice):
                self.press("keep")
            case Waiting(state="throw") | Unread():
                self.press("roll")
                self.wait(1.0)
            case Check(dice=dice, die=die) if list(dice) != list(faces):
                self.press("right" if dice[die] != faces[die] else "keep")
            case Check() | Ready():
                self.press("roll")
            case ByHand(dice=dice, face=face):
                missing = sorted(faces)[len(dice)]
                self.press("keep" if face == missing else "right")
            case Menu() | Scores() | Turns() | Ask() | Challenge():
                self.press("bank")
            case _:
                self.wait(STEP)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything stored of the newest game."""
        stored = self.store.present()
        return stored.entries if stored else ()

    @property
    def rolls(self) -> list[tuple[tuple[int, ...], str | None]]:
        """The throws that count, with who threw."""
        thrown = [entry for entry in standing(self.entries) if entry.action["do"] == "roll"]
        return [(tuple(entry.action["dice"]), entry.source) for entry in thrown]

    @property
    def scored(self) -> list[tuple[int, ...]]:
        """The dice of the throws that count."""
        return [dice for dice, _ in self.rolls]

    @property
    def record(self) -> Record:
        """The newest game as it is exported: what counts, and nothing else; played through."""
        stored = self.store.present()
        assert stored is not None
        first = parse(_line(stored.header), "header").header
        text = "\n".join(lines(first, ())) + "\n"
        text += "\n".join(_line(entry.action).decode() for entry in standing(stored.entries))
        return parse(text.encode(), "the store")

    def _own_dice(self, post: Post) -> Dice:
        return ScriptedDice(self._throws, post) if self._throws else SeededDice(self._seed, post)

    def _wire(self, post: Post) -> WiredSensor:
        self.wire = WiredSensor(post, self.sensor, self.line)
        return self.wire


def _line(thing: Any) -> bytes:
    import json

    return json.dumps(dict(thing)).encode()
