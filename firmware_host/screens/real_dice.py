"""Dice that people throw: awaited, seen by the sensor, entered by hand, looked at."""

from firmware_host.screens import dice_row
from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.dice import SIZE
from firmware_host.screens.fonts import FIGURE, LABEL, TEXT, fit, wrap
from firmware_host.screens.layout import (
    CAPTION,
    FIGURES,
    LEFT,
    ROOM,
    WHOLE_CAPTION,
    Slot,
    caption,
    chip,
    figure,
    heading,
    lines_beside,
)
from firmware_host.view import ByHand, Check, Say, Unread, Waiting, free_places
from firmware_host.words import Words

_MENU = "☰"
_MENU_TOP = 8
_SENTENCE = 13  # from line to line of TEXT


def waiting(canvas: Canvas, body: Waiting, words: Words) -> Slot | None:
    if all(face is None for face in body.tray):
        heading(canvas, body.player)
    else:
        dice_row.freeze(canvas, body.tray)
        for place in free_places(body.tray):
            dice_row.unknown(canvas, place)
    score = f"={body.turn}" if body.turn else f"{body.score}"
    figure(canvas, score, "right" if body.turn else "left")
    lines_beside(canvas, _standing(body, words), score, "left" if body.turn else "right")
    return _saying(canvas, words(body.says))


def _standing(body: Waiting, words: Words) -> list[str]:
    """The one or two things that matter most where a turn begins."""
    lines = [words(Say.of("ready.rival", name=body.rival))] if body.rival else []
    if body.last_turn:
        lines.append(words(Say("ready.last_turn")))
    if body.need:
        lines.append(words(Say.of("ready.need", need=body.need)))
    return lines[:2]


def _saying(canvas: Canvas, text: str) -> Slot | None:
    """What to do, in the middle of the small line; what is left of it takes no note."""
    _, shown = fit(text, ROOM, LABEL)
    canvas.text(LABEL, shown, WIDTH // 2, CAPTION, "middle")
    return None


def unread(canvas: Canvas, body: Unread, words: Words) -> Slot | None:
    _dice(canvas, body.dice, body.tray)
    _sentence(canvas, words(body.says))
    return None


def check(canvas: Canvas, body: Check, words: Words) -> Slot | None:
    _dice(canvas, body.dice, body.tray)
    _menu(canvas, body.on_menu)
    if not body.on_menu:
        x = dice_row.left_of(free_places(body.tray)[body.die])
        canvas.light((x + 2, 0, x + SIZE - 2, 2))
        canvas.light((x + 2, dice_row.TOP + SIZE + 1, x + SIZE - 2, dice_row.TOP + SIZE + 3))
    if body.says:
        _sentence(canvas, words(body.says))
    return WHOLE_CAPTION


def by_hand(canvas: Canvas, body: ByHand, words: Words) -> Slot | None:
    entered = (*body.dice, *[None] * (body.of - len(body.dice)))
    _dice(canvas, entered, body.tray)
    _menu(canvas, body.face == 0)
    for face in range(1, 7):
        _face(canvas, face, chosen=face == body.face)
    left = body.of - len(body.dice)
    return caption(canvas, words(Say.of("by_hand.left", dice=left)), CAPTION)


def _face(canvas: Canvas, face: int, chosen: bool) -> None:
    """A number to choose, under a die's place."""
    middle = dice_row.left_of(face - 1) + SIZE // 2
    if chosen:
        canvas.light((middle - 8, FIGURES, middle + 9, CAPTION - 1))
    canvas.text(FIGURE, f"{face}", middle + 1, FIGURES, "middle", dark=chosen)


def _dice(canvas: Canvas, dice: tuple[int | None, ...], tray: tuple[int | None, ...]) -> None:
    """Dice in the places that are free; one that nobody knows as a question."""
    dice_row.freeze(canvas, tray)
    for place, face in zip(free_places(tray), dice, strict=False):
        if face is None:
            dice_row.unknown(canvas, place)
        else:
            dice_row.rest(canvas, place, face)


def _menu(canvas: Canvas, chosen: bool) -> None:
    if chosen:
        chip(canvas, _MENU, 0, _MENU_TOP)
    else:
        canvas.text(LABEL, _MENU, LEFT, _MENU_TOP)


def _sentence(canvas: Canvas, text: str) -> None:
    for i, part in enumerate(wrap(text, ROOM, TEXT)):
        canvas.text(TEXT, part, LEFT, FIGURES + 5 + i * _SENTENCE)
