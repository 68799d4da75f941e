"""The box while nobody plays."""

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.dice import die, tumbling
from firmware_host.screens.fonts import LABEL, TITLE, fit, width, wrap
from firmware_host.screens.layout import BUTTONS, CAPTION, RIGHT, ROOM, Slot
from firmware_host.screens.start import name, place_of
from firmware_host.view import Attract, Closed, Say
from firmware_host.words import Words

_HOP = 7  # rows
_TILTED, _TILTS = 2, 3  # the angles at which a die looks most as if it hopped
_BEST = 18
_MIDDLE = 32  # of large lines, each _TITLE rows high
_UPPER = 24  # of more than one, where something stands below
_TITLE = 22


def attract(canvas: Canvas, body: Attract, words: Words) -> Slot:
    """Any button begins a game: one text stands for the labels of all five."""
    name(canvas)
    for place, face in enumerate(body.dice):
        _die(canvas, face, place, hops=body.step % len(body.dice) == place, angle=body.step)
    canvas.text(LABEL, words(Say("attract.press")), WIDTH // 2, BUTTONS, "middle")
    if body.best is None:
        return Slot(WIDTH // 2, _BEST, WIDTH, "middle")
    _best(canvas, *body.best, words)
    return Slot(RIGHT, BUTTONS, 0, "right")


def closed(canvas: Canvas, body: Closed, words: Words) -> None:
    lines = wrap(words(body.says), ROOM, TITLE)
    middle = _MIDDLE if body.more is None or len(lines) == 1 else _UPPER
    for i, line in enumerate(lines):
        canvas.text(
            TITLE, line, WIDTH // 2, middle + _TITLE * i - _TITLE * len(lines) // 2, "middle"
        )
    if body.more is not None:
        canvas.text(LABEL, words(body.more), WIDTH // 2, CAPTION, "middle")


def _die(canvas: Canvas, face: int, place: int, hops: bool, angle: int) -> None:
    """One die after the other hops; the others rest."""
    x, y = place_of(place)
    if hops:
        canvas.put(tumbling(face, _TILTED + angle % _TILTS), x, y - _HOP, f"die {face}")
    else:
        canvas.put(die(face), x, y, f"die {face}")


def _best(canvas: Canvas, name: str, score: int, words: Words) -> None:
    """The name gives way before the score does."""
    points = f" {score}"
    room = WIDTH - width(LABEL, points) - 1
    said = words(Say.of("attract.best", name=name))
    _, who = fit(said if width(LABEL, said) <= room else name, room, LABEL)
    canvas.text(LABEL, who + points, WIDTH // 2, _BEST, "middle")
