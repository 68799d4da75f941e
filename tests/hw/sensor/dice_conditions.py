"""The conditions that the camera is tried under: for each, pictures and what lies there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, radians, sin
from random import Random

from dice_pictures import Camera, Glare, calibrated, from_the_left, into_a_corner
from drawn_dice import ARRANGED, HEIGHT, WIDTH, DrawnDie, Kind, Point, Scene

from hw.sensor.device.readers.sight.calibration import Calibration
from hw.sensor.device.readers.sight.picture import Picture


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture, the dice in it that lie flat, and those that lean or lie on one another."""

    picture: Picture
    calibration: Calibration
    scene: Scene
    flat: Sequence[DrawnDie]
    crooked: Sequence[DrawnDie] = ()


Take = Callable[[Random], Shot]

WHITE = Kind()
PLAIN = Camera()


def scattered(
    scene: Scene, random: Random, count: int = 6, kind: Kind = WHITE, apart: float = 1.55
) -> list[DrawnDie]:
    """Dice that lie flat anywhere, each apart from the others."""
    places: list[Point] = []
    for attempt in range(10_000):
        x, y = anywhere(scene, random)
        if attempt % 100 == 0:
            places.clear()  # they left no room for the others
        if all(hypot(x - u, y - v) > apart for u, v in places):
            places.append((x, y))
        if len(places) == count:
            return [_lying(random.randint(1, 6), place, random, kind) for place in places]
    raise ValueError("these dice find no room in the tray: draw fewer or smaller ones")


def _lying(face: int, place: Point, random: Random, kind: Kind) -> DrawnDie:
    return DrawnDie(face, *place, random.uniform(0, 2 * pi), kind=kind)


def anywhere(scene: Scene, random: Random, room: float = 1.0) -> Point:
    """A place with so much room to the picture's border."""
    shrink = (scene.tall - 1) / scene.tall
    wide = WIDTH / 2 / scene.edge * shrink - room
    high = HEIGHT / 2 / scene.edge * shrink - room
    return random.uniform(-wide, wide), random.uniform(-high, high)


def flat(
    camera: Camera, count: int = 6, kind: Kind = WHITE, known: Camera = PLAIN, usual: Kind = WHITE
) -> Take:
    """Dice apart from each other, taken by `camera`, which was calibrated as `known`."""

    def take(random: Random) -> Shot:
        dice = scattered(camera.scene, random, count, kind)
        calibration = calibrated(known, usual)
        return Shot(camera.picture(dice, random), calibration, camera.scene, dice)

    return take


def alike(camera: Camera, count: int = 6, kind: Kind = WHITE) -> Take:
    """The same, calibrated under the same condition."""
    return flat(camera, count, kind, camera, kind)


def glary(spots: Callable[[Scene, Sequence[DrawnDie], Random], list[Glare]]) -> Take:
    """Dice apart from each other, with reflections where `spots` puts them."""

    def take(random: Random) -> Shot:
        dice = scattered(PLAIN.scene, random)
        glares = spots(PLAIN.scene, dice, random)
        picture = PLAIN.picture(dice, random, glares)
        return Shot(picture, calibrated(PLAIN, WHITE), PLAIN.scene, dice)

    return take


def on_dice(scene: Scene, dice: Sequence[DrawnDie], random: Random) -> list[Glare]:
    """A lamp mirrored in some dice."""
    glares = []
    for die in random.sample(dice, 3):
        x, y = scene.spot(die)
        off = random.gauss(0, scene.edge / 4), random.gauss(0, scene.edge / 4)
        bright, reach = random.uniform(60, 500), random.uniform(1.0, 7.0)
        glares.append(Glare(x + off[0], y + off[1], bright, reach))
    return glares


def on_pips(scene: Scene, dice: Sequence[DrawnDie], random: Random) -> list[Glare]:
    """Pips that shine as if they were enamel."""
    glares = []
    for die in dice:
        u, v = (place * die.kind.pitch for place in random.choice(ARRANGED[die.face]))
        c, s = cos(die.yaw), sin(die.yaw)
        x, y = scene.seen((die.x + u * c - v * s, die.y + u * s + v * c, 1))
        glares.append(Glare(x, y, random.uniform(60, 300), random.uniform(0.6, 2.5)))
    return glares


def touching(random: Random) -> Shot:
    """Two pairs of dice, each side to side, or corner to side."""
    scene = PLAIN.scene
    dice = [die for first in scattered(scene, random, 2, apart=4.2) for die in _pair(first, random)]
    picture = PLAIN.picture(dice, random)
    return Shot(picture, calibrated(PLAIN, WHITE), scene, dice)


def _pair(die: DrawnDie, random: Random) -> list[DrawnDie]:
    """This die, and one that touches it with a side or a corner, towards the tray's middle."""
    turn = random.choice([0.0, 0.0, random.uniform(0, pi / 2)])
    reach = 0.5 + (abs(cos(turn)) + abs(sin(turn))) / 2
    shift = random.choice([0.0, random.uniform(-0.7, 0.7)])
    c, s = cos(die.yaw), sin(die.yaw)
    if c * die.x + s * die.y > 0:
        reach = -reach
    x, y = die.x + reach * c - shift * s, die.y + reach * s + shift * c
    return [die, DrawnDie(random.randint(1, 6), x, y, die.yaw + turn)]


def leaning(least: float, most: float) -> Take:
    """Some dice lean, by degrees."""

    def take(random: Random) -> Shot:
        dice = scattered(PLAIN.scene, random, 5)
        crooked = [
            replace(
                die,
                lean=radians(random.uniform(least, most)),
                axis=die.yaw + random.choice([0, pi / 2, random.uniform(0, pi)]),
            )
            for die in dice[:3]
        ]
        picture = PLAIN.picture([*crooked, *dice[3:]], random)
        calibration = calibrated(PLAIN, WHITE)
        return Shot(picture, calibration, PLAIN.scene, dice[3:], crooked)

    return take


def stacked(random: Random) -> Shot:
    """A die lies on another one, not quite in its middle."""
    under, *dice = scattered(PLAIN.scene, random, 4, apart=2.4)
    off, angle = random.uniform(0.05, 0.5), random.uniform(0, 2 * pi)
    x, y = under.x + off * cos(angle), under.y + off * sin(angle)
    above = DrawnDie(random.randint(1, 6), x, y, random.uniform(0, 7), z=1)
    picture = PLAIN.picture([under, above, *dice], random)
    calibration = calibrated(PLAIN, WHITE)
    return Shot(picture, calibration, PLAIN.scene, dice, [under, above])


def mixed(random: Random) -> Shot:
    """Other dice, another camera and another light than were calibrated, all a little."""
    uniform = random.uniform
    known = random.choice([SMALL, PLAIN])
    scene = Scene(
        edge=known.scene.edge,
        tall=random.choice([16, 19, 23]),
        tilt=radians(uniform(0, 3)),
        aside=uniform(0, 6),
        side=uniform(0.5, 0.9),
    )
    kind = Kind(
        body=random.randint(160, 205),
        ink=random.randint(10, 70),
        pip=uniform(0.08, 0.11),
        pitch=uniform(0.24, 0.26),
        round=uniform(0.05, 0.25),
    )
    across, down = uniform(-0.3, 0.3), uniform(-0.3, 0.3)
    camera = Camera(
        scene,
        blur=uniform(0.3, 1.2),
        noise=uniform(1, 8),
        light=lambda x, y: 0.8 + across * (x - 0.5) + down * (y - 0.5),
    )
    dice = scattered(scene, random, 4, kind)
    glares = on_dice(scene, dice, random)[: random.randint(0, 2)]
    return Shot(camera.picture(dice, random, glares), calibrated(known, WHITE), scene, dice)


def half_in_shadow(x: float, y: float) -> float:
    return 1.0 if x + y / 3 < 0.6 else 0.6


def dim(x: float, y: float) -> float:
    return 0.55


def dusk(x: float, y: float) -> float:
    return 0.38


SMALL = Camera(Scene(edge=15))
LARGE = Camera(Scene(edge=28))
LOW = Camera(Scene(tall=12))
BARREL = Camera(Scene(barrel=0.06))
CROOKED = Camera(Scene(tall=21, tilt=radians(3), aside=1.0))
RED_ONE = Kind(one=1.9)

CONDITIONS: dict[str, Take] = {
    "clear": flat(PLAIN),
    "small dice, 15 pixels": alike(SMALL),
    "large dice, 28 pixels": alike(LARGE, 3),
    "very round corners": alike(PLAIN, kind=Kind(round=0.25)),
    "low camera": alike(LOW),
    "camera moved and crooked": flat(CROOKED),
    "lens that distorts by 6 %": alike(BARREL),
    "noise": flat(Camera(noise=8)),
    "much noise": flat(Camera(noise=16)),
    "blur": flat(Camera(blur=1.0)),
    "much blur": flat(Camera(blur=1.7)),
    "light from one side": alike(Camera(light=from_the_left)),
    "light moved": flat(Camera(light=into_a_corner)),
    "half in shadow": flat(Camera(light=half_in_shadow)),
    "dim": flat(Camera(light=dim, noise=4)),
    "dusk": flat(Camera(light=dusk, noise=6)),
    "glare on dice": glary(on_dice),
    "glare on pips": glary(on_pips),
    "touching": touching,
    "leaning 10° to 20°": leaning(10, 20),
    "leaning 20° to 45°": leaning(20, 45),
    "stacked": stacked,
    "large red ones": flat(PLAIN, kind=RED_ONE),
    "red dice": flat(PLAIN, kind=Kind(body=105)),
    "any of it together": mixed,
    "dark dice": flat(PLAIN, kind=Kind(body=48, ink=200)),
}


def shots(name: str, count: int) -> list[Shot]:
    """The same ones each time."""
    return [CONDITIONS[name](Random(f"{name} {number}")) for number in range(count)]
