"""Lists with a cursor, and a question."""

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.fonts import TEXT, TITLE, fit, width, wrap
from firmware_host.screens.layout import HEADING, LEFT, ROOM, WHOLE_CAPTION, Slot
from firmware_host.view import Ask, Menu, NewGame
from firmware_host.words import Words

_PITCH = 15
_IN_SIGHT = 3  # rows
SCROLLBAR = 4  # columns that it takes at the right


def new_game(canvas: Canvas, body: NewGame, words: Words) -> Slot:
    _rows(canvas, [(words(what), words(value)) for what, value in body.rows], body.row)
    return WHOLE_CAPTION


def menu(canvas: Canvas, body: Menu, words: Words) -> Slot:
    _rows(canvas, [(words(item), "") for item in body.items], body.cursor)
    return WHOLE_CAPTION


def ask(canvas: Canvas, body: Ask, words: Words) -> Slot:
    for i, line in enumerate(wrap(words(body.question), ROOM, TITLE)):
        canvas.text(TITLE, line, LEFT, HEADING + 3 + 21 * i)
    return WHOLE_CAPTION


def window(rows: int, cursor: int, seen: int) -> int:
    """The first of the rows in sight, the cursor's among them."""
    return min(max(cursor - 1, 0), max(rows - seen, 0))


def scrollbar(canvas: Canvas, first: int, seen: int, of: int, height: int) -> None:
    """Which part of a list is in sight, at the right edge."""
    top = height * first // of
    canvas.light((WIDTH - 2, top, WIDTH, max(top + 3, height * (first + seen) // of)))


def _rows(canvas: Canvas, rows: list[tuple[str, str]], cursor: int) -> None:
    """As many rows as there is room for, with the cursor among them."""
    first = window(len(rows), cursor, _IN_SIGHT)
    right = WIDTH
    if len(rows) > _IN_SIGHT:
        scrollbar(canvas, first, _IN_SIGHT, len(rows), _IN_SIGHT * _PITCH)
        right -= SCROLLBAR
    for i, (name, value) in enumerate(rows[first : first + _IN_SIGHT]):
        _row(canvas, name, value, i * _PITCH, right, first + i == cursor)


def _row(canvas: Canvas, name: str, value: str, y: int, right: int, chosen: bool) -> None:
    if chosen:
        canvas.light((0, y, right, y + _PITCH + 1))
    font, shown = fit(value, right // 2 + 10, TEXT)
    canvas.text(font, shown, right - 3, y + 3, "right", dark=chosen)
    room = right - 9 - width(font, shown)
    canvas.text(TEXT, fit(name, room, TEXT)[1], 3, y + 3, dark=chosen)
