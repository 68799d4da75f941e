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
BESIDE = 0.43  # of the edge: so far from its middle a face has no pip
MARGIN = 0.03  # of the edge, and the next: so far beyond its square a die may seem bright
PIXELS = 0.7
HEIGHTS = (1, 0.5, 0)  # of a die: its face, half its side, and the tray
MOST_STRAYS = 3  # gaps between dice that look like pips
MOST_STEPS = 500


class Cover:
    """Faces of one body; `spare` is the bright area that is of none of their dice, in faces."""

    def __init__(self, faces: "list[Face]", spare: float) -> None:
        self.faces = faces
        self.spare = spare


def find(
    body: Body,
    picture: "Picture",
    pips: "list[Pip]",
    faces: "list[Face]",
    calibration: Calibration,
) -> "Generator[None, None, list[Cover]]":
    """All that account for the pips, the one with least to spare first."""
    search = _Search(pips, faces, calibration.edge)
    yield from search.steps()
    covers = []
    for chosen in search.found:
        spare = yield from _spare(body, picture, chosen, calibration)
        covers.append(Cover(chosen, spare / calibration.edge**2))
    covers.sort(key=lambda cover: cover.spare)
    return covers


class _Search:
    """Finds choices of faces that have each pip once, and whose dice do not overlap.

    Some dark spots are no pips but gaps: they are beside all faces.
    """

    def __init__(self, pips: "list[Pip]", faces: "list[Face]", edge: float) -> None:
        self.found: list[list[Face]] = []
        self._pips = pips
        self._faces = faces
        self._edge = edge
        self._ways: list[tuple[int, list[Face], list[Pip]]] = [((1 << len(pips)) - 1, [], [])]

    def steps(self) -> "Generator[None, None, None]":
        """Fill `found`, with nothing where there are too many choices to tell them apart."""
        for _ in range(MOST_STEPS):
            if not self._ways:
                return
            yield
            left, chosen, strays = self._ways.pop()
            if left:
                self._branch(left, chosen, strays)
            elif chosen and _are_beside(strays, chosen, BESIDE * self._edge):
                self.found.append(chosen)
        self.found.clear()

    def _branch(self, left: int, chosen: "list[Face]", strays: "list[Pip]") -> None:
        """The first pip of those that are left may be none, or one of some face."""
        first = 0
        while not left >> first & 1:
            first += 1
        if len(strays) < MOST_STRAYS:
            more = strays + [self._pips[first]]  # noqa: RUF005
            self._ways.append((left & ~(1 << first), chosen, more))
        for face in self._faces:
            is_free = face.pips >> first & 1 and face.pips & left == face.pips
            if is_free and _has_room(face, chosen, APART * self._edge):
                self._ways.append((left & ~face.pips, chosen + [face], strays))  # noqa: RUF005


def _has_room(face: Face, chosen: "list[Face]", apart: float) -> bool:
    return all([(face.x - o.x) ** 2 + (face.y - o.y) ** 2 >= apart * apart for o in chosen])  # noqa: C419


def _are_beside(strays: "list[Pip]", faces: "list[Face]", reach: float) -> bool:
    return all([face.within(pip.x, pip.y) >= reach for pip in strays for face in faces])  # noqa: C419


def _spare(
    body: Body, picture: "Picture", faces: "list[Face]", calibration: Calibration
) -> "Generator[None, None, int]":
    """Pixels of the body that are of no die."""
    reach = calibration.edge * (0.5 + MARGIN) + PIXELS
    views = _views(picture, calibration.tall)
    spare = 0
    for row, start, stop in body:
        yield
        if not _is_in_one(row, start, stop - 1, faces, reach):
            for column in range(start, stop):
                spare += not _is_of_a_die(column, row, faces, reach, views)
    return spare


def _is_in_one(row: int, first: int, last: int, faces: "list[Face]", reach: float) -> bool:
    """Whether a face has the whole run, as it has if it has both its ends."""
    for face in faces:
        if face.within(first, row) <= reach and face.within(last, row) <= reach:
            return True
    return False


def _views(picture: "Picture", tall: float) -> "list[tuple[float, float, float]]":
    """For each height, how a point there is moved and scaled to be seen as one of the face is."""
    x, y = picture.width / 2, picture.height / 2
    scales = [(tall - height) / (tall - 1) for height in HEIGHTS]
    return [(scale, x - x * scale, y - y * scale) for scale in scales]


def _is_of_a_die(
    column: int,
    row: int,
    faces: "list[Face]",
    reach: float,
    views: "list[tuple[float, float, float]]",
) -> bool:
    """Whether a die has this pixel, on its face or on a side that the camera sees."""
    for scale, right, down in views:
        x, y = column * scale + right, row * scale + down
        for face in faces:
            if face.within(x, y) <= reach:
                return True
    return False
