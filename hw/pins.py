"""Buttons on GPIO pins, by gpiozero on a pin library chosen by name."""

import importlib
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpiozero import GPIOZeroError, InputDevice

from hw.clock import Clock
from hw.errors import PartError
from hw.events import Edge, Key, Post

NO_HEADER = "no buttons: no /dev/gpiochip is a Raspberry Pi's header: run on a Pi"

LATE = 60.0  # s; an edge that seems older bears the stamp of another clock
MOST = 250  # edges of a button between two readings of the levels: ten presses, badly bouncing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PinLibrary:
    """A gpiozero pin factory with what gpiozero does not tell about it."""

    factory: Any  # gpiozero's Factory
    words: str  # which one it is, for people
    errors: tuple[type[Exception], ...]  # what its pins raise
    alive: Callable[[], bool]  # whether its thread still delivers edges


def lgpio_library(folder: Path, chip: int | None = None) -> PinLibrary:
    """lgpio on gpiochip `chip`, or the header's, with its pipe in `folder`; else PartError."""
    gpiozero_lgpio = _import_lgpio(folder)
    lgpio = gpiozero_lgpio.lgpio
    errors = (lgpio.error, GPIOZeroError, OSError)
    number = _find_header(lgpio, errors) if chip is None else chip
    try:
        factory = gpiozero_lgpio.LGPIOFactory(chip=number)
    except errors as error:
        raise PartError(_not_opened(_device(number), error)) from error
    return PinLibrary(factory, f"lgpio on gpiochip{number}", errors, lgpio._notify_thread.is_alive)


def _import_lgpio(folder: Path) -> Any:
    """gpiozero's module over lgpio, whose import makes a pipe in LG_WD and goes there."""
    os.environ["LG_WD"] = str(folder.resolve())
    try:
        with _back_again():
            return importlib.import_module("gpiozero.pins.lgpio")
    except (ImportError, AttributeError) as error:  # PyPI's lgpio 0.0.0.2 imports, and is empty
        raise PartError(
            f"no buttons: lgpio is not installed ({error}): install lgpio 0.2.2 or newer"
        ) from error
    except OSError as error:
        raise PartError(
            f"no buttons: lgpio cannot make its pipe in {folder} ({error}): make it writable"
        ) from error
    except Exception as error:  # a library for another machine, or half of one, may raise anything
        raise PartError(
            f"no buttons: lgpio cannot be loaded ({error!r}): install lgpio 0.2.2 or newer again"
        ) from error


@contextmanager
def _back_again() -> Iterator[None]:
    """Return to the working directory; where this user may not enter it, to the root."""
    try:
        here = os.open(".", os.O_PATH | os.O_DIRECTORY)  # has no name when it was removed
    except OSError:
        here = os.open("/", os.O_PATH | os.O_DIRECTORY)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _find_header(lgpio: Any, errors: tuple[type[Exception], ...]) -> int:
    """The chip behind the Pi's header among those that can be opened."""
    labels, refused = dict[int, str](), ""
    for number in _chips():
        try:
            labels[number] = _label(lgpio, number)
        except errors as error:
            refused = refused or _not_opened(_device(number), error)
    header = header_chip(labels)
    if header is None:
        raise PartError(refused or NO_HEADER)
    return header


def _chips() -> list[int]:
    """The numbers of all gpiochips there are."""
    names = (path.name.removeprefix("gpiochip") for path in Path("/dev").glob("gpiochip*"))
    return sorted(int(name) for name in names if name.isdecimal())


def _device(number: int) -> Path:
    return Path(f"/dev/gpiochip{number}")


def _label(lgpio: Any, number: int) -> str:
    handle = lgpio.gpiochip_open(number)
    try:
        label: str = lgpio.gpio_get_chip_info(handle)[3]
    finally:
        lgpio.gpiochip_close(handle)
    return label


def _not_opened(device: Path, error: Exception) -> str:
    cure = "add the user to the group gpio"
    if device.exists() and os.access(device, os.R_OK | os.W_OK):
        cure = "see in dmesg what the kernel says of it"
    return f"no buttons: the GPIO chip cannot be opened ({device}: {error}): {cure}"


def header_chip(labels: Mapping[int, str]) -> int | None:
    """The chip behind the Pi's header: its number differs between kernels, its label does not."""
    return next((number for number, label in labels.items() if label.startswith("pinctrl-")), None)


class Pins:
    """The buttons' pins: posts an `Edge` for each change of level, from the library's thread.

    A loose wire makes more edges than anybody takes. Of those beyond `MOST` nothing is told until
    `levels` is called again, but that the button is up: what is left out is never a press.
    """

    def __init__(
        self,
        library: PinLibrary,
        wiring: Mapping[Key, int],  # BCM numbers
        post: Post,
        clock: Clock,
        pull_up: bool = True,  # buttons go to ground; else to 3.3 V
    ) -> None:
        self.library = library
        self._lines: dict[Key, _Line] = {}
        for button, number in wiring.items():
            try:
                device = InputDevice(number, pull_up=pull_up, pin_factory=library.factory)
                self._lines[button] = _Line(button, device, not pull_up, post, clock)
            except library.errors as error:
                self.close()
                raise PartError(
                    f"no buttons: GPIO {number} ({button}) is already in use ({error}): free it"
                ) from error

    @property
    def words(self) -> str:
        """Which pin library is in use, for people."""
        return self.library.words

    @property
    def alive(self) -> bool:
        """Whether edges are still delivered; if not, only a restart of the program mends it."""
        return self.library.alive()

    def levels(self) -> dict[Key, bool]:
        """Which buttons are down now; PartError when that or the next edge can't be told."""
        if not self.alive:
            raise PartError("the buttons' thread has ended: restart the program")
        try:
            return {button: line.read() for button, line in self._lines.items()}
        except self.library.errors as error:
            raise PartError(f"the buttons cannot be read ({error}): check the GPIO chip") from error

    def close(self) -> None:
        """Give the pins back."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()


class _Line:
    """One pin, its edges stamped with our clock."""

    def __init__(
        self, button: Key, device: InputDevice, high_is_down: bool, post: Post, clock: Clock
    ) -> None:
        self._button = button
        self._device = device
        self._high_is_down = high_is_down
        self._post = post
        self._clock = clock
        self._posted = 0  # since the level was read
        self._told_down = False
        device.pin.edges = "both"
        device.pin.when_changed = self._changed

    def read(self) -> bool:
        """Whether the button is down; from before the reading on, edges are posted again."""
        self._posted = 0
        return bool(self._device.is_active)

    def close(self) -> None:
        self._device.pin.when_changed = None  # or lgpio's pin never sets up alerts again
        self._device.close()

    def _changed(self, ticks: float, state: int) -> None:
        # Whatever escapes from here ends lgpio's only thread, and with it every button.
        try:
            down = bool(state) == self._high_is_down
            if self._posted < MOST or (self._told_down and not down):
                self._posted, self._told_down = self._posted + 1, down
                self._post(Edge(self._time_of(ticks), self._button, down))
        except Exception:
            log.exception("an edge of button %s is lost", self._button)

    def _time_of(self, ticks: float) -> float:
        """The kernel's stamp on our clock: a stalled program still knows how long a press was."""
        factory, now = self._device.pin_factory, self._clock.now()
        age = factory.ticks_diff(factory.ticks(), ticks)
        return now - age if 0 <= age < LATE else now
