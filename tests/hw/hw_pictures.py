"""Pictures for the tests of the panel, as hypothesis makes them."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

Stroke = tuple[int, int, int, int, int]  # left, top, width, height, colour

strokes = st.tuples(
    st.integers(0, 127),
    st.integers(0, 63),
    st.integers(0, 40),
    st.integers(0, 20),
    st.integers(0, 1),
)
noise = st.integers(0, 1 << 32).map(
    lambda seed: Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))
)
steps = st.lists(st.lists(strokes, min_size=1, max_size=4) | noise, min_size=1, max_size=8)
"""Each step draws on the picture before it, or is a picture of its own."""


def pictures(script: Sequence[list[Stroke] | Image.Image]) -> Iterator[Image.Image]:
    """The pictures after each step."""
    picture = Image.new("1", (128, 64))
    for step in script:
        picture = step if isinstance(step, Image.Image) else draw(picture, step)
        yield picture


def draw(picture: Image.Image, strokes: Sequence[Stroke]) -> Image.Image:
    """A copy with boxes drawn on it."""
    drawn = picture.copy()
    pen = ImageDraw.Draw(drawn)
    for left, top, width, height, colour in strokes:
        pen.rectangle((left, top, left + width, top + height), fill=colour)
    return drawn


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether both show the same."""
    return ImageChops.logical_xor(one, other).getbbox() is None
