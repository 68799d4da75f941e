"""What pins promise, on our fakes and on gpiozero's own mock."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw.events import BUTTONS, Edge, Event, Key
from hw.fakes.clock import FakeClock
from hw.fakes.outputs import FakeOutputs
from hw.fakes.pins import WIRING, FakePins
from hw.lamps import Lamps
from hw.pins import PinLibrary, Pins
from hw.sound import Buzzer, Note

# -- buttons ----------------------------------------------------------------------------------


class Finger(NamedTuple):
    """Buttons, what they posted, and a finger on them."""

    pins: Pins
    posted: list[Event]
    move: Callable[[Key, bool], object]  # down or up


def fake_pins() -> Finger:
    posted = list[Event]()
    pins = FakePins(posted.append, FakeClock(50.0))
    return Finger(pins, posted, lambda key, down: pins.press(key) if down else pins.release(key))


def gpiozeros_pins(pull_up: bool) -> Finger:
    posted, factory = list[Event](), MockFactory()
    library = PinLibrary(factory, "mock", (GPIOZeroError,), lambda: True)
    pins = Pins(library, WIRING, posted.append, FakeClock(50.0), pull_up)

    def move(key: Key, down: bool) -> None:
        pin = factory.pin(WIRING[key])
        (pin.drive_low if down == pull_up else pin.drive_high)()

    return Finger(pins, posted, move)


FINGERS: dict[str, Callable[[], Finger]] = {
    "fake": fake_pins,
    "to ground": lambda: gpiozeros_pins(True),
    "to 3.3 V": lambda: gpiozeros_pins(False),
}


@pytest.fixture(params=FINGERS)
def finger(request: pytest.FixtureRequest) -> Finger:
    return FINGERS[str(request.param)]()


def test_each_button_posts_its_edges_and_tells_its_level(finger: Finger) -> None:
    assert finger.pins.levels() == dict.fromkeys(BUTTONS, False)
    for button in BUTTONS:
        for down in (True, False):
            finger.move(button, down)
            edge = finger.posted.pop()
            assert isinstance(edge, Edge)
            assert edge[1:] == (button, down)
            assert edge.at == pytest.approx(50.0, abs=5.0)  # gpiozero's mock stamps in real time
            assert finger.pins.levels()[button] is down
    assert finger.posted == []


def test_closed_buttons_post_nothing_and_have_no_levels(finger: Finger) -> None:
    assert finger.pins.alive
    finger.pins.close()
    finger.pins.close()
    finger.move("roll", True)
    assert (finger.posted, finger.pins.levels()) == ([], {})


# -- sound and lamps --------------------------------------------------------------------------


@pytest.fixture(params=["fake", "gpiozero"])
def library(request: pytest.FixtureRequest) -> PinLibrary:
    if request.param == "fake":
        return FakeOutputs(FakeClock()).library
    factory = MockFactory(pin_class=MockPWMPin)
    return PinLibrary(factory, "mock", (GPIOZeroError,), lambda: True)


def put_out(library: PinLibrary, number: int) -> tuple[float | None, float]:
    """Frequency and level of a pin."""
    pin = library.factory.pin(number)
    return pin.frequency, float(pin.state)


def test_a_buzzer_sounds_its_notes_falls_silent_and_gives_its_pin_back(library: PinLibrary) -> None:
    for _ in range(2):
        posted = list[Event]()
        buzzer = Buzzer(library, 12, posted.append, FakeClock(), volume=5)
        buzzer.play((Note("A5", 0.1), Note(None, 0.1)))
        heard = [put_out(library, 12) for _ in range(3) if buzzer.turn()]
        assert heard == [(880.0, 0.5), (880.0, 0.0), (None, 0.0)]
        buzzer.close()
        assert posted == []


def test_lamps_glow_as_they_should_and_give_their_pins_back(library: PinLibrary) -> None:
    for _ in range(2):
        posted = list[Event]()
        lamps = Lamps(library, {"roll": 16, "bank": 26}, posted.append, FakeClock())
        lamps.show({"roll": "on", "bank": "breathing"})
        assert lamps.turn()
        assert (put_out(library, 16), put_out(library, 26)) == ((None, 1.0), (100.0, 1.0))
        lamps.show({})
        assert lamps.turn()
        assert (put_out(library, 16), put_out(library, 26)) == ((None, 0.0), (None, 0.0))
        lamps.close()
        assert posted == []
