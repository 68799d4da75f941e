"""House rules and what they bring to the screen."""

from pathlib import Path
from typing import Any

from boxes import scripted_box, seeded_box, start, throw
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_games import unfinished

from firmware_host import view
from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.flow.house_rules import Options, following, normal
from firmware_host.games import offered
from firmware_host.screens.drawing import compose
from firmware_host.store.store import Store
from firmware_host.view import Say
from firmware_host.words import Words
from hw.events import BUTTONS, Button
from rules import SWITCHES, load, preset_names, with_options

BLANK = (2, 3, 4, 6, 2, 3)


def box_with(options: dict[str, Any], *throws: tuple[int, ...], game: str = "zilch") -> FakeBox:
    """A box that offers one game, with these switches."""
    return scripted_box(*throws, games={game: with_options(load(game), options)})


def body(box: FakeBox) -> Any:
    return box.view.body


# -- choosing them --------------------------------------------------------------------------------


def to_house_rules(box: FakeBox, switch: str) -> None:
    """From attract to the page of one switch."""
    box.press("roll", "keep", "keep", "right")
    while body(box).name != Say(f"switch.{switch}"):
        box.press("right")


def test_a_house_rule_is_chosen_shown_before_the_first_throw_and_recorded() -> None:
    box = seeded_box()
    to_house_rules(box, "build_on_frozen")
    assert (body(box).value, body(box).changed) == (Say("switch_value.off"), False)
    box.press("keep")
    assert (body(box).value, body(box).changed) == (Say("switch_value.on"), True)
    box.press("roll", "roll")
    assert body(box) == view.InForce(
        Say("game.zilch"), ((Say("switch.build_on_frozen"), Say("switch_value.on")),), 0, 1
    )
    box.press("roll")
    assert box.screen == "ready"
    assert box.box.flow.playing.rules.build_on_frozen
    stored = unfinished(box.store)
    assert stored is not None
    assert stored.header["options"] == {"build_on_frozen": True}


def test_without_house_rules_roll_roll_still_starts() -> None:
    box = seeded_box()
    box.press("roll", "roll")
    assert box.screen == "ready"


def test_house_rules_stay_with_their_game() -> None:
    box = seeded_box()
    to_house_rules(box, "challenge")
    box.press("keep", "roll", "roll", "roll", "left", "left", "keep", "keep", "roll")
    assert body(box).rows[2][1] == Say.of("new_game.count", count=1)
    box.press("keep", "keep", "right")
    assert body(box).rows[2][1] == Say("new_game.none")
    box.press("left")
    assert body(box).rows[2][1] == Say.of("new_game.count", count=1)


def test_a_game_that_has_variations_of_its_own_tells_them_before_the_first_throw() -> None:
    box = seeded_box(games={"zilch-online": load("zilch-online")})
    box.press("roll", "roll")
    told = [name.key for name, _ in body(box).rules]
    assert "switch.three_blanks_penalty" in told


def test_a_game_with_house_rules_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    def box() -> FakeBox:
        store = Store.open(tmp_path / "games.sqlite3")
        return seeded_box(store=store, bookmark=Bookmark(tmp_path / "place.json"))

    first = box()
    to_house_rules(first, "must_top_previous")
    first.press("keep")
    first.store.close()
    second = box()
    assert second.view == first.view
    second.press("roll", "roll")
    assert second.screen == "in_force"
    second.press("roll")
    throw(second)
    second.store.close()
    third = box()
    assert third.view == second.view
    assert third.box.flow.playing.rules.must_top_previous
    third.store.close()


@given(
    st.sampled_from(preset_names()),
    st.lists(st.sampled_from(SWITCHES), max_size=12),
)
def test_whatever_is_changed_the_game_can_be_played(name: str, changes: list[Any]) -> None:
    game = load(name)
    options: Options = ()
    for switch in changes:
        options = following(game, options, switch)
        assert normal(game, dict(options)) == options
        with_options(game, dict(options))


@given(st.sampled_from(preset_names()), st.sampled_from(SWITCHES))
def test_changing_a_switch_comes_round_to_what_the_game_says(name: str, switch: Any) -> None:
    game = load(name)
    options = following(game, (), switch)
    assert options
    for _ in range(20):
        if not options:
            break
        options = following(game, options, switch)
    assert not options


def test_rule_files_of_a_folder_are_offered_and_bad_ones_are_left_out(
    tmp_path: Path, caplog: Any
) -> None:
    (tmp_path / "ours.toml").write_text('title = "Ours"\n[counters.kinds]\n1 = { 1 = 100 }\n')
    (tmp_path / "bad.toml").write_text("target = 7\n")
    games, notes = offered(tmp_path)
    assert [*games][-1] == str(tmp_path / "ours.toml")
    assert len(games) == len(preset_names()) + 1
    assert "bad.toml" in caplog.text
    box = seeded_box(games=games, notes=notes)
    assert box.view.note == Say.of("note.bad_rules", file="bad.toml")
    box.press("roll", "left")
    assert body(box).rows[0][1] == Say.of("value.text", text="Ours")
    assert box.view.note == Say.of("note.bad_rules", file="bad.toml")
    box.press("roll")
    assert box.screen == "ready"
    assert box.view.note is None


# -- pyramiding -----------------------------------------------------------------------------------


def test_a_pool_that_would_fall_is_explained_as_the_reason_of_the_blank() -> None:
    box = box_with({"build_on_frozen": True}, (1, 1, 1, 1, 2, 3), (2, 2))
    start(box)
    throw(box)
    throw(box)
    assert body(box).extra == Say("blank.pool")


def test_a_pool_scores_what_it_gains() -> None:
    box = box_with({"build_on_frozen": True}, (5, 2, 3, 4, 6, 2), (5, 5, 2, 3, 3))
    start(box)
    throw(box)
    throw(box)
    assert (body(box).points, body(box).turn) == (450, 500)


# -- challenge ------------------------------------------------------------------------------------


def test_a_challenge_is_declared_before_the_first_throw_and_its_loss_is_shown() -> None:
    box = box_with({"challenge": True}, BLANK)
    start(box, players=3)
    assert box.view.labels[-1] == "challenge"
    box.press("bank")
    assert body(box) == view.Challenge("Player 2", 0, 600, None, 1, 2)
    box.press("right")
    assert body(box).rival == "Player 3"
    box.press("keep")
    assert body(box).rival == "Player 3"
    assert box.screen == "ready"
    assert box.view.labels[-1] is None
    throw(box)
    assert body(box).extra == Say.of("blank.challenge", points=600)


def test_a_challenge_can_be_thought_better_of() -> None:
    box = box_with({"challenge": True})
    start(box)
    before = box.view
    box.press("bank", "bank")
    assert box.view == before


def test_points_banked_against_a_rival_say_whom_they_were_taken_from() -> None:
    box = box_with({"challenge": True}, (1, 1, 1, 2, 3, 4))
    start(box)
    box.press("bank", "keep")
    throw(box)
    box.press("bank")
    assert body(box).extra == Say.of("banked.from", name="Player 2")
    assert box.box.flow.playing.scores == (1000, -1000)


# -- take over ------------------------------------------------------------------------------------


def offered_box(*throws: tuple[int, ...], **options: Any) -> FakeBox:
    """A box where the second player may take over 1000 points with three dice."""
    box = box_with({"take_over": True, **options}, (1, 1, 1, 2, 3, 4), (2, 3, 4), *throws)
    start(box)
    throw(box)
    throw(box)
    box.press("roll")
    return box


def test_a_lost_turn_is_offered() -> None:
    box = offered_box()
    assert body(box) == view.Offer("Player 2", 1000, 3)


def test_taking_over_throws_the_same_dice_for_the_same_points() -> None:
    box = offered_box((5, 2, 3))
    box.press("keep")
    box.wait(1.2)
    assert body(box).dice == (5, 2, 3)
    assert body(box).extra == Say.of("choose.taken", points=1000)
    assert (body(box).points, body(box).turn) == (50, 1050)


def test_a_turn_taken_over_goes_on_like_any_other() -> None:
    for dice in ((1, 3, 4), (1, 3), (1,)):
        lost = (2, 3, 4, 6, 2, 3)[: len(dice)]
        first = {3: (1, 1, 1, 2, 3, 4), 2: (1, 1, 1, 5, 3, 4), 1: (1, 1, 1, 5, 5, 4)}[len(dice)]
        rest = (1, 5, 2)[: len(dice) - 1]
        box = box_with({"take_over": True}, first, lost, dice, *([rest] if rest else []))
        start(box)
        throw(box)
        throw(box)
        box.press("roll", "keep")
        assert body(box).turn > 0
        box.wait(1.2)
        box.press("roll")
        assert box.screen in ("throw", "corner")


def test_declining_throws_six_fresh_dice() -> None:
    box = offered_box((1, 2, 3, 4, 6, 6))
    throw(box)
    assert body(box).dice == (1, 2, 3, 4, 6, 6)
    assert body(box).turn == 100


def test_the_challenge_screen_says_that_the_offer_is_given_away() -> None:
    box = offered_box(challenge=True)
    box.press("bank")
    assert body(box).offer == 1000


# -- last die, wipe-out, penalties, instant win ---------------------------------------------------

FIVE = (1, 1, 1, 5, 5, 2)


def test_the_last_die_is_thrown_once_more_and_earns_its_bonus() -> None:
    box = box_with({"last_die_bonus": 500}, FIVE, (4,), (5,))
    start(box)
    throw(box)
    throw(box)
    assert body(box) == view.LastDie("Player 1", (4,), 1100, 500, (1, 1, 1, 5, 5, None))
    throw(box)
    assert (body(box).points, body(box).turn) == (550, 1650)
    assert body(box).extra == Say.of("choose.bonus", points=500)


def test_a_blank_that_costs_twice_says_the_whole_cost() -> None:
    box = box_with({"challenge": True, "three_blanks_penalty": 1000}, *[BLANK] * 6)
    start(box)
    for _ in range(4):
        throw(box)
        box.press("roll")
    box.press("bank", "keep")
    throw(box)
    assert body(box).extra == Say.of("blank.costs", points=1600)


def test_two_misses_lose_the_turn() -> None:
    box = box_with({"last_die_bonus": 500}, FIVE, (4,), (4,))
    start(box)
    for _ in range(3):
        throw(box)
    assert (box.screen, body(box).lost) == ("blank", 1100)


def test_four_twos_wipe_out_the_score() -> None:
    box = box_with({"wipe_out_twos": 4}, (1, 1, 1, 3, 4, 6), BLANK, (2, 2, 2, 2, 3, 4))
    start(box)
    throw(box)
    box.press("bank", "roll")
    throw(box)
    box.press("roll")
    throw(box)
    assert (body(box).title, body(box).lost) == (Say("blank.wiped"), 1000)


def test_a_wipe_out_with_nothing_to_lose_can_be_shown() -> None:
    for language in ("en", "fi", "it"):
        games = {"zilch": with_options(load("zilch"), {"wipe_out_twos": 4})}
        box = scripted_box((2, 2, 2, 2, 3, 4), games=games, language=language)
        start(box)
        throw(box)
        assert (body(box).title, body(box).lost) == (Say("blank.wiped"), 0)


def test_a_score_below_zero_is_wiped_out_upwards() -> None:
    four = (2, 2, 2, 2, 3, 4)
    box = box_with({"wipe_out_twos": 4, "three_blanks_penalty": 1000}, *[BLANK] * 3, four)
    start(box, players=1)
    for _ in range(3):
        throw(box)
        box.press("roll")
    throw(box)
    assert body(box).lost == -1000
    assert "+1000" in {placed.what for placed in compose(box.view, Words("en")).placed}


def test_the_third_blank_in_a_row_says_what_it_costs() -> None:
    box = box_with({"three_blanks_penalty": 1000}, BLANK, BLANK, BLANK)
    start(box, players=1)
    for _ in range(3):
        throw(box)
        box.wait(0.1)
        extra = body(box).extra
        box.press("roll")
    assert extra == Say.of("blank.penalty", points=1000)
    assert box.box.flow.playing.scores == (-1000,)


def test_six_equal_dice_win_at_once() -> None:
    box = box_with({"six_of_a_kind_wins": True}, (3, 3, 3, 3, 3, 3))
    start(box)
    throw(box)
    assert body(box).winners == ("Player 1",)


def test_a_tie_can_be_shared() -> None:
    straight = (1, 2, 3, 4, 5, 6)
    box = box_with({"tie": "shared", "target": 3000}, straight, straight, game="diecimila")
    start(box)
    for _ in range(2):
        throw(box)
        box.press("bank", "roll")
    assert body(box).winners == ("Player 1", "Player 2")


ALL_ON = {
    "build_on_frozen": True,
    "must_top_previous": True,
    "challenge": True,
    "take_over": True,
    "three_blanks_penalty": 500,
    "last_die_bonus": 500,
    "wipe_out_twos": 4,
    "six_of_a_kind_wins": True,
}


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(preset_names()),
    st.integers(1, 16),
    st.lists(st.tuples(st.sampled_from(BUTTONS), st.sampled_from([0.0, 1.2])), max_size=150),
    st.integers(0, 9999),
)
def test_with_every_variation_on_each_press_is_answered(
    name: str, players: int, presses: list[tuple[Button, float]], seed: int
) -> None:
    box = seeded_box(seed, games={name: with_options(load(name), ALL_ON)})
    start(box, players=players)
    for button, pause in presses:
        box.wait(pause)
        before = box.view
        box.press(button)
        assert box.view != before or box.view.refusal is not None
