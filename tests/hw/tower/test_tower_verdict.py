"""What counts: every reading has one verdict, and only a sure throw is scored unasked."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.events import Cause, Kind, Reading
from hw.tower.verdict import ACCEPT, ENTER, Verdict, answer_to, to_enter, verdict

ROLL = Reading("7C3E", 9, 41, "roll", None, (1, 5, 6), (99, 95, 90), ((1, 1), (2, 2), (3, 3)))
BEFORE = ROLL._replace(id=8, token=40, moved=True)

counts = st.integers(1, 6)
percents = st.integers(0, 100)


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    count = draw(counts)
    cause = draw(st.none() | st.sampled_from(get_args(Cause)))
    faces = st.integers(1, 6) | (st.none() if cause else st.nothing())
    return Reading(
        "7C3E",
        draw(st.integers(1, 3)),
        draw(st.sampled_from([0, 41, 42])),
        None if cause else draw(st.sampled_from(get_args(Kind))),
        cause,
        tuple(draw(faces) for _ in range(count)),
        tuple(draw(percents) for _ in range(count)),
        moved=draw(st.booleans()),
    )


@given(readings(), st.sampled_from([None, 41, 42]), counts, st.none() | readings())
def test_only_what_is_certain_is_scored_unasked(
    reading: Reading, token: int | None, count: int, before: Reading | None
) -> None:
    found = verdict(reading, token, count, before)
    assert found in get_args(Verdict)
    if found == "score":
        assert reading.token == token
        assert reading.kind == "roll"
        assert len(reading.dice) == len(reading.sure) == count
        assert None not in reading.dice
        assert min(reading.sure) >= ACCEPT
        assert reading.moved or not before or before.dice != reading.dice


@pytest.mark.parametrize(
    ("least", "found"),
    [(100, "score"), (90, "score"), (89, "ask"), (60, "ask"), (59, "mend"), (0, "mend")],
)
@pytest.mark.parametrize("place", range(3))
def test_the_least_certain_die_decides(least: int, found: Verdict, place: int) -> None:
    sure = tuple(least if at == place else 100 for at in range(3))
    assert verdict(ROLL._replace(sure=sure), 41, 3, None) == found


def test_a_throw_for_another_token_or_none_is_stale() -> None:
    assert verdict(ROLL, 42, 3, None) == "stale"
    assert verdict(ROLL, None, 3, None) == "stale"
    assert verdict(ROLL._replace(token=0), 41, 3, None) == "stale"
    assert verdict(ROLL._replace(kind=None, cause="cam"), 42, 3, None) == "stale"


@pytest.mark.parametrize("cause", get_args(Cause))
def test_a_cause_makes_a_reading_bad_however_sure_it_is(cause: Cause) -> None:
    assert verdict(ROLL._replace(kind=None, cause=cause), 41, 3, None) == "bad"


def test_another_number_of_dice_is_never_scored() -> None:
    for count in (2, 4):
        assert verdict(ROLL, 41, count, None) == "count"
        assert verdict(ROLL._replace(kind="read"), 41, count, None) == "count"


def test_a_tray_that_was_read_as_it_lies_is_asked_about() -> None:
    read = ROLL._replace(kind="read")
    assert verdict(read, 41, 3, BEFORE) == "ask"
    assert verdict(read, 41, 3, None) == "ask"
    assert verdict(read._replace(sure=(99, 58, 99)), 41, 3, None) == "mend"


def test_dice_put_by_hand_are_asked_about_once_all_are_there() -> None:
    place = ROLL._replace(kind="place")
    assert verdict(place, 41, 3, None) == "place"
    assert verdict(place, 41, 4, None) == "ignore"
    assert verdict(place, 41, 2, None) == "count"


def test_a_bump_after_the_result_changes_nothing() -> None:
    assert verdict(ROLL._replace(kind="nudge"), 41, 3, None) == "ignore"


def test_the_same_picture_without_motion_is_asked_about() -> None:
    assert verdict(ROLL, 41, 3, BEFORE) == "ask"
    assert verdict(ROLL._replace(moved=True), 41, 3, BEFORE) == "score"
    assert verdict(ROLL._replace(dice=(1, 5, 5)), 41, 3, BEFORE) == "score"
    assert verdict(ROLL._replace(spots=((1, 1), (2, 2), (3, 4))), 41, 3, BEFORE) == "score"


def test_the_least_certain_dice_are_entered_first() -> None:
    assert to_enter(ROLL) == ()
    assert to_enter(ROLL._replace(sure=(59, 60, 12))) == (2, 0)
    assert to_enter(ROLL._replace(dice=(1, None, 6))) == (1,)
    assert ENTER == 60


def test_a_stored_reading_is_acknowledged_again_and_another_of_its_name_is_not() -> None:
    assert answer_to(ROLL, None) == "ack"
    assert answer_to(ROLL, ROLL._replace(moved=True)) == "ack"
    assert answer_to(ROLL._replace(dice=(1, 5, 5)), ROLL) == "conflict"
    assert answer_to(ROLL._replace(token=42), ROLL) == "conflict"
