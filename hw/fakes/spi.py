"""An SPI bus with one panel on it, under the interface of spidev.SpiDev and gpiozero's pins."""

import errno
from collections.abc import Callable, Sequence

from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory

from hw.fakes.chip import Chip
from hw.pins import PinLibrary

MAX_BYTES = 4096  # of one transfer
FASTEST = 10_000_000  # Hz that the chips can follow


class FakeSpi:
    """Joins a program to the chip at SPI 0.0; nothing tells when the panel is unplugged."""

    def __init__(
        self,
        chip: Chip,
        dc: int = 5,
        reset: int = 6,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        self.chip = chip
        self.on_change = on_change  # called after every message, in the sender's thread
        self.bytes_seen = 0  # commands and data
        self.resets = 0
        self.opened = self.closed = 0
        self.max_speed_hz = 125_000_000  # as a Pi's device tree has it: far too fast
        self.factory = MockFactory()
        self._dc, self._reset = self.factory.pin(dc), self.factory.pin(reset)
        self._reset.pull = "up"  # on the panel
        self._reset.clear_states()
        self._left: int | None = None  # bytes until the plug falls out

    def open_pins(self) -> PinLibrary:
        """For `Spi`."""
        return PinLibrary(self.factory, "mock pins", (GPIOZeroError,), lambda: True)

    def new_device(self) -> "FakeSpi":
        """For `Spi(new_device=...)`: this bus."""
        return self

    def open(self, port: int, device: int) -> None:
        if (port, device) != (0, 0):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self.opened += 1

    def close(self) -> None:
        self.closed += 1

    @property
    def is_plugged(self) -> bool:
        """False once the panel is off the bus."""
        return self._left != 0

    def unplug(self, after: int = 0) -> None:
        """Pull the panel off, now or after so many more bytes."""
        self._left = after

    def replug(self) -> None:
        """Put the panel back: it has power again, and forgot everything."""
        self.chip.power_up()
        self._left = None

    def writebytes(self, data: Sequence[int]) -> None:
        """As `writebytes2`, for up to 4096 bytes."""
        if len(data) > MAX_BYTES:
            raise OverflowError(f"Argument list size exceeds {MAX_BYTES} bytes.")
        self.writebytes2(bytes(data))

    def writebytes2(self, data: bytes) -> None:
        """Bytes for the chip: of the picture while D/C is high, else commands."""
        self._take_resets()
        fitting = len(data) if self._left is None else min(len(data), self._left)
        if self._left is not None:
            self._left -= fitting
        self.bytes_seen += len(data)
        if self._reset.state and self.max_speed_hz <= FASTEST:
            self.chip.take(bool(self._dc.state), data[:fitting])
        self._dc.clear_states()  # gpiozero's history, which would grow with each message
        if self.on_change:
            self.on_change()

    def _take_resets(self) -> None:
        lows = sum(not state.state for state in self._reset.states)
        self._reset.clear_states()
        self.resets += lows
        if lows and self._left is None:
            self.chip.reset()
