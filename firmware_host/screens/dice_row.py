"""The row of six dice at the top of a turn's screens."""

from collections.abc import Sequence

from firmware_host.screens import dice
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.dice import SIZE, SMALL, UNKNOWN, die, small, tumbling
from firmware_host.view import ALL_FREE, Tray, free_places

TOP = 3  # of a die at rest that is not kept: so much higher stands a kept one, or one in the air
_LEFT = 13  # of the first die; ☰ has its place before it
_PITCH = 19


def left_of(place: int) -> int:
    """The left column of a place."""
    return _LEFT + place * _PITCH


def rest(canvas: Canvas, place: int, face: int | None, kept: bool = False, top: int = TOP) -> None:
    """One die at rest; a kept one stands higher, and light and dark change places."""
    canvas.put(die(face, kept), left_of(place), 0 if kept else top, f"die {face}")


def rest_all(canvas: Canvas, throw: Sequence[int], tray: Tray = ALL_FREE) -> None:
    """A whole throw at rest beside the frozen dice, none kept."""
    for place, face in zip(free_places(tray), throw, strict=False):
        rest(canvas, place, face)
    freeze(canvas, tray)


def unknown(canvas: Canvas, place: int) -> None:
    """A die that is not there yet, or whose face nobody knows."""
    margin = (SIZE - UNKNOWN) // 2
    canvas.put(dice.unknown(), left_of(place) + margin, TOP + margin, "die ?")


def tumble(canvas: Canvas, place: int, face: int | None, angle: int) -> None:
    """One die in the air."""
    canvas.put(tumbling(face, angle), left_of(place), 0, f"die {face}")


def freeze(canvas: Canvas, tray: Tray) -> None:
    """Dice frozen before: small, each where it lay."""
    margin = (SIZE - SMALL) // 2
    for place, face in enumerate(tray):
        if face is not None:
            canvas.put(small(face), left_of(place) + margin, TOP + margin, f"frozen {face}")
