"""A turn: throwing, keeping, banking, turning the corner."""

import pytest
from playing import BLANK, action, new, play

from rules import Bank, Game, IllegalAction, Keep, Roll
from rules.outcome import Banked, Blank, Kept


def refused(game: Game, word: str) -> IllegalAction:
    before = game.state()
    with pytest.raises(IllegalAction) as caught:
        game.apply(action(word))
    assert caught.value.legal == game.legal
    assert game.state() == before
    return caught.value


def test_a_game_starts_with_six_dice_for_the_first_seat() -> None:
    assert new().state() == {
        "phase": "start",
        "player": 0,
        "scores": [0, 0],
        "on_board": [False, False],
        "turn_points": 0,
        "dice_left": 6,
        "legal": ["roll"],
        "winners": None,
    }


@pytest.mark.parametrize("players", [[], [""], ["Aino", ""], [7], ["\ud800"]])
def test_a_game_needs_players_with_names(players: list[str]) -> None:
    with pytest.raises(ValueError, match="player"):
        Game.new(new().rules, players)


def test_players_may_share_a_name() -> None:
    assert Game.new(new().rules, ["Aino", "Aino"]).players == ("Aino", "Aino")


def test_a_scoring_throw_waits_for_a_keep() -> None:
    game = play(new(), "133562")
    assert (game.phase, game.legal, game.throw) == ("choose", ("keep",), (1, 3, 3, 5, 6, 2))
    assert dict(game.keeps) == {(1,): 100, (1, 5): 150, (5,): 50}
    assert game.best_keep == (1, 5)
    assert game.dice_left == 6


def test_a_keep_freezes_its_dice_and_its_points_join_the_turn() -> None:
    game = play(new(), "133562 +51")
    assert (game.phase, game.turn_points, game.dice_left) == ("decide", 150, 4)
    assert (game.frozen, game.throw, dict(game.keeps), game.best_keep) == ((5, 1), (), {}, None)
    assert game.last == Kept(player=0, points=150, taken=0, bonus=0)


def test_dice_of_different_throws_do_not_combine() -> None:
    assert play(new(), "123346 +1 11346 +11").turn_points == 300


def test_a_blank_loses_the_turn_and_passes_the_dice() -> None:
    game = play(new(), "133562 +15 2346")
    assert (game.player, game.phase, game.scores, game.dice_left) == (1, "start", (0, 0), 6)
    assert game.last == Blank(0, (2, 3, 4, 6), 150, 0, 0, pool_falls=False)


def test_a_bank_adds_the_turn_and_puts_its_player_on_board() -> None:
    game = play(new(), "133562 +15 bank")
    assert (game.scores, game.on_board, game.player) == ((150, 0), (True, False), 1)
    assert game.last == Banked(player=0, points=150, challenged=None)


def test_the_last_seat_passes_to_the_first() -> None:
    assert play(new(players=3), f"{BLANK} {BLANK} {BLANK}").player == 0


def test_the_corner_gives_six_dice_again_and_keeps_the_points_at_risk() -> None:
    corner = play(new(), "123456 +123456")
    assert (corner.dice_left, corner.dice_to_throw, corner.legal) == (0, 6, ("bank", "roll"))
    again = play(corner, "133562")
    assert (again.turn_points, again.dice_left, again.frozen) == (3000, 6, ())
    assert play(corner, BLANK).last == Blank(0, (2, 2, 3, 3, 4, 6), 3000, 0, 0, pool_falls=False)


def test_zilch_must_throw_again_at_the_corner() -> None:
    corner = play(new("zilch"), "123456 +123456")
    assert corner.legal == ("roll",)
    assert corner.bank_refusal == ("corner", 500, 1500)
    assert "thrown again" in refused(corner, "bank").reason


def test_the_opening_minimum_holds_until_a_player_has_banked() -> None:
    game = play(new("zilch"), "111346 +1 11346 +1 1146 +1 146 +1")
    assert game.bank_refusal == ("minimum", 500, 400)
    assert game.points_needed == 500
    assert "500" in refused(game, "bank").reason
    game = play(game, "56 +5 5 +5 123346 +1 bank")
    assert game.scores == (600, 0)
    later = play(game, f"{BLANK} 333226 +333")
    assert later.bank_refusal == ("minimum", 350, 300)
    assert play(later, "522 +5 bank").scores == (950, 0)


def test_nothing_can_be_banked_before_a_keep() -> None:
    assert new().bank_refusal == ("nothing", 0, 0)
    assert play(new(), "133562").bank_refusal == ("keep", 0, 0)
    refused(new(), "bank")
    refused(play(new(), "133562"), "bank")


@pytest.mark.parametrize("word", ["1", "12345", "+1", "bank", "take", "vs1"])
def test_a_turn_starts_only_with_six_dice(word: str) -> None:
    refused(new(), word)


def test_a_throw_has_as_many_dice_as_are_free() -> None:
    game = play(new(), "133562 +15")
    assert game.dice_to_throw == 4
    assert "4 dice" in refused(game, "13356").reason


@pytest.mark.parametrize(
    ("dice", "kind"),
    [
        ((), "nothing"),
        ((1, 1), "not_thrown"),
        ((4,), "not_thrown"),
        ((1, 3), "dead"),
        ((1, 5), None),
        ((5, 1), None),
    ],
)
def test_a_choice_that_is_no_keep_has_a_reason(dice: tuple[int, ...], kind: str | None) -> None:
    assert play(new(), "133562").keep_refusal(dice) == kind


def test_nothing_can_be_kept_without_a_throw() -> None:
    assert new().keep_refusal((1,)) == "not_thrown"


@pytest.mark.parametrize("word", ["+11", "+4", "+13", "+133562"])
def test_a_keep_of_dead_or_other_dice_is_refused(word: str) -> None:
    refused(play(new(), "133562"), word)


def test_a_straight_may_be_kept_in_any_order() -> None:
    assert play(new(), "624135 +531642").turn_points == 3000


def test_house_rule_all_takes_the_most_of_a_throw() -> None:
    game = play(new("zilch", keep="all"), "122223")
    assert dict(game.keeps) == {(1, 2, 2, 2, 2): 4100}
    assert game.keep_refusal((1,)) == "not_most"
    assert "most" in refused(game, "+2222").reason


@pytest.mark.parametrize("dice", [(), (0,), (7,), (True,), (1.0,), ("1",), (1,) * 7])
def test_no_action_has_dice_that_are_none(dice: tuple[int, ...]) -> None:
    for kind in (Roll, Keep):
        with pytest.raises(ValueError, match=r"dice|face"):
            kind(dice)


def test_an_applied_action_leaves_the_game_before_it_as_it_was() -> None:
    game = play(new(), "133562")
    state = game.state()
    game.apply(Keep((1,))).apply(Bank())
    assert game.state() == state
