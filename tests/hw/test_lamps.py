"""The lamps, down to the pulses on their pins."""

import threading
from itertools import pairwise

import pytest
from gpiozero import PinInvalidState
from hypothesis import given
from hypothesis import strategies as st

from hw.errors import PartError
from hw.events import Button, Event, PartReport
from hw.fakes.clock import FakeClock
from hw.fakes.outputs import FakeOutputs, Output
from hw.guard import RETRY
from hw.lamps import BREATH, DIMMEST, PULSES, STEP, Glow, Lamps, brightness

WIRING: dict[Button, int] = {"roll": 16, "bank": 26}
HARMFUL = 3.0  # flashes a second


class Bench:
    """Lamps on fake pins, stepped by hand."""

    def __init__(self, wiring: dict[Button, int] = WIRING) -> None:
        self.clock = FakeClock()
        self.outputs = FakeOutputs(self.clock)
        self.posted: list[Event] = []
        self.lamps = Lamps(self.outputs.library, wiring, self.posted.append, self.clock)

    def turns(self, number: int = 1) -> None:
        for _ in range(number):
            assert self.lamps.turn()

    def now(self, button: Button) -> tuple[float | None, float]:
        """Pulses a second and the part of the time that the pin is high."""
        return self.outputs.of(WIRING[button])[-1][1:]

    def sleeps(self) -> bool:
        """Whether nothing but a wish would wake the thread."""
        try:
            self.lamps.turn()
        except RuntimeError:
            return True
        return False


def test_lamps_are_off_at_first_and_wake_nobody() -> None:
    bench = Bench()
    assert bench.now("roll") == bench.now("bank") == (None, 0.0)
    assert bench.sleeps()


def test_a_steady_lamp_is_a_level_without_pulses_or_wake_ups() -> None:
    bench = Bench()
    bench.lamps.show({"roll": "on", "bank": "off"})
    bench.turns()
    assert bench.now("roll") == (None, 1.0)
    assert bench.now("bank") == (None, 0.0)
    assert bench.sleeps()


def test_the_same_wish_again_wakes_nobody() -> None:
    bench = Bench()
    bench.lamps.show({"roll": "on"})
    bench.turns()
    bench.lamps.show({"roll": "on", "bank": "off"})
    assert bench.sleeps()


def test_a_breathing_lamp_falls_and_rises_once_a_breath() -> None:
    bench = Bench()
    bench.lamps.show({"roll": "breathing"})
    bench.turns(round(3 * BREATH / STEP))
    breaths = [output for output in bench.outputs.of(WIRING["roll"]) if output.frequency]
    levels = [output.duty for output in breaths]
    turns = [a < b >= c for a, b, c in zip(levels, levels[1:], levels[2:], strict=False)]
    assert {output.frequency for output in breaths} == {PULSES}
    assert sum(turns) == 2
    assert (min(levels), max(levels)) == (DIMMEST, 1.0)
    assert bench.now("bank") == (None, 0.0)


def test_a_lamp_that_has_breathed_is_steady_without_pulses() -> None:
    bench = Bench()
    for glow, level in (("on", 1.0), ("off", 0.0)):
        bench.lamps.show({"roll": "breathing"})
        bench.turns(10)
        bench.lamps.show({"roll": glow})  # type: ignore[dict-item]
        bench.turns()
        assert bench.now("roll") == (None, level)
        assert bench.sleeps()


def test_breathing_is_slow_and_never_jumps() -> None:
    assert 1 / BREATH < HARMFUL
    levels = [brightness(step * STEP) for step in range(200)]
    assert max(abs(a - b) for a, b in pairwise(levels)) < 0.06


@given(st.floats(min_value=0, max_value=1e6))
def test_a_breathing_lamp_is_never_dark_nor_too_bright(seconds: float) -> None:
    assert DIMMEST <= brightness(seconds) <= 1.0


def test_only_the_lamps_there_are_glow() -> None:
    bench = Bench({"bank": WIRING["bank"]})
    bench.lamps.show({"roll": "breathing", "bank": "on"})
    bench.turns()
    assert bench.now("bank") == (None, 1.0)
    assert bench.outputs.of(WIRING["roll"]) == []
    assert bench.sleeps()


def test_closing_puts_the_lamps_out_and_gives_the_pins_back() -> None:
    bench = Bench()
    bench.lamps.show({"roll": "breathing", "bank": "on"})
    bench.turns(5)
    bench.lamps.close()
    assert bench.now("roll") == bench.now("bank") == (None, 0.0)
    Lamps(bench.outputs.library, WIRING, bench.posted.append, bench.clock).close()


def test_a_pin_in_use_is_a_part_error_and_leaves_the_others_free() -> None:
    bench = Bench({"bank": WIRING["bank"]})
    with pytest.raises(
        PartError, match=r"no lamps: GPIO 26 \(bank\) is already in use .*: free it"
    ):
        Lamps(bench.outputs.library, WIRING, bench.posted.append, bench.clock)
    roll = {"roll": WIRING["roll"]}
    Lamps(bench.outputs.library, roll, bench.posted.append, bench.clock).close()  # type: ignore[arg-type]


def test_a_failure_is_reported_once_and_the_lamps_are_right_when_it_is_over() -> None:
    bench = Bench()
    bench.outputs.breaks()
    bench.lamps.show({"roll": "breathing", "bank": "on"})
    bench.turns(10)
    bench.outputs.breaks(False)
    bench.turns()
    lost, back = bench.posted
    assert isinstance(lost, PartReport)
    assert (lost.part, lost.ok) == ("lamps", False)
    assert lost.why.startswith("the lamps fail (the GPIO chip is gone)")
    assert back == PartReport("lamps", True, "")
    assert bench.now("roll")[0] == PULSES
    assert bench.now("bank") == (None, 1.0)


@pytest.mark.parametrize("before", ["on", "breathing"])
@pytest.mark.parametrize("wanted", ["off", "on", "breathing"])
def test_a_lamp_that_could_not_be_changed_is_changed_within_a_second_of_the_pin_s_return(
    before: Glow, wanted: Glow
) -> None:
    bench = Bench()
    bench.lamps.show({"roll": before, "bank": "on"})
    bench.turns()
    bench.outputs.breaks()
    bench.lamps.show({"roll": wanted, "bank": "off"})
    for _ in range(4):
        failed_at = bench.clock.now()
        bench.turns()
    assert bench.clock.now() == failed_at + RETRY
    bench.outputs.breaks(False)
    bench.turns()
    assert bench.now("bank") == (None, 0.0)
    levels = {"off": (None, 0.0), "on": (None, 1.0), "breathing": (PULSES, 1.0)}
    assert bench.now("roll") == levels[wanted]
    assert [report.ok for report in bench.posted] == [False, True]  # type: ignore[union-attr]
    assert bench.sleeps() == (wanted != "breathing")


def test_a_lamp_that_failed_half_way_is_made_anew_though_the_wish_is_the_old_one_again() -> None:
    bench = Bench()
    bench.lamps.show({"roll": "breathing"})
    bench.turns()
    bench.outputs.on_output(fail)
    bench.lamps.show({"roll": "on"})
    bench.turns()
    assert bench.now("roll")[0] is None  # the pulses have ended already
    bench.outputs.on_output(lambda _pin, _output: None)
    bench.lamps.show({"roll": "breathing"})
    bench.turns()
    assert bench.now("roll") == (PULSES, 1.0)


def fail(_: int, __: Output) -> None:
    """The write is done, but the library says that it is not."""
    raise PinInvalidState("who knows")


@pytest.mark.parametrize("broken", WIRING)
def test_a_lamp_that_fails_keeps_no_other_from_its_glow_and_is_reported_once(
    broken: Button,
) -> None:
    bench = Bench()
    bench.lamps.show({"roll": "on", "bank": "on"})
    bench.turns()
    bench.outputs.breaks(pins=(WIRING[broken],))
    bench.lamps.show({})
    bench.turns(3)
    (other,) = WIRING.keys() - {broken}
    assert (bench.now(broken)[1], bench.now(other)[1]) == (1.0, 0.0)
    bench.outputs.breaks(False)
    bench.turns()
    assert bench.now(broken)[1] == 0.0
    assert [report.ok for report in bench.posted] == [False, True]  # type: ignore[union-attr]


def test_the_thread_lights_the_lamps_and_ends_with_them() -> None:
    outputs = FakeOutputs(FakeClock())
    lit = threading.Event()

    def note(_: int, output: Output) -> None:
        if output.duty == 1.0:
            lit.set()

    outputs.on_output(note)
    lamps = Lamps(outputs.library, WIRING, print)
    lamps.start()
    lamps.show({"bank": "on"})
    assert lit.wait(5)
    lamps.close()
    assert "lamps" not in {thread.name for thread in threading.enumerate()}
    assert outputs.of(WIRING["bank"])[-1].duty == 0.0
