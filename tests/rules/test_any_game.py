"""What holds in every game, whatever the switches and whoever plays."""

import pytest
from hypothesis import given, settings
from random_games import MOST_PLAYERS, headers, seeds, steps

from rules import Bank, Challenge, IllegalAction, Keep, Roll, Take
from rules.outcome import Blank, SixAlike, WipedOut
from rules.record import Header, lines, parse


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
            expected[last.player] -= last.cost
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
            kept = before.keeps[tuple(sorted(action.dice))]
            assert after.turn_points >= before.turn_points + kept
            assert after.dice_left == before.dice_left - len(action.dice)
        elif after.turn_points:
            assert (after.turn_points, after.player) == (before.turn_points, before.player)


@given(headers, seeds)
@settings(max_examples=30, deadline=None)
def test_an_illegal_action_is_refused_and_changes_nothing(header: Header, seed: int) -> None:
    every = (Roll((1,) * 6), Keep((6,)), Keep((1,) * 6), Bank(), Challenge(MOST_PLAYERS), Take())
    for game, _, _ in steps(header, seed):
        shown = repr(game)
        for action in every:
            if action.do in game.legal and not isinstance(action, Challenge | Keep):
                continue
            if isinstance(action, Keep) and action.dice in game.keeps:
                continue
            with pytest.raises(IllegalAction) as caught:
                game.apply(action)
            assert caught.value.legal == game.legal
        assert repr(game) == shown


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
    wins_by_dice = isinstance(after.last, SixAlike)
    assert wins_by_dice or all(after.scores[seat] == best for seat in after.winners)
    if after.rules.tie == "roll_off":
        assert len(after.winners) == 1
    assert after.player in (before.player, *after.winners)
