"""A box that runs by itself in real time, with its sensor on a pseudo-terminal."""

import queue
import random
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from firmware_host.loop import Loop
from firmware_host.parts import open_loop
from firmware_host.sensor import open_sensor
from firmware_host.settings import Settings
from firmware_host.store.opening import open_store
from firmware_host.store.store import Store
from firmware_host.view import View
from hw.clock import SystemClock
from hw.events import Event, Key, Stop
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.dice import SeededDice
from hw.fakes.pins import FakePins
from hw.fakes.sensor import FakeSensor, PtySensor
from hw.fakes.tray import ScriptedTray
from hw.panel import I2c, Panel, PanelThread
from hw.tower import session
from sensor_games.rigs import Kind

FASTER = 20  # times: a throw is over in a tenth of a second
SOONER = 5  # times: what was pulled is put back
HELD = 0.04  # s that a button is held, and let go
TORN = b"$ROLL 4 boot=7C"  # what a pulled cable leaves of a line
SOON = 0.02  # s at least between two looks at the screen
ENDING = 5.0  # s for the loop


class FastClock(SystemClock):
    """The sensor's time; the box's is the real one."""

    def now(self) -> float:
        return time.monotonic() * FASTER


class RunningRig:
    """Stands on a disk at `folder`, and plays `kind`; every part is in its own thread."""

    store: Store

    def __init__(self, folder: Path, seed: int, kind: Kind) -> None:
        folder.mkdir()
        self.chance = random.Random(seed)
        self.tray = ScriptedTray()
        self.octets = 0  # nobody counts them here
        self.restarts = 0
        self._seed = seed
        self._kind = kind
        self._port = folder / "sensor"
        self._settings = Settings(state_directory=folder / "state")
        self._parts = ExitStack()
        # A sensor that was up before the box would be waited for.
        self._parts.enter_context(patch.object(session, "OWN_GREETING", 0.1))
        sensor = FakeSensor(self.tray, seed)
        self._cable = self._parts.enter_context(PtySensor(sensor, self._port, FastClock()))
        self._life = ExitStack()
        self._start()

    @property
    def view(self) -> View:
        assert self._loop.box.view is not None  # a built box has shown its first picture
        return self._loop.box.view

    @property
    def seconds(self) -> float:
        return time.monotonic() * SOONER

    @property
    def is_saved(self) -> bool:
        return self._loop.box.ledger.saved is True

    def press(self, key: Key) -> None:
        self._pins.press(key)
        time.sleep(HELD)
        self._pins.release(key)
        time.sleep(HELD)

    def wait(self, seconds: float) -> None:
        assert self._thread.is_alive(), "the loop has ended"
        time.sleep(max(SOON, seconds / FASTER))

    def unplug(self) -> None:
        self._cable.unplug(TORN)

    def plug(self, rebooted: bool) -> None:
        self._cable.replug(rebooted)

    def reboot_sensor(self) -> None:
        self._cable.reboot()

    def restart(self) -> None:
        self.restarts += 1
        self._life.close()
        self._start()

    def close(self) -> None:
        self._life.close()
        self._parts.close()

    def _start(self) -> None:
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        clock, life = SystemClock(), self._life
        self.store = life.enter_context(open_store(self._settings.state_directory))
        panel = PanelThread(Panel(bus=I2c(open_bus=FakeBus(Ssd1306()).open)), events.put, clock)
        panel.start()
        life.callback(panel.close)
        sensor = open_sensor(self._port, events.put, life)
        dice = SeededDice(self._seed, events.put)
        self._loop = open_loop(self._settings, events, clock, self.store, dice, sensor, panel)
        self._pins = FakePins(events.put, clock)
        life.callback(self._pins.close)
        self._loop.box.pins = self._pins
        self._kind.set_up(self._loop.box.flow)
        self._run(self._loop, events)

    def _run(self, loop: Loop, events: "queue.SimpleQueue[Event]") -> None:
        self._thread = threading.Thread(target=loop.run, name="loop")
        self._thread.start()
        self._life.callback(self._thread.join, ENDING)
        self._life.callback(events.put, Stop())
