"""Dice as pictures."""

import pytest
from PIL import Image, ImageChops, ImageDraw

from firmware_host.screens.dice import AIR, ANGLES, die, small, tumbling

FACES = range(1, 7)


def islands(image: Image.Image, value: int) -> int:
    """How many patches of a value there are; neighbours by edge are one."""
    rest, found = image.convert("L"), 0
    for x in range(rest.width):
        for y in range(rest.height):
            if rest.getpixel((x, y)) == value:
                ImageDraw.floodfill(rest, (x, y), 128)
                found += 1
    return found


@pytest.mark.parametrize("face", FACES)
def test_a_die_at_rest_is_16_pixels_or_larger_and_has_its_pips_in_light(face: int) -> None:
    picture = die(face)
    assert min(picture.size) >= 16
    assert islands(picture, 255) == face + 1  # and the outline


@pytest.mark.parametrize("face", FACES)
def test_a_kept_die_has_its_pips_in_dark_and_dark_corners(face: int) -> None:
    assert islands(die(face, True), 0) == face + 4


@pytest.mark.parametrize("face", FACES)
def test_a_frozen_die_has_its_pips_in_dark_and_dark_corners(face: int) -> None:
    assert islands(small(face), 0) == face + 4


@pytest.mark.parametrize("face", FACES)
def test_a_die_looks_the_same_upside_down(face: int) -> None:
    for picture in (die(face), die(face, True), small(face)):
        assert picture.transpose(Image.Transpose.ROTATE_180).tobytes() == picture.tobytes()


@pytest.mark.parametrize("face", FACES[:5])
@pytest.mark.parametrize("angle", range(ANGLES))
def test_a_tumbling_die_has_its_pips_in_light(face: int, angle: int) -> None:
    pips = ImageChops.logical_xor(tumbling(face, angle), tumbling(None, angle))
    assert pips.size == (AIR, AIR)
    assert islands(pips, 255) == face


def test_a_die_in_the_air_looks_another_way_at_each_angle() -> None:
    assert len({tumbling(3, angle).tobytes() for angle in range(ANGLES)}) == ANGLES


def test_a_quarter_turn_leaves_a_square_face_as_it_was() -> None:
    assert ImageChops.logical_xor(tumbling(5, 0), tumbling(5, ANGLES)).getbbox() is None


def test_a_die_that_is_not_known_yet_has_no_pips() -> None:
    assert islands(die(None), 255) == 1
