"""The box's own parts on fake wires: stepped in fake time, or running in threads of their own."""

import queue
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from firmware_host.loop import Loop
from firmware_host.parts import open_dice, open_loop
from firmware_host.settings import DiceSettings, Settings
from firmware_host.store.opening import open_store
from firmware_host.view import View
from hw.clock import Clock, SystemClock
from hw.dice import Dice
from hw.events import Event, Key, Part, PartReport, Stop, Thrown
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.clock import FakeClock
from hw.fakes.pins import FakePins
from hw.panel import I2c, Panel, PanelThread
from hw.random import BoxDice
from hw.raw import RandomDevice
from pull.wires import Disk, RandomWire

E = TypeVar("E")

HELD = 0.03  # seconds a button is held: twice the debounce
HELD_LONG = 1.1  # until all levels have been read again
PAUSE = 0.03  # seconds before the next press
STEP = 0.02  # seconds between two looks at what is waited for
GAME, TARGET = "zilch-5000", 1000  # a short one


class Rig:
    """What both kinds of box have. Close it with `parts`."""

    def __init__(self, folder: Path, seed: int, players: int, required: bool) -> None:
        self.parts = ExitStack()
        # The same dice each time: the system's randomness is mixed in.
        self.parts.enter_context(patch("os.urandom", random.Random(seed).randbytes))
        self.throws: list[Thrown] = []
        self.told: defaultdict[Part, list[bool]] = defaultdict(list)  # what was well, and what not
        self.views = 0  # that the box made
        self.presses: list[float] = []  # seconds from the push to the last byte on the bus
        self.edges_lost = False
        self.last_byte = 0.0
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.bus = FakeBus(Ssd1306(), on_change=self._hear)
        self.settings = Settings(
            state_directory=folder / "state",
            dice=DiceSettings(device=folder / "hwrng", require_hardware=required),
        )
        self.random = RandomWire(self.settings.dice.device, seed)
        self.parts.callback(self.random.close)
        self.store = self.parts.enter_context(open_store(self.settings.state_directory))
        self.disk = Disk(self.settings.state_directory, self.store)
        self.pins = FakePins(self.post, self._clock("pins"))
        self.parts.callback(self.pins.close)
        self.panel = PanelThread(
            Panel(bus=I2c(open_bus=self.bus.open)), self.post, self._clock("panel")
        )
        self.loop = self._build(players)

    def post(self, event: Event) -> None:
        if isinstance(event, Thrown):
            self.throws.append(event)
        if isinstance(event, PartReport):
            self.told[event.part].append(event.ok)
        self.events.put(event)

    @property
    def view(self) -> View:
        assert self.loop.box.view is not None  # a built box has shown its first picture
        return self.loop.box.view

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        raise NotImplementedError

    def until(self, condition: Callable[[], bool], seconds: float, what: str) -> None:
        """Wait for a condition, or fail with `what` did not come."""
        for _ in range(round(seconds / STEP)):
            if condition():
                return
            self.wait(STEP)
        raise AssertionError(f"{seconds:.0f} s are over without {what}: {self.view}")

    def press(self, key: Key) -> None:
        """Push a button and let it go; longer where only its levels tell of it."""
        tumbling, pushed = self.loop.box.flow.tumble, time.perf_counter()
        self.pins.press(key, lost=self.edges_lost)
        self.wait(HELD_LONG if self.edges_lost and self.pins.thread_alive else HELD)
        if pushed < self.last_byte and not (tumbling or self.loop.box.flow.tumble):
            self.presses.append(self.last_byte - pushed)
        self.pins.release(key, lost=self.edges_lost)
        self.wait(HELD_LONG if self.edges_lost and self.pins.thread_alive else PAUSE)

    def _build(self, players: int) -> Loop:
        clock, dice = self._clock("loop"), self._dice()
        loop = open_loop(self.settings, self.events, clock, self.store, dice, None, self.panel)
        loop.box.pins = self.pins
        flow = loop.box.flow
        flow.setup = flow.setup.like(GAME, players, {"target": TARGET})
        loop.box.feel_with(lambda *_: self._count())
        return loop

    def _clock(self, part: str) -> Clock:
        raise NotImplementedError

    def _dice(self) -> Dice:
        raise NotImplementedError

    def _count(self) -> None:
        self.views += 1

    def _hear(self) -> None:
        self.last_byte = time.perf_counter()


class ThreadedRig(Rig):
    """Everything in its own thread, in real time."""

    def __init__(self, folder: Path, seed: int, players: int, required: bool) -> None:
        super().__init__(folder, seed, players, required)
        self.panel.start()
        self.parts.callback(self.panel.close)
        self._thread = threading.Thread(target=self.loop.run, name="loop")
        self._thread.start()
        self.parts.callback(self._thread.join, 5.0)
        self.parts.callback(self.events.put, Stop())

    def wait(self, seconds: float) -> None:
        assert self._thread.is_alive(), "the loop has ended"
        time.sleep(seconds)

    def _clock(self, part: str) -> Clock:
        return SystemClock()

    def _dice(self) -> Dice:
        return open_dice(self.settings, self.post, SystemClock(), self.parts)


class SteppedRig(Rig):
    """The same, each thread's turns taken by hand and in fake time."""

    def __init__(self, folder: Path, seed: int, players: int, required: bool) -> None:
        self._time = FakeClock()
        self._clocks: dict[str, PartClock] = {}
        super().__init__(folder, seed, players, required)
        self._turns = (self.loop.turn, self.panel.turn, self._box_dice.turn)
        self.parts.callback(self._end)

    def wait(self, seconds: float) -> None:
        end = self._time.now() + seconds
        while True:
            while any(_goes_on(turn) for turn in self._turns):
                pass
            due = min(clock.due for clock in self._clocks.values())
            if due > end:
                break
            self._time.advance(due - self._time.now())
        self._time.advance(end - self._time.now())

    def _clock(self, part: str) -> "PartClock":
        return self._clocks.setdefault(part, PartClock(self._time))

    def _dice(self) -> Dice:
        self._box_dice = BoxDice(
            self.post,
            partial(RandomDevice, self.settings.dice.device),
            self._clock("dice"),
            required=self.settings.dice.require_hardware,
        )
        return self._box_dice

    def _end(self) -> None:
        """Let the threads run at last, for they close what they opened when they are told to."""
        for part in (self.panel, self._box_dice):
            part.close()
            part.start()
            part.close()


class _Idle(Exception):  # noqa: N818  # nothing went wrong
    """A part would wait now."""


class PartClock:
    """One part's view of the fake time: where the part would wait, its turn is over."""

    def __init__(self, time: FakeClock) -> None:
        self._time = time
        self.due = float("inf")

    def now(self) -> float:
        return self._time.now()

    def take(self, events: "queue.SimpleQueue[E]", until: float | None) -> E | None:
        try:
            return events.get_nowait()
        except queue.Empty:
            self.due = float("inf") if until is None else until
            if self.due > self.now():
                raise _Idle from None
            return None


def _goes_on(turn: Callable[[], bool]) -> bool:
    try:
        return turn()
    except _Idle:
        return False
