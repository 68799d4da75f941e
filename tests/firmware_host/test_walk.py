"""No dead end: every mounted button in every state, with each profile of buttons."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from walk import Press, Walk

from firmware_host.flow.table import STATES
from firmware_host.view import ByHand, Check, Choose, Unread, free_places
from hw.events import HOLDS, KEYS, DiceSource, Key, Profile
from rules import load, with_options

SCREENS = {state if isinstance(state, str) else state["name"] for state in STATES}
NAME_NO_BUTTON = {"attract", "throw"}  # there any of them does the same

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
SOME = {**LOOSE, "last_turns": "one_each", "wipe_out_twos": 0}

GAMES: Mapping[str, tuple[Mapping[str, Any], int, DiceSource]] = {
    "loose": (LOOSE, 5, "box"),
    "strict": (STRICT, 2, "box"),
    "by hand": (SOME, 2, "hand"),
    "sensor": (SOME, 2, "sensor"),
}
"""Between them they show every screen: scores of two pages, and a tie of two."""

every_profile = pytest.mark.parametrize("profile", KEYS)
every_other_profile = pytest.mark.parametrize("profile", [key for key in KEYS if key != "five"])
every_game = pytest.mark.parametrize("game", GAMES)


@cache
def walk(profile: Profile, game: str) -> Walk:
    options, players, dice = GAMES[game]
    rules = {"zilch": with_options(load("zilch"), options), "kcd": load("kcd")}
    return Walk(profile, rules, players, dice)


def is_named(press: Press, profile: Profile) -> bool:
    """Whether a label, or what is shown over its button, says that the press does something."""
    if press.before.labels[KEYS[profile].index(press.key)] is not None:
        return True
    return press.key in HOLDS and press.key in shown_over_buttons(press)


def shown_over_buttons(press: Press) -> list[Key]:
    """The buttons under the dice over which a die is marked, or a face stands."""
    match press.before.body:
        case Choose(cursor=None) as body:
            dice = zip(free_places(body.tray), body.toggles, strict=True)
            return [HOLDS[place] for place, moves in dice if moves]
        case Check(each=True) as body:
            return [HOLDS[place] for place in free_places(body.tray)]
        case ByHand(face=None):
            return [*HOLDS]
    return []


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
@every_profile
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
    playing = walked.where(lambda state: state.playing and state.screen != "throw")
    assert playing <= walked.reaching("menu", idle=True, unaided=True)


@every_profile
def test_without_the_sensor_a_game_comes_to_its_end_all_the_same(profile: Profile) -> None:
    walked = walk(profile, "sensor")
    assert walked.reaching("over", unaided=True) == walked.states.keys()


@every_profile
def test_dice_that_the_sensor_does_not_read_can_be_entered_from_anywhere(profile: Profile) -> None:
    walked = walk(profile, "sensor")
    awaiting = walked.where(lambda state: state.awaits)
    assert awaiting
    assert awaiting <= walked.reaching("by_hand", idle=True, unaided=True)


@every_profile
def test_dice_that_are_thrown_while_awaited_count_wherever_people_look(profile: Profile) -> None:
    told = [told for told in walk(profile, "sensor").told if told.what.startswith("thrown (")]
    assert {told.awaited for told in told} == {True, False}
    assert all(told.counted == told.awaited for told in told)


@every_profile
def test_what_the_sensor_is_not_sure_of_is_looked_at_and_does_not_count(profile: Profile) -> None:
    doubtful = ("thrown,", "read", "placed", "leaning", "blind", "confused")
    for told in walk(profile, "sensor").told:
        if told.awaited and told.what.startswith(doubtful) and told.what != "placed in part":
            asked = told.screen == "tray" and told.what == "read"
            assert isinstance(told.after.body, Check | Unread) or (asked and told.counted), told


@pytest.mark.parametrize("game", ["loose", "strict"])  # with real dice not all choices are walked
@every_other_profile
def test_the_same_choices_of_dice_can_be_made_with_other_buttons(
    profile: Profile, game: str
) -> None:
    assert walk(profile, game).choices == walk("five", game).choices
