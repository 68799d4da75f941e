"""Health tests: what they find, what they let pass, and how seldom they are wrong."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_sources import BAD, good

from hw.health import (
    LOOKBACK,
    PROPORTION,
    REPETITIONS,
    START,
    TAIL,
    WINDOW,
    AdaptiveProportion,
    Cycle,
    Health,
    HealthTest,
    RepetitionCount,
    UnhealthyError,
)

ALPHA = Fraction(1, 2**40)


def alarm(test: HealthTest, raw: bytes) -> int | None:
    """The number of bytes after which the test finds a fault."""
    for number, byte in enumerate(raw, start=1):
        try:
            test.feed(byte)
        except UnhealthyError:
            return number
    return None


def binomial_tail(trials: int, least: int) -> Fraction:
    """P(at least so many of the trials are a given byte), exactly."""
    ways = sum(
        math.comb(trials, hits) * 255 ** (trials - hits) for hits in range(least, trials + 1)
    )
    return Fraction(ways, 256**trials)


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_source_does_not_pass_the_start_test(bad: str) -> None:
    health = Health()
    with pytest.raises(UnhealthyError, match="came"):
        health.feed(BAD[bad](START + TAIL))
    assert not health.started


@pytest.mark.parametrize("bad", BAD)
def test_a_source_that_turns_bad_is_found_out_soon(bad: str) -> None:
    health = Health()
    health.feed(good(5000))
    with pytest.raises(UnhealthyError):
        health.feed(BAD[bad](1100))


def test_a_good_source_passes_and_goes_on_passing() -> None:
    health, raw = Health(), good(100_000)
    for at in range(0, START, 16):
        assert not health.started
        health.feed(raw[at : at + 16])
    assert health.started
    health.feed(raw[START:])


@given(at=st.integers(0, 40), cut=st.integers(1, 40))
def test_the_size_of_the_pieces_changes_nothing(at: int, cut: int) -> None:
    raw = good(at) + b"\x07" * REPETITIONS + good(40)
    pieces = [raw[start : start + cut] for start in range(0, len(raw), cut)]
    health = Health()
    with pytest.raises(UnhealthyError, match="one byte came 6 times in a row"):
        list(map(health.feed, pieces))


def test_six_equal_bytes_in_a_row_are_a_fault_and_five_are_not() -> None:
    assert alarm(RepetitionCount(), b"\x01" + b"\x02" * 5 + b"\x01" + b"\x02" * 5) is None
    assert alarm(RepetitionCount(), b"\x01" + b"\x02" * 6) == 7


def window(first: int, count: int) -> bytes:
    """512 bytes of which `count`, with the first and the last, are alike."""
    rest = bytes(10 + at % 200 for at in range(WINDOW - count))
    return bytes([first]) * (count - 1) + rest + bytes([first])


def test_a_window_s_first_byte_19_times_in_it_is_a_fault_and_18_times_is_not() -> None:
    assert alarm(AdaptiveProportion(), window(1, 18) * 2) is None
    assert alarm(AdaptiveProportion(), window(1, 18) + window(2, 19)) == 2 * WINDOW


def test_only_the_window_s_first_byte_is_counted_and_each_window_anew() -> None:
    assert alarm(AdaptiveProportion(), b"\x03" + b"\x04" * (WINDOW - 1)) is None
    assert alarm(AdaptiveProportion(), b"\x03" * 10 + window(3, 10)[10:] + window(3, 18)) is None


def test_seven_bytes_that_come_again_are_a_fault_and_six_are_not() -> None:
    seen = bytes(range(100))
    assert alarm(Cycle(), seen + seen[50:56] + b"\xff") is None
    assert alarm(Cycle(), seen + seen[50:57]) == 107


@pytest.mark.parametrize("length", [1, 6, 7, 256, LOOKBACK])
def test_a_cycle_is_found_when_it_has_come_once_and_seven_bytes(length: int) -> None:
    raw = good(length)
    assert alarm(Cycle(), raw * 10) == length + TAIL


def test_a_longer_cycle_is_not_seen() -> None:
    assert alarm(Cycle(), good(LOOKBACK + 1) * 3) is None


def test_the_cutoffs_are_those_of_the_standard() -> None:
    assert 256 ** (REPETITIONS - 1) == 1 / ALPHA
    assert binomial_tail(WINDOW, PROPORTION) <= ALPHA < binomial_tail(WINDOW, PROPORTION - 1)


def test_false_alarms_are_as_rare_as_stated() -> None:
    repetition = Fraction(1, 256 ** (REPETITIONS - 1))
    proportion = binomial_tail(WINDOW - 1, PROPORTION - 1)
    cycle = LOOKBACK * Fraction(1, 256**TAIL)
    assert repetition == ALPHA
    assert round(math.log2(proportion), 1) == -37.6
    assert cycle == Fraction(1, 2**46)
    a_byte = repetition + proportion / WINDOW + cycle
    assert 1.0e12 < 1 / a_byte < 1.1e12
    assert 1.7e11 < 1 / (a_byte * 6 * 256 / 252) < 1.8e11
    a_start = (START - REPETITIONS + 1) * repetition + 2 * proportion + START * cycle
    assert 1.0e9 < 1 / a_start < 1.1e9
