"""Pips: round dark spots in a body."""

from .bodies import Body
from .calibration import Calibration
from .picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

MOST_PIPS = 40  # of dice that touch
DARK = 0.6  # of the body's level: pixels that may be the middle of a pip
LIT = 0.6  # of the body's level: a pixel of the ring that isn't dark
LIT_SHARE = 0.6  # of the ring about a pip: the rest may be other pips near by
SHALLOW = 0.4  # of the deepest pip; what is less deep is none
APART = 0.75  # of the pitch: nearer ones are the same pip


class Pip:
    """Its place, and how much darker it is than the ring around it, as a share of the body."""

    def __init__(self, x: float, y: float, depth: float) -> None:
        self.x = x
        self.y = y
        self.depth = depth


def find(
    picture: Picture, body: Body, level: int, calibration: Calibration
) -> "Generator[None, None, list[Pip]]":
    """Those in a body of this level, deepest first; its border must not be that of the picture."""
    probe = _Probe(picture, level, calibration)
    candidates: list[tuple[float, int, int]] = []
    for row, start, stop in body.spans():
        yield
        line = picture.grey[row * picture.width + start : row * picture.width + stop]
        if min(line) < DARK * level:
            candidates += probe.row(row, start, line)
    candidates.sort(reverse=True)
    return _peaks(candidates, probe, APART * calibration.pitch)


class _Probe:
    """Measures how like the middle of a pip a pixel is."""

    def __init__(self, picture: Picture, level: int, calibration: Calibration) -> None:
        self._picture = picture
        self._level = level
        self._disc = calibration.disc
        self._ring = calibration.ring
        self._least = calibration.depth * SHALLOW / 2

    def row(self, row: int, left: int, line: memoryview) -> "list[tuple[float, int, int]]":
        """(depth, x, y) of the pixels that may be the middle of a pip."""
        found = []
        dark = DARK * self._level
        for column in range(len(line)):
            if line[column] < dark and self._is_ringed(left + column, row):
                depth = self.depth(left + column, row)
                if depth >= self._least:
                    found.append((depth, left + column, row))
        return found

    def depth(self, x: int, y: int) -> float:
        picture = self._picture
        around = picture.mean(x, y, self._ring)
        return (around - picture.mean(x, y, self._disc)) / self._level

    def place(self, x: int, y: int, depth: float) -> Pip:
        """The pip whose middle is in this pixel, by a parabola through the depths beside it."""
        left, right = self.depth(x - 1, y), self.depth(x + 1, y)
        above, below = self.depth(x, y - 1), self.depth(x, y + 1)
        return Pip(x + _top(left, depth, right), y + _top(above, depth, below), depth)

    def _is_ringed(self, x: int, y: int) -> bool:
        """A gap between bodies is open to the tray."""
        grey, width = self._picture.grey, self._picture.width
        lit = 0
        for right, down in self._ring:
            lit += grey[(y + down) * width + x + right] >= LIT * self._level
        return lit >= LIT_SHARE * len(self._ring)


def _peaks(candidates: "list[tuple[float, int, int]]", probe: _Probe, apart: float) -> "list[Pip]":
    pips: list[Pip] = []
    for depth, x, y in candidates:
        if len(pips) == MOST_PIPS or depth < SHALLOW * candidates[0][0]:
            break
        if not _is_near(pips, x, y, apart):
            pips.append(probe.place(x, y, depth))
    return pips


def _is_near(pips: "list[Pip]", x: int, y: int, apart: float) -> bool:
    return any([(x - pip.x) ** 2 + (y - pip.y) ** 2 < apart * apart for pip in pips])  # noqa: C419


def _top(before: float, here: float, after: float) -> float:
    bend = 2 * here - before - after
    return max(-0.5, min(0.5, (after - before) / 2 / bend)) if bend > 0 else 0.0
