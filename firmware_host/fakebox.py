"""A whole box on the fake parts, in fake time: for the demo, the tests and the benchmarks."""

import math
import queue
from collections.abc import Callable, Mapping
from typing import Protocol

from PIL import Image

from firmware_host.assembly import build
from firmware_host.bookmark import Bookmark
from firmware_host.loop import Loop
from firmware_host.store.store import Store
from firmware_host.view import Say, View
from hw.dice import Dice, RealDice
from hw.events import Event, Key, Post, Profile
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.clock import FakeClock
from hw.fakes.pins import FakePins, wiring
from hw.pad import DEBOUNCE
from hw.panel import I2c, Panel
from rules import Rules

HELD = 0.1  # seconds a button is held
PAUSE = 0.1  # seconds before the next press


class Stepped(RealDice, Protocol):
    """Real dice that live in the box's fake time."""

    @property
    def deadline(self) -> float: ...

    def turn(self, now: float) -> None:
        """Do what is due."""


class FakeBox:
    """Press its buttons, let time pass, and look at its panel.

    Real gpiozero pins, the real panel driver over a chip model and the real loop, stepped by hand.
    """

    def __init__(
        self,
        dice: Callable[[Post], Dice],
        language: str = "en",
        store: Store | None = None,
        bookmark: Bookmark | None = None,
        notes: Mapping[str, Say] | None = None,
        games: Mapping[str, Rules] | None = None,
        on_picture: Callable[[], None] = lambda: None,
        profile: Profile = "five",
        sensor: Callable[[Post], Stepped] | None = None,
        clock: FakeClock | None = None,
    ) -> None:
        self.clock = clock or FakeClock()
        self.bus = FakeBus(Ssd1306())
        self.store = store or Store.memory()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.on_picture = on_picture  # called after each picture
        self._panel = _Watched(self, self.bus)
        self.sensor = sensor(self._events.put) if sensor else None
        self.pins = FakePins(self._events.put, self.clock, wiring(profile))
        self.box = build(
            language,
            self.clock,
            dice(self._events.put),
            self._panel,
            self.store,
            bookmark,
            notes,
            games,
            profile,
            self.sensor,
        )
        self.box.pins = self.pins
        self._loop = Loop(self.box, self._events, self.clock)
        self.wait(DEBOUNCE)  # the pins are read, and are known to be up

    @property
    def view(self) -> View:
        """What the box wants to show."""
        assert self.box.view is not None  # a built box has shown its first picture
        return self.box.view

    @property
    def screen(self) -> str:
        """The flow's state."""
        return self.box.flow.state

    def picture(self) -> Image.Image:
        """What the panel shows, rebuilt by the chip model from the bytes on the bus."""
        return self.bus.chip.picture()

    def press(self, *buttons: Key) -> None:
        """Push and release buttons, one after the other, at a person's pace."""
        for button in buttons:
            self.pins.press(button)
            self.wait(HELD)
            self.pins.release(button)
            self.wait(PAUSE)

    def wait(self, seconds: float) -> None:
        """Let time pass, with everything that falls due."""
        end = self.clock.now() + seconds
        while not self._events.empty() or min(self._due, self._sensor_due) <= end:
            self._turn()
        self.clock.advance(end - self.clock.now())

    def _turn(self) -> None:
        if self.sensor and self._events.empty() and self._sensor_due < self._due:
            self.clock.advance(max(0.0, self._sensor_due - self.clock.now()))
            self.sensor.turn(self.clock.now())
        else:
            self._loop.turn()

    @property
    def _due(self) -> float:
        return math.inf if self.box.deadline is None else self.box.deadline

    @property
    def _sensor_due(self) -> float:
        return self.sensor.deadline if self.sensor else math.inf


class _Watched(Panel):
    """The panel, whose pictures are sent at once and told of."""

    def __init__(self, box: FakeBox, bus: FakeBus) -> None:
        super().__init__(bus=I2c(open_bus=bus.open))
        self._box = box

    def show(self, picture: Image.Image) -> None:
        super().show(picture)
        self._box.on_picture()
