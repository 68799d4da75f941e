"""A font drawn pixel by pixel, so that a text is the same picture on every machine."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from PIL import Image

NOT_DRAWN = "□"  # stands for a character that a font does not have
_GAP = 1  # rows between a letter and its mark
_THIN = "\N{THIN SPACE}"  # sets letters wider apart
_THIN_WIDTH = 2
_PLAIN = str.maketrans("’‘–—\N{NO-BREAK SPACE}", "''-- ")
_MARKS = {
    "\N{COMBINING DIAERESIS}": "¨",
    "\N{COMBINING RING ABOVE}": "˚",
    "\N{COMBINING GRAVE ACCENT}": "`",
    "\N{COMBINING ACUTE ACCENT}": "´",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "ˆ",
    "\N{COMBINING TILDE}": "˜",
    "\N{COMBINING CARON}": "ˇ",
}

Rows = tuple[str, ...]


class Ink(NamedTuple):
    """A picture without empty rows around it, and its top row; 0 is where capitals begin."""

    image: Image.Image
    top: int


class Bitmap:
    """Glyphs read from sheets: a line of characters, then the rows of # and . below each.

    An accented letter is a glyph of its own, or a letter with a mark
    above.
    """

    def __init__(
        self,
        sheets: Iterable[str],
        marks: str = "",
        *,
        space: int,
        spacing: int,
        above: int = 0,  # rows of the sheets that lie above the capitals
        capitals: bool = False,  # small letters are drawn as capitals
    ) -> None:
        self._sheets = (*sheets, marks)
        self._spaces = {" ": space, _THIN: _THIN_WIDTH}
        self._spacing = spacing
        self._above = above
        self._capitals = capitals

    @cached_property
    def _glyphs(self) -> dict[str, Rows]:
        """Read when the font is first needed: the first picture after power-up is soon."""
        return dict(glyph for sheet in self._sheets for glyph in _read(sheet))

    def shown(self, text: str) -> str:
        """The characters that are drawn for `text`."""
        text = text.upper() if self._capitals else text
        return unicodedata.normalize("NFC", text.translate(_PLAIN))

    def has(self, character: str) -> bool:
        """Whether a shown character is drawn as itself, with every mark it carries."""
        if character in self._spaces or character in self._glyphs:
            return True
        base, marks = _parted(character)
        return base in self._glyphs and all(_MARKS.get(mark) in self._glyphs for mark in marks)

    def glyph(self, character: str) -> Ink:
        """One shown character; a mark that the font does not have is left away."""
        if character in self._glyphs:
            return self._ink(self._glyphs[character])
        base, marks = _parted(character)
        letter = self._glyphs.get("ı" if marks and base == "i" else base)
        known = [_MARKS[mark] for mark in marks if _MARKS.get(mark) in self._glyphs]
        return self._ink(letter or self._glyphs[NOT_DRAWN], *(self._glyphs[mark] for mark in known))

    def _ink(self, letter: Rows, *marks: Rows) -> Ink:
        top, rows = _trimmed(letter)
        for mark in marks:
            _, above = _trimmed(mark)
            top -= len(above) + _GAP
            rows = [*above, *[""] * _GAP, *rows]
        return Ink(_picture(rows), top - self._above)

    def lay(self, text: str) -> Iterator[tuple[int, Ink]]:
        """Each visible character of `text` with its left column."""
        x = 0
        for character in self.shown(text):
            if character in self._spaces:
                x += self._spaces[character]
                continue
            ink = _glyph(self, character)
            yield x, ink
            x += ink.image.width + self._spacing


@lru_cache(maxsize=256)
def written(font: Bitmap, text: str) -> Ink:
    """The text as one picture, which nobody may change."""
    laid = list(font.lay(text))
    if not laid:
        return Ink(Image.new("1", (0, 0)), 0)
    top = min(ink.top for _, ink in laid)
    bottom = max(ink.top + ink.image.height for _, ink in laid)
    x, last = laid[-1]
    image = Image.new("1", (x + last.image.width, bottom - top))
    for x, ink in laid:
        image.paste(ink.image, (x, ink.top - top))
    return Ink(image, top)


def width(font: Bitmap, text: str) -> int:
    """Columns that the text takes."""
    return written(font, text).image.width


@lru_cache(maxsize=512)
def _glyph(font: Bitmap, character: str) -> Ink:
    return font.glyph(character)


def _parted(character: str) -> tuple[str, str]:
    """A letter and the marks it carries."""
    parts = unicodedata.normalize("NFD", character)
    return parts[0], parts[1:]


def _read(sheet: str) -> Iterator[tuple[str, Rows]]:
    lines = [line.split() for line in sheet.splitlines() if line.strip()]
    for name, *rows in zip(*lines, strict=True):
        yield name, tuple(rows)


def _trimmed(rows: Rows) -> tuple[int, list[str]]:
    """The first row with ink, and the rows from there to the last."""
    lit = [y for y, row in enumerate(rows) if "#" in row]
    return lit[0], list(rows[lit[0] : lit[-1] + 1])


def _picture(rows: list[str]) -> Image.Image:
    columns = max(map(len, rows))
    image = Image.new("1", (columns, len(rows)))
    image.putdata([255 * (pixel == "#") for row in rows for pixel in row.center(columns, ".")])
    return image
