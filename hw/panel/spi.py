"""A panel with seven pins: power, SPI, and two pins that say what the bytes are and reset it."""

import errno
import importlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Protocol

from gpiozero import OutputDevice

from hw.panel.bus import DATA, PanelLost
from hw.pins import PinLibrary

SPEED = 8_000_000  # Hz; the slowest of the chips takes no more

NO_BUS = (errno.ENOTTY, errno.EISDIR)  # of what has only the name of one


class SpiDev(Protocol):
    """As much of spidev.SpiDev as a panel needs."""

    max_speed_hz: int

    def open(self, port: int, device: int) -> None: ...

    def writebytes2(self, data: bytes) -> None: ...

    def close(self) -> None: ...


def new_spidev() -> SpiDev:
    """spidev's own object, not yet open."""
    try:
        device: SpiDev = importlib.import_module("spidev").SpiDev()
    except ImportError as error:
        raise PanelLost(
            f"the panel's SPI cannot be used ({error}): install python3-spidev"
        ) from error
    return device


@dataclass(frozen=True, slots=True)
class _Lines:
    """The wires while they are open."""

    device: SpiDev
    dc: Any  # gpiozero's OutputDevice: high for bytes of the picture, low for commands
    reset: Any  # low resets
    errors: tuple[type[Exception], ...]
    close: Callable[[], None]


class Spi:
    """Nothing comes back on these wires, so a lost panel is never noticed."""

    check_every = 5.0  # s; all is sent anew, which takes the bus little more than a millisecond

    def __init__(
        self,
        open_pins: Callable[[], PinLibrary],
        port: int = 0,
        device: int = 0,
        dc: int = 5,  # BCM numbers
        reset: int = 6,
        new_device: Callable[[], SpiDev] = new_spidev,
    ) -> None:
        self._open_pins = open_pins
        self._port, self._device = port, device
        self._dc, self._reset = dc, reset
        self._new_device = new_device
        self._lines: _Lines | None = None

    def send(self, messages: Sequence[bytes]) -> None:
        lines = self._opened()
        try:
            for message in messages:
                lines.dc.value = message.startswith(DATA)
                lines.device.writebytes2(message[1:])
        except lines.errors as error:
            raise PanelLost(self._why(error)) from error

    def still_on(self) -> bool:
        """False: it can't be asked."""
        self._opened()
        return False

    def reset(self) -> None:
        lines = self._opened()
        try:
            lines.reset.off()  # Python is slower than the 10 µs that the chips want
            lines.reset.on()
        except lines.errors as error:
            raise PanelLost(self._why(error)) from error

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()
        self._lines = None

    def _opened(self) -> _Lines:
        if self._lines is None:
            self._lines = self._open()
        return self._lines

    def _open(self) -> _Lines:
        library, device = self._library(), self._new_device()
        errors: tuple[type[Exception], ...] = (OSError, *library.errors)
        with ExitStack() as opened:
            try:
                dc = opened.enter_context(_output(self._dc, False, library))
                reset = opened.enter_context(_output(self._reset, True, library))
                opened.callback(device.close)
                device.open(self._port, self._device)
                device.max_speed_hz = SPEED
            except errors as error:
                raise PanelLost(self._why(error)) from error
            return _Lines(device, dc, reset, errors, opened.pop_all().close)

    def _library(self) -> PinLibrary:
        try:
            return self._open_pins()
        except OSError as error:
            raise PanelLost(f"the panel's pins D/C and reset cannot be used: {error}") from error

    def _why(self, error: Exception) -> str:
        number = getattr(error, "errno", None)
        name = f"/dev/spidev{self._port}.{self._device}"
        if number == errno.ENOENT:
            return f"there is no SPI bus {name}: switch SPI on with raspi-config"
        if number in (errno.EACCES, errno.EPERM):
            return f"{name} may not be opened: add the user to the group spi"
        if number in NO_BUS:
            return f"{name} is no SPI bus ({error}): restart the Pi"
        pins = f"GPIO {self._dc} and {self._reset}"
        return f"{name} or {pins} cannot be used ({error}): see that nothing else has them"


def _output(number: int, high: bool, library: PinLibrary) -> Any:
    return OutputDevice(number, initial_value=high, pin_factory=library.factory)
