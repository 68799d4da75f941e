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

    def body_level(self, x: float, y: float, light: float) -> float:
        """Of a die at this point."""
        return self.background.level(x, y) * self.ratio * light


def _disc(radius: float) -> "list[tuple[int, int]]":
    reach = int(radius)
    across = range(-reach, reach + 1)
    return [(x, y) for x in across for y in across if x * x + y * y <= radius * radius + 0.1]


def _ring(radius: float) -> "list[tuple[int, int]]":
    angles = [2 * pi * step / RING_STEPS for step in range(RING_STEPS)]
    return list({(round(radius * cos(angle)), round(radius * sin(angle))) for angle in angles})
