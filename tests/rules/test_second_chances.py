"""The variations that give dice a second chance: the last die, and taking over a lost turn."""

from typing import Any

import pytest
from playing import BLANK, new, play

from rules import Game, Rules
from rules.counters import Counters
from rules.outcome import Blank, Kept, Missed

# --- the last die -------------------------------------------------------------------------------

FIVE_FROZEN = "111556 +11155"  # 1100 and one die left


def last_die(script: str, **options: Any) -> Game:
    return play(new(last_die_bonus=500, **options), script)


def test_a_last_die_that_misses_must_be_thrown_once_more() -> None:
    game = last_die(f"{FIVE_FROZEN} 6")
    assert (game.phase, game.legal, game.dice_left) == ("last_die", ("roll",), 1)
    assert (game.turn_points, game.last) == (1100, Missed(0, (6,)))
    assert game.bank_refusal == ("last_die", 0, 1100)


def test_two_misses_lose_the_turn() -> None:
    game = last_die(f"{FIVE_FROZEN} 6 4")
    assert (game.player, game.last) == (1, Blank(0, (4,), 1100, 0, 0, pool_falls=False))


@pytest.mark.parametrize("throws", ["5", "6 5"])
def test_a_landed_last_die_earns_the_bonus_and_turns_the_corner(throws: str) -> None:
    game = last_die(f"{FIVE_FROZEN} {throws} +5")
    assert (game.turn_points, game.dice_left) == (1100 + 50 + 500, 0)
    assert game.last == Kept(player=0, points=50, taken=0, bonus=500)


def test_the_bonus_grows_each_time_in_the_game_whoever_throws() -> None:
    game = last_die(f"{FIVE_FROZEN} 1 +1 bank {FIVE_FROZEN} 6 5 +5")
    assert game.turn_points == 1100 + 50 + 1000


def test_a_last_die_that_only_builds_on_frozen_ones_earns_no_bonus() -> None:
    game = new("zilch", last_die_bonus=500, build_on_frozen=True)
    game = play(game, "222156 +22215 2 +2")
    assert game.last == Kept(player=0, points=4150 - 350, taken=0, bonus=0)


def test_a_5_that_does_not_score_by_itself_earns_no_bonus() -> None:
    points = ((100, 0, 0, 0, 0, 0), (0,) * 6, (500,) * 6, (4000,) * 6, (0,) * 6, (0,) * 6)
    rules = Rules(Counters(points), last_die_bonus=500, build_on_frozen=True)
    game = play(Game.new(rules, ["Aino"]), "555112 +55511 5 +5")
    assert game.last == Kept(player=0, points=3500, taken=0, bonus=0)


def test_without_the_bonus_a_last_die_has_one_throw() -> None:
    assert play(new(), f"{FIVE_FROZEN} 6").player == 1


# --- take over ----------------------------------------------------------------------------------

LOST = "112346 +11 2346"  # 200 points and four dice


def offered(script: str = "", **options: Any) -> Game:
    return play(new(take_over=True, **options), f"{LOST} {script}")


def test_a_lost_turn_is_open_to_the_next_player() -> None:
    game = offered()
    assert game.legal == ("roll", "take")
    assert game.offer is not None
    assert (game.offer.points, game.offer.dice) == (200, 4)


def test_a_turn_lost_without_points_is_not_open() -> None:
    assert play(new(take_over=True), BLANK).legal == ("roll",)


def test_taken_points_join_with_the_first_keep() -> None:
    game = offered("take")
    assert (game.phase, game.legal, game.dice_left) == ("start", ("roll",), 4)
    assert (game.turn_points, game.offer) == (0, None)
    game = play(game, "1346")
    assert (game.turn_points, game.dice_left) == (0, 4)
    game = play(game, "+1")
    assert (game.turn_points, game.dice_left) == (300, 3)
    assert game.last == Kept(player=1, points=100, taken=200, bonus=0)
    assert play(game, "bank").scores == (0, 300)


def test_a_taken_turn_that_is_blank_too_is_open_to_the_player_after() -> None:
    game = play(new(players=3, take_over=True), f"{LOST} take 2346")
    assert game.last == Blank(1, (2, 3, 4, 6), 200, 0, 0, pool_falls=False)
    assert (game.player, game.legal) == (2, ("roll", "take"))
    assert game.offer is not None
    assert (game.offer.points, game.offer.dice) == (200, 4)


def test_a_taken_turn_lost_later_is_open_with_all_its_points_and_its_own_dice() -> None:
    game = offered("take 1346 +1 234")
    assert game.offer is not None
    assert (game.offer.points, game.offer.dice) == (300, 3)


def test_nothing_is_open_when_the_last_turn_is_lost() -> None:
    game = play(new(take_over=True, target=1000), f"111346 +111 bank {LOST}")
    assert (game.phase, game.offer) == ("over", None)


def test_a_fresh_throw_closes_the_offer() -> None:
    assert offered(BLANK).offer is None


def test_a_challenge_closes_the_offer() -> None:
    game = offered("", challenge=True)
    assert game.legal == ("challenge", "roll", "take")
    challenge = play(game, "vs0")
    assert (challenge.legal, challenge.offer) == (("roll",), None)
    assert play(game, f"vs0 {BLANK}").legal == ("challenge", "roll")


def test_no_challenge_follows_a_take() -> None:
    assert offered("take", challenge=True).legal == ("roll",)


def test_a_lost_challenge_leaves_an_offer() -> None:
    game = play(new(take_over=True, challenge=True), f"vs1 {LOST}")
    assert (game.scores, game.legal) == ((-600, 0), ("challenge", "roll", "take"))


def test_alone_at_the_table_a_player_takes_over_the_own_turn() -> None:
    game = play(new(players=1, take_over=True), f"{LOST} take 1346 +1 bank")
    assert game.scores == (300,)


def test_a_pool_starts_empty_with_a_taken_turn() -> None:
    game = offered("take 1146 +11", build_on_frozen=True)
    assert (game.turn_points, game.frozen, game.dice_left) == (400, (1, 1), 2)


def test_a_taken_blank_counts_as_a_blank_first_throw() -> None:
    game = new(players=1, take_over=True, three_blanks_penalty=1000)
    assert play(game, f"{LOST} take 2346 take 2346 take 2346").scores == (-1000,)


def test_a_taken_first_throw_that_scores_breaks_the_row_of_blanks() -> None:
    game = new(players=1, take_over=True, three_blanks_penalty=1000)
    game = play(game, f"{LOST} take 2346 take 2346 take 1346 +1 234 take 234 take 234")
    assert game.scores == (0,)


def test_a_single_die_taken_over_is_a_last_die() -> None:
    lost = f"{FIVE_FROZEN} 6 4"
    game = last_die(f"{lost} take 6", take_over=True)
    assert (game.phase, game.turn_points, game.dice_left) == ("last_die", 0, 1)
    landed = play(game, "5 +5")
    assert (landed.turn_points, landed.dice_left) == (1100 + 50 + 500, 0)
    assert play(game, "4").legal == ("roll", "take")


def test_two_misses_of_a_taken_die_are_one_blank_first_throw() -> None:
    game = new(players=1, take_over=True, last_die_bonus=500, three_blanks_penalty=1000)
    game = play(game, f"{FIVE_FROZEN} 6 4 take 6 4 take 6 4")
    assert game.scores == (0,)
    assert play(game, "take 6 4").scores == (-1000,)
    assert play(game, f"take 6 1 +1 bank {BLANK} {BLANK}").scores == (1700,)
