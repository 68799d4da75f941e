"""Dice as pictures: at rest, kept, small and tumbling."""

from collections.abc import Iterator
from functools import cache
from math import cos, hypot, pi, sin

from PIL import Image

SIZE = 17  # of a die at rest; odd, so that the middle pip is in the middle
SMALL = 10  # of a frozen die
ANGLES = 6  # of a tumbling die, within a quarter turn

_SLANT = ((-1, -1), (1, 1))
_CORNERS = (*_SLANT, (-1, 1), (1, -1))
_PIPS: dict[int | None, tuple[tuple[int, int], ...]] = {
    None: (),
    1: ((0, 0),),
    2: _SLANT,
    3: ((0, 0), *_SLANT),
    4: _CORNERS,
    5: ((0, 0), *_CORNERS),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
_PITCH = 4  # from pip to pip
_INSETS = (2, 1)  # dark pixels at the ends of a die's first rows, which round its corners

_UNKNOWN = (
    "..#######..",
    ".#.......#.",
    "#...###...#",
    "#..#...#..#",
    "#......#..#",
    "#.....#...#",
    "#....#....#",
    "#.........#",
    "#....#....#",
    ".#.......#.",
    "..#######..",
)
UNKNOWN = len(_UNKNOWN)

# A tumbling die is a little smaller, as one that is in the air: at any angle it fits two of the
# panel's pages, and a turn of it is few bytes.
AIR = 16
_AIR_BODY = 13.4
_AIR_PITCH = 3.1
_AIR_PIP = 1.2  # radius
_AIR_CORNER = 3.0  # radius


@cache
def die(face: int | None, kept: bool = False) -> Image.Image:
    """A die at rest: an outline with light pips, or kept: a light body with dark pips."""
    image = Image.new("1", (SIZE, SIZE))
    _body(image, 0, 1)
    if not kept:
        _body(image, 1, 0)
    for x, y in _PIPS[face]:
        left, top = SIZE // 2 + _PITCH * x - 1, SIZE // 2 + _PITCH * y - 1
        image.paste(0 if kept else 1, (left, top, left + 3, top + 3))
    return image


@cache
def small(face: int) -> Image.Image:
    """A frozen die, beside the throw that goes on."""
    image = Image.new("1", (SMALL, SMALL), 1)
    for corner in ((0, 0), (0, SMALL - 1), (SMALL - 1, 0), (SMALL - 1, SMALL - 1)):
        image.putpixel(corner, 0)
    for x, y in _PIPS[face]:
        left, top = SMALL // 2 - 1 + 3 * x, SMALL // 2 - 1 + 3 * y
        image.paste(0, (left, top, left + 2, top + 2))
    return image


@cache
def unknown() -> Image.Image:
    """A die that is not thrown yet."""
    image = Image.new("1", (UNKNOWN, UNKNOWN))
    for y, row in enumerate(_UNKNOWN):
        for x, pixel in enumerate(row):
            image.putpixel((x, y), pixel == "#")
    return image


def tumbling(face: int | None, angle: int) -> Image.Image:
    """A die in the air, turned by `angle`, of which ANGLES make a quarter."""
    return _tumbling(face, angle % ANGLES)


@cache
def _tumbling(face: int | None, angle: int) -> Image.Image:
    image = Image.new("1", (AIR, AIR))
    for pixel, x, y in _turned(angle * pi / 2 / ANGLES):
        if _on_edge(x, y) or _on_pip(face, x, y):
            image.putpixel(pixel, 1)
    return image


def _body(image: Image.Image, margin: int, light: int) -> None:
    for row in range(margin, SIZE - margin):
        depth = min(row, SIZE - 1 - row) - margin
        inset = margin + (_INSETS[depth] if depth < len(_INSETS) else 0)
        image.paste(light, (inset, row, SIZE - inset, row + 1))


def _turned(turn: float) -> Iterator[tuple[tuple[int, int], float, float]]:
    """Each pixel of the picture, with its place on the die from its middle."""
    middle = (AIR - 1) / 2
    for row in range(AIR):
        for column in range(AIR):
            right, down = column - middle, row - middle
            x = right * cos(turn) + down * sin(turn)
            y = down * cos(turn) - right * sin(turn)
            yield (column, row), x, y


def _on_edge(x: float, y: float) -> bool:
    flat = _AIR_BODY / 2 - _AIR_CORNER
    beyond = hypot(max(abs(x) - flat, 0.0), max(abs(y) - flat, 0.0)) - _AIR_CORNER
    return -0.8 < beyond <= 0.3


def _on_pip(face: int | None, x: float, y: float) -> bool:
    return any(hypot(x - _AIR_PITCH * i, y - _AIR_PITCH * j) < _AIR_PIP for i, j in _PIPS[face])
