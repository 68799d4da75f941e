"""Pictures as the chips keep them: 8 pages of 128 bytes, each 8 pixels, lowest bit on top."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8

Rotation = Literal[0, 180]
Pages = Sequence[bytes]
Run = tuple[int, int]  # first column, and the one after the last

# One more run costs 6 bytes: address, control and two commands, then address and control again.
# Up to so many unchanged bytes are as cheap to send as to skip.
_GAP = 6
_RUN = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % _GAP)

# Columns become rows, which Pillow packs; the other diagonal turns the picture as well.
_TRANSPOSE = {0: Image.Transpose.TRANSPOSE, 180: Image.Transpose.TRANSVERSE}


def must_fit(picture: Image.Image) -> None:
    """ValueError unless the picture is 128 x 64 and one-bit."""
    if (picture.mode, picture.size) != ("1", (WIDTH, HEIGHT)):
        raise ValueError(
            f"a picture of mode {picture.mode!r} and size {picture.size} is not for the panel:"
            f" draw it one-bit and {WIDTH} x {HEIGHT}"
        )


def pack(picture: Image.Image, rotation: Rotation) -> Pages:
    """The pages of a picture that fits."""
    must_fit(picture)
    columns = picture.transpose(_TRANSPOSE[rotation]).tobytes("raw", "1;R")
    return [columns[page::PAGES] for page in range(PAGES)]


def changed_runs(old: bytes, new: bytes) -> Iterator[Run]:
    """The runs of a page to send so that it changes from `old` to `new` with the fewest bytes."""
    difference = int.from_bytes(old) ^ int.from_bytes(new)
    return (run.span() for run in _RUN.finditer(difference.to_bytes(len(new))))
