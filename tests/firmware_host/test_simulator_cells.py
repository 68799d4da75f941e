"""The simulator's picture in characters, and what fits into a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from firmware_host.simulator.cells import BRAILLE, HALF_BLOCKS, Cells
from firmware_host.simulator.layout import LEAST_HEIGHT, LEAST_WIDTH, RIM, layout_for
from firmware_host.simulator.oled import HEIGHT, WIDTH
from firmware_host.view import Say
from firmware_host.words import LANGUAGES, Words

SMALL, LARGE = (80, 24), (140, 40)


def pixels_of(cells: Cells, rows: list[str]) -> list[list[bool]]:
    """The lit pixels back from the characters."""
    patterns = {sign: pattern for pattern, sign in cells.signs.items()}
    return [
        [
            bool(pixel)
            for sign in row
            for pixel in patterns[sign][line * cells.wide : (line + 1) * cells.wide]
        ]
        for row in rows
        for line in range(cells.high)
    ]


@pytest.mark.parametrize("cells", [BRAILLE, HALF_BLOCKS])
@given(data=st.binary(min_size=1024, max_size=1024))
def test_characters_show_every_pixel(cells: Cells, data: bytes) -> None:
    picture = Image.frombytes("1", (WIDTH, HEIGHT), data)
    rows = cells.rows(picture)
    assert (len(rows), {len(row) for row in rows}) == (HEIGHT // cells.high, {WIDTH // cells.wide})
    lit = [[bool(picture.getpixel((x, y))) for x in range(WIDTH)] for y in range(HEIGHT)]
    assert pixels_of(cells, rows) == lit


def test_braille_dots_are_where_unicode_has_them() -> None:
    picture = Image.new("1", (4, 4))
    picture.putpixel((0, 0), 1)
    picture.putpixel((3, 3), 1)
    assert BRAILLE.rows(picture) == ["⠁⢀"]


def test_half_blocks_are_upper_and_lower() -> None:
    picture = Image.new("1", (3, 2))
    for place in ((0, 0), (1, 1), (2, 0), (2, 1)):
        picture.putpixel(place, 1)
    assert HALF_BLOCKS.rows(picture) == ["▀▄█"]


@given(width=st.integers(0, 300), height=st.integers(0, 100))
def test_a_layout_fits_and_there_is_one_whenever_the_least_fits(width: int, height: int) -> None:
    layout = layout_for(width, height)
    assert (layout is not None) == (width >= LEAST_WIDTH and height >= LEAST_HEIGHT)
    if layout:
        rows = HEIGHT // layout.cells.high + RIM + layout.cap_rows + layout.line_rows
        assert (layout.columns <= width, rows <= height) == (True, True)
        assert layout.line_rows >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits_the_narrowest_terminal(language: str) -> None:
    assert len(Words(language)(Say.of("terminal.help"))) <= LEAST_WIDTH - 2


def test_a_usual_terminal_has_braille_and_a_large_one_half_blocks() -> None:
    small, large = layout_for(*SMALL), layout_for(*LARGE)
    assert small
    assert large
    assert (small.cells, small.cap_rows) == (BRAILLE, 3)
    assert (large.cells, large.cap_rows) == (HALF_BLOCKS, 3)
