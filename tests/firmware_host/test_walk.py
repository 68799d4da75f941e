"""No dead end: every mounted button in every state, with each profile of buttons."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from walk import Press, Walk

from firmware_host.flow.table import STATES
from firmware_host.view import Choose, free_places
from hw.events import HOLDS, KEYS, Profile
from rules import load, with_options

SCREENS = {state if isinstance(state, str) else state["name"] for state in STATES}
NAME_NO_BUTTON = {"attract", "throw"}  # there any of them does the same
OUTSIDE_A_GAME = {"attract", "new_game", "house_rules", "in_force", "over"}

LOOSE: Mapping[str, Any] = {
    "target": 1000,
    "last_turns": "none",
    "opening_minimum": 300,
    "full_six": "may_roll",
    "challenge": True,
    "take_over": True,
    "last_die_bonus": 500,
    "wipe_out_twos": 4,
    "six_of_a_kind_wins": True,
}
STRICT: Mapping[str, Any] = {"target": 1000, "keep": "all", "take_over": True}

GAMES = {"loose": (LOOSE, 5), "strict": (STRICT, 2)}
"""Between them they show every screen: scores of two pages, and a tie of two."""

every_profile = pytest.mark.parametrize("profile", KEYS)
every_other_profile = pytest.mark.parametrize("profile", [key for key in KEYS if key != "five"])
every_game = pytest.mark.parametrize("game", GAMES)


@cache
def walk(profile: Profile, game: str) -> Walk:
    options, players = GAMES[game]
    rules = {"zilch": with_options(load("zilch"), options), "kcd": load("kcd")}
    return Walk(profile, rules, players)


def is_named(press: Press, profile: Profile) -> bool:
    """Whether a label, or a die over its own button, says that the press does something."""
    body = press.before.body
    if press.before.labels[KEYS[profile].index(press.key)] is not None:
        return True
    if not isinstance(body, Choose) or body.cursor is not None or press.key not in HOLDS:
        return False
    moved = [
        place for place, moves in zip(free_places(body.tray), body.toggles, strict=True) if moves
    ]
    return HOLDS.index(press.key) in moved


@every_profile
def test_every_screen_is_seen(profile: Profile) -> None:
    assert set().union(*(walk(profile, game).screens for game in GAMES)) == SCREENS


@every_game
@every_profile
def test_every_press_is_answered_by_another_picture_or_a_reason(
    profile: Profile, game: str
) -> None:
    silent = [press for press in walk(profile, game).presses if not press.changed]
    assert silent == []


@every_game
@every_profile
def test_a_refused_press_changes_nothing(profile: Profile, game: str) -> None:
    for press in walk(profile, game).presses:
        if press.refused:
            assert press.after._replace(refusal=None) == press.before


@every_game
@every_other_profile
def test_what_is_named_is_possible_and_what_is_possible_is_named(
    profile: Profile, game: str
) -> None:
    for press in walk(profile, game).presses:
        if press.screen not in NAME_NO_BUTTON:
            assert is_named(press, profile) != press.refused, press


@every_game
@every_profile
def test_from_every_state_every_screen_can_be_reached(profile: Profile, game: str) -> None:
    walked = walk(profile, game)
    for screen in walked.screens:
        assert walked.reaching(screen) == walked.states.keys(), screen


@every_game
@every_profile
def test_in_a_game_the_menu_opens_without_playing_on(profile: Profile, game: str) -> None:
    walked = walk(profile, game)
    opens = walked.reaching("menu", idle=True)
    shut = {state.screen for name, state in walked.states.items() if name not in opens}
    assert shut <= OUTSIDE_A_GAME | {"throw", "scores"}


@every_game
@every_other_profile
def test_the_same_choices_of_dice_can_be_made_with_other_buttons(
    profile: Profile, game: str
) -> None:
    assert walk(profile, game).choices == walk("five", game).choices
