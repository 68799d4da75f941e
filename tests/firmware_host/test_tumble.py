"""Dice in motion."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.flow.tumble import REST, STEP, TUMBLE, Tumble

dice = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple)
times = st.floats(0, 3)


def landed(thrown: tuple[int, ...], at: float = 0.0) -> Tumble:
    tumble = Tumble(0.0, (None,) * len(thrown))
    tumble.land(thrown, at)
    return tumble


@given(dice, times)
def test_a_die_that_lies_still_shows_what_was_thrown(thrown: tuple[int, ...], now: float) -> None:
    tumble = landed(thrown)
    still = tumble.still(now)
    assert tumble.faces(now)[:still] == thrown[:still]
    assert all(angle is None for angle in tumble.angles(now)[:still])


@given(dice, dice, times)
def test_a_die_in_the_air_shows_nothing_of_the_throw(
    thrown: tuple[int, ...], other: tuple[int, ...], now: float
) -> None:
    count = min(len(thrown), len(other))
    first, second = landed(thrown[:count]), landed(other[:count])
    still = first.still(now)
    assert first.faces(now)[still:] == second.faces(now)[still:]


@given(dice, st.floats(0, 5))
def test_dice_that_come_late_are_waited_for(thrown: tuple[int, ...], late: float) -> None:
    tumble = landed(thrown, late)
    end = max(TUMBLE, late)
    assert not tumble.is_over(end + REST / 2)
    assert tumble.is_over(end + REST * 1.01)
    assert tumble.faces(end) == thrown


@given(dice, times)
def test_the_next_picture_is_due_soon_and_never_in_the_past(
    thrown: tuple[int, ...], now: float
) -> None:
    tumble = landed(thrown)
    due = tumble.deadline(now)
    if not tumble.is_over(now):
        assert now < due + 1e-6
        assert due <= now + max(STEP, REST) + 1e-6


@given(st.integers(1, 6), st.integers(0, 24))
def test_from_one_picture_to_the_next_two_dice_change_at_most(count: int, step: int) -> None:
    tumble = Tumble(0.0, (None,) * count)
    before, after = (tumble.angles((step + late) * STEP) for late in (0.5, 1.5))
    assert sum(a != b for a, b in zip(before, after, strict=True)) <= 2


def test_dice_that_are_thrown_again_lie_there_until_they_are_taken_up() -> None:
    tumble = Tumble(0.0, (2, 3, 4))
    assert tumble.faces(0.0)[1:] == (3, 4)
    assert tumble.angles(0.0)[1:] == (None, None)
