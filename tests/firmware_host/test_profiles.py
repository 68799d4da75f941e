"""The box with three buttons, and with one under each die."""

import random
from pathlib import Path
from typing import get_args

import pytest
from boxes import TUMBLED, scripted_box, seeded_box
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.fakebox import FakeBox
from firmware_host.profiles import PROFILES, HoldSix, Three
from firmware_host.settings import SettingsError, read_settings
from firmware_host.view import Choose, Labels, Offer, Over, Say, View
from hw.events import HOLDS, KEYS, Profile

THROW = (1, 5, 2, 2, 3, 4)
SCREENS = {
    *("attract", "new_game", "ready", "throw", "choose"),
    *("blank", "banked", "scores", "menu"),
}
"""Those that a player who presses at random soon sees."""


def started(profile: Profile, *throws: tuple[int, ...], players: int = 2) -> FakeBox:
    """A box with a game, on the ready screen of the first player."""
    box = scripted_box(*throws, profile=profile)
    box.press(*(("ok", "ok") if profile == "three" else ("roll", "roll")))
    assert box.screen == "ready"
    return box


def choosing(profile: Profile, *throws: tuple[int, ...]) -> FakeBox:
    box = started(profile, *throws)
    box.press("ok" if profile == "three" else "roll")
    box.wait(TUMBLED)
    assert box.screen == "choose"
    return box


def kept(box: FakeBox) -> list[int]:
    """The places of the throw that are chosen."""
    assert isinstance(box.view.body, Choose)
    return [place for place, chosen in enumerate(box.view.body.kept) if chosen]


def test_every_profile_can_be_had() -> None:
    assert PROFILES.keys() == KEYS.keys() == set(get_args(Profile))


@pytest.mark.parametrize("profile", ["three", "hold-six"])
@settings(max_examples=15, deadline=None)
@given(data=st.data(), seed=st.integers(0, 1000))
def test_every_press_is_answered_by_another_view_or_a_reason(
    profile: Profile, data: st.DataObject, seed: int
) -> None:
    box = seeded_box(seed, profile=profile)
    for key in data.draw(st.lists(st.sampled_from(KEYS[profile]), max_size=60)):
        before = box.view, box.screen
        box.pins.press(key)
        box.wait(0.02)
        blinks = before[0].refusal is not None  # the same reason goes out before it comes again
        box.wait(0.1 if blinks else 0.0)
        assert (box.view, box.screen) != before or box.view.refusal, (key, before)
        box.pins.release(key)
        box.wait(0.1)
        if box.screen == "throw":
            box.wait(TUMBLED)


@pytest.mark.parametrize("profile", ["three", "hold-six"])
def test_presses_at_random_see_the_screens_of_a_game_and_leave_each_again(profile: Profile) -> None:
    chance, left = random.Random(1), set[str]()
    box = seeded_box(1, profile=profile)
    for _ in range(800):
        before = box.screen
        box.press(chance.choice(KEYS[profile]))
        if box.screen != before:
            left.add(before)
    assert left >= SCREENS


@pytest.mark.parametrize("profile", KEYS)
def test_the_default_pins_of_each_profile_are_its_buttons_and_pass_the_settings(
    profile: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'[buttons]\nprofile = "{profile}"\n')
    buttons = read_settings(file, {}).buttons
    assert tuple(buttons.pins) == KEYS[profile]


def test_a_pin_that_two_buttons_of_the_profile_share_is_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[buttons]\nprofile = "hold-six"\nhold_6 = 24\n')
    with pytest.raises(SettingsError, match=r"24 is .*too"):
        read_settings(file, {})


def test_three_buttons_throw_the_best_keep_on_at_once() -> None:
    box = choosing("three", THROW, (1, 2, 3, 4))
    assert box.view.labels == ("next", "next", "roll", "roll", None)
    box.press("ok")
    assert box.screen == "throw"


def test_three_buttons_reach_every_die_the_menu_and_the_roll() -> None:
    box = choosing("three", THROW)
    labels = []
    for _ in range(9):
        box.press("next")
        assert isinstance(box.view.body, Choose)
        labels.append((box.view.body.cursor, box.view.labels.keep))
    assert labels == [
        (0, "drop"),
        (1, "drop"),
        *[(place, None) for place in (2, 3, 4, 5)],
        (5, "roll"),
        (-1, "menu"),
        (0, "drop"),
    ]


def test_three_buttons_drop_a_die_and_throw_on() -> None:
    box = choosing("three", THROW, (1, 2, 3, 4, 6))
    box.press("next", "next", "ok")
    assert kept(box) == [0]
    for _ in range(5):
        box.press("next")
    assert box.view.labels.keep == "roll"
    box.press("ok")
    assert box.screen == "throw"


def test_three_buttons_open_the_menu_and_read_the_scores() -> None:
    box = started("three", THROW)
    assert box.view.labels == ("menu", "menu", "roll", "roll", None)
    box.press("next", "next", "ok")
    assert box.screen == "scores"


def test_three_buttons_give_a_game_up_or_not() -> None:
    box = started("three", THROW)
    box.press("next", "next", "next", "ok")
    assert (box.screen, box.view.labels) == ("ask", (None, None, "yes", "yes", "no"))
    box.press("bank")
    assert box.screen == "ready"
    box.press("next", "next", "next", "ok", "ok")
    assert box.screen == "attract"


def test_three_buttons_choose_another_game_and_more_players() -> None:
    box = scripted_box(profile="three")
    box.press("ok", "next", "next", "ok", "next")
    setup = box.box.flow.setup
    assert (setup.game, setup.row, setup.players) == (1, 1, 3)
    box.press("ok", "next")
    assert box.screen == "house_rules"
    box.press("ok", "bank")
    assert box.view.labels == ("choose", "choose", "start", "start", "back")
    box.press("ok")
    assert box.screen == "in_force"
    box.press("ok")
    assert box.screen == "ready"


def test_three_buttons_take_over_or_throw_fresh_or_open_the_menu() -> None:
    three = Three()
    view = View(Offer("Anna", 500, 3), Labels("menu", "scores", keep="take", roll="fresh"))
    assert three.shown(view).labels == ("next", "next", "take", "take", None)
    assert three.meaning("ok", view) == ("keep",)
    assert three.meaning("next", view) == ()
    assert three.shown(view).labels == ("menu", "menu", "fresh", "fresh", None)
    assert three.meaning("ok", view) == ("roll",)
    assert three.meaning("next", view) == ("left",)


def test_three_buttons_play_again_or_read_the_scores_or_end() -> None:
    three = Three()
    view = View(Over(("Anna",), (), True), Labels(keep="scores", roll="again", bank="back"))
    assert three.shown(view).labels == ("scores", "scores", "again", "again", "back")
    meanings = [three.meaning(key, view) for key in KEYS["three"]]
    assert meanings == [("keep",), ("roll",), ("bank",)]


def test_a_hold_button_keeps_and_drops_its_die() -> None:
    box = choosing("hold-six", THROW)
    assert kept(box) == [0, 1]
    box.press("hold_2")
    assert kept(box) == [0]
    box.press("hold_2")
    assert kept(box) == [0, 1]
    box.press("hold_3")
    assert kept(box) == [0, 1]
    assert box.view.refusal == Say("refusal.no_points")


def test_the_hold_button_of_a_frozen_die_says_so_each_time() -> None:
    box = choosing("hold-six", THROW, (1, 2, 3, 4))
    box.press("roll")
    box.wait(TUMBLED)
    box.press("hold_1")
    assert box.view.refusal == Say("refusal.frozen")
    box.pins.press("hold_2")
    box.wait(0.05)
    assert box.view.refusal is None  # it goes out for a moment
    box.wait(0.1)
    assert box.view.refusal == Say("refusal.frozen")
    box.pins.release("hold_2")
    box.press("hold_3")
    assert kept(box) == [0]


@given(st.data())
def test_a_hold_button_goes_the_way_of_the_cursor_to_its_die(data: st.DataObject) -> None:
    tray = tuple(data.draw(st.lists(st.sampled_from([None, 1, 5]), min_size=6, max_size=6)))
    free = [place for place, face in enumerate(tray) if face is None]
    cursor = data.draw(st.integers(-1, len(free) - 1))
    body = Choose(THROW[: len(free)], (False,) * len(free), cursor, None, 0, None, tray)
    for place, key in enumerate(HOLDS):
        meaning = HoldSix().meaning(key, View(body))
        if place not in free:
            assert meaning == Say("refusal.frozen")
            continue
        assert meaning[-1] == "keep"
        assert set(meaning[:-1]) <= {"right"}
        stop = (cursor + 1 + len(meaning) - 1) % (len(free) + 1) - 1
        assert free[stop] == place
