"""Faces that pips may belong to: where they would lie, and how well the picture agrees."""

from math import cos, pi, sin, sqrt

from .calibration import Calibration
from .picture import Picture
from .pips import Pip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

# Nine places of pips, row by row; a diagonal of pips is taken for that from place 0 to place 8.
ARRANGED = {
    0b100000001: 2,
    0b100010001: 3,
    0b101000101: 4,
    0b101010101: 5,
    0b111000111: 6,
    0b101101101: 6,
}
ONE = 0b000010000
DIAGONAL = 2 * sqrt(2)  # pitches
STRETCH = 0.1  # by which a diagonal may be longer or shorter
OFF = 0.45  # of the pitch: so far from its place a pip may be
ALONE = 0.62  # of the edge: nearer to the pip of a one there is none
STRAY = 0.65  # of a pip's depth: less deep ones beside it may be gaps between dice

WHITE = 245  # level from which on glare may hide a pip without a trace
UNEVEN = 0.17  # of the face's level
ANGLES = 18  # that a one is tried at

INSIDE = 0.43  # of the edge
OUTSIDE = 0.6
SIDE = (-0.8, -0.27, 0.27, 0.8)  # of half a square's side
GRID = tuple([step * 0.1 for step in range(-4, 5)])  # of the edge
ROUND = 0.7  # of the edge: beyond this |u| + |v| a corner may be rounded


class Face:
    """A face that is up: its middle, and its direction as cosine and sine."""

    def __init__(self, x: float, y: float, c: float, s: float) -> None:
        self.x = x
        self.y = y
        self.c = c
        self.s = s
        self.number = 0
        self.places = 0  # a bit for each place that has a pip
        self.pips = 0  # a bit for each pip that is there
        self.off = 0.0  # pitches, of the pip that is farthest from its place
        self.level = 0  # of its body
        self.weakest = 1.0  # darkness of the palest pip, 0 as the body, 1 black
        self.stain = 0.0  # how far the least clean place without a pip is off the body's level
        self.white = 0  # points so bright that there may be anything
        self.uneven = 0  # points beside the pips that are not as bright as the body

    def at(self, u: float, v: float) -> "tuple[float, float]":
        """A point of the face, in pixels from its middle, in the picture."""
        return self.x + self.c * u - self.s * v, self.y + self.s * u + self.c * v

    def within(self, x: float, y: float) -> float:
        """How far a point of the picture is from the middle, as the face's square counts it."""
        right, down = x - self.x, y - self.y
        across = abs(self.c * right + self.s * down)
        along = abs(self.c * down - self.s * right)
        return across if across > along else along


def find(
    picture: Picture, pips: "list[Pip]", calibration: Calibration
) -> "Generator[None, None, list[Face]]":
    """All that the pips may be arranged to, those that cross into another die among them."""
    faces: list[Face] = []
    for one in range(len(pips)):
        yield
        if _is_alone(pips, one, ALONE * calibration.edge):
            faces.append(_one(picture, pips, one, calibration.edge))
        for other in range(one + 1, len(pips)):
            face = _diagonal(pips, one, other, calibration)
            if face is not None and face.pips not in [known.pips for known in faces]:
                faces.append(face)
    room = 0.5 * calibration.edge + 2
    faces = [face for face in faces if picture.holds(face.x, face.y, room)]
    for face in faces:
        yield
        examine(picture, face, calibration)
    return faces


def examine(picture: Picture, face: Face, calibration: Calibration) -> None:
    """Compare what the face should look like with the picture."""
    places = [_place(place, calibration.pitch) for place in range(9)]
    with_pip = [places[place] for place in range(9) if face.places >> place & 1]
    levels, beside = _sample(picture, face, with_pip, calibration)
    ordered = sorted(levels)
    face.level = max(ordered[len(ordered) // 2], 1)
    face.white = sum([level >= WHITE for level in levels])
    face.uneven = sum([abs(level - face.level) > UNEVEN * face.level for level in beside])
    for place in range(9):
        x, y = face.at(*places[place])
        if face.places >> place & 1:
            darkness = 1 - picture.mean(x, y, calibration.disc) / face.level
            face.weakest = min(face.weakest, darkness)
        else:
            off = picture.off(x, y, calibration.patch, face.level)
            face.stain = max(face.stain, off / face.level)


def _sample(
    picture: Picture, face: Face, pips: "list[tuple[float, float]]", calibration: Calibration
) -> "tuple[bytearray, bytearray]":
    """Levels all over the face, and those of them that are of no pip."""
    reach = (1.5 * calibration.pip + 0.5) ** 2
    levels, beside = bytearray(), bytearray()
    for across in GRID:
        for down in GRID:
            if abs(across) + abs(down) > ROUND:
                continue
            u, v = across * calibration.edge, down * calibration.edge
            level = picture.level(*face.at(u, v))
            levels.append(level)
            if all([(u - x) ** 2 + (v - y) ** 2 >= reach for x, y in pips]):  # noqa: C419
                beside.append(level)
    return levels, beside


def _diagonal(pips: "list[Pip]", one: int, other: int, calibration: Calibration) -> "Face | None":
    """The face of which these pips are opposite corners, if there is one."""
    first, last = pips[one], pips[other]
    right, down = last.x - first.x, last.y - first.y
    length = sqrt(right * right + down * down)
    whole = DIAGONAL * calibration.pitch
    if abs(length - whole) > STRETCH * whole:
        return None
    c, s = (right + down) / length / sqrt(2), (down - right) / length / sqrt(2)
    face = Face((first.x + last.x) / 2, (first.y + last.y) / 2, c, s)
    _arrange(face, pips, calibration.pitch)
    return face if face.number else None


def _arrange(face: Face, pips: "list[Pip]", pitch: float) -> None:
    """Tell which pips are where one may be."""
    for place in range(9):
        x, y = face.at(*_place(place, pitch))
        for at in range(len(pips)):
            off = sqrt((pips[at].x - x) ** 2 + (pips[at].y - y) ** 2) / pitch
            if off < OFF:
                face.places |= 1 << place
                face.pips |= 1 << at
                face.off = max(face.off, off)
    face.number = ARRANGED.get(face.places, 0)


def _place(place: int, pitch: float) -> "tuple[float, float]":
    return (place % 3 - 1) * pitch, (place // 3 - 1) * pitch


def _is_alone(pips: "list[Pip]", one: int, apart: float) -> bool:
    pip = pips[one]
    for other in pips:
        distance = (other.x - pip.x) ** 2 + (other.y - pip.y) ** 2
        if 0 < distance < apart * apart and other.depth > STRAY * pip.depth:
            return False
    return True


def _one(picture: Picture, pips: "list[Pip]", one: int, edge: float) -> Face:
    """The face of a pip that is alone, turned as its square is."""
    pip = pips[one]
    angles = [pi / 2 * step / ANGLES for step in range(ANGLES)]
    turned = [Face(pip.x, pip.y, cos(angle), sin(angle)) for angle in angles]
    face = max(turned, key=lambda face: _contrast(picture, face, edge))
    face.number, face.places, face.pips = 1, ONE, 1 << one
    return face


def _contrast(picture: Picture, face: Face, edge: float) -> int:
    """How much brighter it is within the square of a face than around it."""
    return _around(picture, face, INSIDE * edge) - _around(picture, face, OUTSIDE * edge)


def _around(picture: Picture, face: Face, reach: float) -> int:
    """The levels along a square, all together."""
    total = 0
    for step in SIDE:
        along = step * reach
        for u, v in ((along, reach), (along, -reach), (reach, along), (-reach, along)):
            total += picture.level(*face.at(u, v))
    return total
