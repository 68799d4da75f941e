"""How the lamps glow beside what the box shows."""

from pathlib import Path

import pytest
from boxes import TUMBLED, hand_box, scripted_box, start, throw
from sensor_boxes import SensorBox

from firmware_host.fakebox import FakeBox
from firmware_host.lamps import Glows, glows_of

GOOD = (1, 1, 1, 5, 2, 3)
SOME = (1, 2, 3, 4, 6, 6)

BOTH: Glows = {"roll": "on", "bank": "on"}
ROLL: Glows = {"roll": "on", "bank": "off"}
THROWN: Glows = {"roll": "breathing", "bank": "off"}
NEITHER: Glows = {"roll": "off", "bank": "off"}


def glows(box: FakeBox) -> Glows:
    return glows_of(box.view)


def test_the_lamps_of_a_game_tell_what_may_be_pressed() -> None:
    box = scripted_box(SOME, GOOD[:5])
    assert glows(box) == BOTH  # any button starts
    box.press("roll")
    assert glows(box) == BOTH  # start, back
    box.press("roll")
    assert glows(box) == ROLL
    box.press("roll")
    assert glows(box) == THROWN
    box.wait(TUMBLED)
    assert glows(box) == ROLL  # 100 points are too few to bank
    throw(box)
    assert glows(box) == BOTH
    box.press("bank")
    assert glows(box) == ROLL


def test_roll_breathes_while_people_may_throw_and_not_before(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    seen: list[Glows] = []
    box.begin()
    assert glows(box.box) == THROWN
    box.wire.unplug(box.clock.now())
    box.wait(0.1)
    assert glows(box.box) == ROLL  # the box's dice
    box.box.box.feel_with(lambda _, view: seen.append(glows_of(view)))
    box.wire.plug()
    box.until_armed()
    assert seen == [ROLL, NEITHER, THROWN]


def test_the_lamps_of_dice_that_are_entered_or_looked_at_tell_what_may_be_pressed(
    tmp_path: Path,
) -> None:
    hand = hand_box()
    assert glows(hand) == {"roll": "off", "bank": "on"}  # back
    box = SensorBox(tmp_path)
    box.begin()
    box.tray.throw(*SOME)
    box.tray.lean(2)
    box.settle()
    assert (box.screen, glows(box.box)) == ("tray", BOTH)  # read, throw
    box.press("keep")
    assert (box.screen, glows(box.box)) == ("check", {"roll": "off", "bank": "on"})
    box.press("right")
    assert glows(box.box) == BOTH  # right, throw


@pytest.mark.parametrize("screen", ["attract", "ready", "choose"])
def test_while_nothing_is_thrown_the_lamps_are_steady(screen: str) -> None:
    box = scripted_box(SOME)
    if screen != "attract":
        start(box)
    if screen == "choose":
        throw(box)
    seen = []
    box.box.feel_with(lambda _, view: seen.append(glows_of(view)))
    box.wait(30)
    assert box.screen == screen
    assert all(glow == seen[0] for glow in seen)
    assert "breathing" not in seen[0].values()
