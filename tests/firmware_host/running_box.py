"""`dicetower run` as a process whose wires are in the test's hands: a fake bus, and fake pins.

Standard input: a button a line, pressed and let go. Standard output: each new picture as a line of
hexadecimal digits, as the panel's chip would show it.
"""

import sys
import threading
import time
from pathlib import Path

import smbus2
from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory

from hw.events import Key
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306

HELD = 0.03  # seconds a button is held: twice the debounce

bus = FakeBus(Ssd1306())
smbus2.SMBus = bus.open  # type: ignore[assignment,misc]

import hw.pins  # noqa: E402  # the bus is in place first
from firmware_host.cli import main  # noqa: E402
from firmware_host.settings import read_settings  # noqa: E402

factory = MockFactory()
shown = [bus.chip.picture().tobytes().hex()]
are_read = threading.Event()


class ReadPins(hw.pins.Pins):
    """Tells when the box looks at its buttons for the first time."""

    def levels(self) -> dict[Key, bool]:
        are_read.set()
        return super().levels()


def mock_library(_: Path) -> hw.pins.PinLibrary:
    return hw.pins.PinLibrary(factory, "mock pins", (GPIOZeroError,), lambda: True)


hw.pins.lgpio_library = mock_library  # type: ignore[assignment]
hw.pins.Pins = ReadPins  # type: ignore[misc]


def show() -> None:
    picture = bus.chip.picture().tobytes().hex()
    if picture != shown[-1]:
        shown[:] = [picture]
        print(picture, flush=True)


def press() -> None:
    are_read.wait()
    time.sleep(HELD)  # until they are known to be up
    for line in sys.stdin:
        pin = factory.pin(pins[line.strip()])  # type: ignore[index]
        pin.drive_low()
        time.sleep(HELD)
        pin.drive_high()
        time.sleep(HELD)


pins = read_settings(Path(sys.argv[1])).buttons.pins
bus.on_change = show
threading.Thread(target=press, daemon=True).start()
main(["run", "--settings", str(Path(sys.argv[1]))])
