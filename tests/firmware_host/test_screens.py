"""Every screen in every language: whole letters, nothing cut, nothing over another."""

from itertools import combinations
from typing import get_args

import golden_screens
import pytest
from example_names import LONG, WIDE
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from screen_examples import EVERY, USUAL
from screen_looks import WORDS, changed, dice, inside, place_of, texts, touching

from firmware_host.screens import drawing as screens
from firmware_host.screens.canvas import HEIGHT, WIDTH
from firmware_host.screens.dice import AIR
from firmware_host.screens.layout import BUTTONS
from firmware_host.view import (
    Attract,
    Body,
    Choose,
    Labels,
    Ready,
    Say,
    Throw,
    View,
)
from firmware_host.words import LANGUAGES

every_screen = pytest.mark.parametrize("name", EVERY)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def test_every_kind_of_body_has_an_example() -> None:
    assert {type(view.body) for view in USUAL.values()} == set(get_args(Body))


@every_language
@every_screen
def test_a_screen_is_a_one_bit_picture_of_the_panel_s_size(name: str, language: str) -> None:
    picture = screens.draw(EVERY[name], WORDS[language])
    assert (picture.mode, picture.size) == ("1", (128, 64))


@every_language
@every_screen
def test_every_character_has_a_glyph(name: str, language: str) -> None:
    for placed in screens.compose(EVERY[name], WORDS[language]).placed:
        if placed.font:
            missing = [c for c in placed.font.shown(placed.what) if not placed.font.has(c)]
            assert not missing, placed.what


@every_language
@every_screen
def test_nothing_is_cut_by_the_edge(name: str, language: str) -> None:
    for placed in screens.compose(EVERY[name], WORDS[language]).placed:
        assert inside(placed.box, (0, 0, WIDTH, HEIGHT)), placed


@every_language
@every_screen
def test_nothing_lies_over_another(name: str, language: str) -> None:
    placed = screens.compose(EVERY[name], WORDS[language]).placed
    for one, other in combinations(placed, 2):
        same_layer = one.layer == other.layer
        assert not (same_layer and touching(one.box, other.box)), (one.what, other.what)


@every_language
@every_screen
def test_dark_texts_lie_on_light_and_light_ones_beside_it(name: str, language: str) -> None:
    canvas = screens.compose(EVERY[name], WORDS[language])
    for placed in canvas.placed:
        grounds = [ground for ground, layer in canvas.grounds if layer == placed.layer]
        if placed.dark:
            assert any(inside(placed.box, ground) for ground in grounds), placed
        else:
            assert not any(touching(placed.box, ground) for ground in grounds), placed


@every_language
@pytest.mark.parametrize("name", USUAL)
def test_no_usual_text_is_shortened(name: str, language: str) -> None:
    assert not [text for text in texts(USUAL[name], language) if "…" in text]


@every_language
@every_screen
def test_only_names_are_ever_shortened(name: str, language: str) -> None:
    for text in texts(EVERY[name], language):
        shortened = "…" in text
        assert not shortened or WIDE[:4] in text or LONG[:5] in text, text


@every_language
def test_a_name_of_twelve_letters_is_whole_where_it_says_whose_turn_it_is(language: str) -> None:
    assert LONG in texts(EVERY["ready-long"], language)


@pytest.mark.parametrize("name", golden_screens.KEPT)
def test_a_screen_looks_as_it_did(name: str) -> None:
    """Meant to look otherwise? `python tests/firmware_host/golden_screens.py`, and look at it."""
    assert golden_screens.drawn(name).tobytes() == golden_screens.kept(name).tobytes()


def test_no_picture_is_kept_of_a_screen_that_is_not_there() -> None:
    kept = {file.stem for file in golden_screens.FOLDER.glob("*.png")}
    assert kept == set(golden_screens.KEPT)


@every_language
@every_screen
def test_a_refusal_hides_neither_the_buttons_line_nor_the_dice(name: str, language: str) -> None:
    view = EVERY[name]._replace(refusal=None)
    refused = view._replace(refusal=Say.of("refusal.need", need=99999, have=99999))
    before, after = (screens.draw(each, WORDS[language]) for each in (view, refused))
    for kept in ((0, BUTTONS, WIDTH, HEIGHT), (0, 0, WIDTH, 20)):
        assert before.crop(kept).tobytes() == after.crop(kept).tobytes()


@every_language
def test_every_refusal_is_said_whole(language: str) -> None:
    keys = [key for key in WORDS[language].texts if key.startswith(("refusal.", "sensor."))]
    for key in keys:
        said = Say.of(key, need=99999, have=99999, count=6)
        lines = texts(View(USUAL["ready"].body, refusal=said), language)
        assert WORDS[language](said) in (lines[-1], " ".join(lines[-2:]))


@every_language
def test_every_note_is_said_in_words_on_the_new_game_screen(language: str) -> None:
    keys = [key for key in WORDS[language].texts if key.startswith("note.")]
    for key in keys:
        note = Say.of(key, seed=99999, file="ours.toml")
        assert WORDS[language](note) in texts(USUAL["new-game"]._replace(note=note), language)


def test_a_note_that_is_longer_than_a_line_is_shortened_in_one() -> None:
    note = Say.of("note.bad_rules", file=f"{LONG}-{LONG}.toml")
    assert texts(USUAL["new-game"]._replace(note=note))[-1] == "Bad rules: Barthol…"
    assert texts(USUAL["ready-last"]._replace(note=note))[-1] == "⚠"


def test_a_note_without_room_is_a_sign() -> None:
    assert texts(EVERY["attract-long"])[-1] == "⚠"


def test_a_lone_label_stands_over_its_button() -> None:
    for place, button in enumerate(Labels._fields):
        view = View(USUAL["ask"].body, Labels(**{button: "yes"}))
        left, _, right, _ = screens.compose(view, WORDS["en"]).placed[-1].box
        assert abs((left + right) / 2 - (place + 0.5) * WIDTH / 5) <= 1.5


def test_buttons_that_do_the_same_share_a_label() -> None:
    view = View(USUAL["ask"].body, Labels(keep="no", roll="no", bank="yes"))
    assert texts(view)[-2:] == ["no", "yes"]


def test_equal_labels_apart_stay_two() -> None:
    view = View(USUAL["ask"].body, Labels(left="no", roll="no"))
    assert texts(view)[-2:] == ["no", "no"]


def test_labels_that_are_too_long_together_are_shortened_and_not_cut() -> None:
    view = View(USUAL["ask"].body, Labels("scores", "choose", "again", "scores", "back"))
    placed = [p for p in screens.compose(view, WORDS["fi"]).placed if p.box[1] > 50]
    assert len(placed) == 5
    assert all(p.box[0] >= 0 and p.box[2] <= WIDTH for p in placed)


def test_a_move_of_the_cursor_changes_the_row_of_dice_alone() -> None:
    body = USUAL["choose"].body
    assert isinstance(body, Choose)
    assert changed(View(body), View(body._replace(cursor=1)))[3] <= 20


_TRAY = (1, None, 1, 1, None, 1)


def test_one_die_turns_at_a_step() -> None:
    left, _, right, bottom = changed(
        *(View(Throw((3,) * 6, (1, 2, 3, last, 5, 6))) for last in (4, 5))
    )
    assert right - left <= AIR
    assert bottom <= AIR


def test_dice_in_the_air_are_drawn_anew_in_two_pages_of_the_panel() -> None:
    before, after = (View(Throw((face,) * 6, (face,) * 6)) for face in (3, 4))
    assert changed(before, after)[3] <= 16


def test_a_die_that_lies_still_lies_where_it_is_chosen_from() -> None:
    thrown = Throw((2, 5), (None, None), _TRAY, 1100)
    chosen = Choose((2, 5), (False, False), -1, None, 1100, None, _TRAY)
    assert dice(thrown) == dice(chosen)


def test_a_turn_s_points_stay_in_their_place_while_the_dice_are_thrown() -> None:
    chosen = Choose((1, 3), (True, False), 0, 100, 1350, None, _TRAY)
    thrown = Throw((3,), (0,), (1, 1, 1, 1, 1, None), 1350)
    assert place_of("=1350", chosen) == place_of("=1350", thrown)


def test_a_choice_without_points_says_so() -> None:
    assert "no points" in texts(USUAL["choose-none"])
    assert not [text for text in texts(USUAL["choose-none"]) if text.startswith("+")]


def test_what_banking_would_give_is_shown_only_where_it_is_allowed() -> None:
    assert "→3700" in texts(USUAL["choose-held"])
    assert not [text for text in texts(USUAL["choose"]) if "→" in text]


@given(st.text())
def test_any_name_is_drawn_inside_the_picture(name: str) -> None:
    for body in (Ready(name, 0, None, 1, 1, False), Attract((name, 0), (1,) * 6, 0)):
        for placed in screens.compose(View(body), WORDS["en"]).placed:
            assert inside(placed.box, (0, 0, WIDTH, HEIGHT))


def test_pictures_of_one_view_do_not_share_their_pixels() -> None:
    first, second = (screens.draw(USUAL["ready"], WORDS["en"]) for _ in range(2))
    first.paste(Image.new("1", first.size))
    assert second.getbbox() is not None
    assert second.tobytes() == screens.draw(USUAL["ready"], WORDS["en"]).tobytes()
