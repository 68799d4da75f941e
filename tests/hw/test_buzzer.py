"""The buzzer, down to the pulses on its pin."""

import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.errors import PartError
from hw.events import Event, PartReport
from hw.fakes.clock import FakeClock
from hw.fakes.outputs import FakeOutputs, Output
from hw.guard import RETRY
from hw.sound import DUTIES, SHORTEST, Buzzer, Note

PIN = 12
A5, E6, A6 = 880.0, pytest.approx(1318.5, abs=0.1), pytest.approx(1760.0)
LOUD = DUTIES[-1]
RISING = (Note("A5", 0.1), Note(None, 0.05), Note("A6", 0.2))


class Bench:
    """A buzzer on fake pins, stepped by hand."""

    def __init__(self, volume: int = 5, muted: bool = False) -> None:
        self.clock = FakeClock(10.0)
        self.outputs = FakeOutputs(self.clock)
        self.posted: list[Event] = []
        self.buzzer = Buzzer(
            self.outputs.library, PIN, self.posted.append, self.clock, volume, muted
        )

    def turns(self, number: int) -> None:
        for _ in range(number):
            assert self.buzzer.turn()

    @property
    def heard(self) -> list[tuple[float, float | None, float]]:
        """What came after the start, by the seconds since then."""
        return [(round(o.at - 10.0, 6), o.frequency, o.duty) for o in self.outputs.of(PIN)]


def test_before_anything_is_played_the_pin_is_low() -> None:
    assert Bench().heard == [(0.0, None, 0.0)]


def test_notes_sound_as_long_as_they_should_and_then_the_pin_is_low() -> None:
    bench = Bench()
    bench.buzzer.play(RISING)
    bench.turns(4)
    assert bench.heard == [
        (0.0, A5, LOUD),
        (0.1, A5, 0.0),
        (0.15, A6, LOUD),
        (0.35, None, 0.0),
    ]


def test_a_new_pattern_replaces_the_one_that_plays() -> None:
    bench = Bench()
    bench.buzzer.play(RISING)
    bench.turns(1)
    bench.clock.advance(0.05)
    bench.buzzer.play((Note("E6", 0.1),))
    bench.turns(2)
    assert bench.heard == [(0.0, A5, LOUD), (0.05, E6, LOUD), (0.15, None, 0.0)]


def test_silence_waits_for_nothing_but_a_pattern() -> None:
    bench = Bench()
    bench.buzzer.play(RISING)
    bench.turns(4)
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        bench.buzzer.turn()


@pytest.mark.parametrize("volume", range(1, 6))
def test_the_volume_is_the_length_of_the_pulses(volume: int) -> None:
    bench = Bench(volume)
    bench.buzzer.play(RISING)
    bench.turns(1)
    assert bench.heard[-1] == (0.0, A5, DUTIES[volume - 1])


def test_each_volume_is_louder_than_the_one_before() -> None:
    assert all(softer < louder <= 0.5 for softer, louder in pairwise(DUTIES))


def test_a_muted_buzzer_plays_nothing_until_it_is_heard_again() -> None:
    bench = Bench(muted=True)
    bench.buzzer.play(RISING)
    bench.buzzer.muted = False
    bench.buzzer.play((Note("E6", 0.1),))
    bench.turns(2)
    assert bench.heard == [(0.0, E6, LOUD), (0.1, None, 0.0)]


def test_closing_in_the_middle_of_a_note_is_silence() -> None:
    bench = Bench()
    bench.buzzer.play(RISING)
    bench.turns(1)
    bench.clock.advance(0.02)
    bench.buzzer.close()
    assert bench.heard[-1] == (0.02, None, 0.0)
    assert not bench.buzzer.turn()


def test_a_closed_buzzer_s_pin_can_be_had_again() -> None:
    bench = Bench()
    bench.buzzer.close()
    Buzzer(bench.outputs.library, PIN, bench.posted.append, bench.clock).close()


def test_a_pin_in_use_is_a_part_error() -> None:
    bench = Bench()
    with pytest.raises(PartError, match=r"no sound: GPIO 12 is already in use .*: free it$"):
        Buzzer(bench.outputs.library, PIN, bench.posted.append, bench.clock)


def test_a_failure_is_reported_once_and_so_is_its_end() -> None:
    bench = Bench()
    bench.outputs.breaks()
    for _ in range(3):
        bench.buzzer.play(RISING)
        bench.turns(1)
    bench.outputs.breaks(False)
    bench.buzzer.play(RISING)
    bench.turns(4)
    lost, back = bench.posted
    why = "the buzzer on GPIO 12 fails (the GPIO chip is gone): check the GPIO chip"
    assert lost == PartReport("sound", False, why)
    assert back == PartReport("sound", True, "")
    assert bench.heard[-1][1:] == (None, 0.0)


def test_a_tone_that_could_not_be_ended_is_ended_within_a_second_of_the_pin_s_return() -> None:
    bench = Bench()
    bench.buzzer.play((Note("A5", 0.1),))
    bench.turns(1)
    bench.outputs.breaks()
    for failures in range(4):
        bench.turns(1)
        assert bench.clock.now() == pytest.approx(10.1 + failures * RETRY)
    assert [(report.part, report.ok) for report in bench.posted] == [  # type: ignore[union-attr]
        ("sound", False)
    ]
    bench.outputs.breaks(False)
    bench.turns(1)
    assert bench.heard[-1] == (round(0.1 + 4 * RETRY, 6), None, 0.0)
    assert bench.posted[1:] == [PartReport("sound", True, "")]
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        bench.buzzer.turn()


def test_a_pattern_plays_at_once_though_silence_is_being_tried_again() -> None:
    bench = Bench()
    bench.outputs.breaks()
    bench.buzzer.play((Note("A5", 0.1),))
    bench.turns(2)
    bench.outputs.breaks(False)
    bench.buzzer.play((Note("E6", 0.1),))
    bench.turns(2)
    assert bench.heard[-2:] == [(0.1, E6, LOUD), (0.2, None, 0.0)]


def test_closing_a_buzzer_that_fails_is_reported_and_raises_nothing() -> None:
    bench = Bench()
    bench.outputs.breaks()
    bench.buzzer.close()
    bench.outputs.breaks(False)
    assert [(report.part, report.ok) for report in bench.posted] == [  # type: ignore[union-attr]
        ("sound", False)
    ]


@pytest.mark.parametrize(
    ("note", "told"),
    [
        (Note("G#3", 0.1), "not between A3 and A7"),
        (Note("A#7", 0.1), "not between A3 and A7"),
        (Note("H5", 0.1), "invalid note"),
        (Note("A5", SHORTEST / 2), "too short"),
    ],
)
def test_what_cannot_be_heard_is_refused_before_it_is_played(note: Note, told: str) -> None:
    bench = Bench()
    with pytest.raises(ValueError, match=told):
        bench.buzzer.play((note,))
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        bench.buzzer.turn()


@given(st.integers(min_value=57, max_value=105), st.integers(min_value=1, max_value=5))
def test_every_tone_of_four_octaves_can_be_heard(midi: int, volume: int) -> None:
    bench = Bench(volume)
    octave, tone = divmod(midi, 12)
    names = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
    bench.buzzer.play((Note(f"{names[tone]}{octave - 1}", 0.1),))
    bench.turns(1)
    _, frequency, duty = bench.heard[-1]
    assert frequency == pytest.approx(440 * 2 ** ((midi - 69) / 12))
    assert duty > 0
    bench.buzzer.close()
    assert bench.posted == []


def test_the_thread_plays_and_ends_with_the_buzzer() -> None:
    outputs = FakeOutputs(FakeClock())
    sounding = threading.Event()

    def note(_: int, output: Output) -> None:
        if output.duty:
            sounding.set()

    outputs.on_output(note)
    buzzer = Buzzer(outputs.library, PIN, print)
    buzzer.start()
    buzzer.play((Note("A5", 60.0),))
    assert sounding.wait(5)
    buzzer.close()
    assert "sound" not in {thread.name for thread in threading.enumerate()}
    assert outputs.of(PIN)[-1].duty == 0.0
