"""Pictures in characters: each holds a few pixels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from PIL import Image

DARK, LIT = 0, 255

Pattern = tuple[int, ...]
"""DARK or LIT of each pixel of a cell, row by row."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Characters of `wide` x `high` pixels."""

    wide: int
    high: int
    signs: Mapping[Pattern, str]

    def rows(self, picture: Image.Image) -> list[str]:
        """The lines of text that show a one-bit picture; its size is a multiple of a cell's."""
        pixels = picture.convert("L").tobytes()
        lines = [pixels[at : at + picture.width] for at in range(0, len(pixels), picture.width)]
        return [
            "".join(self.signs[pattern] for pattern in self._patterns(lines[top : top + self.high]))
            for top in range(0, picture.height, self.high)
        ]

    def _patterns(self, lines: list[bytes]) -> Iterator[Pattern]:
        places = [line[first :: self.wide] for line in lines for first in range(self.wide)]
        return zip(*places, strict=True)


_DOTS = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)  # of a Braille character, row by row


def _braille(pattern: Pattern) -> str:
    # Some fonts draw the empty one as eight hollow rings.
    dots = sum(dot for dot, pixel in zip(_DOTS, pattern, strict=True) if pixel)
    return chr(0x2800 + dots) if dots else " "


BRAILLE = Cells(2, 4, {pattern: _braille(pattern) for pattern in product((DARK, LIT), repeat=8)})
HALF_BLOCKS = Cells(1, 2, {(DARK, DARK): " ", (LIT, DARK): "▀", (DARK, LIT): "▄", (LIT, LIT): "█"})
