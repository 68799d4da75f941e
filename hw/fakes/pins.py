"""Buttons without wires: gpiozero's mock pins under the same class that reads real ones."""

from collections.abc import Iterable, Mapping

from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from hw.clock import Clock
from hw.events import KEYS, Key, Post, Profile
from hw.pins import PinLibrary, Pins


def wiring(profile: Profile) -> dict[Key, int]:
    """The pins of a profile's buttons, from GPIO4 on."""
    return {button: number for number, button in enumerate(KEYS[profile], start=4)}


WIRING = wiring("five")


class _Pin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """Behaves as lgpio's pins where gpiozero's mock is kinder, and stamps edges with our clock."""

    alerts = False

    def close(self) -> None:
        """Ends the alerts, but goes on as if they were set up."""
        self.alerts = False

    def _enable_event_detect(self) -> None:
        self.alerts = True

    def _disable_event_detect(self) -> None:
        self.alerts = False

    def _call_when_changed(self) -> None:
        if self.alerts and not self.factory.lossy:
            PiPin._call_when_changed(self, self.factory.ticks(), self.state)


class _Factory(MockFactory):  # type: ignore[misc]
    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=_Pin)
        self.lossy = False
        self.clock = clock

    def ticks(self) -> float:
        return self.clock.now()


class FakePins(Pins):
    """Pins to `press` and `release` from a program; those in `held` are down from the start."""

    def __init__(
        self,
        post: Post,
        clock: Clock,
        wiring: Mapping[Key, int] = WIRING,
        held: Iterable[Key] = (),
    ) -> None:
        self._factory = _Factory(clock)
        self._wiring = wiring
        self.thread_alive = True  # what `alive` says
        errors = (GPIOZeroError,)
        library = PinLibrary(self._factory, "fake pins", errors, lambda: self.thread_alive)
        super().__init__(library, wiring, post, clock)
        for button in held:
            self.press(button, lost=True)

    def press(self, button: Key, lost: bool = False) -> None:
        """Push the button down; with `lost` the edge never arrives, as when the kernel drops it."""
        self._drive(button, False, lost)

    def release(self, button: Key, lost: bool = False) -> None:
        """Let the button go."""
        self._drive(button, True, lost)

    def _drive(self, button: Key, high: bool, lost: bool) -> None:
        pin = self._factory.pin(self._wiring[button])
        self._factory.lossy = lost
        (pin.drive_high if high else pin.drive_low)()
        pin.clear_states()  # gpiozero's history, which would grow with each press
