"""The lowest line: what each button does now, over the button's place."""

from itertools import groupby
from typing import NamedTuple

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.fonts import LABEL, fit, width
from firmware_host.screens.layout import BUTTONS
from firmware_host.view import Mounted, Say
from firmware_host.words import Words

_EDGE = 1  # columns at either side
_GAP = 4  # columns between neighbours, so that they read as two


class _Label(NamedTuple):
    text: str
    middle: int  # column

    @property
    def width(self) -> int:
        return width(LABEL, self.text)


def buttons(canvas: Canvas, labels: Mounted, words: Words) -> None:
    """Each label in the middle of its button's place, or beside it where a neighbour is long."""
    shown = _labels(labels, words)
    while _excess(shown) > 0:
        _shorten_longest(shown)
    for label, x in zip(shown, _columns(shown), strict=True):
        canvas.text(LABEL, label.text, x, BUTTONS)


def _labels(labels: Mounted, words: Words) -> list[_Label]:
    """Neighbours that do the same have one label between them."""
    found: list[_Label] = []
    place = 0
    for key, same in groupby(labels):
        places = len([*same])
        if key:
            text = words(Say(f"button.{key}"))
            found.append(_Label(text, (2 * place + places) * WIDTH // (2 * len(labels))))
        place += places
    return found


def _excess(labels: list[_Label]) -> int:
    """Columns that are missing for all labels with gaps between them."""
    return sum(label.width + _GAP for label in labels) - _GAP - (WIDTH - 2 * _EDGE)


def _shorten_longest(labels: list[_Label]) -> None:
    i, longest = max(enumerate(labels), key=lambda item: item[1].width)
    _, text = fit(longest.text, longest.width - 1, LABEL)
    labels[i] = _Label(text, longest.middle)


def _columns(labels: list[_Label]) -> list[int]:
    """The left column of each label: pushed right by the one before, back by the edge."""
    columns: list[int] = []
    free = _EDGE
    for label in labels:
        columns.append(max(free, label.middle - label.width // 2))
        free = columns[-1] + label.width + _GAP
    limit = WIDTH - _EDGE
    for i, label in reversed([*enumerate(labels)]):
        columns[i] = min(columns[i], limit - label.width)
        limit = columns[i] - _GAP
    return columns
