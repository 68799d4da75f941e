"""The dice in a picture, and how sure of each one may be."""

from . import bodies, cover, faces, pips
from .bodies import Body, CrowdError
from .calibration import Calibration
from .cover import Cover
from .faces import Face
from .picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

SMALL = 0.25  # faces; a smaller bright spot is no die
HUGE = 14  # faces; a larger one is no heap of dice
DARKEST = 0.35  # of the light that the tray was calibrated in
BRIGHTEST = 225  # level of a die; on a brighter one no glare can be told

SPARE = 0.06  # faces of a body that are of no die in it: one more side shows
STACKED = 0.3  # a good part of another die
HALF = 0.5  # a die whose pips were not found
SURE = 99  # percent


class SeenDie:
    """`face` is None where it can't be read; x and y are pixels."""

    def __init__(self, face: "int | None", sure: int, x: float, y: float, cause: str = "") -> None:
        self.face = face
        self.sure = sure
        self.x = x
        self.y = y
        self.cause = cause  # "", cocked, stacked or unread


class Sight:
    """`light` is the level that a die has, or would have; `blur` percent of the pips' contrast."""

    def __init__(self) -> None:
        self.dice: list[SeenDie] = []
        self.cause = ""  # "", or why nothing can be seen: light or cal
        self.light = 0
        self.blur = 0


def see(picture: Picture, calibration: Calibration) -> Sight:
    """The dice in a picture."""
    sight = Sight()
    for _ in look(picture, calibration, sight):
        pass
    return sight


def look(
    picture: Picture, calibration: Calibration, sight: Sight
) -> "Generator[None, None, None]":
    """The same in small steps, for who has other things to do in between; fills `sight`."""
    background = calibration.background
    if (picture.width, picture.height) != (background.width, background.height):
        sight.cause = "cal"
        return
    light = background.light(picture)
    sight.light = _white(calibration, light)
    if light < DARKEST or sight.light > BRIGHTEST:
        sight.cause = "light"
        return
    try:
        found = yield from bodies.find(picture, background, calibration.limit * light)
    except CrowdError:
        sight.cause = "light"
        return
    for body in found:
        if body.area >= SMALL * calibration.edge**2:
            sight.dice += yield from _dice(body, picture, calibration, light)


def _white(calibration: Calibration, light: float) -> int:
    levels = sorted(calibration.background.levels)
    return int(levels[len(levels) // 2] * calibration.ratio * light)


def _dice(
    body: Body, picture: Picture, calibration: Calibration, light: float
) -> "Generator[None, None, list[SeenDie]]":
    size = body.area / calibration.edge**2
    room = int(calibration.pip * 1.65) + 2
    if size > HUGE or body.touches(room, room, picture.width - room, picture.height - room):
        return _unread(body, size, "unread")
    spots = yield from pips.find(picture, body, body.level(picture), calibration)
    known = yield from faces.find(picture, spots, calibration)
    covers = yield from cover.find(body, picture, spots, known, calibration)
    if not covers or covers[0].spare > HALF:
        return _unread(body, size, "unread")
    best = covers[0]
    if best.spare > SPARE:
        cause = "stacked" if best.spare > STACKED else "cocked"
        return [SeenDie(None, 0, face.x, face.y, cause) for face in best.faces]
    rival = covers[1].spare if len(covers) > 1 else HALF
    return [_die(face, best.spare, rival, calibration, light) for face in best.faces]


def _die(
    face: Face, spare: float, rival: float, calibration: Calibration, light: float
) -> SeenDie:
    """As sure as the worst of what was compared."""
    body = face.level / calibration.body_level(face.x, face.y, light)
    grades = (
        _grade(spare, 0.015, SPARE),
        _grade(spare - rival, -0.1, 0),
        _grade(-face.weakest / calibration.depth, -0.62, -0.35),
        _grade(face.stain, 0.1, 0.16),
        _grade(face.off, 0.15, 0.45),
        _grade(face.uneven, 3, 8),
        _grade(face.white, 1, 4),
        _grade(abs(body - 1), 0.45, 0.7),
    )
    return SeenDie(face.number, min(grades), face.x, face.y)


def _grade(value: float, good: float, bad: float) -> int:
    """From SURE for a good value down to 0 for a bad one."""
    share = (bad - value) / (bad - good)
    return int(SURE * max(0, min(1, share)))


def _unread(body: Body, size: float, cause: str) -> "list[SeenDie]":
    x, y = body.middle()
    count = max(1, min(12, round(size)))
    return [SeenDie(None, 0, x, y, cause) for _ in range(count)]
