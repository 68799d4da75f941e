"""`dicetower run`: the box on its real parts, until it is told to stop."""

import queue
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from firmware_host.panels import panel_of
from firmware_host.rest import DIM
from firmware_host.screens.start import start_picture
from firmware_host.settings import Settings
from firmware_host.store.errors import StoreBusyError, StoreError
from firmware_host.store.files import Lock, database_in
from hw.clock import Clock, SystemClock
from hw.events import Event
from hw.panel import PanelThread

if TYPE_CHECKING:
    from hw.late import Late
    from hw.pins import PinLibrary

LOADED = 60.0  # s; on the smallest Pi the pins' library takes ten
HANDOVER = 2.0  # s for the box before to end, or for who only looked whether one runs
AGAIN = 0.1  # s


def run(settings: Settings, events: "queue.SimpleQueue[Event]") -> None:
    """Play until a `Stop` is among the events. A missing part is said in the log, and done without.

    Raise `StoreBusyError` when another process keeps its games in the same place.
    """
    if not events.empty():
        return  # told to stop while all this was loaded
    clock = SystemClock()
    with ExitStack() as parts:
        # The games first: another box that has them has the panel, too.
        lock = lock_of_games(settings.state_directory, events, clock)
        parts.callback(lock.release)
        library: Future[Late[PinLibrary]] = Future()  # a panel on SPI waits for it
        panel = PanelThread(
            panel_of(settings.panel, lambda: library.result(LOADED).get()), events.put, clock
        )
        panel.start()
        parts.callback(panel.close)
        panel.show(start_picture())
        # On a small Pi the rest takes seconds to load, and a long file of games some to check. The
        # panel shows meanwhile that the box is alive, and lights up before the buttons, whose
        # library takes the longest.
        from firmware_host.closed import stopped
        from firmware_host.feel import open_feel
        from firmware_host.parts import open_dice, open_library, open_loop, open_pins
        from firmware_host.screens.drawing import draw
        from firmware_host.sensor import open_sensor
        from firmware_host.service import open_service
        from firmware_host.store.opening import open_store
        from firmware_host.words import Words

        store = parts.enter_context(open_store(settings.state_directory, lock))
        dice = open_dice(settings, events.put, clock, parts)
        sensor = open_sensor(settings.sensor.port, events.put, parts)
        loop = open_loop(settings, events, clock, store, dice, sensor, panel)
        loop.service = open_service(clock, parts)
        pins = open_library(clock, parts)
        loop.box.pins = open_pins(settings, pins, events.put, clock, parts)
        library.set_result(pins)
        loop.box.feel_with(open_feel(settings, pins, events.put, clock, parts))
        loop.run()
        _leave(panel, draw(stopped(loop.box.ledger.saved), Words(settings.language)))


def lock_of_games(folder: Path, events: "queue.SimpleQueue[Event]", clock: Clock) -> Lock:
    """Keep the games there to this process, with a moment of patience with another one.

    Where the folder cannot be used, whoever opens the games says so.
    """
    lock, until = Lock(database_in(folder)), clock.now() + HANDOVER
    while True:
        try:
            lock.take()
        except StoreBusyError:
            told_to_stop = clock.take(events, clock.now() + AGAIN) is not None
            if told_to_stop or clock.now() >= until:
                raise
        except StoreError:
            return lock
        else:
            return lock


def _leave(panel: PanelThread, picture: Image.Image) -> None:
    """Close the panel with a picture that may stay for days."""
    panel.set_contrast(DIM)
    panel.show(picture)
    panel.close(dark=False)
