"""What a camera makes of drawn dice: lens, light, glare and noise."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import repeat, starmap
from math import exp
from random import Random

from drawn_dice import HEIGHT, WIDTH, DrawnDie, Kind, Scene, draw
from PIL import Image, ImageChops, ImageFilter

from hw.sensor.device.readers.sight.calibrate import calibrate
from hw.sensor.device.readers.sight.calibration import Calibration
from hw.sensor.device.readers.sight.picture import Picture

Light = Callable[[float, float], float]
NOISE = list(starmap(Random(1).gauss, repeat((0.0, 1.0), 1 << 15)))


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp's reflection: `bright` levels more in its middle, half as wide as `reach` pixels."""

    x: float
    y: float
    bright: float
    reach: float


def everywhere(x: float, y: float) -> float:
    return 1.0


def from_the_left(x: float, y: float) -> float:
    return 1.0 - 0.5 * x


def into_a_corner(x: float, y: float) -> float:
    return 1.0 - 0.3 * x - 0.25 * y


@dataclass(frozen=True, slots=True)
class Camera:
    """Takes pictures. `light` at a point, from 0 to 1 across and down; blur in pixels."""

    scene: Scene = field(default_factory=Scene)
    blur: float = 0.5
    noise: float = 2.0
    light: Light = everywhere

    def picture(
        self, dice: Iterable[DrawnDie], random: Random, glares: Sequence[Glare] = ()
    ) -> Picture:
        """With noise that is another each time."""
        image = self.image(dice, random, glares)
        return Picture(image.width, image.height, image.tobytes())

    def image(
        self, dice: Iterable[DrawnDie], random: Random, glares: Sequence[Glare] = ()
    ) -> Image.Image:
        image = draw(dice, self.scene)
        if self.light is not everywhere:
            image = ImageChops.multiply(image, _lit(self.light))
        for glare in glares:
            image = ImageChops.add(image, _shine(glare))
        image = image.filter(ImageFilter.GaussianBlur(self.blur))
        return _noisy(image, self.noise, random)


@cache
def _lit(light: Light) -> Image.Image:
    return _levels(lambda x, y: 255 * light(x / WIDTH, y / HEIGHT))


def _shine(glare: Glare) -> Image.Image:
    width = 2 * glare.reach**2

    def level(x: int, y: int) -> float:
        return glare.bright * exp(-((x - glare.x) ** 2 + (y - glare.y) ** 2) / width)

    return _levels(level)


def _levels(level: Callable[[int, int], float]) -> Image.Image:
    levels = (min(int(level(x, y)), 255) for y in range(HEIGHT) for x in range(WIDTH))
    return Image.frombytes("L", (WIDTH, HEIGHT), bytes(levels))


def _noisy(image: Image.Image, much: float, random: Random) -> Image.Image:
    start = random.randrange(len(NOISE))
    noise = (NOISE[start:] + NOISE[:start])[: WIDTH * HEIGHT]
    levels = [
        int(level + much * off + 0.5) for level, off in zip(image.tobytes(), noise, strict=True)
    ]
    return Image.frombytes("L", image.size, bytes(min(max(level, 0), 255) for level in levels))


@cache
def calibrated(camera: Camera, kind: Kind) -> Calibration:
    """As its maker would, with a die of this kind in the middle."""
    random = Random(4)
    five = DrawnDie(5, 0.2, -0.1, 0.4, kind=kind)
    empty, one = camera.picture((), random), camera.picture([five], random)
    return calibrate(empty, one, camera.scene.tall)
