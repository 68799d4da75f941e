"""Dice that are looked at and put right, before they count and after."""

import json
from pathlib import Path

import pytest
from boxes import scripted_box, start, throw
from hypothesis import given
from hypothesis import strategies as st
from sensor_boxes import BLANK, SCORING, SensorBox

from firmware_host.flow.mending import CERTAIN, MENU, Mending
from firmware_host.view import MEND, Check, Say
from hw.events import Button
from rules import load, with_options

FACES = st.integers(1, 6)
DICE = st.lists(st.one_of(FACES, st.none()), min_size=1, max_size=6)
PERCENT = st.integers(0, 100)


@pytest.fixture
def box(tmp_path: Path) -> SensorBox:
    return SensorBox(tmp_path)


# -- the dice being mended ------------------------------------------------------------------------


def test_the_least_certain_die_comes_first() -> None:
    mending = Mending.of((1, 2, 3), (90, 70, 80))
    places = [mending.place, mending.following().place, mending.following().following().place]
    assert places == [1, 2, 0]


def test_after_the_last_die_the_first_comes_again() -> None:
    mending = Mending.of((1, 2), (90, 70))
    assert mending.following().following() == mending


def test_a_die_that_is_as_good_as_guessed_is_not_known() -> None:
    mending = Mending.of((1, 2), (CERTAIN, CERTAIN - 1))
    assert mending.dice == (1, None)
    assert not mending.is_whole


def test_an_unknown_die_begins_with_what_was_read_of_it() -> None:
    assert Mending.of((4,), (5,)).turned(+1).face == 4
    assert Mending.of((4,), (5,)).turned(-1).face == 4


def test_a_die_that_was_not_read_begins_at_either_end() -> None:
    assert Mending.of((None,), (0,)).turned(+1).face == 1
    assert Mending.of((None,), (0,)).turned(-1).face == 6


@given(FACES, st.sampled_from([-1, 1]))
def test_seven_turns_of_a_die_lead_past_every_face_and_the_menu(face: int, by: int) -> None:
    mending, stops = Mending.of((face,)), []
    for _ in range(7):
        mending = mending.turned(by)
        stops.append(MENU if mending.on_menu else mending.face or -1)
    assert sorted(stops) == [0, 1, 2, 3, 4, 5, 6]
    assert mending == Mending.of((face,))


@given(DICE, st.data())
def test_any_dice_can_be_made_any_others(read: list[int | None], data: st.DataObject) -> None:
    count = len(read)
    sure = data.draw(st.lists(PERCENT, min_size=count, max_size=count))
    true = data.draw(st.lists(FACES, min_size=count, max_size=count))
    mending = Mending.of(read, sure)
    for _ in range(count):
        while mending.face != true[mending.place] or mending.on_menu:
            mending = mending.turned(+1)
        mending = mending.following()
    assert list(mending.dice) == true
    assert mending.is_whole
    entered = any(percent < CERTAIN for percent in sure)
    assert mending.is_changed == (entered or true != read)


@given(DICE, st.data())
def test_each_die_is_looked_at_once_a_round(read: list[int | None], data: st.DataObject) -> None:
    sure = data.draw(st.lists(PERCENT, min_size=len(read), max_size=len(read)))
    mending, places = Mending.of(read, sure), []
    for _ in read:
        places.append(mending.place)
        mending = mending.following()
    assert sorted(places) == list(range(len(read)))
    known = [mending.dice[place] is not None for place in places]
    assert known == sorted(known)


# -- after the throw counted ----------------------------------------------------------------------


def checked(box: SensorBox) -> Check:
    assert isinstance(box.body, Check)
    return box.body


def test_the_cursor_is_where_a_real_throw_is_mended(box: SensorBox) -> None:
    box.choose(*SCORING)
    assert box.body.cursor == MEND
    assert box.body.mendable


def test_the_box_s_own_throw_cannot_be_mended() -> None:
    box = scripted_box(SCORING)
    start(box)
    throw(box)
    assert box.view.body.mendable is False  # type: ignore[union-attr]
    assert box.box.flow.can_mend is False


@pytest.mark.parametrize("turn", ["left", "right"])
def test_one_die_is_mended_in_three_presses(box: SensorBox, turn: Button) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(4, 95)
    box.settle()
    box.press("keep", turn, "roll")
    box.wait(1.0)
    assert box.screen == "choose"
    assert box.body.dice == (1, 5, 2, 3, 3 if turn == "left" else 5, 4)


def test_a_mended_throw_is_preselected_and_scored_anew(box: SensorBox) -> None:
    box.choose(2, 3, 4, 6, 2, 1)
    assert box.body.points == 100
    box.press("keep", "left", "left", "left", "roll")
    box.wait(1.0)
    assert box.body.dice == (6, 3, 4, 6, 2, 1)
    box.press("keep", "right", "right", "roll")
    box.wait(1.0)
    assert box.body.dice == (1, 3, 4, 6, 2, 1)
    assert box.body.points == 200


@pytest.mark.parametrize("way_out", [("roll",), ("bank",), ("right", "bank"), ("left", "bank")])
def test_dice_that_were_looked_at_and_left_stay_as_they_were(
    box: SensorBox, way_out: tuple[Button, ...]
) -> None:
    box.choose(*SCORING)
    entries = box.entries
    box.press("keep", *way_out)
    assert box.screen == "choose"
    assert box.body.dice == SCORING
    assert box.entries == entries


def test_a_throw_cannot_be_mended_after_a_keep(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.press("roll")
    assert box.flow.can_mend is False


def test_a_throw_after_a_mended_one_is_another(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.press("keep", "right", "roll")
    box.wait(1.0)
    box.again(1, 2, 3, 4, 6)
    assert box.rolls == [((2, 5, 2, 3, 4, 4), "mended"), ((1, 2, 3, 4, 6), "sensor")]


def test_a_blank_that_was_misread_is_mended(box: SensorBox) -> None:
    box.begin()
    box.roll(*BLANK)
    assert box.screen == "blank"
    box.press("keep", "left", "roll")
    box.wait(1.0)
    assert box.screen == "choose"
    assert box.flow.playing.player == 0
    assert box.rolls == [((1, *BLANK[1:]), "mended")]


def test_a_throw_that_becomes_a_blank_passes_the_dice_on(box: SensorBox) -> None:
    box.choose(1, 3, 4, 6, 2, 3)
    box.press("keep", "right", "roll")
    box.wait(1.0)
    assert box.screen == "blank"
    box.press("roll")
    assert box.flow.playing.player == 1


def test_a_blank_with_kept_dice_is_mended_where_they_lie(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.again(2, 3, 4, 6)
    tray = box.body.tray
    box.restart()
    assert box.body.tray == tray
    box.press("keep", "left", "roll")
    box.wait(1.0)
    assert box.body.tray == tray
    box.press("roll")
    assert sorted(box.flow.playing.frozen) == [1, 1, 5]


def test_a_blank_with_kept_dice_is_mended_though_nobody_knows_where_they_lie(
    box: SensorBox,
) -> None:
    box.choose(*SCORING)
    box.again(2, 3, 4, 6)
    box.stop()
    box.forget_the_place()
    box.start()
    box.press("keep", "left", "roll")
    box.wait(1.0)
    box.press("roll")
    assert sorted(box.flow.playing.frozen) == [1, 1, 5]


def test_a_last_die_that_missed_is_mended(tmp_path: Path) -> None:
    box = SensorBox(tmp_path, games={"ours": with_options(load("zilch"), {"last_die_bonus": 500})})
    box.begin()
    box.roll(1, 1, 1, 5, 5, 2)
    box.again(3)
    assert box.screen == "last_die"
    box.press("keep", "left", "left", "roll")
    box.wait(1.0)
    assert box.scored[-1] == (1,)
    assert box.screen == "choose"


def test_a_throw_of_a_roll_off_is_mended(tmp_path: Path) -> None:
    rules = with_options(load("diecimila"), {"target": 3000})
    box = SensorBox(tmp_path, games={"ours": rules})
    box.begin()
    for _ in range(2):
        box.roll(1, 2, 3, 4, 5, 6)
        box.press("roll", "bank", "roll")
    assert box.screen == "roll_off"
    box.press("roll")
    box.roll(*BLANK)
    assert box.screen == "roll_off_result"
    box.press("keep", "left", "roll")
    box.wait(1.0)
    assert box.screen == "roll_off_result"
    assert box.body.points == 100


def test_the_menu_is_left_of_the_faces_and_leads_back(box: SensorBox) -> None:
    box.choose(2, 1, 3, 4, 6, 6)
    box.press("keep", "left", "left", "keep")
    assert box.screen == "menu"
    box.press("bank")
    assert box.screen == "check"


def test_what_was_changed_is_not_lost_behind_the_menu(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(1, 61)
    box.settle()
    box.press("right", "keep", "left", "keep")
    assert box.screen == "menu"
    box.press("bank")
    assert checked(box).dice == (1, 6, 2, 3, 4, 4)


def test_a_press_that_changes_nothing_says_what_to_do(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(0, 10)
    box.settle()
    box.press("roll")
    assert box.screen == "check"
    assert box.view.refusal is not None


# -- before the throw counts ----------------------------------------------------------------------


def test_a_doubtful_throw_that_is_right_is_the_sensor_s(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(1, 70)
    box.settle()
    assert checked(box).says == Say("check.right")
    box.press("roll")
    assert box.rolls == [(SCORING, "sensor")]


def test_a_throw_with_a_die_that_was_entered_is_mended_though_it_was_read_so(
    box: SensorBox,
) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(1, 30)
    box.settle()
    box.press("right", "roll")
    assert box.rolls == [(SCORING, "mended")]


def test_no_other_dice_are_offered_while_some_lie_there_and_are_asked_about(
    box: SensorBox,
) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(0, 70)
    box.settle()
    box.press("left", "keep")
    assert Say("menu.dice_sensor") not in box.body.items
    box.press("bank", "roll")
    box.wait(1.0)
    box.press("left", "keep")
    assert Say("menu.dice_sensor") in box.body.items


def test_a_doubtful_throw_that_is_changed_is_mended(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(1, 70)
    box.settle()
    box.press("right", "roll")
    assert box.rolls == [((1, 6, 2, 3, 4, 4), "mended")]
    assert not any("undo" in entry.action for entry in box.entries)


def test_a_doubtful_throw_can_be_mended_again_once_it_counts(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(1, 30)
    box.settle()
    box.press("right", "roll")
    box.wait(1.0)
    assert box.body.dice == SCORING
    box.press("keep")
    assert checked(box).die == 1
    assert checked(box).dice == SCORING
    box.press("left", "roll")
    assert box.scored == [(1, 4, 2, 3, 4, 4)]


def test_the_sensor_waits_no_longer_for_a_throw_that_was_put_right(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.lean(2)
    box.settle()
    box.press("keep", "right", "right", "roll")
    assert box.scored == [SCORING]
    box.wait(2.0)
    box.tray.throw(*BLANK)
    box.until(lambda: box.view.refusal is not None)
    assert box.scored == [SCORING]


def test_dice_entered_by_hand_are_mended_and_stay_entered_by_hand(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.press("keep", "keep", "keep", "keep", "keep", "keep", "keep")
    box.wait(1.0)
    assert box.rolls == [((1,) * 6, "hand")]
    box.press("keep", "right", "roll")
    box.wait(1.0)
    assert box.rolls == [((2, 1, 1, 1, 1, 1), "hand")]


# -- a cut in the middle --------------------------------------------------------------------------


@given(DICE, st.data())
def test_dice_that_were_half_put_right_are_as_they_were_left(
    read: list[int | None], data: st.DataObject
) -> None:
    sure = data.draw(st.lists(PERCENT, min_size=len(read), max_size=len(read)))
    mending = Mending.of(read, sure)
    for turn in data.draw(st.lists(st.sampled_from((-1, 0, 1)), max_size=9)):
        mending = mending.turned(turn) if turn else mending.following()
    assert Mending.of(read, sure).resumed(json.loads(json.dumps(mending.mark))) == mending


@pytest.mark.parametrize(
    "mark",
    [
        None,
        {},
        {"read": [1, 3], "dice": [1, 4], "step": 1, "on_menu": False},
        {"read": [1, 2], "dice": [1, 7], "step": 1, "on_menu": False},
        {"read": [1, 2], "dice": [1], "step": 1, "on_menu": False},
        {"read": [1, 2], "dice": [1, "4"], "step": 1, "on_menu": False},
    ],
)
def test_what_was_left_of_other_dice_counts_for_nothing(mark: object) -> None:
    mending = Mending.of((1, 2))
    assert mending.resumed(mark) == mending


@pytest.mark.parametrize("counts", [False, True])
def test_a_cut_leaves_the_dice_as_far_as_they_were_put_right(box: SensorBox, counts: bool) -> None:
    box.begin()
    box.cast(*SCORING)
    if not counts:
        box.tray.doubt(4, 70)
    box.settle()
    if counts:
        box.press("keep")
    assert box.screen == "check"
    box.press("right", "keep", "right")
    before = checked(box)
    box.restart()
    box.wait(5.0)
    assert checked(box) == before
