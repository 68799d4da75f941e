"""The box as one sees it on a table: its glowing panel in the case, and five buttons below."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from firmware_host.demo.typeface import roboto_bold
from hw.events import BUTTONS, Button

SIZE = (600, 448)
PIXEL = 4  # from one pixel of the panel to the next, the gap included
PANEL = (44, 42)  # upper left corner of its pixels
PANEL_WIDTH = 128 * PIXEL
CAP_WIDTH, CAP_HEIGHT, CAP_TOP = 84, 54, 334
TRAVEL = 5  # how deep a button goes down

TABLE, SHADOW = "#33454f", "#22313a"
WOOD, EDGE, ENGRAVED = "#dcb27e", "#ae7f4c", "#6b4a2a"
RIM, GLASS = "#2b3238", "#06080b"
LIT, GAP = "#d4ecff", "#4d7c9b"
DARK_SIGN, LIGHT_SIGN = "#16202a", "#ffffff"
CAPS: dict[Button, tuple[str, str, str]] = {  # at rest, its side, pressed
    "left": ("#55616a", "#353e45", "#c9d6de"),
    "right": ("#55616a", "#353e45", "#c9d6de"),
    "keep": ("#2f6d9e", "#1b466a", "#7fcaff"),
    "roll": ("#2c8052", "#184f31", "#72eba8"),
    "bank": ("#b8492f", "#7a2a19", "#ff9673"),
}
SIGNS: dict[Button, str] = {"keep": "KEEP", "roll": "ROLL", "bank": "BANK"}

Box = tuple[float, float, float, float]


def portrait(picture: Image.Image, pressed: Button | None) -> Image.Image:
    """The box with a 128 x 64 one-bit picture on its panel, and with the pressed button lit."""
    image = _case(pressed).copy()
    large = picture.resize((picture.width * PIXEL, picture.height * PIXEL))
    image.paste(GAP, PANEL, large)
    image.paste(LIT, PANEL, ImageChops.logical_and(large, _grid(large.size)))
    return image


@lru_cache
def _grid(size: tuple[int, int]) -> Image.Image:
    """Where the panel's pixels are: everywhere but in the gaps between them."""
    width, height = size
    grid = Image.new("1", size, 1)
    for x in range(PIXEL - 1, width, PIXEL):
        grid.paste(0, (x, 0, x + 1, height))
    for y in range(PIXEL - 1, height, PIXEL):
        grid.paste(0, (0, y, width, y + 1))
    return grid


@lru_cache
def _case(pressed: Button | None) -> Image.Image:
    """The box with a dark panel."""
    pen = _Pen()
    pen.slab((12, 20, 588, 440), 28, SHADOW)
    pen.slab((12, 10, 588, 430), 28, EDGE)
    pen.slab((12, 10, 588, 422), 28, WOOD)
    pen.slab((27, 27, 573, 313), 14, RIM)
    pen.slab((30, 30, 570, 310), 12, GLASS)
    for place, button in enumerate(BUTTONS):
        # Where the panel's lowest line names what the button does.
        middle = PANEL[0] + PANEL_WIDTH * (2 * place + 1) / 10
        _button(pen, button, middle, button == pressed)
    pen.text("dicetower", 300, 407, 15, ENGRAVED)
    return pen.image()


def _button(pen: "_Pen", button: Button, middle: float, pressed: bool) -> None:
    left, right = middle - CAP_WIDTH / 2, middle + CAP_WIDTH / 2
    top, bottom = CAP_TOP, CAP_TOP + CAP_HEIGHT
    resting, side, glowing = CAPS[button]
    pen.slab((left - 4, top - 4, right + 4, bottom + 4), 17, ENGRAVED)
    pen.slab((left, top + TRAVEL * pressed, right, bottom), 13, side)
    lower = bottom if pressed else bottom - TRAVEL
    upper = lower - (CAP_HEIGHT - TRAVEL)
    pen.slab((left, upper, right, lower), 13, glowing if pressed else resting)
    _sign(pen, button, middle, (upper + lower) / 2, DARK_SIGN if pressed else LIGHT_SIGN)


def _sign(pen: "_Pen", button: Button, x: float, y: float, colour: str) -> None:
    if button in SIGNS:
        pen.text(SIGNS[button], x, y, 22, colour)
    else:
        pen.arrow(x, y, 12, colour, forward=button == "right")


class _Pen:
    """Draws large and shrinks the whole, for smooth edges."""

    _SCALE = 4

    def __init__(self) -> None:
        width, height = SIZE
        self._large = Image.new("RGB", (width * self._SCALE, height * self._SCALE), TABLE)
        self._draw = ImageDraw.Draw(self._large)

    def slab(self, box: Box, radius: float, colour: str) -> None:
        """A filled rectangle with round corners."""
        self._draw.rounded_rectangle(
            [edge * self._SCALE for edge in box], radius * self._SCALE, colour
        )

    def arrow(self, x: float, y: float, size: float, colour: str, forward: bool) -> None:
        """A triangle around x, y."""
        tip = size if forward else -size
        corners = ((x + tip, y), (x - tip * 0.8, y - size), (x - tip * 0.8, y + size))
        self._draw.polygon([(a * self._SCALE, b * self._SCALE) for a, b in corners], colour)

    def text(self, text: str, x: float, y: float, size: int, colour: str) -> None:
        """A text with its middle at x, y."""
        font = roboto_bold(size * self._SCALE)
        self._draw.text((x * self._SCALE, y * self._SCALE), text, colour, font, "mm")

    def image(self) -> Image.Image:
        return self._large.resize(SIZE, Image.Resampling.LANCZOS)
