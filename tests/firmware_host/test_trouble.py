"""Throws that do not come."""

from boxes import TUMBLED, start, throw

from firmware_host.fakebox import FakeBox
from firmware_host.view import Ask, Choose, Say
from hw.events import NoThrow, PartReport, Post, Thrown

THROW = (1, 5, 2, 2, 3, 4)


class Failing:
    """Dice that do not come while `fails`."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self.fails = False

    def throw(self, token: int, count: int) -> None:
        if self.fails:
            self.post(NoThrow(token, "the random device fails"))
        else:
            self.post(Thrown(token, THROW[:count], "box"))

    def close(self) -> None:
        """Nothing waits."""


def failing_box() -> tuple[FakeBox, Failing]:
    made: list[Failing] = []

    def dice(post: Post) -> Failing:
        made.append(Failing(post))
        return made[0]

    box = FakeBox(dice)
    start(box)
    return box, made[0]


def test_a_throw_that_does_not_come_is_said_and_roll_tries_again() -> None:
    box, dice = failing_box()
    dice.fails = True
    throw(box)
    assert box.view.body == Ask(Say("trouble.no_dice"), Say("trouble.random"))
    throw(box)
    assert box.screen == "trouble"
    dice.fails = False
    throw(box)
    assert isinstance(box.view.body, Choose)


def test_dice_that_were_kept_stay_kept_while_no_others_come() -> None:
    box, dice = failing_box()
    throw(box)
    dice.fails = True
    throw(box)
    assert box.box.flow.playing.turn_points == 150
    box.press("left", "roll")
    assert box.screen == "trouble"
    dice.fails = False
    throw(box)
    assert box.view.body.dice == THROW[:4]  # type: ignore[union-attr]


def test_the_game_can_be_left_while_there_are_no_dice() -> None:
    box, dice = failing_box()
    dice.fails = True
    throw(box)
    box.press("left", "left", "roll", "keep")
    assert box.screen == "attract"


def test_an_answer_to_an_older_request_is_nothing() -> None:
    box, _ = failing_box()
    box.press("roll")
    box.box.handle(NoThrow(99, "late"), box.clock.now())
    box.wait(TUMBLED)
    assert isinstance(box.view.body, Choose)


def test_dice_that_are_missing_altogether_stand_on_the_screen() -> None:
    box, _ = failing_box()
    box.box.handle(PartReport("dice", False, "why"), box.clock.now())
    assert box.view.note == Say("note.no_dice")
