"""`dicetower run`: the box on its real parts, until it is told to stop."""

import queue
import signal
from contextlib import ExitStack

from firmware_host.screens import draw
from firmware_host.settings import Settings
from firmware_host.store import open_store
from firmware_host.view import Starting, View
from firmware_host.words import Words
from hw.clock import SystemClock
from hw.events import Event, Stop
from hw.panel import Panel, PanelThread

START_PICTURE = View(Starting())


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
        panel = PanelThread(_panel(settings), events.put, clock)
        panel.start()
        parts.callback(panel.close)
        panel.show(draw(START_PICTURE, Words(settings.language)))
        # On a small Pi the rest takes seconds to load. The panel shows meanwhile that the box is
        # alive, and lights up before the buttons, whose library takes the longest.
        from firmware_host.parts import open_dice, open_loop, open_pins

        dice = open_dice(settings, events.put, clock, parts)
        loop = open_loop(settings, events, clock, store, dice, panel)
        loop.box.pins = open_pins(settings, events.put, clock, parts)
        loop.run()


def _panel(settings: Settings) -> Panel:
    panel = settings.panel
    return Panel(
        panel.chip,
        bus=panel.bus,
        address=panel.address,
        rotation=panel.rotate,
        offset=panel.column_offset,
        contrast=panel.contrast,
    )
