"""Sound and lamps as `dicetower run` opens them: as much of them as there is."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from boxes import scripted_box, start, throw
from gpiozero import LED

from firmware_host.feel import open_feel
from firmware_host.settings import LampSettings, Settings, SoundSettings
from firmware_host.view import Attract, View
from hw.events import Event, PartReport
from hw.fakes.clock import FakeClock
from hw.fakes.outputs import FakeOutputs, Output
from hw.late import AGAIN, Late

SOUND = SoundSettings(pin=12)
LAMPS = LampSettings(roll=16, bank=26)
ATTRACT = View(Attract(None, (1, 2, 3, 4, 5, 6), 0))
GOOD = (1, 1, 1, 5, 2, 3)


class Opened:
    """What `open_feel` makes of the settings, on fake pins."""

    def __init__(
        self, parts: ExitStack, outputs: FakeOutputs | None = None, **sections: object
    ) -> None:
        self.outputs = outputs or FakeOutputs(FakeClock())
        self.posted: list[Event] = []
        settings = Settings(state_directory=Path("/nowhere"), **sections)  # type: ignore[arg-type]
        self.clock = FakeClock()
        library = Late(lambda: self.outputs.library, self.clock)
        self.feel = open_feel(settings, library, self.posted.append, self.clock, parts)

    @property
    def reports(self) -> list[PartReport]:
        return [report for report in self.posted if isinstance(report, PartReport)]


@pytest.fixture
def parts() -> Iterator[ExitStack]:
    with ExitStack() as parts:
        yield parts


def test_without_pins_there_is_neither_sound_nor_light_nor_complaint(parts: ExitStack) -> None:
    opened = Opened(parts)
    opened.feel(None, ATTRACT)
    assert opened.posted == []
    assert not any(opened.outputs.of(pin) for pin in range(28))


def test_pins_that_cannot_be_had_are_said_and_done_without(parts: ExitStack) -> None:
    outputs = FakeOutputs(FakeClock())
    for pin in (12, 16):
        parts.callback(LED(pin, pin_factory=outputs.library.factory).close)
    opened = Opened(parts, outputs, sound=SOUND, lamps=LAMPS)
    opened.feel(None, ATTRACT)
    opened.feel(None, ATTRACT)
    sound, lamps = opened.reports  # once each
    assert (sound.part, sound.ok, lamps.part, lamps.ok) == ("sound", False, "lamps", False)
    assert "GPIO 12 is already in use" in sound.why
    assert "GPIO 16 (roll) is already in use" in lamps.why


def test_pins_that_are_free_again_are_taken(parts: ExitStack) -> None:
    outputs = FakeOutputs(FakeClock())
    others = [LED(pin, pin_factory=outputs.library.factory) for pin in (12, 16)]
    opened = Opened(parts, outputs, sound=SOUND, lamps=LAMPS)
    opened.feel(None, ATTRACT)
    for other in others:
        other.close()
    opened.feel(None, ATTRACT)
    assert not any(report.ok for report in opened.reports)  # not asked for at each press
    opened.clock.advance(AGAIN)
    lit = threading.Event()
    outputs.on_output(lambda pin, output: lit.set() if (pin, output.duty) == (16, 1.0) else None)
    opened.feel(None, ATTRACT)
    assert lit.wait(5)
    told = [(report.part, report.why) for report in opened.reports if report.ok]
    assert told == [("sound", ""), ("lamps", "")]


def test_a_box_sounds_and_glows_while_it_is_played(parts: ExitStack) -> None:
    opened = Opened(parts, sound=SOUND, lamps=LAMPS)
    high = {pin: threading.Event() for pin in (12, 16, 26)}

    def note(pin: int, output: Output) -> None:
        if output.duty:
            high[pin].set()

    opened.outputs.on_output(note)
    box = scripted_box(GOOD)
    box.box.feel_with(opened.feel)
    start(box)
    throw(box)
    box.press("bank")
    assert all(event.wait(5) for event in high.values())
    parts.close()
    assert {opened.outputs.of(pin)[-1].duty for pin in high} == {0.0}
    assert opened.posted == []
    assert not {"sound", "lamps"} & {thread.name for thread in threading.enumerate()}


def test_lamps_glow_for_the_view_that_is_there_already(parts: ExitStack) -> None:
    seen: list[tuple[View | None, View]] = []
    box = scripted_box()
    box.box.feel_with(lambda before, after: seen.append((before, after)))
    assert seen == [(None, box.view)]
