"""What the panel shows first: the name and six dice, which need nothing else to be loaded."""

from PIL import Image

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.dice import SIZE, die
from firmware_host.screens.fonts import TITLE

_NAME = "\N{THIN SPACE}".join("DICETOWER")
_LEFT = 3  # of the first die
_PITCH = 21  # from die to die
_FLOOR = 51  # the row just under the resting dice


def start_picture() -> Image.Image:
    """The box while its program is being loaded: no button does anything yet."""
    canvas = Canvas()
    name(canvas)
    for place, face in enumerate(range(1, 7)):
        canvas.put(die(face), *place_of(place), f"die {face}")
    return canvas.image


def name(canvas: Canvas) -> None:
    canvas.text(TITLE, _NAME, WIDTH // 2, 0, "middle")


def place_of(place: int) -> tuple[int, int]:
    """Left and top of one of six resting dice."""
    return _LEFT + place * _PITCH, _FLOOR - SIZE
