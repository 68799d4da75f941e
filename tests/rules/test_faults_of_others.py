"""What other programs for these games got wrong, a test for each fault."""

import pytest
from playing import BLANK, new, play

from rules import IllegalAction, RulesError, load, with_options
from rules.dice import parse
from rules.scoring import report

THOUSAND = "111346 +111 bank"


def scored(preset: str, dice: str) -> dict[str, object]:
    """The best points of a throw, and those of all its dice."""
    told = report(load(preset), parse(dice))
    return {"best": told["best"], "all": told["all"]}


def test_an_unsorted_straight_is_found() -> None:
    assert scored("zilch", "462135") == {"best": 1500, "all": 1500}
    assert play(new("zilch"), "462135 +531642").turn_points == 1500


def test_a_1_beside_three_2s_counts() -> None:
    assert scored("zilch", "1222") == {"best": 300, "all": 300}


@pytest.mark.parametrize(
    ("preset", "dice", "best"),
    [
        ("zilch", "111155", 4100),  # four 1s and two 5s, not three pairs
        ("zilch-10000", "111155", 2000),  # three pairs, not three 1s and the rest
        ("diecimila", "111155", 1200),  # three 1s and the rest, not three pairs
        ("zilch", "355553", 4000),  # four 5s and two dead 3s
        ("zilch-10000", "355553", 2000),
        ("diecimila", "355553", 1000),  # three pairs, not three 5s and a 5
        ("zilch-5000", "355553", 550),
    ],
)
def test_the_best_split_counts_whatever_is_looked_for_first(
    preset: str, dice: str, best: int
) -> None:
    assert scored(preset, dice)["best"] == best


def test_three_pairs_are_blank_where_the_rules_have_none() -> None:
    assert scored("zilch-5000", "223344") == {"best": 0, "all": None}
    assert play(new("zilch-5000"), "223344").player == 1


@pytest.mark.parametrize("keep", ["+5", "+11", "+111"])
def test_dice_that_were_not_thrown_are_not_kept(keep: str) -> None:
    with pytest.raises(IllegalAction, match="the throw is"):
        play(new(), f"123346 {keep}")


@pytest.mark.parametrize("keep", ["+12", "+122", "+2222"])
def test_a_dead_die_is_not_kept_along(keep: str) -> None:
    with pytest.raises(IllegalAction):
        play(new(), f"122226 {keep}")


def test_six_6s_win_at_once_too() -> None:
    game = play(new(six_of_a_kind_wins=True), "666666")
    assert (game.phase, game.winners, game.scores) == ("over", (0,), (0, 0))


def test_a_player_back_at_0_points_is_on_board() -> None:
    opened = "111346 +111 bank"
    game = play(new("zilch", wipe_out_twos=4), f"{opened} {BLANK} 122223 {BLANK} 444226 +444")
    assert (game.scores, game.on_board) == ((0, 0), (True, False))
    assert game.bank_refusal is None


def test_the_fourth_blank_in_a_row_is_not_penalised() -> None:
    game = new(players=1, three_blanks_penalty=1000)
    scores = [play(game, " ".join([BLANK] * blanks)).scores for blanks in range(1, 7)]
    assert scores == [(0,), (0,), (-1000,), (-1000,), (-1000,), (-2000,)]


def test_the_others_have_their_last_turns() -> None:
    game = play(new("zilch-5000", target=1000, reach="reach"), THOUSAND)
    assert (game.phase, game.player, game.winners) == ("start", 1, None)
    assert play(game, "111346 +111 134 +1 bank").winners == (1,)


@pytest.mark.parametrize(
    ("last_turns", "still_to_play"), [("one_each", [2, 0]), ("complete_round", [2]), ("none", [])]
)
def test_one_more_turn_each_is_not_the_rest_of_the_round(
    last_turns: str, still_to_play: list[int]
) -> None:
    game = play(new(players=3, target=1000, last_turns=last_turns), f"{BLANK} {THOUSAND}")
    seats = []
    while game.phase != "over":
        seats.append(game.player)
        game = play(game, BLANK)
    assert seats == still_to_play


def test_equal_leaders_do_not_leave_the_win_to_the_first() -> None:
    game = play(new(target=1000), f"{THOUSAND} {THOUSAND}")
    assert (game.phase, game.winners) == ("roll_off", None)
    assert play(game, "523346 123346").winners == (1,)


def test_a_tie_made_in_the_very_last_turn_is_seen() -> None:
    game = play(new("zilch-5000", target=950), f"{THOUSAND} 111346 +111")
    assert (game.final_round, game.player) == (True, 1)
    assert play(game, "bank").phase == "roll_off"


@pytest.mark.parametrize("minimum", ["minimum", "opening_minimum"])
def test_a_minimum_above_the_target_is_refused(minimum: str) -> None:
    with pytest.raises(RulesError, match=f"{minimum}: must not be above the target of 1000"):
        with_options(load("diecimila"), {"target": 1000, minimum: 1050})


def test_the_options_of_a_game_do_not_leak_into_the_next() -> None:
    new("zilch", keep="all", minimum=0, opening_minimum=0, build_on_frozen=True)
    game = play(new("zilch"), "122223")
    assert (2, 2, 2) in game.keeps
    assert game.points_needed == 500


def test_exactly_15000_does_not_end_zilch() -> None:
    twelve = "666666 +666666 555555 +555555"
    game = play(new("zilch", players=1), f"{twelve} 222233 +222233 {THOUSAND}")
    assert (game.scores, game.phase, game.final_round) == ((15_000,), "start", False)
    game = play(game, "444226 +444 bank")
    assert (game.scores, game.phase, game.winners) == ((15_400,), "over", (0,))


def test_exactly_10000_ends_diecimila() -> None:
    nine = "123456 +123456 123456 +123456 123456 +123456"
    game = play(new(players=1), f"{nine} {THOUSAND}")
    assert (game.scores, game.phase, game.winners) == ((10_000,), "over", (0,))


def test_points_stay_at_risk_when_the_corner_is_turned() -> None:
    corner = play(new(), "123456 +123456")
    assert (corner.turn_points, corner.scores) == (3000, (0, 0))
    assert play(corner, "123346 +1").turn_points == 3100
    assert play(corner, f"{BLANK}").scores == (0, 0)


def test_two_of_three_who_tie_again_in_a_roll_off_throw_again() -> None:
    game = play(new(players=3, target=1000), f"{THOUSAND} {THOUSAND} {THOUSAND}")
    game = play(game, "123346 523346 123346")
    assert (game.phase, game.player) == ("roll_off", 0)
    assert play(game, "523346 123346").winners == (2,)
