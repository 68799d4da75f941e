"""Every screen in every language with other buttons than the box's five."""

import pytest
from example_names import LONG, WIDE
from profile_examples import mounted
from screen_examples import EVERY, USUAL
from screen_looks import WORDS, assert_whole, texts

from firmware_host.screens import drawing as screens
from firmware_host.screens.canvas import WIDTH
from firmware_host.screens.layout import BUTTONS
from firmware_host.view import Choose, View
from firmware_host.words import LANGUAGES
from hw.events import KEYS, Profile

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_screen = pytest.mark.parametrize("name", EVERY)
every_other_profile = pytest.mark.parametrize("profile", [key for key in KEYS if key != "five"])

PLACES = [(profile, place) for profile, keys in KEYS.items() for place in range(len(keys))]


def middle_of_label(view: View, text: str) -> float:
    """The column in the middle of the only label of that name."""
    (box,) = [
        placed.box
        for placed in screens.compose(view, WORDS["en"]).placed
        if placed.what == text and placed.box[1] >= BUTTONS
    ]
    return (box[0] + box[2]) / 2


@every_language
@every_screen
@every_other_profile
def test_all_is_whole_and_nothing_lies_over_another(
    profile: Profile, name: str, language: str
) -> None:
    view = mounted(profile, name)._replace(refusal=None)
    assert_whole(screens.compose(view, WORDS[language]))
    for text in texts(view, language):
        assert "…" not in text or WIDE[:4] in text or LONG[:5] in text


@pytest.mark.parametrize(("profile", "place"), PLACES)
def test_a_lone_label_stands_over_its_mounted_button(profile: Profile, place: int) -> None:
    places = len(KEYS[profile])
    labels = tuple("menu" if each == place else None for each in range(places))
    middle = middle_of_label(View(USUAL["ask"].body, labels), "☰")
    assert abs(middle - (place + 0.5) * WIDTH / places) <= 1.5


@every_language
def test_beside_any_words_the_menu_keeps_the_place_of_a_hold_button(language: str) -> None:
    for place in range(3):
        labels = tuple("menu" if each == place else None for each in range(6))
        view = View(USUAL["ask"].body, (*labels, "roll", "bank"))
        alone = View(USUAL["ask"].body, (*labels, None, None))
        placed = [screens.compose(each, WORDS[language]).placed for each in (view, alone)]
        menus = [[one.box for one in each if one.what == "☰"] for each in placed]
        assert menus[0] == menus[1]


def test_no_die_is_marked_while_the_cursor_is_on_roll() -> None:
    body = USUAL["choose"].body
    assert isinstance(body, Choose)
    on_roll = screens.compose(View(body._replace(cursor=len(body.dice))), WORDS["en"])
    assert on_roll.grounds == []
    assert "☰" in [placed.what for placed in on_roll.placed]


def test_each_die_that_has_a_button_and_can_be_moved_is_marked() -> None:
    body = mounted("hold-six", "choose").body
    assert isinstance(body, Choose)
    marks = [box for box, _ in screens.compose(View(body), WORDS["en"]).grounds]
    cursors = [
        screens.compose(View(body._replace(cursor=die)), WORDS["en"]).grounds[0][0]
        for die, moves in enumerate(body.toggles)
        if moves
    ]
    assert marks == cursors
