"""The picture that shows whether a panel's settings fit it."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from firmware_host.screens.canvas import HEIGHT, WIDTH, Canvas
from firmware_host.screens.fonts import LABEL

_CORNER = 4  # pixels from the edges to a corner's number
_LINE = 10  # from line to line
_GREY = (102, 20, 122, 44)
_ARROW_TIP = (15, 18)
_ARROW_FOOT = 45


def panel_card(lines: Sequence[str]) -> Image.Image:
    """Border, numbered corners, an arrow up, a grey field, and up to four lines of capitals."""
    canvas = Canvas()
    pen = ImageDraw.Draw(canvas.image)
    pen.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    _number_corners(canvas)
    _draw_arrow(pen)
    _fill_grey(canvas.image)
    top = (HEIGHT - _LINE * len(lines)) // 2
    for row, line in enumerate(lines):
        canvas.text(LABEL, line, WIDTH // 2, top + row * _LINE, "middle")
    return canvas.image


def _number_corners(canvas: Canvas) -> None:
    right, bottom = WIDTH - _CORNER, HEIGHT - _CORNER - 8
    canvas.text(LABEL, "1", _CORNER, _CORNER)
    canvas.text(LABEL, "2", right, _CORNER, "right")
    canvas.text(LABEL, "3", _CORNER, bottom)
    canvas.text(LABEL, "4", right, bottom, "right")


def _draw_arrow(pen: ImageDraw.ImageDraw) -> None:
    x, y = _ARROW_TIP
    pen.polygon([(x, y), (x - 7, y + 9), (x + 7, y + 9)], fill=1)
    pen.rectangle((x - 2, y + 9, x + 2, _ARROW_FOOT), fill=1)


def _fill_grey(image: Image.Image) -> None:
    """Every other pixel, so that a lost line or column stands out."""
    left, top, right, bottom = _GREY
    for y in range(top, bottom):
        for x in range(left + y % 2, right, 2):
            image.putpixel((x, y), 1)
