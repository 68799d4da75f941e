"""What the screens of real dice show, and where."""

from itertools import product

import pytest
from example_names import LONG, WIDE
from real_dice_examples import BY_HAND, CHECK, LONGEST, UNREAD, USUAL
from screen_looks import WORDS, dice, place_of, texts

from firmware_host.profiles import PROFILES
from firmware_host.screens import drawing as screens
from firmware_host.screens.canvas import Box, Placed
from firmware_host.screens.dice_row import left_of
from firmware_host.screens.fonts import FIGURE, TEXT
from firmware_host.screens.layout import CAPTION
from firmware_host.view import ByHand, Check, Choose, Say, Throw, Unread, View, Waiting
from firmware_host.words import LANGUAGES

every_language = pytest.mark.parametrize("language", LANGUAGES)


def call(view: View, language: str) -> list[Placed]:
    """The lines that say what to do, or what is the matter."""
    assert isinstance(view.body, Waiting | Unread)
    said = WORDS[language](view.body.says)
    placed = screens.compose(view, WORDS[language]).placed
    lines = [each for each in placed if each.font and each.box[1] < CAPTION and each.what in said]
    assert " ".join(line.what for line in lines) == said
    return lines


def marks(view: View) -> list[Box]:
    return [box for box, _ in screens.compose(view, WORDS["en"]).grounds]


def numbers(body: ByHand) -> dict[str, Box]:
    placed = screens.compose(View(body), WORDS["en"]).placed
    return {each.what: each.box for each in placed if each.font is FIGURE}


# -- waiting --------------------------------------------------------------------------------------

AWAITED = {name: view for name, view in (USUAL | LONGEST).items() if isinstance(view.body, Waiting)}


@every_language
@pytest.mark.parametrize("view", AWAITED.values(), ids=AWAITED)
def test_what_to_do_is_large_and_stands_on_light_where_it_is_the_players_move(
    view: View, language: str
) -> None:
    assert isinstance(view.body, Waiting)
    for line in call(view, language):
        assert (line.font, line.dark) == (TEXT, view.body.state != "wait")


@every_language
def test_beside_the_largest_number_every_trouble_is_whole(language: str) -> None:
    view = AWAITED["waiting-long-midst"]
    keys = [key for key in WORDS[language].texts if key.startswith("waiting.")]
    for key, dice_left in product(keys, range(1, 7)):
        says = Say.of(key, dice=dice_left)
        call(view._replace(body=view.body._replace(says=says)), language)  # type: ignore[call-arg]


@every_language
def test_that_a_turn_is_the_last_is_always_said(language: str) -> None:
    said = WORDS[language](Say("ready.last_turn"))
    for name in (LONG, WIDE):
        for need in (0, 500, 99999):
            about = (Say("ready.last_turn"), Say.of("ready.need", need=need))
            body = AWAITED["waiting-long"].body
            assert isinstance(body, Waiting)
            assert said in texts(View(body._replace(player=name, about=about)), language)


def test_in_the_midst_of_a_turn_as_many_dice_are_open_as_are_to_be_thrown() -> None:
    body = AWAITED["waiting-midst"].body
    assert [what for what, _ in dice(body)].count("die ?") == 3


def test_the_points_at_stake_stay_in_their_place_while_the_dice_roll() -> None:
    body = AWAITED["waiting-midst"].body
    assert isinstance(body, Waiting)
    thrown = Throw((None,) * 3, (0, None, None), body.tray, turn=body.turn)
    assert place_of(f"={body.turn}", body) == place_of(f"={body.turn}", thrown)


# -- what could not be read -----------------------------------------------------------------------


@every_language
@pytest.mark.parametrize("view", UNREAD.values(), ids=UNREAD)
def test_what_is_wrong_with_the_dice_is_said_large(view: View, language: str) -> None:
    assert {line.font for line in call(view, language)} == {TEXT}


@every_language
def test_what_is_wrong_with_the_dice_is_said_and_then_what_to_do(language: str) -> None:
    keys = [key for key in WORDS[language].texts if key.startswith("unread.")]
    for key in keys:
        text = WORDS[language].texts[key]
        assert ": " in text or "? " in text, text


# -- entered and looked at ------------------------------------------------------------------------


def test_the_number_under_the_cursor_stands_on_light() -> None:
    body = BY_HAND["by-hand-some"].body
    assert isinstance(body, ByHand)
    (mark,) = marks(View(body))
    left, top, right, bottom = numbers(body)["5"]
    assert mark[0] < left
    assert mark[1] < top
    assert right < mark[2]
    assert bottom < mark[3]


def test_each_number_stands_under_a_place_of_the_row_as_the_buttons_of_hold_six_do() -> None:
    body = PROFILES["hold-six"]().shown(BY_HAND["by-hand"]).body
    assert isinstance(body, ByHand)
    assert marks(View(body)) == []
    for face in range(1, 7):
        left, _, right, _ = numbers(body)[f"{face}"]
        middle = left_of(face - 1) + 8
        assert abs((left + right) / 2 - middle) <= 3


@pytest.mark.parametrize("name", BY_HAND)
def test_every_die_that_is_missing_is_open(name: str) -> None:
    body = BY_HAND[name].body
    assert isinstance(body, ByHand)
    assert [what for what, _ in dice(body)].count("die ?") == body.of - len(body.dice)


def test_the_die_that_is_looked_at_is_marked_as_by_the_cursor_and_said_in_figures() -> None:
    body = CHECK["check-right"].body
    assert isinstance(body, Check)
    chosen = Choose((1, 3, 5, 2, 6, 5), (False,) * 6, body.die, None, 0, None)
    assert marks(View(body)) == marks(View(chosen))
    assert place_of("2", body)


def test_a_die_that_nobody_knows_is_open_and_has_no_number() -> None:
    placed = screens.compose(CHECK["check-which"], WORDS["en"]).placed
    assert "die ?" in [each.what for each in placed]
    assert not [each for each in placed if each.font is FIGURE]


def test_with_hold_six_every_die_is_marked_and_the_doubtful_one_twice() -> None:
    view = PROFILES["hold-six"]().shown(CHECK["check-right"])
    columns = [left for left, _, _, _ in marks(view)]
    assert sorted(columns) == sorted([*(left_of(place) + 2 for place in range(6)), left_of(3) + 2])
    assert "☰" not in [each.what for each in screens.compose(view, WORDS["en"]).placed]
