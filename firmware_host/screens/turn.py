"""The dice of a turn: thrown, chosen from, come to nothing, or all frozen."""

from firmware_host.screens import dice_row
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.dice import SIZE
from firmware_host.screens.fonts import LABEL
from firmware_host.screens.layout import (
    LEFT,
    WHOLE_CAPTION,
    Slot,
    beside,
    caption,
    captions,
    chip,
    figure,
    figure_or_text,
    heading,
)
from firmware_host.view import MEND, MENU, Blank, Choose, Corner, LastDie, Say, Throw, free_places
from firmware_host.words import Words


def throw(canvas: Canvas, body: Throw, _: Words) -> Slot:
    places = free_places(body.tray)
    for place, face, angle in zip(places, body.faces, body.angles, strict=False):
        if angle is not None:
            dice_row.tumble(canvas, place, face, angle)
        elif face is not None:
            dice_row.rest(canvas, place, face)
    dice_row.freeze(canvas, body.tray)
    if body.score is not None:
        figure(canvas, f"{body.score}", "left")
    if body.turn:
        figure(canvas, f"={body.turn}", "right")
    return WHOLE_CAPTION


def choose(canvas: Canvas, body: Choose, words: Words) -> Slot | None:
    places = free_places(body.tray)
    for place, face, kept in zip(places, body.dice, body.kept, strict=False):
        dice_row.rest(canvas, place, face, kept)
    dice_row.freeze(canvas, body.tray)
    _marks(canvas, body)
    turn = f"={body.turn}"
    if body.points is None:
        beside(canvas, words(Say("choose.no_points")), turn)
    else:
        figure(canvas, f"+{body.points}", "left")
    figure(canvas, turn, "right")
    if body.extra is None:
        return _bank(canvas, body.bank)
    return captions(canvas, words(body.extra), _banked(body.bank))


def last_die(canvas: Canvas, body: LastDie, words: Words) -> Slot | None:
    dice_row.rest_all(canvas, body.dice, body.tray)
    turn = f"={body.turn}"
    beside(canvas, words(Say("last_die.title")), turn)
    figure(canvas, turn, "right")
    return captions(canvas, words(Say.of("last_die.bonus", points=body.bonus)), body.player)


def blank(canvas: Canvas, body: Blank, words: Words) -> Slot | None:
    dice_row.rest_all(canvas, body.dice, body.tray)
    title, extra = words(body.title), words(body.extra) if body.extra else ""
    lost = f"{-body.lost:+}" if body.lost else ""
    figure_or_text(canvas, title, lost)
    if lost:
        figure(canvas, lost, "right")
        return captions(canvas, extra, body.player)
    if extra:
        beside(canvas, extra, title, "right")
    return caption(canvas, body.player)


def corner(canvas: Canvas, body: Corner, words: Words) -> Slot:
    heading(canvas, words(Say("corner.title")))
    turn = f"={body.turn}"
    said = words(Say("corner.must" if body.must else "corner.may"))
    beside(canvas, said, turn)
    figure(canvas, turn, "right")
    return _bank(canvas, body.bank)


def _marks(canvas: Canvas, body: Choose) -> None:
    """Where the cursor is; or every die that its own button moves."""
    if body.cursor is not None:
        _cursor(canvas, body, body.cursor)
        return
    for die, toggles in enumerate(body.toggles):
        if toggles:
            _bar(canvas, body, die)


def _cursor(canvas: Canvas, body: Choose, cursor: int) -> None:
    """At a die, or on a sign left of them; while it is on ROLL, nothing is marked."""
    for stop, sign, top in _signs(body.mendable):
        if cursor == stop:
            chip(canvas, sign, 0, top)
        else:
            canvas.text(LABEL, sign, LEFT, top)
    if 0 <= cursor < len(body.dice):
        _bar(canvas, body, cursor)


def _signs(mendable: bool) -> tuple[tuple[int, str, int], ...]:
    """The stops left of the dice: each with its sign, and the row where that begins."""
    return ((MENU, "☰", 12), (MEND, "✎", 1)) if mendable else ((MENU, "☰", 8),)


def _bar(canvas: Canvas, body: Choose, die: int) -> None:
    """In the rows that a die leaves free: above it, or below it when it is kept."""
    x = dice_row.left_of(free_places(body.tray)[die])
    y = SIZE + 1 if body.kept[die] else 0
    canvas.light((x + 2, y, x + SIZE - 2, y + 2))


def _bank(canvas: Canvas, score: int | None) -> Slot:
    """What banking would give, over BANK."""
    return WHOLE_CAPTION if score is None else caption(canvas, _banked(score))


def _banked(score: int | None) -> str:
    return "" if score is None else f"→{score}"
