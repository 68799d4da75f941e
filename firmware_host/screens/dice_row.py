"""The row of six dice at the top of a turn's screens."""

from collections.abc import Sequence

from firmware_host.screens.canvas import Canvas
from firmware_host.screens.dice import SIZE, SMALL, die, small, tumbling

PLACES = 6
TOP = 3  # of a die at rest that is not kept: so much higher stands a kept one, or one in the air
_LEFT = 13  # of the first die; ☰ has its place before it
_PITCH = 19


def left_of(place: int) -> int:
    """The left column of a place."""
    return _LEFT + place * _PITCH


def rest(canvas: Canvas, place: int, face: int | None, kept: bool = False) -> None:
    """One die at rest; a kept one stands higher, and light and dark change places."""
    canvas.put(die(face, kept), left_of(place), 0 if kept else TOP, f"die {face}")


def rest_all(canvas: Canvas, dice: Sequence[int]) -> None:
    """A whole throw at rest, none kept."""
    for place, face in enumerate(dice):
        rest(canvas, place, face)


def tumble(canvas: Canvas, place: int, face: int | None, angle: int) -> None:
    """One die in the air."""
    canvas.put(tumbling(face, angle), left_of(place), 0, f"die {face}")


def freeze(canvas: Canvas, dice: Sequence[int]) -> None:
    """Dice frozen before: small, at the end of the row."""
    margin = (SIZE - SMALL) // 2
    for place, face in enumerate(dice, start=PLACES - len(dice)):
        canvas.put(small(face), left_of(place) + margin, TOP + margin, f"frozen {face}")
