"""Lists with a cursor, and a question."""

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.fonts import LABEL, TEXT, TITLE, fit, paragraph, width, wrap
from firmware_host.screens.layout import (
    CAPTION,
    GAP,
    HEADING,
    LEFT,
    LINE,
    ROOM,
    SIGN,
    WHOLE_CAPTION,
    Slot,
    caption,
)
from firmware_host.view import Ask, Menu, NewGame, Say, Unfinished
from firmware_host.words import Words

_FIRST = -1  # row where the list begins: its first text needs no room for a mark above
_PITCH = 16
_IN_SIGHT = 3  # rows
_INSET = 3  # columns and rows before the text of a row
SCROLLBAR = 4  # columns that it takes at the right


def new_game(canvas: Canvas, body: NewGame, words: Words) -> Slot:
    _rows(canvas, [(words(what), words(value)) for what, value in body.rows], body.row)
    return WHOLE_CAPTION


def menu(canvas: Canvas, body: Menu, words: Words) -> Slot:
    _rows(canvas, [(words(item), "") for item in body.items], body.cursor)
    return WHOLE_CAPTION


def unfinished(canvas: Canvas, body: Unfinished, words: Words) -> Slot:
    rows = [(words(game.game), str(game.best)) for game in body.games]
    _rows(canvas, [(_beside(score, title), score) for title, score in rows], body.cursor)
    return caption(canvas, _who(body.games[body.cursor].players, words))


def _beside(score: str, title: str) -> str:
    """The title, or as much of it as leaves room for the score."""
    return fit(title, WIDTH - SCROLLBAR - 3 * _INSET - width(TEXT, score), TEXT)[1]


def _who(players: tuple[str, ...], words: Words) -> str:
    """The players by name where there is room for all, or else how many they are."""
    names = ", ".join(players)
    if width(LABEL, names) <= ROOM - GAP - SIGN:
        return names
    return words(Say.of("unfinished.players", count=len(players)))


def ask(canvas: Canvas, body: Ask, words: Words) -> Slot | None:
    for i, line in enumerate(wrap(words(body.question), ROOM, TITLE)):
        canvas.text(TITLE, line, LEFT, HEADING + 3 + 21 * i)
    if body.more is None:
        return WHOLE_CAPTION
    for i, line in enumerate(paragraph(words(body.more), ROOM, LABEL)):
        canvas.text(LABEL, line, LEFT, CAPTION + LINE * (i - 2))
    return None


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
        scrollbar(canvas, first, _IN_SIGHT, len(rows), _FIRST + _IN_SIGHT * _PITCH)
        right -= SCROLLBAR
    for i, (name, value) in enumerate(rows[first : first + _IN_SIGHT]):
        _row(canvas, name, value, _FIRST + i * _PITCH, right, first + i == cursor)


def _row(canvas: Canvas, name: str, value: str, y: int, right: int, chosen: bool) -> None:
    if chosen:
        canvas.light((0, max(y, 0), right, y + _PITCH))
    what = fit(name, right - 2 * _INSET, TEXT)[1]
    canvas.text(TEXT, what, _INSET, y + _INSET, dark=chosen)
    shown = fit(value, right - 3 * _INSET - width(TEXT, what), TEXT)[1]
    canvas.text(TEXT, shown, right - _INSET, y + _INSET, "right", dark=chosen)
