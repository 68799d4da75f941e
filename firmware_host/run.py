"""`dicetower run`: the box on its real parts, until it is told to stop."""

import queue
import signal
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.panels import panel_of
from firmware_host.screens import draw
from firmware_host.settings import Settings
from firmware_host.store import open_store
from firmware_host.view import Starting, View
from firmware_host.words import Words
from hw.clock import SystemClock
from hw.errors import PartError
from hw.events import Event, Stop
from hw.panel import PanelThread

if TYPE_CHECKING:
    from hw.pins import PinLibrary

START_PICTURE = View(Starting())
LOADED = 60.0  # s; on the smallest Pi the pins' library takes ten


def run(settings: Settings) -> None:
    """Play until SIGTERM or SIGINT. A missing part is said in the log, and done without.

    Raise `StoreBusyError` when another process keeps its games in the same place.
    """
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    clock = SystemClock()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: events.put(Stop()))
    with ExitStack() as parts:
        # The games first: another box that has them has the panel, too.
        store = parts.enter_context(open_store(settings.state_directory))
        pins: Future[PinLibrary] = Future()  # a panel on SPI waits for them
        panel = PanelThread(
            panel_of(settings.panel, partial(pins.result, LOADED)), events.put, clock
        )
        panel.start()
        parts.callback(panel.close)
        panel.show(draw(START_PICTURE, Words(settings.language)))
        # On a small Pi the rest takes seconds to load. The panel shows meanwhile that the box is
        # alive, and lights up before the buttons, whose library takes the longest.
        from firmware_host.parts import open_dice, open_feel, open_library, open_loop, open_pins
        from firmware_host.sensor import open_sensor

        dice = open_dice(settings, events.put, clock, parts)
        sensor = open_sensor(settings.sensor.port, events.put, parts)
        loop = open_loop(settings, events, clock, store, dice, sensor, panel)
        if library := open_library(events.put, parts):
            pins.set_result(library)
            loop.box.pins = open_pins(settings, library, events.put, clock, parts)
            loop.box.feel_with(open_feel(settings, library, events.put, parts))
        else:
            pins.set_exception(PartError("see what is said of the buttons"))
        loop.run()
