"""Letters drawn pixel by pixel, and texts made to fit."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.screens.fonts import (
    FIGURE,
    LABEL,
    TEXT,
    TITLE,
    Bitmap,
    fit,
    paragraph,
    width,
    wrap,
    written,
)

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÀÈÉÌÒÙ"
SMALL = "abcdefghijklmnopqrstuvwxyzåäöàèéìòù"
DIGITS = "0123456789"
SIGNS = ".,:;!?'-−+/()%&…"

TINY = Bitmap(
    (
        """
        a    i  ı  I  □
        .... #. .. #. ##
        .##. .. .. #. ##
        #.#. #. #. #. ##
        .### #. #. #. ##
        """,
    ),
    """
    ¨
    #.#
    ...
    """,
    space=3,
    spacing=1,
)


def art(font: Bitmap, text: str) -> list[str]:
    """A text as rows of # and ."""
    image = written(font, text).image
    return [
        "".join(".#"[image.getpixel((x, y)) == 255] for x in range(image.width))
        for y in range(image.height)
    ]


@pytest.mark.parametrize(
    ("font", "characters"),
    [
        (FIGURE, DIGITS + "+-="),
        (LABEL, CAPITALS + SMALL.upper() + DIGITS + SIGNS + "◀▶☰→⚠"),
        (TEXT, CAPITALS + SMALL + DIGITS + SIGNS),
        (TITLE, CAPITALS + SMALL + DIGITS + ".,:!?'-−+/()&…"),
    ],
)
def test_a_font_has_every_character_of_the_three_languages(font: Bitmap, characters: str) -> None:
    assert [c for c in characters if not font.has(c)] == []


@pytest.mark.parametrize("font", [LABEL, TEXT, TITLE])
def test_no_two_characters_look_the_same(font: Bitmap) -> None:
    """But O and 0: as in most narrow fonts their neighbours tell them apart."""
    shown = font.shown(CAPITALS + SMALL + DIGITS + SIGNS)
    characters = {c for c in shown if font.has(c)} - {"0"}
    looks = {(written(font, c).top, *art(font, c)) for c in characters}
    assert len(looks) == len(characters)


def test_figures_are_24_pixels_high() -> None:
    assert {written(FIGURE, digit).image.height for digit in DIGITS} == {24}


def test_two_figures_of_five_digits_and_their_signs_fit_side_by_side() -> None:
    assert width(FIGURE, "+99999") + width(FIGURE, "=99999") <= 126


def test_capitals_of_labels_are_8_pixels_high() -> None:
    assert {written(LABEL, c).image.height for c in CAPITALS[:26]} == {8}


def test_letters_stand_beside_each_other_with_a_gap() -> None:
    assert art(TINY, "aI") == [
        ".....#.",
        ".##..#.",
        "#.#..#.",
        ".###.#.",
    ]


def test_a_space_is_empty_columns() -> None:
    assert width(TINY, "I I") == width(TINY, "II") + 3


def test_a_mark_stands_above_its_letter_with_a_row_between() -> None:
    ink = written(TINY, "ä")
    assert art(TINY, "ä") == ["#.#.", "....", ".##.", "#.#.", ".###"]
    assert ink.top == -1


def test_a_marked_i_loses_its_dot() -> None:
    assert art(TINY, "ï") == ["#.#", "...", ".#.", ".#."]


def test_a_letter_and_a_mark_apart_are_the_same_as_together() -> None:
    assert art(TEXT, unicodedata.normalize("NFD", "Äiti")) == art(TEXT, "Äiti")


def test_a_mark_that_a_font_does_not_have_is_left_away() -> None:
    assert art(TINY, "á") == art(TINY, "a")
    assert not TINY.has("á")


def test_a_character_that_a_font_does_not_have_is_a_box() -> None:
    assert art(TINY, "日") == ["##"] * 4
    assert not TINY.has("日")


def test_labels_are_capitals_in_every_language() -> None:
    assert art(LABEL, "heitä") == art(LABEL, "HEITÄ")
    assert art(LABEL, "straße") == art(LABEL, "STRASSE")


def test_typographic_signs_are_drawn_as_the_plain_ones() -> None:
    assert art(TEXT, "d’Aino – 1") == art(TEXT, "d'Aino - 1")


def test_a_text_without_ink_is_an_empty_picture() -> None:
    assert written(TEXT, "  ").image.size == (0, 0)


def test_the_first_font_in_which_a_text_fits_is_taken() -> None:
    assert fit("Aino", 128, TITLE, TEXT) == (TITLE, "Aino")
    assert fit("Aino", width(TITLE, "Aino") - 1, TITLE, TEXT) == (TEXT, "Aino")


@given(st.text(), st.integers(8, 128))
def test_a_text_is_shortened_with_an_ellipsis_as_little_as_must_be(text: str, room: int) -> None:
    font, shown = fit(text, room, TITLE, LABEL)
    assert width(font, shown) <= room
    if shown != text:
        assert shown.endswith("…")
        kept = shown[:-1]
        assert text.startswith(kept)
        longer = text[: len(text[: len(kept)]) + 1].rstrip()
        assert width(font, longer + "…") > room or longer == kept


def test_a_line_that_fits_is_not_broken() -> None:
    assert wrap("Nothing to bank yet", 118, TEXT) == ("Nothing to bank yet",)


def test_a_long_line_is_broken_behind_a_comma_where_both_halves_fit() -> None:
    assert wrap("Tarvitaan 350, nyt 200", 118, TEXT) == ("Tarvitaan 350,", "nyt 200")


def test_a_line_without_comma_is_broken_evenly() -> None:
    assert wrap("Ei vielä talletettavaa", 118, TEXT) == ("Ei vielä", "talletettavaa")


def test_what_two_lines_do_not_hold_is_shortened() -> None:
    lines = wrap("one two three four five six seven eight", 60, TEXT)
    assert len(lines) == 2
    assert all(width(TEXT, line) <= 60 for line in lines)


@given(st.text("ab "), st.integers(30, 128))
def test_a_paragraph_has_every_word_in_lines_as_full_as_can_be(text: str, room: int) -> None:
    lines = paragraph(text, room, LABEL)
    assert " ".join(lines).split() == text.split()
    for line, following in pairwise(lines):
        assert width(LABEL, f"{line} {following.split()[0]}") > room


def test_a_paragraph_of_nothing_is_one_empty_line() -> None:
    assert paragraph("", 60, TEXT) == ("",)
