"""Draws a tray of dice as a camera above it sees them: in perspective, lit from above.

Lengths are in edges of a die, with the middle of the tray at 0, 0; z goes up. Picture coordinates
go right and down.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin

from PIL import Image, ImageDraw

Vector = tuple[float, float, float]
Point = tuple[float, float]
Rotation = tuple[Vector, Vector, Vector]  # columns: where the die's own x, y and z point to

FINER = 4  # times the picture is drawn larger, then made small: smooth edges
WIDTH, HEIGHT = 160, 120
ARRANGED = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
BESIDE = {1: (2, 3), 2: (3, 1), 3: (1, 2), 4: (1, 5), 5: (3, 6), 6: (2, 4)}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a set of dice looks like; lengths in edges, levels of grey."""

    body: int = 190
    ink: int = 25
    pip: float = 0.095  # radius
    one: float = 1.0  # times the pip of the face 1 is larger
    pitch: float = 0.25  # from the middle of a face to its columns of pips
    round: float = 0.10  # radius of its corners


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """`face` is up, or would be if it did not lean."""

    face: int
    x: float
    y: float
    yaw: float = 0.0  # radians
    lean: float = 0.0  # radians, about a horizontal axis in direction `axis`
    axis: float = 0.0
    z: float = 0.0  # of its lowest corner
    kind: Kind = field(default_factory=Kind)


@dataclass(frozen=True, slots=True)
class Scene:
    """The camera and the light. `edge` is the length of a top face in pixels."""

    edge: float = 21.0
    tall: float = 19.0  # height of the camera
    tilt: float = 0.0  # radians by which it looks aside, in direction `aside`
    aside: float = 0.0
    barrel: float = 0.0  # share by which the lens draws in what is at the picture's sides
    tray: int = 40
    side: float = 0.72  # light on a vertical face, against that on a horizontal one

    def seen(self, point: Vector) -> Point:
        """Where a point is in the picture."""
        x, y, away = point[0], point[1], self.tall - point[2]
        c, s = cos(self.aside), sin(self.aside)
        along, across = x * c + y * s, y * c - x * s
        turned = along * cos(self.tilt) - away * sin(self.tilt)
        depth = along * sin(self.tilt) + away * cos(self.tilt)
        focal = self.edge * (self.tall - 1)
        u, v = focal * turned / depth, focal * across / depth
        u += focal * sin(self.tilt) / cos(self.tilt)  # the middle of the tray stays in the middle
        shrink = 1 - self.barrel * (u * u + v * v) / (WIDTH / 2) ** 2
        u, v = u * shrink, v * shrink
        return WIDTH / 2 + u * c - v * s, HEIGHT / 2 + u * s + v * c

    def spot(self, die: DrawnDie) -> Point:
        """Where the middle of the die's top face is in the picture."""
        if die.lean:
            return self.seen((die.x, die.y, 0.6))
        return self.seen((die.x, die.y, die.z + 1))


def draw(dice: Iterable[DrawnDie], scene: Scene) -> Image.Image:
    """The picture without noise: WIDTH × HEIGHT, "L"."""
    large = Image.new("L", (WIDTH * FINER, HEIGHT * FINER), scene.tray)
    pen = ImageDraw.Draw(large)
    for die in sorted(dice, key=lambda die: die.z):
        _draw_die(pen, die, scene)
    return large.resize((WIDTH, HEIGHT), Image.Resampling.BOX)


def _draw_die(pen: ImageDraw.ImageDraw, die: DrawnDie, scene: Scene) -> None:
    turn = _rotation(die)
    lowest = min(_apply(turn, corner)[2] for corner in _CORNERS)
    middle = (die.x, die.y, die.z - lowest)
    faces = []
    for face, frame in _frames(die.face):
        normal = _apply(turn, frame[2])
        towards = (-middle[0], -middle[1], scene.tall - middle[2])
        if _dot(normal, towards) > 0.5:
            faces.append((normal[2], face, frame))
    place = [
        (light, face, _Placed(turn, frame, middle, scene)) for light, face, frame in sorted(faces)
    ]
    outline = [point for _, _, placed in place for point in placed.square(die.kind.round)]
    low = min(_shade(light, scene) for light, _, _ in place)
    pen.polygon(_hull(outline), fill=int(die.kind.body * low))
    for light, face, placed in place:
        shade = _shade(light, scene)
        pen.polygon(placed.square(die.kind.round), fill=int(die.kind.body * shade))
        radius = die.kind.pip * (die.kind.one if face == 1 else 1)
        for u, v in ARRANGED[face]:
            pip = placed.disc(u * die.kind.pitch, v * die.kind.pitch, radius)
            pen.polygon(pip, fill=int(die.kind.ink * shade))


def _shade(up: float, scene: Scene) -> float:
    return scene.side + (1 - scene.side) * max(up, 0.0)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A face where it lies, drawn finer."""

    turn: Rotation
    frame: Rotation
    middle: Vector
    scene: Scene

    def at(self, u: float, v: float) -> Point:
        own = tuple(
            u * self.frame[0][i] + v * self.frame[1][i] + 0.5 * self.frame[2][i] for i in range(3)
        )
        x, y, z = _apply(self.turn, (own[0], own[1], own[2]))
        left, top = self.scene.seen((x + self.middle[0], y + self.middle[1], z + self.middle[2]))
        return left * FINER, top * FINER

    def disc(self, u: float, v: float, radius: float) -> list[Point]:
        steps = [2 * pi * i / 16 for i in range(16)]
        return [self.at(u + radius * cos(step), v + radius * sin(step)) for step in steps]

    def square(self, radius: float) -> list[Point]:
        points = []
        for quarter in range(4):
            for step in range(5):
                angle = pi / 2 * (quarter + step / 4)
                corner = pi / 2 * quarter + pi / 4
                u = (0.5 - radius) * _sign(cos(corner)) + radius * cos(angle)
                v = (0.5 - radius) * _sign(sin(corner)) + radius * sin(angle)
                points.append(self.at(u, v))
        return points


_CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]


def _frames(up: int) -> list[tuple[int, Rotation]]:
    """Each face with where its own x, y and normal point to; opposite faces make seven."""
    side, front = BESIDE[up]
    x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    return [
        (up, (x, y, z)),
        (7 - up, (y, x, _minus(z))),
        (side, (y, z, x)),
        (7 - side, (z, y, _minus(x))),
        (front, (z, x, y)),
        (7 - front, (x, z, _minus(y))),
    ]


def _rotation(die: DrawnDie) -> Rotation:
    c, s = cos(die.yaw), sin(die.yaw)
    turned = ((c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0))
    a, b = cos(die.axis), sin(die.axis)
    k, m = cos(die.lean), sin(die.lean)
    return _three(_about((a, b, 0.0), k, m, column) for column in turned)


def _about(axis: Vector, c: float, s: float, v: Vector) -> Vector:
    """A vector turned about an axis of length 1."""
    along = _dot(axis, v) * (1 - c)
    cross = (
        axis[1] * v[2] - axis[2] * v[1],
        axis[2] * v[0] - axis[0] * v[2],
        axis[0] * v[1] - axis[1] * v[0],
    )
    x, y, z = (v[i] * c + cross[i] * s + axis[i] * along for i in range(3))
    return x, y, z


def _three(vectors: Iterable[Vector]) -> Rotation:
    x, y, z = vectors
    return x, y, z


def _apply(turn: Rotation, v: Vector) -> Vector:
    x, y, z = (sum(v[j] * turn[j][i] for j in range(3)) for i in range(3))
    return x, y, z


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _minus(v: Vector) -> Vector:
    return -v[0], -v[1], -v[2]


def _sign(number: float) -> int:
    return 1 if number > 0 else -1


def _hull(points: Sequence[Point]) -> list[Point]:
    """The convex outline."""
    ordered = sorted(points)
    return [*_half(ordered), *_half(ordered[::-1])]


def _half(points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _left(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _left(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
