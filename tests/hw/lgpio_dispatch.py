"""Feeds the pipe of lgpio's own thread: `python lgpio_dispatch.py FOLDER guarded|unguarded`.

All is real from the pipe on: lgpio's thread, gpiozero's pins and `Pins`; only the chip is not. In a
process of its own, for the thread is the process's only one. Prints what came of three edges, the
first of which raises.
"""

import json
import os
import queue
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hw.clock import SystemClock
from hw.errors import PartError
from hw.events import Event
from hw.pins import PinLibrary, Pins, _import_lgpio

PIN = 24
WAIT = 5.0  # s; a test's patience, never waited for when all is well


def chipless(module: Any) -> Any:
    """gpiozero's factory over lgpio, whose calls to the chip do nothing."""

    class Chipless(module.LGPIOFactory):  # type: ignore[misc]  # gpiozero has no types
        def __init__(self) -> None:
            super(module.LGPIOFactory, self).__init__()
            self._handle, self._chip, self.pin_class = 0, 0, module.LGPIOPin

        def _get_revision(self) -> int:
            return 0xC03114  # a Pi 4

    for call in ("gpio_claim_input", "gpio_claim_alert", "gpio_free", "gpio_get_mode", "gpio_read"):
        setattr(module.lgpio, call, lambda *_: 0)
    return Chipless()


def feed(pipe: Path, down: bool) -> None:
    """One notification, as lgpio's C side writes it: stamp, chip, line, level, flags, padding."""
    with pipe.open("wb", buffering=0) as end:
        end.write(struct.pack("QBBBBI", time.monotonic_ns(), 0, PIN, not down, 0, 0))


def broken_first(post: Callable[[Event], None]) -> Callable[[Event], None]:
    """Raises at the first event, and hands on the others."""
    failures = iter([RuntimeError("broken")])

    def handler(event: Event) -> None:
        if failure := next(failures, None):
            raise failure
        post(event)

    return handler


def unguarded(ticks: float, state: int) -> None:
    """A handler that lets its exception through."""
    raise RuntimeError("broken")


def main(folder: Path, mode: str) -> None:
    module = _import_lgpio(folder)
    thread = module.lgpio._notify_thread
    library = PinLibrary(chipless(module), "chipless", (OSError,), thread.is_alive)
    events: queue.Queue[Event] = queue.Queue()
    pins = Pins(library, {"roll": PIN}, broken_first(events.put), SystemClock())
    if mode == "unguarded":
        library.factory.pin(PIN).when_changed = unguarded
    for down in (True, False, True):
        feed(folder / f".lgd-nfy{thread._notify}", down)
    came = [events.get(timeout=WAIT) for _ in range(2)] if mode == "guarded" else []
    if mode == "unguarded":
        thread.join(WAIT)
    print(json.dumps({"came": [event[1:] for event in came], "said": said_of(pins)}))
    sys.stdout.flush()
    os._exit(0)  # lgpio's thread reads for ever


def said_of(pins: Pins) -> str:
    """What is wrong with the pins; "" when they can be read and their thread lives."""
    try:
        pins.levels()
    except PartError as error:
        return str(error)
    return ""


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
