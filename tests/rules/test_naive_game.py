"""The rules against the same rules written a second time, state by state."""

from random import Random
from typing import get_args

from hypothesis import given, settings
from naive_game import NaiveGame
from random_games import headers, seeds, steps

from rules import Action, Bank, Challenge, Game, IllegalAction, Keep, Roll, Take
from rules.dice import ALL_DICE, FACES
from rules.outcome import Outcome
from rules.record import Header


def naive(header: Header) -> NaiveGame:
    return NaiveGame(header.rules, dict(header.options), len(header.players))


def plain(action: Action) -> tuple[str, object]:
    """The action's name, and its dice or target."""
    match action:
        case Roll(dice) | Keep(dice):
            return action.do, dice
        case Challenge(target):
            return action.do, target
    return action.do, None


def state(game: Game | NaiveGame) -> dict[str, object]:
    """The state, without the dice left where there are none to be thrown in a turn."""
    state = game.state()
    return state | {"dice_left": None} if state["phase"] in ("roll_off", "over") else state


@given(headers, seeds)
@settings(max_examples=500, deadline=None)
def test_every_state_is_that_of_the_naive_game(header: Header, seed: int) -> None:
    plainly = naive(header)
    assert state(header.game()) == state(plainly)
    for _, action, game in steps(header, seed):
        plainly.do(*plain(action))
        assert state(game) == state(plainly)
        assert game.keeps == plainly.keeps()


@given(headers, seeds)
@settings(max_examples=50, deadline=None)
def test_an_action_is_possible_where_it_is_in_the_naive_game(header: Header, seed: int) -> None:
    random, plainly = Random(seed), naive(header)
    for game, action, _ in steps(header, seed):
        tried = anything(game, random)
        assert is_possible(game, tried) == plainly.is_possible(*plain(tried)), tried
        plainly.do(*plain(action))


def anything(game: Game, random: Random) -> Action:
    """An action that may be possible or not."""
    dice = random.choices(FACES, k=random.randint(1, ALL_DICE))
    some = random.sample(game.throw, random.randint(1, len(game.throw))) if game.throw else dice
    target = random.randint(-1, len(game.players))
    every = (Bank(), Take(), Challenge(target), Roll(tuple(dice)), Keep(tuple(some)))
    return random.choice(every)


def is_possible(game: Game, action: Action) -> bool:
    try:
        game.apply(action)
    except IllegalAction:
        return False
    return True


def test_the_random_games_meet_everything_that_can_happen() -> None:
    variations = {
        "challenge": True,
        "take_over": True,
        "build_on_frozen": True,
        "three_blanks_penalty": 500,
        "last_die_bonus": 500,
        "six_of_a_kind_wins": True,
    }
    met = set()
    for seed in range(400):
        options = variations | {
            "target": (100, 6000)[seed % 2],
            "wipe_out_twos": (0, 4)[seed % 3 // 2],
        }
        for _, _, game in steps(Header("diecimila", ("Aino", "Bruno"), options), seed):
            met |= facts(game.last)
    assert met == {f"{kind.__name__}.{fact}" for kind in get_args(Outcome) for fact in kind._fields}


def facts(outcome: Outcome | None) -> set[str]:
    """What an outcome tells of, such as a penalty."""
    if outcome is None:
        return set()
    told = outcome._asdict().items()
    return {f"{type(outcome).__name__}.{name}" for name, value in told if value}
