"""Outputs without wires: gpiozero's mock pins, as strict as lgpio's, noting what they put out."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from gpiozero import GPIOZeroError, PinInvalidState
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw.clock import Clock
from hw.pins import PinLibrary

PINS = range(28)  # of the header
FREQUENCIES = (0.1, 10_000.0)  # Hz


class Output(NamedTuple):
    """What a pin puts out: pulses, or without a frequency a plain level."""

    at: float  # monotonic seconds
    frequency: float | None
    duty: float  # the part of the time that the pin is high


class _Pin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """Behaves as lgpio's pins where gpiozero's mock is kinder."""

    _frequency: float | None

    def _set_function(self, value: str) -> None:
        self.factory.must_work(self._number)
        super()._set_function(value)
        self._put_out(0.0)

    def _set_state(self, value: float) -> None:
        """In whole percent; a plain level is high or low."""
        self.factory.must_work(self._number)
        self._put_out(int(value * 100) / 100 if self._frequency else float(bool(value)))

    def _set_frequency(self, value: float | None) -> None:
        """Pulses begin at no length, and when they end the pin may be left high."""
        self.factory.must_work(self._number)
        if value is not None and not FREQUENCIES[0] <= value <= FREQUENCIES[1]:
            raise PinInvalidState(f"bad PWM frequency {value}")
        began = self._frequency is None
        self._frequency = value
        if value is None:
            self._put_out(float(bool(self._state)))
        else:
            self._put_out(0.0 if began else self._state)

    def _put_out(self, duty: float) -> None:
        self._change_state(duty)
        self.factory.note(self._number, self._frequency, duty)


class _Factory(MockFactory):  # type: ignore[misc]
    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=_Pin)
        self.clock = clock
        self.broken: Collection[int] = ()
        self.outputs: dict[int, list[Output]] = {}
        self.tell: Callable[[int, Output], None] = lambda _pin, _output: None

    def must_work(self, number: int) -> None:
        if number in self.broken:
            raise PinInvalidState("the GPIO chip is gone")

    def note(self, number: int, frequency: float | None, duty: float) -> None:
        output = Output(self.clock.now(), frequency, duty)
        self.outputs.setdefault(number, []).append(output)
        self.tell(number, output)


class FakeOutputs:
    """A `library` for parts that put something out, and what its pins put out."""

    def __init__(self, clock: Clock) -> None:
        self._factory = _Factory(clock)
        self.library = PinLibrary(self._factory, "fake pins", (GPIOZeroError,), lambda: True)

    def on_output(self, tell: Callable[[int, Output], None]) -> None:
        """Tell of every output from now on, by its pin, in the thread that makes it."""
        self._factory.tell = tell

    def of(self, pin: int) -> list[Output]:
        """All that was put out; of changes at the same time the last."""
        last = {output.at: output for output in self._factory.outputs.get(pin, [])}
        return list(last.values())

    def breaks(self, broken: bool = True, pins: Collection[int] = PINS) -> None:
        """From now on every write to these pins fails, or all work again."""
        self._factory.broken = pins if broken else ()
