"""Dice that people throw: awaited, seen by the sensor, entered by hand, looked at."""

from firmware_host.screens import dice_row
from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.dice import SIZE
from firmware_host.screens.fonts import FIGURE, LABEL, TEXT, width, wrap, written
from firmware_host.screens.layout import (
    LEFT,
    ROOM,
    WHOLE_CAPTION,
    Slot,
    caption,
    captions,
    chip,
    figure,
    heading,
)
from firmware_host.view import ByHand, Check, Say, Tray, Unread, Waiting, free_places
from firmware_host.words import Words

_MENU = "☰"
_MENU_TOP = 8
_LINE = 13  # from line to line of TEXT
_ONE = 28  # where a sentence of one line begins
_GROUND = (20, 46)  # the rows that a refusal hides, and no caption needs
_LEAST = 12  # rows from line to line on a ground
_MARGIN = 3  # columns beside the text of a ground
_GAP = 7  # columns between that and a number


def waiting(canvas: Canvas, body: Waiting, words: Words) -> Slot | None:
    if any(body.tray):
        _dice(canvas, (None,) * len(free_places(body.tray)), body.tray)
    else:
        heading(canvas, body.player)
    number = f"={body.turn}" if body.turn else f"{body.score}"
    figure(canvas, number, "right")
    _call(canvas, words(body.says), number, lit=body.state != "wait")
    about = [*map(words, body.about), ""]
    return captions(canvas, *about[:2]) if body.about else WHOLE_CAPTION


def unread(canvas: Canvas, body: Unread, words: Words) -> None:
    _dice(canvas, body.dice, body.tray)
    _sentence(canvas, words(body.says))


def check(canvas: Canvas, body: Check, words: Words) -> Slot:
    _dice(canvas, body.dice, body.tray)
    if body.each:
        _mark_each(canvas, free_places(body.tray), body.die)
    else:
        _menu(canvas, body.on_menu)
        _look_at(canvas, body)
    _sentence(canvas, words(body.says))
    return WHOLE_CAPTION


def by_hand(canvas: Canvas, body: ByHand, words: Words) -> Slot:
    left = body.of - len(body.dice)
    _dice(canvas, (*body.dice, *[None] * left), body.tray, top=0)
    if body.face is not None:
        _menu(canvas, body.face == 0)
    for face in range(1, 7):
        _face(canvas, face, chosen=face == body.face)
    return caption(canvas, words(Say.of("by_hand.left", dice=left)))


def _call(canvas: Canvas, text: str, number: str, lit: bool) -> None:
    """What to do now, left of a number; dark on light where it is the players' turn to do it."""
    room = WIDTH - width(FIGURE, number) - 2 * _MARGIN - _GAP
    lines = wrap(text, room, TEXT)
    if lit:
        right = max(width(TEXT, line) for line in lines) + 2 * _MARGIN
        top, bottom = _GROUND
        canvas.light((0, top, right, bottom))
    y = _ONE if len(lines) == 1 else _GROUND[0] + 1
    for line in lines:
        canvas.text(TEXT, line, _MARGIN, y, dark=lit)
        y += max(written(TEXT, line).image.height, _LEAST)


def _sentence(canvas: Canvas, text: str) -> None:
    """One or two lines below the dice."""
    lines = wrap(text, ROOM, TEXT)
    for i, line in enumerate(lines):
        canvas.text(TEXT, line, LEFT, _ONE - 2 * (len(lines) - 1) + i * _LINE)


def _look_at(canvas: Canvas, body: Check) -> None:
    """The cursor over a die, whose face is said in figures."""
    if body.on_menu:
        return
    _bar(canvas, free_places(body.tray)[body.die], 0)
    face = body.dice[body.die]
    if face is not None:
        figure(canvas, f"{face}", "right")


def _mark_each(canvas: Canvas, places: tuple[int, ...], least_certain: int) -> None:
    """Every die that its own button turns, and the one to look at twice."""
    for place in places:
        _bar(canvas, place, 0)
    _bar(canvas, places[least_certain], dice_row.TOP + SIZE + 1)


def _bar(canvas: Canvas, place: int, y: int) -> None:
    x = dice_row.left_of(place)
    canvas.light((x + 2, y, x + SIZE - 2, y + 2))


def _face(canvas: Canvas, face: int, chosen: bool) -> None:
    """A number to choose, under a die's place."""
    middle = dice_row.left_of(face - 1) + SIZE // 2
    top, bottom = _GROUND
    if chosen:
        canvas.light((middle - 8, top, middle + 9, bottom))
    canvas.text(FIGURE, f"{face}", middle + 1, top + 1, "middle", dark=chosen)


def _dice(
    canvas: Canvas, dice: tuple[int | None, ...], tray: Tray, top: int = dice_row.TOP
) -> None:
    """Dice in the places that are free; one that nobody knows as a question."""
    dice_row.freeze(canvas, tray)
    for place, face in zip(free_places(tray), dice, strict=False):
        if face is None:
            dice_row.unknown(canvas, place)
        else:
            dice_row.rest(canvas, place, face, top=top)


def _menu(canvas: Canvas, chosen: bool) -> None:
    if chosen:
        chip(canvas, _MENU, 0, _MENU_TOP)
    else:
        canvas.text(LABEL, _MENU, LEFT, _MENU_TOP)
