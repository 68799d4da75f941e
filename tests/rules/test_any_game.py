"""What holds in every game, whatever the switches and whoever plays."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    SWITCHES,
    Action,
    Bank,
    Challenge,
    Game,
    IllegalAction,
    Keep,
    Roll,
    Switch,
    Take,
    preset_names,
)
from rules.outcome import Blank, WipedOut
from rules.record import Header, lines, parse

NUMBERS = {
    "target": st.sampled_from([500, 1000, 3000]),
    "opening_minimum": st.sampled_from([0, 300, 500]),
    "minimum": st.sampled_from([0, 350]),
    "three_blanks_penalty": st.sampled_from([0, 500]),
    "last_die_bonus": st.sampled_from([0, 300]),
    "wipe_out_twos": st.integers(0, 4),
}
LONGEST = 250  # actions; a game need not end


def values_of(switch: Switch) -> st.SearchStrategy[Any]:
    if switch.kind == "number":
        return NUMBERS[switch.name]
    return st.sampled_from(switch.choices) if switch.choices else st.booleans()


headers = st.builds(
    Header,
    rules=st.sampled_from(preset_names()),
    players=st.integers(1, 4).map(lambda count: ("Aino", "Bruno", "Chiara", "Daavid")[:count]),
    options=st.fixed_dictionaries({switch.name: values_of(switch) for switch in SWITCHES}),
)
seeds = st.integers(0, 2**32)


def dice(random: Random, count: int) -> tuple[int, ...]:
    faces = random.choice(["123456", "123456", "1256", "2346", "22256"])
    return tuple(int(random.choice(faces)) for _ in range(count))


def some_action(game: Game, random: Random) -> Action:
    match random.choice(game.legal):
        case "keep":
            return Keep(random.choice(list(game.keeps)))
        case "roll":
            return Roll(dice(random, game.dice_to_throw))
        case "challenge":
            others = [seat for seat in range(len(game.players)) if seat != game.player]
            return Challenge(random.choice(others))
        case "take":
            return Take()
    return Bank()


def steps(header: Header, seed: int) -> Iterator[tuple[Game, Action, Game]]:
    """Each action of a game played at random, with the games before and after it."""
    random, game = Random(seed), header.game()
    for _ in range(LONGEST):
        if game.phase == "over":
            return
        action = some_action(game, random)
        after = game.apply(action)
        yield game, action, after
        game = after


@given(headers, seeds)
@settings(max_examples=60, deadline=None)
def test_every_state_has_a_legal_action_or_winners(header: Header, seed: int) -> None:
    for _, _, game in steps(header, seed):
        assert (game.phase == "over") == (game.legal == ()) == bool(game.winners)
        assert game.legal == tuple(sorted(game.legal))
        assert ("bank" in game.legal) == (game.bank_refusal is None)
        assert bool(game.keeps) == bool(game.throw) == (game.legal == ("keep",))
        assert 0 <= game.dice_left <= 6
        assert game.turn_points % 50 == 0


@given(headers, seeds)
@settings(max_examples=60, deadline=None)
def test_scores_change_only_as_the_action_brought(header: Header, seed: int) -> None:
    for before, action, after in steps(header, seed):
        expected, last = list(before.scores), after.last
        if action == Bank():
            expected[before.player] += before.turn_points
            if before.challenged is not None:
                expected[before.challenged] -= before.turn_points
        if isinstance(last, Blank):
            expected[last.player] -= last.penalty + last.challenge_cost
        if isinstance(last, WipedOut):
            assert last.lost == expected[last.player]
            expected[last.player] = 0
        assert list(after.scores) == expected
        newly = [a and not b for a, b in zip(after.on_board, before.on_board, strict=True)]
        assert not any(newly) or (action == Bank() and newly[before.player])


@given(headers, seeds)
@settings(max_examples=60, deadline=None)
def test_turn_points_change_only_by_keeps(header: Header, seed: int) -> None:
    for before, action, after in steps(header, seed):
        if isinstance(action, Keep):
            assert after.turn_points >= before.turn_points + before.keeps[action.dice]
            assert after.dice_left == before.dice_left - len(action.dice)
        elif after.turn_points:
            assert (after.turn_points, after.player) == (before.turn_points, before.player)


@given(headers, seeds)
@settings(max_examples=30, deadline=None)
def test_an_illegal_action_is_refused_and_changes_nothing(header: Header, seed: int) -> None:
    every = (Roll((1,) * 6), Keep((6,)), Keep((1,) * 6), Bank(), Challenge(9), Take())
    for game, _, _ in steps(header, seed):
        state = game.state()
        for action in every:
            if action.do in game.legal and not isinstance(action, Challenge | Keep):
                continue
            if isinstance(action, Keep) and action.dice in game.keeps:
                continue
            with pytest.raises(IllegalAction) as caught:
                game.apply(action)
            assert caught.value.legal == game.legal
        assert game.state() == state


@given(headers, seeds)
@settings(max_examples=30, deadline=None)
def test_a_record_of_the_game_replays_to_the_same_states(header: Header, seed: int) -> None:
    played = list(steps(header, seed))
    actions = [action for _, action, _ in played]
    record = parse("\n".join(lines(header, actions)).encode(), "")
    assert record.games == (header.game(), *(after for _, _, after in played))


@given(headers, seeds)
@settings(max_examples=60, deadline=None)
def test_the_leaders_win(header: Header, seed: int) -> None:
    last = None
    for before, action, after in steps(header, seed):
        last = (before, action, after)
    assert last is not None
    before, _, after = last
    if after.winners is None:
        return
    best = max(after.scores)
    wins_by_dice = header.options["six_of_a_kind_wins"]
    assert wins_by_dice or all(after.scores[seat] == best for seat in after.winners)
    if header.options["tie"] == "roll_off":
        assert len(after.winners) == 1
    assert after.player in (before.player, *after.winners)
