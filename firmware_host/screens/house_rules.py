"""The switches of a game: one to choose, and those that differ from the game as it is known."""

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.fonts import LABEL, TEXT, fit, paragraph, width
from firmware_host.screens.layout import HEADING, LEFT, LINE, RIGHT, ROOM, heading
from firmware_host.screens.table import BELOW, row
from firmware_host.view import IN_FORCE_A_PAGE, HouseRule, InForce, Say
from firmware_host.words import Words

_BAR = (13, 28)  # rows of the value's light ground
_BELOW_BAR = 30


def house_rule(canvas: Canvas, body: HouseRule, words: Words) -> None:
    room = ROOM - _page(canvas, body.number, body.of, 2)
    font, name = fit(words(body.name), room, TEXT)
    canvas.text(font, name, LEFT, 0)
    _value(canvas, words(body.value), words(Say("house_rules.changed")) if body.changed else "")
    _help(canvas, words(body.help))


def in_force(canvas: Canvas, body: InForce, words: Words) -> None:
    page = _page(canvas, body.page + 1, body.pages, HEADING + 6) if body.pages > 1 else 0
    heading(canvas, words(body.game), ROOM - page)
    for i, (name, value) in enumerate(body.rules[:IN_FORCE_A_PAGE]):
        row(canvas, words(name), words(value), BELOW + i * LINE, WIDTH, lit=False)


def _page(canvas: Canvas, number: int, of: int, y: int) -> int:
    """Which of how many, in the upper right corner; returns the columns that it takes."""
    text = f"{number}/{of}"
    canvas.text(LABEL, text, RIGHT, y, "right")
    return width(LABEL, text) + 4


def _value(canvas: Canvas, value: str, changed: str) -> None:
    """What KEEP changes, on a light ground like a list's row with the cursor."""
    top, bottom = _BAR
    canvas.light((0, top, WIDTH, bottom))
    canvas.text(TEXT, value, LEFT + 1, top + 2, dark=True)
    canvas.text(LABEL, changed, RIGHT - 1, top + 4, "right", dark=True)


def _help(canvas: Canvas, sentence: str) -> None:
    """In two lines, or in three smaller ones."""
    font, pitch, lines = TEXT, 13, paragraph(sentence, ROOM, TEXT)
    if len(lines) > 2:
        font, pitch, lines = LABEL, 9, paragraph(sentence, ROOM, LABEL)
    for i, line in enumerate(lines):
        canvas.text(font, line, LEFT, _BELOW_BAR + i * pitch - (font is LABEL))
