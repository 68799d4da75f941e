"""What the reader sees or fails to see, and reading when asked."""

import pytest
from device_rig import Rig, listening_rig, only, params, said

from hw.sensor.device.reader import Look


@pytest.fixture
def rig() -> Rig:
    return listening_rig()


def test_what_lay_there_at_power_up_is_not_told_but_read_when_asked() -> None:
    rig = Rig()
    rig.tray.place(4, 4)
    rig.greet()
    assert rig.results() == []
    rig.say("READ tok=9")
    assert said(only(rig.results()), "k tok v") == ["read", "9", "4,4"]


def test_the_same_picture_for_ever_is_no_throw(rig: Rig) -> None:
    rig.arm(41, 2)
    rig.tray.throw(1, 2)
    rig.results()
    rig.tray.frozen = True
    rig.arm(42, 2)
    rig.tray.throw(3, 4)
    assert rig.results(20_000) == []
    assert not any("MOVE" in frame for frame in rig.frames(len(rig.sent) - 5))


@pytest.mark.parametrize("cause", ["light", "lid", "cal"])
def test_a_reader_that_sees_nothing_says_so_once_a_throw_is_awaited(rig: Rig, cause: str) -> None:
    rig.tray.blind, rig.tray.lux = cause, 0
    assert rig.results(3000) == []
    rig.arm(44, 6)
    told = only(rig.results(20_000))
    lux = "0" if cause == "light" else "-"
    assert said(told, "tok e n v c lux want ms") == ["44", cause, "0", "", "", lux, "-", "-"]
    rig.tray.blind = ""
    rig.results()
    rig.tray.throw(1, 1, 1, 2, 2, 2)
    assert said(only(rig.results()), "k tok") == ["roll", "44"]
    rig.tray.blind = cause
    for token in (45, 46):
        rig.arm(token, 6)
        assert said(only(rig.results()), "tok e") == [str(token), cause]


def test_dice_thrown_in_the_dark_are_taken_for_placed(rig: Rig) -> None:
    rig.arm(44, 2)
    rig.tray.blind = "light"
    rig.results()
    rig.tray.throw(5, 6)
    rig.results()
    rig.tray.blind = ""
    assert said(only(rig.results()), "k tok v") == ["place", "44", "5,6"]


def test_a_reader_that_fails_is_a_camera_that_fails_and_people_are_told_once(rig: Rig) -> None:
    rig.tray.failing = True
    rig.arm(44, 2)
    assert said(only(rig.results()), "e tok n") == ["cam", "44", "0"]
    logs = [frame for frame in rig.frames() if frame.startswith("LOG")]
    assert [params(log)["t"] for log in logs] == [
        "the%20reader%20fails%3A%20the%20camera%20does%20not%20answer"
    ]
    rig.tray.failing = False
    rig.run(1000)
    rig.tray.throw(1, 1)
    assert said(only(rig.results()), "k tok") == ["roll", "44"]


def test_reading_an_empty_or_dark_tray_finds_nothing(rig: Rig) -> None:
    rig.say("READ tok=44")
    assert said(only(rig.results()), "e tok n v want") == ["missing", "44", "0", "", "-"]
    rig.tray.blind = "lid"
    rig.run(1000)
    rig.say("READ tok=44")
    assert said(only(rig.results()), "e tok n v") == ["lid", "44", "0", ""]


def test_reading_for_the_awaited_throw_wants_as_many_dice(rig: Rig) -> None:
    rig.tray.place(1, 2)
    rig.results()
    rig.arm(44, 3)
    rig.say("READ tok=44")
    assert said(only(rig.results()), "e n want") == ["missing", "2", "3"]
    rig.say("READ tok=43")
    assert said(only(rig.results()), "k tok n") == ["read", "43", "2"]


def test_a_reading_waits_until_the_dice_lie_still(rig: Rig) -> None:
    rig.tray.place(1, 2)
    rig.run(200)
    rig.say("READ tok=44")
    rig.tray.spin(3, 3)
    assert rig.results(2000) == []
    rig.tray.throw(3, 5)
    assert said(only(rig.results()), "k tok v") == ["read", "44", "3,5"]


def test_a_camera_from_below_and_a_six_read_as_five_are_told_as_they_are_read(rig: Rig) -> None:
    rig.arm(41, 3)
    rig.tray.from_below = True
    rig.tray.throw(1, 2, 6)
    assert only(rig.results())["v"] == "6,5,1"
    rig.tray.six_as_five = True
    rig.arm(42, 3)
    rig.tray.throw(1, 2, 6)
    assert only(rig.results())["v"] == "5,5,1"


def test_more_dice_than_a_line_holds_are_told_in_one_line(rig: Rig) -> None:
    rig.arm(41, 6)
    rig.tray.throw(*[6] * 20)
    assert said(only(rig.results()), "e n want") == ["extra", "12", "6"]
    rig.say("OFF")
    rig.tray.take()
    rig.run(1000)
    rig.tray.throw(*[5] * 12)
    told = only(rig.results())
    assert said(told, "k n") == ["roll", "12"]
    assert "p" not in told


def test_a_look_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="a look at 2 dice has 1 confidences and 0 spots"):
        Look((1, 2), (99,))
