"""The parts of `dicetower run`: what cannot be had at the start is taken when it can."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from boxes import scripted_box
from gpiozero import GPIOZeroError, InputDevice
from gpiozero.pins.mock import MockFactory

from firmware_host.box import Levels
from firmware_host.fakebox import FakeBox
from firmware_host.parts import open_pins
from firmware_host.settings import Settings
from firmware_host.view import Say
from hw.errors import PartError
from hw.events import Event
from hw.late import AGAIN, Late
from hw.pins import PinLibrary

ROLL = 24  # its pin by default


@pytest.fixture
def parts() -> Iterator[ExitStack]:
    with ExitStack() as parts:
        yield parts


class Bench:
    """A box whose buttons are opened as `dicetower run` does."""

    def __init__(self, parts: ExitStack) -> None:
        self.factory = MockFactory()
        self.library_is_there = True
        self.thread_lives = True
        self.posted: list[Event] = []
        self.box: FakeBox = scripted_box()
        settings = Settings(state_directory=Path("/nowhere"))
        library = Late(self._library, self.box.clock)
        self.pins: Levels = open_pins(settings, library, self.posted.append, self.box.clock, parts)
        self.box.box.pins = self.pins

    def _library(self) -> PinLibrary:
        if not self.library_is_there:
            raise PartError("no buttons: no /dev/gpiochip: run on a Pi")
        return PinLibrary(self.factory, "mock pins", (GPIOZeroError,), lambda: self.thread_lives)

    def works(self) -> bool:
        """Whether a press of ROLL is noticed."""
        try:
            self.pins.levels()
        except PartError:
            return False
        self.posted.clear()
        self.factory.pin(ROLL).drive_low()
        return len(self.posted) == 1


def lose_a_pin(bench: Bench) -> Callable[[], object]:
    """Another program has it; return how it is freed."""
    other = InputDevice(ROLL, pin_factory=bench.factory)
    return lambda: other.close()


def lose_the_library(bench: Bench) -> Callable[[], object]:
    bench.library_is_there = False
    return lambda: setattr(bench, "library_is_there", True)


@pytest.mark.parametrize("lose", [lose_a_pin, lose_the_library])
def test_buttons_that_cannot_be_had_are_said_and_taken_when_they_can(
    parts: ExitStack, lose: Callable[[Bench], Callable[[], object]]
) -> None:
    bench = Bench(parts)
    free = lose(bench)
    bench.box.wait(2 * AGAIN)
    assert bench.box.view.note == Say.of("note.no_buttons")
    free()
    bench.box.wait(2 * AGAIN)
    assert bench.box.view.note is None
    assert bench.works()


def test_buttons_are_given_back_with_the_other_parts(parts: ExitStack) -> None:
    bench = Bench(parts)
    assert bench.works()
    parts.close()
    InputDevice(ROLL, pin_factory=bench.factory).close()


def test_pins_that_are_not_there_are_no_reason_for_a_restart_and_a_dead_thread_is(
    parts: ExitStack,
) -> None:
    bench = Bench(parts)
    bench.library_is_there = bench.thread_lives = False
    assert not bench.works()
    assert bench.pins.alive
    bench.library_is_there = True
    bench.box.wait(AGAIN + 1)
    assert not bench.pins.alive
    bench.thread_lives = True
    assert bench.pins.alive
