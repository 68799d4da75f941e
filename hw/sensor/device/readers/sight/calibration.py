"""What the camera must know of its tray and its dice."""

from math import cos, pi, sin

from .background import Background

PATCH = 1.3  # radii of a pip
RING = 1.65  # radii of a pip: a circle about it that none of the others reaches
RING_STEPS = 12


class Calibration:
    """Lengths in pixels but for `tall`, the height of the camera in edges of a die."""

    def __init__(
        self,
        background: Background,
        edge: float,  # of a die's top face
        pitch: float,  # from the middle of a face to its columns of pips
        pip: float,  # radius
        depth: float,  # how dark a pip is: 0 as the die's body, 1 black
        ratio: float,  # how many times as bright as the tray a die is
        tall: float,
    ) -> None:
        self.background = background
        self.edge = edge
        self.pitch = pitch
        self.pip = pip
        self.depth = depth
        self.ratio = ratio
        self.tall = tall
        self.disc = _disc(pip)
        self.patch = _disc(pip * PATCH)
        self.ring = _ring(pip * RING)
        self.limit = 0.4 * (1 + ratio)  # times the tray: less than halfway, for dice in a shadow

    def __repr__(self) -> str:
        """As it is written in a program, to be kept there."""
        lengths = f"{self.edge:.2f}, {self.pitch:.2f}, {self.pip:.2f}"
        rest = f"{self.depth:.2f}, {self.ratio:.2f}, {self.tall:.1f}"
        return f"Calibration({self.background!r}, {lengths}, {rest})"

    def body_level(self, x: float, y: float, light: float) -> float:
        """Of a die at this point, in so many times the light of the calibration."""
        return self.background.level(x, y) * self.ratio * light

    def white(self, light: float) -> int:
        """Of a die anywhere."""
        return int(self.background.usual() * self.ratio * light)


def _disc(radius: float) -> "list[tuple[int, int]]":
    reach = int(radius)
    across = range(-reach, reach + 1)
    return [(x, y) for x in across for y in across if x * x + y * y <= radius * radius + 0.1]


def _ring(radius: float) -> "list[tuple[int, int]]":
    angles = [2 * pi * step / RING_STEPS for step in range(RING_STEPS)]
    return list({(round(radius * cos(angle)), round(radius * sin(angle))) for angle in angles})
