"""Where things stand on every screen, and the pieces that several screens share.

     0 ----------------------------------------------
       a row of dice, or a HEADING
    22 ----------------------------------------------
       FIGURES: two numbers, or a number and two lines
    47 ----------------------------------------------
       CAPTION: a small line
    56 ----------------------------------------------
       BUTTONS: what each does now

What stays from one screen to the next stays in its place: only what changed goes to the panel.
"""

from collections.abc import Sequence
from typing import NamedTuple

from firmware_host.screens.canvas import WIDTH, Anchor, Canvas
from firmware_host.screens.fonts import FIGURE, LABEL, TEXT, TITLE, fit, width, wrap

LEFT, RIGHT = 2, WIDTH - 2  # of texts: the picture wanders by a pixel, so that none wears out
ROOM = RIGHT - LEFT

HEADING = 1
FIGURES = 22
CAPTION = 47
BUTTONS = 56
LINE = 12  # from line to line of LABEL


GAP = 4  # columns between two texts of one line
SIGN = 10  # columns that a note needs at least


class Slot(NamedTuple):
    """Room for a small line: where it begins, or ends when it is anchored at the right."""

    x: int
    y: int
    room: int
    anchor: Anchor = "left"


WHOLE_CAPTION = Slot(LEFT, CAPTION, ROOM)


def heading(canvas: Canvas, text: str, room: int = ROOM) -> None:
    """A name or title, as large as it fits; in two small lines where it is long."""
    for font, top in ((TITLE, HEADING), (TEXT, HEADING + 4)):
        if width(font, text) <= room + LEFT:
            canvas.text(font, text, LEFT, top)
            return
    for i, part in enumerate(wrap(text, room, LABEL)):
        canvas.text(LABEL, part, LEFT, HEADING + i * (LINE - 2))


def caption(canvas: Canvas, text: str, y: int = CAPTION) -> Slot:
    """A small line at the right; returns what it leaves free."""
    line(canvas, text, Slot(RIGHT, y, ROOM, "right"))
    return Slot(LEFT, y, ROOM - width(LABEL, text) - GAP)


def captions(canvas: Canvas, first: str, second: str) -> Slot | None:
    """`first` at the left, and `second` at the right where both are whole; what is free between."""
    if not first:
        return caption(canvas, second)
    line(canvas, first, WHOLE_CAPTION)
    taken = width(LABEL, first) + GAP
    room = ROOM - taken
    if second and width(LABEL, second) <= room:
        room = caption(canvas, second).room - taken
    return Slot(LEFT + taken, CAPTION, room) if room >= SIGN else None


def line(canvas: Canvas, text: str, slot: Slot) -> None:
    """A small line, shortened to its room."""
    font, shown = fit(text, slot.room, LABEL)
    canvas.text(font, shown, slot.x, slot.y, slot.anchor)


def figure(canvas: Canvas, text: str, anchor: Anchor) -> None:
    """A number that decides something, at the left or right edge."""
    canvas.text(FIGURE, text, 1 if anchor == "left" else WIDTH - 1, FIGURES, anchor)


def figure_or_text(canvas: Canvas, text: str, number: str) -> None:
    """A word as large as a figure where that font has its letters, to the left of `number`."""
    if all(map(FIGURE.has, FIGURE.shown(text))):
        figure(canvas, text, "left")
        return
    font, shown = fit(text, _room_beside(number), TEXT)
    canvas.text(font, shown, LEFT, FIGURES + LINE - 5)


def beside(canvas: Canvas, text: str, number: str, anchor: Anchor = "left") -> None:
    """A small text, in one or two lines, at the edge that `number` leaves free."""
    lines_beside(canvas, wrap(text, _room_beside(number), LABEL), number, anchor)


def lines_beside(canvas: Canvas, lines: Sequence[str], number: str, anchor: Anchor) -> None:
    """One or two small lines at the edge that `number` leaves free, level with its middle."""
    x = LEFT if anchor == "left" else RIGHT
    top = FIGURES + LINE - (LINE * len(lines) - 4) // 2
    for i, text in enumerate(lines):
        line(canvas, text, Slot(x, top + i * LINE, _room_beside(number), anchor))


def _room_beside(number: str) -> int:
    """Columns that a number leaves free beside it."""
    return ROOM - width(FIGURE, number) - GAP


def chip(canvas: Canvas, sign: str, x: int, y: int) -> None:
    """A sign of LABEL, dark on a light ground of its own."""
    canvas.light((x, y - 1, x + width(LABEL, sign) + 4, y + 9))
    canvas.text(LABEL, sign, x + 2, y, dark=True)
