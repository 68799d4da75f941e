"""What happens to dice in the tray, and what the host is told of it."""

import pytest
from device_rig import Rig, listening_rig, only, params, said, state


@pytest.fixture
def rig() -> Rig:
    return listening_rig()


def test_an_awaited_throw_is_told_with_all_that_is_known_of_it(rig: Rig) -> None:
    rig.arm(41, 6)
    rig.tray.throw(1, 5, 5, 2, 4, 6, ms=1800)
    rig.tray.doubt(4, 88)
    told = only(rig.results())
    assert told == {
        "verb": "ROLL",
        "boot": "7C3E",
        "id": "1",
        "tok": "41",
        "k": "roll",
        "n": "6",
        "v": "1,5,5,2,4,6",
        "c": "98,98,98,98,88,98",
        "ms": "1800",
        "p": "120:200,260:200,400:200,540:200,680:200,820:200",
    }


def test_motion_is_told_when_it_begins_and_once(rig: Rig) -> None:
    rig.arm(41, 2)
    rig.tray.throw(1, 5)
    frames = rig.run(1500)
    assert [frame.split(" ")[0] for frame in frames if "BEAT" not in frame] == ["MOVE"]
    assert params(frames[0]) == {"tok": "41"}
    assert rig.times[1] - rig.times[0] <= 40


def test_a_throw_disarms(rig: Rig) -> None:
    rig.arm(41, 2)
    rig.tray.throw(1, 5)
    assert only(rig.results())["tok"] == "41"
    rig.tray.take()
    rig.run(1000)
    rig.tray.throw(2, 2)
    assert said(only(rig.results()), "k tok v") == ["roll", "0", "2,2"]


def test_a_leaning_die_is_told_and_the_throw_still_awaited(rig: Rig) -> None:
    rig.arm(42, 3)
    rig.tray.throw(1, 3, 4, ms=2200)
    rig.tray.lean(1)
    told = only(rig.results())
    assert said(told, "verb tok e n v c ms want") == [
        "BAD", "42", "cocked", "3", "1,?,4", "98,31,98", "2200", "-",
    ]  # fmt: skip
    rig.tray.take()
    rig.run(1000)
    rig.tray.throw(2, 2, 5)
    assert said(only(rig.results()), "k tok v") == ["roll", "42", "2,2,5"]


def test_a_die_set_straight_is_a_nudge_until_the_host_has_it_read(rig: Rig) -> None:
    rig.arm(42, 3)
    rig.tray.throw(1, 3, 4)
    rig.tray.lean(1)
    rig.results()
    rig.tray.nudge(1, 3)
    assert said(only(rig.results()), "k tok v ms") == ["nudge", "42", "1,3,4", "320"]
    rig.say("READ tok=42")
    assert said(only(rig.results()), "k tok v ms") == ["read", "42", "1,3,4", "0"]
    rig.tray.nudge(2, 6)
    assert said(only(rig.results()), "k tok v") == ["nudge", "42", "1,3,6"]


def test_a_stacked_die_is_told(rig: Rig) -> None:
    rig.arm(44, 6)
    rig.tray.throw(1, 1, 2, 6, 5)
    rig.tray.stack(4)
    told = only(rig.results())
    assert said(told, "e n want v c") == ["stacked", "5", "6", "1,1,2,6,?", "98,98,98,98,12"]


def test_a_missing_die_is_told_and_may_come_late(rig: Rig) -> None:
    rig.arm(43, 5)
    rig.tray.throw(2, 2, 3, 6)
    assert said(only(rig.results()), "e n want v") == ["missing", "4", "5", "2,2,3,6"]
    rig.tray.throw(1, beside=True)
    assert said(only(rig.results()), "k tok v") == ["roll", "43", "2,2,3,6,1"]


def test_an_extra_die_is_told(rig: Rig) -> None:
    rig.arm(43, 2)
    rig.tray.throw(2, 2, 3)
    assert said(only(rig.results()), "e n want") == ["extra", "3", "2"]


def test_kept_dice_that_were_left_in_the_tray_are_too_many(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.throw(1, 1, 1)
    rig.results()
    rig.arm(42, 3)
    rig.tray.throw(2, 3, 4, beside=True)
    assert said(only(rig.results()), "e n want v") == ["extra", "6", "3", "1,1,1,2,3,4"]


def test_taking_dice_out_is_no_throw_though_as_many_stay_as_are_awaited(rig: Rig) -> None:
    rig.arm(41, 6)
    rig.tray.throw(1, 1, 1, 2, 3, 4)
    rig.results()
    rig.arm(42, 3)
    rig.tray.take(0, 1, 2)
    assert rig.results() == []
    assert state(rig) == "armed"
    rig.tray.take()
    assert rig.results() == []
    rig.tray.throw(5, 5, 6)
    assert said(only(rig.results()), "k tok v") == ["roll", "42", "5,5,6"]


def test_dice_that_stayed_where_they_lay_are_not_thrown_again(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.throw(1, 1, 1)
    rig.results()
    rig.arm(42, 3)
    rig.tray.take(0)
    rig.run(1000)
    rig.tray.throw(6, beside=True)
    assert said(only(rig.results()), "k tok") == ["nudge", "42"]


def test_a_throw_right_after_the_last_without_an_empty_tray_counts(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.throw(1, 1, 1)
    rig.results()
    rig.arm(42, 3)
    rig.tray.throw(1, 1, 1)
    assert said(only(rig.results()), "k tok v") == ["roll", "42", "1,1,1"]


def test_a_bump_after_scoring_is_a_nudge_of_no_token(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.throw(1, 3, 4)
    rig.results()
    rig.tray.nudge(2, 6)
    assert said(only(rig.results()), "k tok v") == ["nudge", "0", "1,3,6"]


def test_a_bump_that_changes_nothing_is_nothing(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.throw(1, 3, 4)
    rig.results()
    rig.tray.nudge(2, 4)
    assert rig.results() == []


def test_dice_put_there_by_hand_are_placed_not_thrown(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.place(1, 1, 5)
    assert said(only(rig.results()), "k tok n ms") == ["place", "41", "3", "0"]
    rig.tray.take()
    assert rig.results() == []
    rig.tray.throw(2, 3, 4)
    assert said(only(rig.results()), "k tok") == ["roll", "41"]


def test_dice_put_there_after_others_were_taken_out_are_placed(rig: Rig) -> None:
    rig.tray.throw(1, 2)
    rig.results()
    rig.arm(41, 2)
    rig.tray.take()
    rig.results()
    rig.tray.place(6, 6)
    assert said(only(rig.results()), "k tok v") == ["place", "41", "6,6"]


def test_dice_placed_one_by_one_are_told_each_time(rig: Rig) -> None:
    kinds = []
    for face in (1, 2, 3):
        rig.tray.place(face)
        kinds += [said(told, "k n") for told in rig.results()]
    assert kinds == [["place", "1"], ["place", "2"], ["place", "3"]]


def test_a_die_that_changes_without_motion_is_a_nudge(rig: Rig) -> None:
    rig.tray.place(1, 2)
    rig.results()
    rig.tray.nudge(1, 6, ms=0)
    assert said(only(rig.results()), "k v ms") == ["nudge", "1,6", "0"]


def test_off_ends_the_waiting_for_a_throw_and_for_a_reading(rig: Rig) -> None:
    rig.arm(41, 2)
    rig.tray.place(1, 2)
    rig.run(100)
    rig.say("READ tok=41")
    rig.say("OFF")
    assert said(only(rig.results()), "k tok") == ["place", "0"]
    rig.tray.throw(3, 5)
    rig.tray.lean(0)
    assert rig.results() == []


def test_arming_while_dice_roll_takes_them_and_tells_motion_again(rig: Rig) -> None:
    rig.arm(41, 2)
    rig.tray.throw(3, 5)
    rig.run(500)
    assert [frame.split(" ", 2)[2] for frame in rig.frames(-1)] == ["tok=41"]
    answers = rig.say("ARM tok=42 n=2")
    assert [answer.split(" ")[0] for answer in answers] == ["ACK", "MOVE"]
    assert said(only(rig.results()), "k tok") == ["roll", "42"]


def test_arming_again_for_the_same_throw_forgets_nothing_of_it(rig: Rig) -> None:
    rig.arm(42, 2)
    rig.tray.throw(3)
    assert only(rig.results())["e"] == "missing"
    rig.arm(42, 2)
    rig.tray.throw(5, beside=True)
    assert said(only(rig.results()), "k v") == ["roll", "3,5"]
