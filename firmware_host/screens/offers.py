"""What may be taken up before a turn's first throw: a lost turn, or another player's points."""

from firmware_host.screens.canvas import Canvas
from firmware_host.screens.dice import UNKNOWN, unknown
from firmware_host.screens.layout import (
    FIGURES,
    RIGHT,
    Slot,
    caption,
    captions,
    figure,
    heading,
    lines_beside,
)
from firmware_host.view import Challenge, Offer, Say
from firmware_host.words import Words

_GAP = 2
_PITCH = UNKNOWN + _GAP  # from die to die
_TALL = 24 + _GAP  # rows of the figures, and a gap below the last row of dice
_IN_A_ROW = 3


def offer(canvas: Canvas, body: Offer, words: Words) -> Slot:
    heading(canvas, words(Say.of("offer.title", name=body.player)))
    figure(canvas, f"+{body.points}", "left")
    _dice(canvas, body.dice)
    return caption(canvas, words(Say("offer.fresh")))


def challenge(canvas: Canvas, body: Challenge, words: Words) -> Slot | None:
    heading(canvas, body.rival)
    cost = f"-{body.cost}"
    lines = [words(Say.of("challenge.score", score=body.score)), words(Say("challenge.blank"))]
    lines_beside(canvas, lines, cost, "left")
    figure(canvas, cost, "right")
    given_up = words(Say.of("challenge.offer", points=body.offer)) if body.offer else ""
    return captions(canvas, given_up, f"{body.number}/{body.of}" if body.of > 1 else "")


def _dice(canvas: Canvas, dice: int) -> None:
    """So many dice in one row or two, level with the figures."""
    rows = -(-dice // _IN_A_ROW)
    left, top = RIGHT - min(dice, _IN_A_ROW) * _PITCH + _GAP, FIGURES + (_TALL - rows * _PITCH) // 2
    for i in range(dice):
        row, column = divmod(i, _IN_A_ROW)
        canvas.put(unknown(), left + column * _PITCH, top + row * _PITCH, "die to throw")
