"""A QR code, for a telephone to read off the panel."""

from PIL import Image

from firmware_host.screens.canvas import WIDTH, Canvas

MODULE = 2  # pixels: one is too small for most cameras
MODULES = 21  # of the smallest code, which holds 25 digits and capital letters
QUIET = 3  # light modules around; the standard asks for 4, for which the panel is too low
SIDE = (MODULES + 2 * QUIET) * MODULE
LEFT_EDGE = WIDTH - SIDE
TOP = 1


def qr_code(canvas: Canvas, text: str) -> None:
    """The code at the right edge, above the buttons' line; `ValueError` for a longer text."""
    canvas.light((LEFT_EDGE, TOP, LEFT_EDGE + SIDE, TOP + SIDE))
    inset = QUIET * MODULE
    canvas.put(_dark_modules(text), LEFT_EDGE + inset, TOP + inset, "QR code", dark=True)


def _dark_modules(text: str) -> Image.Image:
    import segno  # loads long, and only the end of a game needs it

    code = segno.make_qr(text, error="L", version=1, mode="alphanumeric", boost_error=False)
    small = Image.new("1", (MODULES, MODULES))
    small.putdata([module for row in code.matrix for module in row])
    return small.resize((MODULES * MODULE, MODULES * MODULE), Image.Resampling.NEAREST)
