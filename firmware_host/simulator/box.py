"""The box on parts made of software, in real time."""

import queue
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

from firmware_host.assembly import build
from firmware_host.bookmark import Bookmark
from firmware_host.games import offered
from firmware_host.loop import Loop
from firmware_host.sensor import open_sensor
from firmware_host.store.opening import open_store
from firmware_host.store.store import Store
from firmware_host.view import Say
from hw.clock import SystemClock
from hw.dice import Dice
from hw.events import Button, Event, Stop
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.dice import SeededDice
from hw.fakes.pins import FakePins
from hw.panel import I2c, Panel, PanelThread
from hw.random import BoxDice
from hw.raw import RandomDevice
from hw.wall_clock import wall_clock

MACHINES_RANDOM = Path("/dev/urandom")
CLOSING = 2.0  # s; the loop is never longer at one event


class SimulatedBox:
    """Press its buttons and look at its panel; the loop and the parts run on their own threads.

    With a seed it throws the dice of that seed, and its games are gone when it is closed. Without,
    they are kept in `folder`: `StoreBusyError` when another process has them. Real dice are read by
    the sensor at the port `sensor`.
    """

    def __init__(
        self,
        language: str,
        folder: Path,
        seed: int | None = None,
        rules: Path | None = None,
        sensor: Path | None = None,
    ) -> None:
        self.fault: BaseException | None = None  # what ended a thread that should have gone on
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._clock = SystemClock()
        self._bus = FakeBus(Ssd1306())
        with ExitStack() as parts:
            panel = Panel(bus=I2c(open_bus=self._bus.open))
            self._panel = PanelThread(panel, self._events.put, self._clock)
            parts.callback(self._panel.close)
            store = parts.enter_context(open_store(folder) if seed is None else Store.memory())
            bookmark = Bookmark.beside(store.path) if store.path else None
            games, bad = offered(rules)
            notes = bad if seed is None else {"seed": Say.of("note.seed", seed=seed), **bad}
            dice = self._open_dice(seed, parts)
            box = build(
                language,
                self._clock,
                dice,
                self._panel,
                store,
                bookmark,
                notes,
                games,
                sensor=open_sensor(sensor, self._events.put, parts),
                wall_clock=wall_clock,
            )
            self._pins = box.pins = FakePins(self._events.put, self._clock)
            parts.callback(self._pins.close)
            self._parts = parts.pop_all()
        loop = Loop(box, self._events, self._clock)
        self._thread = threading.Thread(target=loop.run, name="loop", daemon=True)

    def start(self, changed: Callable[[], None], crashed: Callable[[], object]) -> None:
        """Let it run; the signals come from any thread, and must not wait."""
        self._bus.on_change = changed
        self._crashed = crashed
        self._parts.callback(setattr, threading, "excepthook", threading.excepthook)
        threading.excepthook = self._crash
        self._panel.start()
        self._thread.start()

    def press(self, button: Button) -> None:
        """Push the button down."""
        self._pins.press(button)

    def release(self, button: Button) -> None:
        """Let the button go."""
        self._pins.release(button)

    def picture(self) -> Image.Image:
        """What the panel shows, rebuilt by the chip model from the bytes on the bus."""
        return self._bus.chip.picture()

    def close(self) -> None:
        """End the threads, and give back the store and the pins."""
        self._events.put(Stop())
        if self._thread.is_alive():
            self._thread.join(CLOSING)
        self._parts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _open_dice(self, seed: int | None, parts: ExitStack) -> Dice:
        if seed is not None:
            return SeededDice(seed, self._events.put)
        dice = BoxDice(self._events.put, lambda: RandomDevice(MACHINES_RANDOM), self._clock)
        dice.start()
        parts.callback(dice.close)
        return dice

    def _crash(self, crash: "threading.ExceptHookArgs") -> None:
        self.fault = crash.exc_value
        self._crashed()
