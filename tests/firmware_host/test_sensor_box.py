"""What real readers get wrong, through the whole box: what the screen says, and a way on."""

from pathlib import Path
from typing import Any

import pytest
from sensor_boxes import BAD, BLANK, SCORING, SensorBox

from firmware_host.view import Blank, Check, Choose, Say, Unread, Waiting
from hw.events import PartReport, Reading
from hw.fakes.line import Faults
from hw.fakes.sensor import CHATTER
from hw.tower.verdict import ACCEPT, ENTER

OTHER = (1, 1, 2, 3, 4, 6)
SIXES = (6, 6, 1, 2, 3, 4)


@pytest.fixture
def box(tmp_path: Path) -> SensorBox:
    return SensorBox(tmp_path)


def says(box: SensorBox) -> str:
    """The key of what the screen says."""
    assert isinstance(box.body, Unread | Check | Waiting)
    assert box.body.says is not None
    return box.body.says.key


# -- a clean throw --------------------------------------------------------------------------------


def test_a_turn_with_the_sensor_needs_no_press_before_the_throw(box: SensorBox) -> None:
    box.begin()
    box.roll(*SCORING)
    assert box.screen == "choose"
    assert box.rolls == [(SCORING, "sensor")]


def test_a_throw_is_shown_as_pips_before_anything_follows_from_it(box: SensorBox) -> None:
    box.begin()
    box.roll(*BLANK)
    assert isinstance(box.body, Blank)
    assert box.body.dice == BLANK


def test_the_screen_says_throw_only_once_the_sensor_is_armed(box: SensorBox) -> None:
    box.line.mend()
    box.wire.unplug(box.clock.now())
    box.flow.setup = box.flow.setup.with_dice("sensor")
    box.press("roll", "roll")
    assert says(box) == "waiting.lost"
    box.wire.plug()
    box.until_armed()
    assert says(box) == "waiting.throw"


def test_the_screen_says_throw_after_a_reboot_only_once_the_sensor_is_armed_again(
    box: SensorBox,
) -> None:
    box.begin()
    box.sensor.reboot()
    box.until(lambda: box.body.state == "wait")
    box.roll(*SCORING)
    assert box.scored == [SCORING]


def test_the_rest_is_thrown_after_a_keep(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.tray.take(0, 1)
    box.press("roll")
    box.roll(2, 3, 4, 1)
    assert box.scored == [SCORING, (2, 3, 4, 1)]


# -- dice that are no throw, or not yet -----------------------------------------------------------


def test_dice_that_spin_are_not_read(box: SensorBox) -> None:
    box.begin()
    box.tray.spin(*SCORING)
    box.until_screen("tray")
    assert says(box) == "unread.motion"
    assert box.scored == []
    box.tray.throw(*SCORING, ms=300)
    box.settle()
    assert box.scored == [SCORING]


def test_dice_that_spin_for_ever_can_be_entered(box: SensorBox) -> None:
    box.begin()
    box.tray.spin(*SCORING)
    box.until_screen("tray")
    box.press("keep")
    assert box.screen == "by_hand"


def test_a_hand_that_takes_dice_out_is_no_throw(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.press("roll")
    box.until_armed()
    box.tray.take()
    box.until_screen("throw")
    box.until_armed()
    assert box.scored == [SCORING]
    box.roll(1, 2, 3, 4)
    assert box.scored == [SCORING, (1, 2, 3, 4)]


def test_dice_placed_by_hand_are_asked_about(box: SensorBox) -> None:
    box.begin()
    box.tray.place(*SCORING[:3])
    box.wait(2.0)
    assert box.screen == "waiting"
    box.tray.place(*SCORING[3:])
    box.until_screen("check")
    assert says(box) == "check.place"
    assert box.scored == []
    box.press("roll")
    assert box.scored == [SCORING]


def test_a_die_too_many_beside_placed_dice_is_told(box: SensorBox) -> None:
    box.begin()
    box.tray.place(*SCORING)
    box.until_screen("check")
    box.tray.place(4)
    box.until_screen("tray")
    assert says(box) == "unread.many"
    box.tray.take(6)
    box.until_screen("throw")
    box.until_screen("tray")
    box.press("roll")
    box.until_screen("check")
    box.press("roll")
    assert box.scored == [SCORING]


def test_dice_placed_by_hand_can_be_thrown_instead(box: SensorBox) -> None:
    box.begin()
    box.tray.place(*SCORING)
    box.until_screen("check")
    box.press("bank")
    box.roll(*OTHER)
    assert box.scored == [OTHER]


def test_a_throw_counts_though_the_screen_asks_about_dice_that_were_placed(box: SensorBox) -> None:
    box.begin()
    box.tray.place(*SCORING)
    box.until_screen("check")
    box.tray.throw(*OTHER)
    box.settle()
    assert box.rolls == [(OTHER, "sensor")]


def test_a_tray_read_before_anybody_threw_is_asked_about(box: SensorBox) -> None:
    """The dice of the last throw still lie there, and a press of ROLL is a habit."""
    box.choose(*SCORING)
    box.tray.take(0, 1)
    box.wait(2.0)
    box.press("roll")
    box.until_armed()
    box.press("roll")
    box.until_screen("check")
    assert box.scored == [SCORING]
    box.press("bank")
    box.roll(2, 3, 4, 6)
    assert box.scored == [SCORING, (2, 3, 4, 6)]


def test_dice_of_the_last_throw_do_not_count_though_all_is_done_that_the_screen_says(
    box: SensorBox,
) -> None:
    box.choose(*SCORING)
    box.press("roll")
    box.until_armed()
    box.press("roll")
    box.until_screen("tray")
    assert says(box) == "unread.many"
    box.tray.take(0, 1)
    box.until_screen("throw")
    box.until_screen("tray")
    box.press("roll")
    box.until_screen("check")
    assert box.scored == [SCORING]


# -- dice that can't be read ----------------------------------------------------------------------


@pytest.fixture
def leaning(box: SensorBox) -> SensorBox:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.lean(2)
    box.settle()
    return box


def test_a_leaning_die_is_told(leaning: SensorBox) -> None:
    assert leaning.screen == "tray"
    assert says(leaning) == "unread.cocked"
    assert leaning.scored == []


def test_a_leaning_die_that_is_laid_flat_is_asked_about(leaning: SensorBox) -> None:
    leaning.tray.nudge(2, 2)
    leaning.until_screen("check")
    leaning.press("roll")
    assert leaning.scored == [SCORING]


def test_two_leaning_dice_are_laid_flat_one_after_the_other(leaning: SensorBox) -> None:
    leaning.tray.lean(3)
    leaning.tray.nudge(2, 2)
    leaning.wait(2.0)
    assert leaning.screen == "tray"
    leaning.tray.nudge(3, 3)
    leaning.until_screen("check")
    leaning.press("roll")
    assert leaning.scored == [SCORING]


def test_a_leaning_die_is_mended_in_three_presses(leaning: SensorBox) -> None:
    leaning.press("keep")
    assert isinstance(leaning.body, Check)
    assert leaning.body.dice == (1, 5, None, 3, 4, 4)
    leaning.press("right", "right", "roll")
    assert leaning.rolls == [(SCORING, "mended")]


def test_all_dice_are_thrown_again(leaning: SensorBox) -> None:
    leaning.press("bank")
    leaning.roll(*OTHER)
    assert leaning.scored == [OTHER]


def test_a_throw_again_needs_no_press(leaning: SensorBox) -> None:
    leaning.tray.throw(*OTHER)
    leaning.settle()
    assert leaning.scored == [OTHER]


def test_dice_that_touch_are_told_and_parted(box: SensorBox) -> None:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.stack(4)
    box.settle()
    assert says(box) == "unread.stacked"
    box.tray.nudge(4, 4)
    box.until_screen("check")
    box.press("roll")
    assert box.scored == [SCORING]


def test_a_missing_die_is_told_and_thrown_after_the_others(box: SensorBox) -> None:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.miss(5)
    box.settle()
    assert box.screen == "tray"
    assert box.body.dice == SCORING[:5]
    assert box.scored == []
    box.tray.throw(4, beside=True)
    box.settle()
    assert box.scored == [SCORING]


def test_a_missing_die_that_is_put_in_is_asked_about(box: SensorBox) -> None:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.miss(5)
    box.settle()
    box.tray.place(4)
    box.until_screen("check")
    assert box.scored == []
    box.press("roll")
    assert box.scored == [SCORING]


def test_a_die_left_in_the_tray_is_told_and_taken_out(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.press("roll")
    box.until_armed()
    box.tray.take(2, 3, 4, 5)
    box.wait(2.0)
    box.tray.throw(2, 3, 4, 1, beside=True)  # 1 and 5 were kept, and still lie there
    box.settle()
    assert box.screen == "tray"
    assert len(box.body.dice) == 6
    box.tray.take(0, 1)
    box.until_screen("throw")
    box.until_screen("tray")
    box.press("roll")
    box.until_screen("check")
    box.press("roll")
    assert box.scored == [SCORING, (2, 3, 4, 1)]


def test_a_tray_without_dice_is_told(box: SensorBox) -> None:
    box.begin()
    box.press("roll")
    box.until_screen("tray")
    assert box.body.dice == ()


# -- dice that are read wrong ---------------------------------------------------------------------


@pytest.mark.parametrize("sure", [ENTER, ACCEPT - 1])
def test_a_die_of_which_the_sensor_is_not_quite_certain_is_asked_about(
    box: SensorBox, sure: int
) -> None:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.doubt(3, sure)
    box.settle()
    assert box.screen == "check"
    assert box.body.die == 3
    assert box.body.dice == SCORING
    assert box.scored == []
    box.press("roll")
    assert box.rolls == [(SCORING, "sensor")]


@pytest.mark.parametrize("sure", [0, ENTER - 1])
def test_a_die_that_the_sensor_only_guesses_at_is_entered(box: SensorBox, sure: int) -> None:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.doubt(3, sure)
    box.settle()
    assert box.screen == "check"
    assert box.body.dice == (1, 5, 2, None, 4, 4)
    box.press("roll")
    assert box.scored == []
    box.press("right", "roll")
    assert box.scored == [SCORING]


def test_a_camera_from_below_is_mended_die_by_die(box: SensorBox) -> None:
    """It can't be told from a throw of the other faces: the players see it."""
    box.tray.from_below = True
    box.choose(*SCORING)
    assert isinstance(box.body, Choose)
    assert box.body.dice == (6, 2, 5, 4, 3, 3)
    box.press("keep")
    for place, face in enumerate(SCORING):
        while box.body.dice[place] != face:
            box.press("right")
        box.press("keep")
    box.press("roll")
    assert box.rolls == [(SCORING, "mended")]
    assert box.scored == [SCORING]


def test_a_six_read_as_five_is_mended_in_three_presses(box: SensorBox) -> None:
    box.tray.six_as_five = True
    box.begin()
    box.tray.throw(*SIXES[1:], 6)
    box.tray.doubt(0, 97)
    box.settle()
    assert box.body.dice == (5, 1, 2, 3, 4, 5)
    box.press("keep", "right", "roll")
    box.wait(0.5)
    assert box.body.dice == (6, 1, 2, 3, 4, 5)
    assert box.rolls == [((6, 1, 2, 3, 4, 5), "mended")]


def test_a_stuck_camera_is_asked_about(box: SensorBox) -> None:
    """One that tells of a throw without motion, and of the same dice at the same spots."""
    box.begin()
    box.roll(*BLANK)
    stuck = box.flow.newest_reading
    box.press("roll")
    box.until_armed()
    box.tell(stuck._replace(id=900, token=box.flow.token, moved=False))
    assert box.screen == "check"
    assert box.scored == [BLANK]


def test_a_camera_that_sticks_for_good_never_scores(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.tray.frozen = True
    box.press("roll")
    box.until_armed()
    box.tray.throw(1, 2, 3, 4)
    box.wait(20.0)
    assert box.screen == "waiting"
    assert box.scored == [SCORING]
    box.press("keep")
    assert box.screen == "by_hand"


# -- light, glare, lid, camera ----------------------------------------------------------------


@pytest.mark.parametrize("blind", ["light", "lid", "cal"])
def test_a_reader_that_sees_nothing_is_told_and_the_next_throw_counts(
    box: SensorBox, blind: str
) -> None:
    box.begin()
    box.tray.blind = blind
    box.until_screen("tray")
    assert says(box) == f"unread.{blind}"
    box.tray.blind = ""
    box.wait(2.0)
    box.tray.throw(*SCORING)
    box.settle()
    assert box.scored == [SCORING]


def test_dice_thrown_in_bad_light_are_read_when_it_is_better(box: SensorBox) -> None:
    box.begin()
    box.tray.blind = "light"
    box.until_screen("tray")
    box.tray.throw(*SCORING)
    box.wait(5.0)
    box.tray.blind = ""
    box.until_screen("check")
    box.press("roll")
    assert box.scored == [SCORING]


def test_a_camera_that_fails_leaves_entry_by_hand(box: SensorBox) -> None:
    box.begin()
    box.tray.failing = True
    box.until_screen("tray")
    assert says(box) == "unread.cam"
    box.press("keep")
    assert box.screen == "by_hand"


# -- after a throw was scored ---------------------------------------------------------------------


def test_a_bump_after_scoring_changes_nothing_and_is_told(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.tray.nudge(0, 6)
    box.until(lambda: box.view.refusal is not None)
    assert box.view.refusal == Say("sensor.nudged")
    assert box.screen == "choose"
    assert box.scored == [SCORING]


@pytest.mark.parametrize("dice", [SCORING, BLANK])
def test_a_second_throw_of_eager_players_is_told_not_to_count(
    box: SensorBox, dice: tuple[int, ...]
) -> None:
    box.begin()
    box.roll(*dice)
    screen = box.screen
    box.tray.take()
    box.wait(2.0)
    box.tray.throw(*OTHER)
    box.until(lambda: box.view.refusal is not None)
    assert box.view.refusal == Say("sensor.early")
    assert box.screen == screen
    assert box.scored == [dice]


def test_a_throw_while_another_is_looked_at_does_not_take_its_place(box: SensorBox) -> None:
    box.begin()
    box.tray.throw(*SCORING)
    box.tray.doubt(0, 70)
    box.settle()
    box.tray.take()
    box.wait(2.0)
    box.tray.throw(*OTHER)
    box.until(lambda: box.view.refusal is not None)
    assert box.view.refusal == Say("sensor.early")
    assert box.body.dice == SCORING
    box.press("roll")
    assert box.scored == [SCORING]


def test_a_throw_before_the_sensor_is_armed_is_told_not_to_count(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.tray.take()
    box.wait(2.0)
    box.tray.throw(*OTHER[:4])
    box.wait(1.7)
    box.line.to_device.faults = Faults(lost=1.0)
    box.press("roll")
    box.wait(1.0)
    assert says(box) == "waiting.wakes"
    assert box.view.refusal == Say("sensor.early")
    box.line.mend()
    box.roll(2, 3, 4, 1)
    assert box.scored == [SCORING, (2, 3, 4, 1)]


def test_dice_thrown_while_they_are_entered_by_hand_are_not_counted_twice(box: SensorBox) -> None:
    box.begin()
    box.press("keep")
    box.tray.throw(*SCORING)
    box.wait(5.0)
    assert box.view.refusal is None
    for face in sorted(SCORING):
        while box.body.face != face:
            box.press("right")
        box.press("keep")
    assert box.rolls == [(tuple(sorted(SCORING)), "hand")]


# -- results that make no sense -------------------------------------------------------------------


def reading(box: SensorBox, *dice: int, **more: Any) -> Reading:
    told = Reading("7C3E", 900, box.flow.token, "roll", None, dice, (99,) * len(dice))
    return told._replace(**more)


def test_a_sensor_that_counts_other_dice_than_are_awaited_scores_nothing(box: SensorBox) -> None:
    box.begin()
    box.tell(reading(box, 1, 2, 3, 4, 5))
    assert box.screen == "tray"
    assert box.scored == []
    box.press("bank")
    box.roll(*SCORING)
    assert box.scored == [SCORING]


def test_after_another_number_of_dice_the_tray_can_be_read_again(box: SensorBox) -> None:
    box.begin()
    box.tell(reading(box, 1, 2, 3, 4, 5))
    box.tray.place(*SCORING)
    box.until_screen("check")
    box.tell(reading(box, 1, 2, 3, 4, 5, id=901, kind="read"))
    assert box.screen == "tray"
    box.press("roll")
    box.until_screen("check")
    box.press("roll")
    assert box.scored == [SCORING]


def test_the_same_name_with_other_dice_is_a_conflict_and_the_first_stays(box: SensorBox) -> None:
    box.begin()
    first = reading(box, *SCORING)
    for told in (first, first._replace(dice=OTHER)):
        box.tell(told)
    assert box.scored == [SCORING]


def test_a_reading_of_an_earlier_throw_is_not_applied(box: SensorBox) -> None:
    box.begin()
    stale = reading(box, *SCORING)
    box.press("keep", "bank")
    box.until_armed()
    box.tell(stale)
    assert box.screen == "waiting"
    assert box.scored == []


# -- the line -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_line_that_loses_and_damages_carries_every_throw_exactly_once(
    tmp_path: Path, seed: int
) -> None:
    box = SensorBox(tmp_path, faults=BAD, seed=seed)
    box.choose(*SCORING)
    box.again(1, 2, 3, 4)
    box.again(1, 3, 4)
    box.wait(10.0)
    assert box.scored == [SCORING, (1, 2, 3, 4), (1, 3, 4)]


@pytest.mark.parametrize("after", [0.2, 0.9, 1.5, 2.1, 2.4])
def test_a_reboot_in_mid_throw_loses_nothing_that_was_scored(box: SensorBox, after: float) -> None:
    box.begin()
    box.wait(100.0)
    box.tray.throw(*SCORING)
    box.wait(after)
    box.sensor.reboot(CHATTER)
    box.until(lambda: box.screen in ("choose", "waiting"))
    if box.screen == "waiting":
        assert box.scored == []
        box.until_armed()
        box.press("roll")
        box.until_screen("check")
        box.press("roll")
    assert box.scored == [SCORING]


def test_a_sensor_of_another_version_is_told_and_the_box_throws(tmp_path: Path) -> None:
    box = SensorBox(tmp_path, SCORING)
    box.begin()
    box.tell(PartReport("sensor", False, "update it", "version"))
    assert says(box) == "waiting.version"
    box.press("roll")
    box.wait(2.0)
    assert box.rolls == [(SCORING, "script")]
