"""The picture while it is drawn, and where everything on it was placed."""

from typing import Literal, NamedTuple

from PIL import Image

from firmware_host.screens.fonts import Bitmap, written

WIDTH, HEIGHT = 128, 64

Anchor = Literal["left", "middle", "right"]
Box = tuple[int, int, int, int]  # left, top, and the column and row just behind
_BACK = {"left": 0.0, "middle": 0.5, "right": 1.0}  # how much of the width lies before x


class Placed(NamedTuple):
    """Something that must be seen whole: nothing of the same layer may touch it."""

    box: Box
    layer: int
    what: str
    dark: bool = False  # on a light ground
    font: Bitmap | None = None


class Canvas:
    """A dark 128 × 64 picture; texts and pictures are laid on it in light, or in dark on light."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.placed: list[Placed] = []
        self.grounds: list[tuple[Box, int]] = []  # light boxes, and the layer of each
        self._layer = 0

    def put(
        self,
        picture: Image.Image,
        x: int,
        y: int,
        what: str,
        *,
        dark: bool = False,
        font: Bitmap | None = None,
    ) -> None:
        """Lay the lit pixels of `picture` with its upper left corner at x, y."""
        box = (x, y, x + picture.width, y + picture.height)
        self.image.paste(0 if dark else 1, box, picture)
        self.placed.append(Placed(box, self._layer, what, dark, font))

    def text(
        self,
        font: Bitmap,
        text: str,
        x: int,
        y: int,
        anchor: Anchor = "left",
        *,
        dark: bool = False,
    ) -> None:
        """Write with x at the text's left, middle or right, and the capitals' top at row y.

        A mark that would lie above the picture pushes its text down.
        """
        picture, top = written(font, text)
        left = x - int(picture.width * _BACK[anchor])
        self.put(picture, left, max(y + top, 0), text, dark=dark, font=font)

    def light(self, box: Box) -> None:
        """Light a box: a mark of its own, or the ground of dark text."""
        self.image.paste(1, box)
        self.grounds.append((box, self._layer))

    def cover(self, box: Box) -> None:
        """Clear a box; what is laid from here on lies over what was there."""
        self.image.paste(0, box)
        self._layer += 1
