"""The variations that change what a turn needs, is worth or costs."""

from typing import Any

import pytest
from playing import BLANK, new, play

from rules import Game, IllegalAction
from rules.outcome import Banked, Blank, WipedOut

# --- pyramiding ---------------------------------------------------------------------------------


def pyramid(preset: str, script: str) -> Game:
    return play(new(preset, build_on_frozen=True), script)


def test_frozen_dice_and_new_ones_make_one_pool() -> None:
    game = pyramid("diecimila", "523346 +5 55236")
    assert dict(game.keeps) == {(5,): 50, (5, 5): 450}
    assert play(game, "+55").turn_points == 500


def test_a_straight_may_be_built_on_frozen_dice() -> None:
    game = pyramid("zilch", "152346 +15 2346 +6234")
    assert (game.turn_points, game.dice_left) == (1500, 0)


def test_a_pool_that_would_lose_points_is_blank() -> None:
    game = pyramid("zilch", "111123 +1111 22")
    assert game.last == Blank(0, (2, 2), 4000, 0, 0, pool_falls=True)
    assert game.player == 1


def test_a_keep_that_would_lose_points_has_a_reason() -> None:
    game = pyramid("zilch", "111123 +1111 25")
    assert (game.keep_refusal((5,)), game.keep_refusal((2,))) == (None, "dead")
    game = pyramid("diecimila", "111346 +111 122")
    assert (game.keep_refusal((1,)), game.keep_refusal((1, 2, 2))) == (None, "pool_falls")
    with pytest.raises(IllegalAction, match="would not raise"):
        play(game, "+122")


def test_a_new_set_starts_an_empty_pool() -> None:
    game = pyramid("diecimila", "123456 +123456 523346 +5")
    assert (game.turn_points, game.frozen) == (3050, (5,))


def test_without_pyramiding_frozen_dice_do_not_matter() -> None:
    assert play(new(), "523346 +5 55236 +55").turn_points == 150


# --- topping ------------------------------------------------------------------------------------


def test_a_turn_must_top_what_was_just_banked() -> None:
    game = play(new(must_top_previous=True), "123346 +1 bank 123346 +1")
    assert game.bank_refusal == ("topping", 150, 100)
    assert game.points_needed == 150
    assert play(game, "52334 +5 bank").scores == (100, 150)


def test_a_lost_turn_leaves_nothing_to_top() -> None:
    game = play(new(must_top_previous=True), f"111346 +111 bank {BLANK} 523346 +5")
    assert game.bank_refusal is None


def test_alone_at_the_table_the_player_tops_themselves() -> None:
    game = play(new(players=1, must_top_previous=True), "123346 +1 bank 123346 +1")
    assert game.bank_refusal == ("topping", 150, 100)


def test_the_minimum_is_named_where_it_is_more_than_the_topping() -> None:
    game = play(new("zilch-5000", must_top_previous=True), "111346 +111 bank 444226 +444")
    assert game.bank_refusal == ("topping", 1050, 400)
    game = play(game, "226 222346 +222 123 +1 23 523346 +5")
    assert game.bank_refusal == ("minimum", 500, 50)


FIVE_THOUSAND = "123456 +123456 111346 +111 111 +111 bank"


# --- challenge ----------------------------------------------------------------------------------


def test_a_won_challenge_moves_points_from_the_challenged_player() -> None:
    game = play(new(challenge=True), f"{BLANK} vs0")
    assert (game.phase, game.player, game.legal) == ("start", 1, ("roll",))
    assert game.challenged == 0
    game = play(game, "123346 +1 bank")
    assert game.scores == (-100, 100)
    assert game.last == Banked(player=1, points=100, challenged=0)


def test_a_challenge_lost_under_5000_costs_600_and_is_spent() -> None:
    assert new(challenge=True).challenge_cost == 600
    game = play(new(challenge=True), f"vs1 123346 +1 22334 {BLANK}")
    assert (game.scores, game.legal) == ((-600, 0), ("roll",))


def test_a_challenge_lost_from_5000_on_costs_2000() -> None:
    game = play(new(challenge=True), f"{FIVE_THOUSAND} {BLANK}")
    assert game.challenge_cost == 2000
    game = play(game, f"vs1 {BLANK}")
    assert game.scores == (3000, 0)


def test_the_two_challenges_of_a_game_are_separate() -> None:
    game = play(new(challenge=True), f"vs1 {BLANK} {BLANK}")
    assert game.legal == ("roll",)
    game = play(game, f"{FIVE_THOUSAND} {BLANK} 111346 +111 bank {BLANK}")
    assert (game.scores, game.legal) == ((5400, 0), ("challenge", "roll"))
    assert play(game, f"vs1 {BLANK} {BLANK}").legal == ("roll",)


@pytest.mark.parametrize("target", [-1, 0, 2])
def test_only_another_seat_can_be_challenged(target: int) -> None:
    with pytest.raises(ValueError, match="another player"):
        play(new(challenge=True), f"vs{target}")


def test_there_is_nobody_to_challenge_alone() -> None:
    assert new(players=1, challenge=True).legal == ("roll",)


# --- three blanks -------------------------------------------------------------------------------


def blanks(script: str, **options: Any) -> Game:
    return play(new(players=1, three_blanks_penalty=1000, **options), script)


def test_three_blank_first_throws_in_a_row_cost_the_penalty() -> None:
    assert blanks(f"{BLANK} {BLANK}").scores == (0,)
    game = blanks(f"{BLANK} {BLANK} {BLANK}")
    assert game.scores == (-1000,)
    assert game.last == Blank(0, (2, 2, 3, 3, 4, 6), 0, 1000, 0, pool_falls=False)


def test_the_fourth_blank_starts_a_new_count() -> None:
    assert blanks(" ".join([BLANK] * 5)).scores == (-1000,)
    assert blanks(" ".join([BLANK] * 6)).scores == (-2000,)


def test_a_first_throw_that_scores_breaks_the_row_even_in_a_lost_turn() -> None:
    assert blanks(f"{BLANK} {BLANK} 123346 +1 22334 {BLANK} {BLANK}").scores == (0,)


def test_counting_lost_turns_only_banking_breaks_the_row() -> None:
    lost = "123346 +1 22334"
    assert blanks(f"{BLANK} {lost} {lost}", blanks_counted="turn").scores == (-1000,)
    banked = "123346 +1 bank"
    assert blanks(f"{BLANK} {lost} {banked} {lost}", blanks_counted="turn").scores == (100,)


def test_a_third_blank_and_a_lost_challenge_are_both_charged() -> None:
    game = new(challenge=True, three_blanks_penalty=1000)
    game = play(game, f"{BLANK} {BLANK} {BLANK} {BLANK} vs1 {BLANK}")
    assert game.scores == (-1600, 0)
    assert game.last == Blank(0, (2, 2, 3, 3, 4, 6), 0, 1000, 600, pool_falls=False)


def test_the_blanks_of_others_do_not_count() -> None:
    assert play(new(three_blanks_penalty=1000), f"{BLANK} {BLANK} {BLANK} {BLANK}").scores == (0, 0)


# --- wiped out ----------------------------------------------------------------------------------


def test_four_2s_wipe_out_the_score_and_the_row_of_blanks() -> None:
    game = new(players=1, wipe_out_twos=4, three_blanks_penalty=1000)
    game = play(game, f"123346 +1 bank {BLANK} {BLANK} 122223")
    assert (game.scores, game.on_board) == ((0,), (True,))
    assert game.last == WipedOut(player=0, dice=(1, 2, 2, 2, 2, 3), lost=100)
    assert play(game, BLANK).scores == (0,)


def test_three_2s_are_a_counter_where_four_wipe_out() -> None:
    assert play(new(wipe_out_twos=4), "222346").phase == "choose"


def test_a_wiped_out_turn_moves_no_challenge_points_and_leaves_no_offer() -> None:
    game = play(new(wipe_out_twos=4, challenge=True, take_over=True), "vs1 123346 +1 22223")
    assert (game.scores, game.offer, game.player) == ((0, 0), None, 1)


def test_a_wiped_out_turn_leaves_nothing_to_top() -> None:
    game = new(wipe_out_twos=4, must_top_previous=True)
    assert play(game, "123346 +1 bank 222213 523346 +5").bank_refusal is None
