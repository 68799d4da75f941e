"""Pictures as the chips keep them: pages of 128 bytes, each 8 pixels, lowest bit on top."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64

Rotation = Literal[0, 180]
Height = Literal[64, 32]
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


def pack(picture: Image.Image, rotation: Rotation, height: Height = HEIGHT) -> Pages:
    """The pages of a picture that fits; on a panel half as high each line shows two of it."""
    must_fit(picture)
    fitting = _halved(picture) if height < HEIGHT else picture
    columns = fitting.transpose(_TRANSPOSE[rotation]).tobytes("raw", "1;R")
    pages = height // 8
    return [columns[page::pages] for page in range(pages)]


def _halved(picture: Image.Image) -> Image.Image:
    """A pixel is lit where one of the two was."""
    return picture.convert("L").reduce((1, 2)).point(bool, "1")


def changed_runs(old: bytes, new: bytes) -> Iterator[Run]:
    """The runs of a page to send so that it changes from `old` to `new` with the fewest bytes."""
    difference = int.from_bytes(old) ^ int.from_bytes(new)
    return (run.span() for run in _RUN.finditer(difference.to_bytes(len(new))))
