"""The typeface of the buttons: the same file from PyPI and from Debian."""

from PIL import ImageFont

SYSTEM_FILE = "Roboto-Bold.ttf"  # Pillow looks for it in the system's folders of fonts

try:
    import font_roboto

    FILE: str = font_roboto.RobotoBold
except ModuleNotFoundError:  # Debian's package is none of Python's
    FILE = SYSTEM_FILE


class MissingFontError(OSError):
    """The typeface is not installed."""


def roboto_bold(size: int, file: str = FILE) -> ImageFont.FreeTypeFont:
    """Roboto Bold of `size` pixels; `MissingFontError` where it is not installed."""
    try:
        return ImageFont.truetype(file, size)
    except OSError as error:
        raise MissingFontError(
            "the font Roboto is missing; run: sudo apt install fonts-roboto-unhinted"
        ) from error
