"""Measures the tray and the dice, from two pictures."""

from math import pi, sqrt

from . import bodies, faces, pips
from .background import Background, background
from .bodies import Body
from .calibration import Calibration
from .picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TypeVar

    from .pips import Pip

    T = TypeVar("T")

TALL = 20.0  # edges of a die
MIDDLE = 0.25  # of the picture: so far from its middle the die may lie, or its sides show
TRAY = (8, 90)  # levels
GLARING = 205  # level of a die on which glare can't be told
CONTRAST = 2.2  # times as bright as the tray
FIRST_LIMIT = 1.6  # times as bright as the tray, before the die's level is known
LEAST_AREA = 100  # pixels of something that is no speck
EDGES = (14, 60)  # pixels
PITCH = 0.25  # of the edge, as a first guess
DEPTH = 0.4  # darkness of a pip that is sharp and black


def calibrate(empty: Picture, five: Picture, tall: float = TALL) -> Calibration:
    """From a picture of the empty tray, and one with a die in the middle that has its five up.

    `tall` is how many edges of a die the camera is above the tray. ValueError tells what is wrong
    with the pictures and what to do.
    """
    tray = background(empty)
    usual = tray.usual()
    if not TRAY[0] <= usual <= TRAY[1]:
        raise ValueError(
            f"the empty tray has a level of {usual}, which must be {TRAY[0]} to {TRAY[1]}: "
            "take a dark tray, and set the exposure"
        )
    first = _only_body(five, tray, FIRST_LIMIT)
    level = first.level(five)
    ratio = level / tray.level(*first.middle())
    if level > GLARING or ratio < CONTRAST:
        raise ValueError(
            f"the die has a level of {level}, {ratio:.1f} times the tray's, which must be at most "
            f"{GLARING} and at least {CONTRAST} times the tray's: "
            "take white dice, and set the exposure"
        )
    body = _only_body(five, tray, 0.5 * (1 + ratio))
    return _measure(body, five, tray, ratio, tall)


def _only_body(picture: Picture, tray: Background, limit: float) -> Body:
    found = _whole(bodies.find(picture, tray, limit, LEAST_AREA))
    if len(found) != 1:
        raise ValueError(f"{len(found)} bright things are in the tray: put one die there")
    x, y = found[0].middle()
    if abs(x / picture.width - 0.5) > MIDDLE or abs(y / picture.height - 0.5) > MIDDLE:
        raise ValueError("the die is too far aside: put it in the middle of the picture")
    return found[0]


def _measure(
    body: Body, picture: Picture, tray: Background, ratio: float, tall: float
) -> Calibration:
    filled = sum([stop - start for _, start, stop in body.spans()])
    edge = sqrt(filled)
    if not EDGES[0] <= edge <= EDGES[1]:
        raise ValueError(
            f"the die is {edge:.0f} pixels wide, which must be {EDGES[0]} to {EDGES[1]}: "
            "move the camera, or set another size of picture"
        )
    pip = sqrt(max(filled - body.area, 5) / 5 / pi)
    guess = Calibration(tray, edge, PITCH * edge, pip, DEPTH, ratio, tall)
    spots = _whole(pips.find(picture, body, body.level(picture), guess))
    guess.pitch = _pitch(spots)
    for face in _whole(faces.find(picture, spots, guess)):
        if face.number == len(spots) == 5 and face.weakest >= DEPTH:
            return Calibration(tray, edge, guess.pitch, pip, face.weakest, ratio, tall)
    raise ValueError(
        f"the die shows {len(spots)} pips or not clearly enough: turn its five up, focus the camera"
    )


def _pitch(spots: "list[Pip]") -> float:
    """Of a five, whose corners are all one diagonal from its middle."""
    count = max(len(spots), 1)
    x, y = sum([pip.x for pip in spots]) / count, sum([pip.y for pip in spots]) / count
    away = [sqrt((pip.x - x) ** 2 + (pip.y - y) ** 2) for pip in spots]
    return max(sum(away) / 4 / sqrt(2), 1.0)


def _whole(steps: "Generator[None, None, list[T]]") -> "list[T]":
    """What the steps come to."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return list(end.value)
