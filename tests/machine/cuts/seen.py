"""Which dice a picture shows, read from its pixels as a player does."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from PIL import Image

from firmware_host.screens.dice import die, small
from hw.fakes.chip import HEIGHT, WIDTH

FACES = range(1, 7)
THROWN = {die(face, kept).tobytes(): face for face in FACES for kept in (False, True)}
FROZEN = {small(face).tobytes(): face for face in FACES}
LOWEST = 8  # that the top of a die is, in pixels


class Dice(NamedTuple):
    """At rest; those in the air are none."""

    thrown: tuple[int, ...] = ()  # as they lie in the row
    frozen: tuple[int, ...] = ()  # rising: where they lie is lost with the power


def dice_in(picture: bytes) -> Dice:
    """The dice of a whole picture of the panel."""
    image = Image.frombytes("1", (WIDTH, HEIGHT), picture)
    frozen = sorted(face for _, face in _found(image, FROZEN, small(1).width))
    thrown = sorted(_found(image, THROWN, die(1).width))
    return Dice(tuple(face for _, face in thrown), tuple(frozen))


def _found(image: Image.Image, faces: Mapping[bytes, int], size: int) -> Iterator[tuple[int, int]]:
    """Where in the row each of these is, and its face."""
    for left in range(WIDTH - size + 1):
        for top in range(LOWEST):
            part = image.crop((left, top, left + size, top + size)).tobytes()
            if part in faces:
                yield left, faces[part]
