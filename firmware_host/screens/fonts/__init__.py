"""The fonts of the screens, and making a text fit the room there is."""

from functools import lru_cache

from firmware_host.screens.fonts.bitmap import Bitmap, Ink, width, written
from firmware_host.screens.fonts.figure import FIGURE
from firmware_host.screens.fonts.label import LABEL
from firmware_host.screens.fonts.text import TEXT
from firmware_host.screens.fonts.title import TITLE

__all__ = [
    "FIGURE",
    "LABEL",
    "TEXT",
    "TITLE",
    "Bitmap",
    "Ink",
    "fit",
    "paragraph",
    "width",
    "wrap",
    "written",
]

ELLIPSIS = "…"


@lru_cache(maxsize=256)
def fit(text: str, room: int, *fonts: Bitmap) -> tuple[Bitmap, str]:
    """The first font in which `text` is at most `room` wide; in the last one it is shortened."""
    for font in fonts:
        if width(font, text) <= room:
            return font, text
    return fonts[-1], _shortened(text, room, fonts[-1])


@lru_cache(maxsize=128)
def wrap(text: str, room: int, font: Bitmap) -> tuple[str, ...]:
    """`text` in one line, or in two; shortened where two do not do."""
    words = text.split()
    if width(font, text) <= room or len(words) == 1:
        return (fit(text, room, font)[1],)
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    best = min(halves, key=lambda pair: _unevenness(pair, room, font))
    return tuple(fit(line, room, font)[1] for line in best)


@lru_cache(maxsize=64)
def paragraph(text: str, room: int, font: Bitmap) -> tuple[str, ...]:
    """`text` in as many lines as it needs, each as full as can be."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(font, longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _unevenness(lines: tuple[str, str], room: int, font: Bitmap) -> tuple[bool, bool, int]:
    """Orders breaks: those that fit, then those behind a comma or colon, then the most even."""
    longest = max(width(font, line) for line in lines)
    return longest > room, not lines[0].endswith((",", ":")), longest


def _shortened(text: str, room: int, font: Bitmap) -> str:
    while text and width(font, text.rstrip() + ELLIPSIS) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
