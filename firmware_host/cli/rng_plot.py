"""A picture of how often each face and each byte came, beside what is to be expected."""

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from hw.statistics import byte_counts, face_counts

BAR = 3  # pixels a byte
WIDTH, HEIGHT = 256 * BAR, 200  # of a chart
MARGIN = 40
SPREAD = 3  # standard deviations between the grey lines and the expected count
WHITE, BLACK, GREY, BLUE = "white", "black", "#999999", "#3b6ea5"


def plot(raw: bytes) -> Image.Image:
    """Two charts, one below the other."""
    size = (WIDTH + 2 * MARGIN, 2 * HEIGHT + 3 * MARGIN)
    picture = Image.new("RGB", size, WHITE)
    draw = ImageDraw.Draw(picture)
    _chart(draw, MARGIN, face_counts(raw), "faces 1 to 6")
    _chart(draw, 2 * MARGIN + HEIGHT, byte_counts(raw), "bytes 0 to 255")
    return picture


def _chart(draw: ImageDraw.ImageDraw, top: int, counts: Sequence[int], title: str) -> None:
    """Bars on a scale from zero, with lines at the expected count and around it."""
    total = sum(counts)
    expected = total / len(counts)
    margin = SPREAD * math.sqrt(expected * (1 - 1 / len(counts)))
    scale = HEIGHT / max(*counts, expected + margin, 1)
    base, width = top + HEIGHT, WIDTH // len(counts)
    for place, count in enumerate(counts):
        left = MARGIN + place * width
        draw.rectangle((left, base - round(count * scale), left + width - 2, base), BLUE)
    for level, colour in ((-margin, GREY), (0, BLACK), (margin, GREY)):
        height = base - round((expected + level) * scale)
        draw.line((MARGIN, height, MARGIN + WIDTH, height), colour)
    words = f"{title}: {total}, {expected:.1f} ± {margin:.1f} of each expected"
    draw.text((MARGIN, top - 16), words, BLACK, ImageFont.load_default(12))
