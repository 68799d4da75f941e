"""The dice in a picture, and how sure one may be of each."""

from . import bodies, cover, faces, pips
from .bodies import Body, CrowdError
from .calibration import RING, Calibration
from .faces import Face
from .picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

DARKEST = 0.35  # of the light that the tray was calibrated in
BRIGHTEST = 225  # level of a die; on a brighter one no glare can be told
SMALL = 0.25  # faces; a smaller bright spot is no die
HUGE = 14  # faces; a larger one is no heap of dice
SPARE = 0.06  # faces of a body that are of no die in it: some die has another side up as well
STACKED = 0.3  # so much of another die
MOST = 12  # dice in one body
HALF = 0.5  # a die whose pips were not found
SURE = 99  # percent


class SeenDie:
    """`face` is None where it can't be read; `cause` tells why: cocked, stacked or unread.

    x and y are pixels, `blur` is the percentage of its pips' contrast that is lost.
    """

    def __init__(
        self, face: "int | None", sure: int, x: float, y: float, blur: int = 0, cause: str = ""
    ) -> None:
        self.face = face
        self.sure = sure
        self.x = x
        self.y = y
        self.blur = blur
        self.cause = cause


class Sight:
    """What was seen. `white` is the level that a white die has, or would have."""

    def __init__(self) -> None:
        self.dice: list[SeenDie] = []
        self.white = 0
        self.cause = ""  # why nothing could be seen: light, or cal

    def blur(self) -> int:
        """Of the die that is least sharp."""
        return max([die.blur for die in self.dice], default=0)


def see(picture: Picture, calibration: Calibration) -> Sight:
    """The dice in a picture."""
    sight = Sight()
    for _ in look(picture, calibration, sight):
        pass
    return sight


def look(picture: Picture, calibration: Calibration, sight: Sight) -> "Generator[None, None, None]":
    """The same in small steps, for who has other things to do in between; `sight` is filled."""
    background = calibration.background
    if (picture.width, picture.height) != (background.width, background.height):
        sight.cause = "cal"
        return
    light = background.light(picture)
    sight.white = calibration.white(light)
    if light < DARKEST or sight.white > BRIGHTEST:
        sight.cause = "light"
        return
    least = SMALL * calibration.edge**2
    try:
        found = yield from bodies.find(picture, background, calibration.limit * light, least)
    except CrowdError:
        sight.cause = "light"
        return
    for body in found:
        sight.dice += yield from _dice(body, picture, calibration, light)


def _dice(
    body: Body, picture: Picture, calibration: Calibration, light: float
) -> "Generator[None, None, list[SeenDie]]":
    room = int(calibration.pip * RING) + 2
    if body.area > HUGE * calibration.edge**2 or not body.is_inside(picture, room):
        return _unread(body, calibration.edge)
    spots = yield from pips.find(picture, body, body.level(picture), calibration)
    known = yield from faces.find(picture, spots, calibration)
    covers = yield from cover.find(body, picture, spots, known, calibration)
    if not covers or covers[0].spare > HALF:
        return _unread(body, calibration.edge)
    best = covers[0]
    if best.spare > SPARE:
        cause = "stacked" if best.spare > STACKED else "cocked"
        return [SeenDie(None, 0, face.x, face.y, 0, cause) for face in best.faces]
    rival = covers[1].spare if len(covers) > 1 else HALF
    return [_die(face, best.spare, rival, calibration, light) for face in best.faces]


def _die(face: Face, spare: float, rival: float, calibration: Calibration, light: float) -> SeenDie:
    """As sure as the worst of what was compared."""
    body = face.level / calibration.body_level(face.x, face.y, light)
    contrast = face.weakest / calibration.depth
    sure = min(
        _grade(spare, 0.015, SPARE),
        _grade(rival - spare, 0.1, 0),
        _grade(contrast, 0.7, 0.35),
        _grade(face.stain, 0.1, 0.16),
        _grade(face.off, 0.15, 0.45),
        _grade(face.uneven, 3, 8),
        _grade(face.white, 1, 4),
        _grade(abs(body - 1), 0.45, 0.7),
    )
    blur = int(100 * max(0, 1 - contrast))
    return SeenDie(face.number, sure, face.x, face.y, blur)


def _grade(value: float, good: float, bad: float) -> int:
    """Percent: SURE for what is good, or better, and 0 for what is bad."""
    share = (value - bad) / (good - bad)
    return int(SURE * max(0, min(1, share)))


def _unread(body: Body, edge: float) -> "list[SeenDie]":
    """As many dice as there is room for in a body; where each of them lies isn't known."""
    x, y = body.middle()
    count = max(1, min(MOST, round(body.area / edge**2)))
    return [SeenDie(None, 0, x, y, 0, "unread") for _ in range(count)]
