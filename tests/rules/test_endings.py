"""Who ends a game, who still plays, and who wins."""

from typing import Any

from playing import BLANK, new, play

from rules import Game
from rules.outcome import SixAlike, ThrewOff

THOUSAND = "111346 +111 bank"


def at_target(preset: str, players: int = 2, **options: Any) -> Game:
    """The first player has just banked exactly a target of 1000."""
    return play(new(preset, players, target=1000, **options), THOUSAND)


def test_the_target_itself_ends_a_game_where_reaching_it_will_do() -> None:
    assert at_target("zilch", reach="reach").final_round
    assert not at_target("zilch").final_round


def test_one_each_gives_every_other_player_one_more_turn_from_the_next_seat() -> None:
    game = play(new("zilch", 3, target=1000), f"{BLANK} 111346 +111 136 +1 bank")
    assert (game.player, game.final_round) == (2, True)
    game = play(game, BLANK)
    assert (game.player, game.final_round) == (0, True)
    game = play(game, BLANK)
    assert (game.phase, game.player, game.winners) == ("over", 0, (1,))


def test_a_complete_round_ends_with_the_last_seat() -> None:
    game = play(new("diecimila", 3, target=1000), f"{BLANK} {THOUSAND}")
    assert (game.player, game.final_round) == (2, True)
    game = play(game, BLANK)
    assert (game.phase, game.player, game.winners) == ("over", 2, (1,))


def test_the_last_seat_ends_a_complete_round_at_once() -> None:
    game = play(new("diecimila", 2, target=1000), f"{BLANK} {THOUSAND}")
    assert (game.phase, game.player, game.winners) == ("over", 1, (1,))


def test_without_last_turns_the_game_ends_at_once() -> None:
    game = at_target("diecimila", last_turns="none")
    assert (game.phase, game.winners) == ("over", (0,))


def test_getting_there_again_gives_nobody_a_further_turn() -> None:
    game = play(at_target("zilch", reach="reach"), "666666 +666666 123346 +1 bank")
    assert (game.phase, game.scores, game.winners) == ("over", (1000, 6100), (1,))


def test_the_minimum_holds_in_the_last_turn() -> None:
    game = play(at_target("zilch", reach="reach"), "444226 +444")
    assert game.bank_refusal == ("minimum", 500, 400)


def test_nothing_is_legal_when_a_game_is_over() -> None:
    game = at_target("diecimila", players=1)
    assert (game.legal, game.turn_points, game.throw, game.keeps) == ((), 0, (), {})
    assert game.bank_refusal == ("nothing", 0, 0)


def test_a_tie_in_the_last_turn_can_be_shared() -> None:
    game = play(at_target("diecimila", tie="shared"), THOUSAND)
    assert (game.phase, game.winners, game.player) == ("over", (0, 1), 1)
    assert [place for place, _ in game.standings()] == [1, 1]


def tied(players: int = 3, **options: Any) -> Game:
    """All players have a thousand, the target."""
    game = new("diecimila", players, target=1000, **options)
    return play(game, " ".join([THOUSAND] * players))


def test_tied_players_throw_in_seat_order_and_the_best_throw_wins() -> None:
    game = tied(2)
    assert (game.phase, game.player, game.legal) == ("roll_off", 0, ("roll",))
    assert (game.turn_points, game.dice_to_throw) == (0, 6)
    game = play(game, "123346")
    assert (game.player, game.last) == (1, ThrewOff(0, (1, 2, 3, 3, 4, 6), (0, 1), (100,)))
    game = play(game, "523346")
    assert (game.phase, game.winners, game.player) == ("over", (0,), 1)
    assert game.last == ThrewOff(1, (5, 2, 3, 3, 4, 6), (0, 1), (100, 50))
    assert game.scores == (1000, 1000)


def test_only_those_still_tied_at_the_top_throw_again() -> None:
    game = play(tied(), "123346 523346 123346")
    assert game.roll_off is not None
    assert (game.roll_off.tied, game.roll_off.thrown, game.player) == ((0, 2), (), 0)
    game = play(game, f"{BLANK} {BLANK}")
    assert (game.phase, game.player) == ("roll_off", 0)
    assert play(game, f"{BLANK} 111111").winners == (2,)


def test_a_roll_off_leaves_out_who_is_not_tied_at_the_top() -> None:
    game = new("diecimila", 3, target=1000)
    game = play(game, f"{THOUSAND} 523346 +5 bank {THOUSAND}")
    assert game.roll_off is not None
    assert game.roll_off.tied == (0, 2)


def test_a_roll_off_takes_six_dice_and_knows_no_special_throws() -> None:
    game = tied(2, six_of_a_kind_wins=True, wipe_out_twos=4)
    game = play(game, "222222 123456")
    assert (game.winners, game.scores) == ((1,), (1000, 1000))


def test_six_equal_dice_win_at_once_before_any_wipe_out() -> None:
    game = play(new(six_of_a_kind_wins=True, wipe_out_twos=4), "123346 +1 bank 222222")
    assert (game.phase, game.winners, game.player) == ("over", (1,), 1)
    assert game.scores == (100, 0)
    assert game.last == SixAlike(1, (2,) * 6)


def test_five_equal_dice_of_five_win_nothing() -> None:
    assert play(new(six_of_a_kind_wins=True), "122346 +1 33333").phase == "choose"


def test_equal_scores_share_a_place() -> None:
    game = play(new(players=3), f"{BLANK} 123346 +1 bank {BLANK}")
    assert game.standings() == [(1, 1), (2, 0), (2, 2)]
