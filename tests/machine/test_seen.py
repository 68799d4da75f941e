"""The dice that a power cut must not change are read from the panel's pixels."""

import pytest
from PIL import Image

from firmware_host.screens.dice import die, small, tumbling
from hw.fakes.chip import HEIGHT, WIDTH
from machine.cuts.seen import Dice, dice_in

PITCH = 19


def row(*dice: Image.Image) -> bytes:
    picture = Image.new("1", (WIDTH, HEIGHT))
    for number, one in enumerate(dice):
        picture.paste(one, (13 + PITCH * number, 3 * (number % 2)))
    return picture.tobytes()


@pytest.mark.parametrize("kept", [False, True])
def test_each_face_is_read_in_its_place(kept: bool) -> None:
    dice = [die(face, kept and face % 2 == 0) for face in (3, 1, 6, 5, 2, 4)]
    assert dice_in(row(*dice)) == Dice((3, 1, 6, 5, 2, 4))


def test_frozen_dice_are_told_from_thrown_ones_wherever_they_lie() -> None:
    assert dice_in(row(small(6), die(2), small(1), die(2, True))) == Dice((2, 2), (1, 6))


def test_a_die_in_the_air_is_none() -> None:
    assert dice_in(row(tumbling(5, 2), die(4))) == Dice((4,))
