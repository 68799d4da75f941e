"""Which faces explain a body: each pip belongs to one of them, and all that is bright to a die."""

from .bodies import Body
from .calibration import Calibration
from .faces import Face

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from .picture import Picture
    from .pips import Pip

APART = 0.93  # of the edge: the middles of two dice that lie flat
MARGIN = 0.03  # of the edge, and a pixel: so far beyond its square a die may seem bright
MOST_COVERS = 8  # of which more would say no more
MOST_STEPS = 500
MOST_STRAYS = 3
BESIDE = 0.43  # of the edge: so far from its middle a face has no pip


class Cover:
    """Faces of one body; `spare` is the bright area that is of none of their dice, in faces."""

    def __init__(self, faces: "list[Face]", spare: float) -> None:
        self.faces = faces
        self.spare = spare


def find(
    body: Body, picture: "Picture", pips: "list[Pip]", faces: "list[Face]", calibration: Calibration
) -> "Generator[None, None, list[Cover]]":
    """All that account for so many pips, the one with least to spare first."""
    covers = []
    for chosen in _partitions(pips, faces, calibration):
        spare = yield from _spare(body, picture, chosen, calibration)
        covers.append(Cover(chosen, spare))
    covers.sort(key=lambda cover: cover.spare)
    return covers


def _partitions(
    pips: "list[Pip]", faces: "list[Face]", calibration: Calibration
) -> "list[list[Face]]":
    """Choices of faces that have each pip once, and whose dice do not overlap.

    Some dark spots are no pips, such as gaps between dice: they are beside all faces.
    """
    found: list[list[Face]] = []
    open_ends: list[tuple[int, list[Face], list[Pip]]] = [((1 << len(pips)) - 1, [], [])]
    for _ in range(MOST_STEPS):
        if not open_ends or len(found) == MOST_COVERS:
            break
        left, chosen, strays = open_ends.pop()
        if not left:
            if chosen and _are_beside(strays, chosen, BESIDE * calibration.edge):
                found.append(chosen)
            continue
        lowest = _lowest(left)
        if len(strays) < MOST_STRAYS:
            open_ends.append((left & ~(1 << lowest), chosen, [*strays, pips[lowest]]))
        for face in faces:
            if face.pips >> lowest & 1 and face.pips & left == face.pips and _fits(face, chosen, APART * calibration.edge):
                open_ends.append((left & ~face.pips, [*chosen, face], strays))
    return found


def _lowest(bits: int) -> int:
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


def _are_beside(strays: "list[Pip]", faces: "list[Face]", reach: float) -> bool:
    for pip in strays:
        for face in faces:
            if face.within(pip.x, pip.y) < reach:
                return False
    return True


def _fits(face: Face, chosen: "list[Face]", apart: float) -> bool:
    for other in chosen:
        if (face.x - other.x) ** 2 + (face.y - other.y) ** 2 < apart * apart:
            return False
    return True


def _spare(
    body: Body, picture: "Picture", faces: "list[Face]", calibration: Calibration
) -> "Generator[None, None, float]":
    reach = calibration.edge * (0.5 + MARGIN) + 0.7
    middle = picture.width / 2, picture.height / 2
    spare = 0
    for row, start, stop in body.runs:
        yield
        for column in range(start, stop):
            spare += not _is_explained(column, row, faces, reach, middle, calibration.tall)
    return spare / calibration.edge**2


def _is_explained(
    column: int,
    row: int,
    faces: "list[Face]",
    reach: float,
    middle: "tuple[float, float]",
    tall: float,
) -> bool:
    """Whether the pixel is of a die, at the height of its face, halfway or on the tray."""
    right, down = column - middle[0], row - middle[1]
    for height in (1, 0.5, 0):
        scale = (tall - height) / (tall - 1)
        x, y = middle[0] + right * scale, middle[1] + down * scale
        for face in faces:
            if face.within(x, y) <= reach:
                return True
    return False
