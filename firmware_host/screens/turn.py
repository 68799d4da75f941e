"""The dice of a turn: thrown, chosen from, come to nothing, or all frozen."""

from firmware_host.screens.canvas import Canvas
from firmware_host.screens.dice import SIZE, die, tumbling
from firmware_host.screens.fonts import LABEL, width
from firmware_host.screens.layout import (
    CAPTION,
    DICE_TOP,
    LEFT,
    RIGHT,
    WHOLE_CAPTION,
    Slot,
    beside,
    caption,
    caption_beside,
    chip,
    dice_left,
    figure,
    heading,
    held_dice,
)
from firmware_host.view import Blank, Choose, Corner, Say, Throw
from firmware_host.words import Words

_TURN = 6  # steps from one turn of a tumbling die to its next: at each step another die turns
_MENU = "☰"  # the cursor's stop before the first die
_MENU_TOP = 8


def throw(canvas: Canvas, body: Throw, _: Words) -> Slot:
    for place, face in enumerate(body.faces):
        if place < body.still:
            canvas.put(die(face), dice_left(place), DICE_TOP, f"die {face}")
        else:
            angle = (body.step + place) // _TURN + place
            canvas.put(tumbling(face, angle), dice_left(place), 0, f"die {face}")
    held_dice(canvas, body.held)
    if body.turn:
        figure(canvas, f"={body.turn}", "right")
    return WHOLE_CAPTION


def choose(canvas: Canvas, body: Choose, words: Words) -> Slot:
    for place, (face, kept) in enumerate(zip(body.dice, body.kept, strict=True)):
        canvas.put(die(face, kept), dice_left(place), 0 if kept else DICE_TOP, f"die {face}")
    held_dice(canvas, body.held)
    _cursor(canvas, body)
    turn = f"={body.turn}"
    if body.points is None:
        beside(canvas, words(Say("choose.no_points")), turn, "left")
    else:
        figure(canvas, f"+{body.points}", "left")
    figure(canvas, turn, "right")
    return _bank(canvas, body.bank)


def blank(canvas: Canvas, body: Blank, words: Words) -> Slot:
    for place, face in enumerate(body.dice):
        canvas.put(die(face), dice_left(place), DICE_TOP, f"die {face}")
    figure(canvas, words(Say("blank.title")), "left")
    figure(canvas, f"-{body.lost}", "right")
    caption(canvas, body.player)
    return caption_beside(body.player)


def corner(canvas: Canvas, body: Corner, words: Words) -> Slot:
    heading(canvas, words(Say("corner.title")))
    turn = f"={body.turn}"
    said = words(Say("corner.must" if body.must else "corner.may"))
    beside(canvas, said, turn, "left")
    figure(canvas, turn, "right")
    return _bank(canvas, body.bank)


def _cursor(canvas: Canvas, body: Choose) -> None:
    """A bar in the rows that a die leaves free: above it, or below it when it is kept."""
    if body.cursor < 0:
        chip(canvas, _MENU, 0, _MENU_TOP)
        return
    canvas.text(LABEL, _MENU, 2, _MENU_TOP)
    x, y = dice_left(body.cursor), SIZE + 1 if body.kept[body.cursor] else 0
    canvas.light((x + 2, y, x + SIZE - 2, y + 2))


def _bank(canvas: Canvas, score: int | None) -> Slot:
    """What banking would give, over BANK; the rest of the line is free."""
    if score is None:
        return WHOLE_CAPTION
    text = f"→{score}"
    canvas.text(LABEL, text, RIGHT, CAPTION, "right")
    return Slot(LEFT, CAPTION, RIGHT - LEFT - width(LABEL, text) - 4)
