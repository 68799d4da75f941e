"""The flow through the whole box: presses in, screens out."""

from typing import Any

import pytest
from boxes import scripted_box, seeded_box, start, throw
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host import view
from firmware_host.fakebox import FakeBox
from firmware_host.flow.flow import REFUSAL_SHOWN, Flow
from firmware_host.flow.table import STATES, TRANSITIONS
from firmware_host.view import Say
from hw.events import BUTTONS, Button, Thrown
from rules import preset_names

BLANK = (2, 3, 4, 6, 2, 3)
DIECIMILA = 3


def body(box: FakeBox) -> Any:
    return box.view.body


def test_roll_roll_starts_a_game() -> None:
    box = seeded_box()
    box.press("roll", "roll")
    assert body(box) == view.Ready("Player 1", 0, 500, 1, 2, last_turn=False)


def test_any_button_leaves_attract() -> None:
    for button in BUTTONS:
        box = seeded_box()
        box.press(button)
        assert box.screen == "new_game"


def test_new_game_offers_all_games_and_one_to_sixteen_players() -> None:
    box = seeded_box()
    box.press("roll")
    games, players = set(), set()
    for _ in range(9):
        box.press("right")
        games.add(body(box).rows[0][1].key)
    box.press("keep")
    for _ in range(16):
        box.press("left")
        players.add(body(box).rows[1][1].values)
    assert games == {f"game.{name}" for name in preset_names()}
    assert players == {(("number", n),) for n in range(1, 17)}


def test_the_last_choice_is_the_next_default() -> None:
    box = seeded_box()
    start(box, DIECIMILA, players=4)
    box.press("left", "left", "keep", "keep")
    assert box.screen == "attract"
    box.press("roll", "roll")
    assert body(box).players == 4
    assert box.box.flow.playing.rules.target == 10000


def test_the_best_keep_is_preselected() -> None:
    box = scripted_box((2, 1, 2, 5, 2, 6))
    start(box)
    throw(box)
    choose = body(box)
    assert isinstance(choose, view.Choose)
    assert choose.kept == (True, True, True, True, True, False)
    assert (choose.points, choose.turn, choose.bank) == (350, 350, None)
    assert choose.cursor == 0


def test_keep_puts_a_die_back_and_takes_it_again() -> None:
    box = scripted_box((2, 3, 4, 5, 1, 4))
    start(box)
    throw(box)
    box.press("keep")
    assert body(box).points == 100
    box.press("keep")
    assert body(box).points == 150


def test_a_die_that_scores_only_with_others_takes_them_along() -> None:
    box = scripted_box((2, 3, 4, 2, 2, 1))
    start(box)
    throw(box)
    box.press("keep")
    assert body(box).kept == (False, False, False, False, False, True)
    box.press("keep")
    assert body(box).kept == (True, False, False, True, True, True)


def test_roll_keeps_the_choice_and_throws_the_rest() -> None:
    box = scripted_box((1, 3, 4, 6, 2, 3), (5, 3, 4, 6, 2))
    start(box)
    throw(box)
    throw(box)
    choose = body(box)
    assert isinstance(choose, view.Choose)
    assert (choose.dice, choose.turn) == ((5, 3, 4, 6, 2), 150)


def test_bank_keeps_the_choice_and_writes_the_turn_down() -> None:
    box = scripted_box((5, 5, 5, 3, 4, 6))
    start(box)
    throw(box)
    box.press("bank")
    assert body(box) == view.Banked("Player 1", 500, 500, 1, 2)
    box.press("roll")
    assert body(box) == view.Ready("Player 2", 0, 500, 2, 2, last_turn=False)


def test_banking_too_little_is_refused_with_the_points_needed() -> None:
    box = scripted_box((5, 3, 4, 6, 2, 3))
    start(box)
    throw(box)
    box.press("bank")
    assert box.view.refusal == Say.of("refusal.need", need=500, have=50)
    assert box.screen == "choose"
    box.wait(REFUSAL_SHOWN)
    assert box.view.refusal is None


def test_a_die_that_never_scores_is_refused() -> None:
    box = scripted_box((5, 3, 4, 6, 2, 3))
    start(box)
    throw(box)
    box.press("right", "keep")
    assert box.view.refusal == Say.of("refusal.no_points")


def test_rolling_with_nothing_kept_is_refused() -> None:
    box = scripted_box((5, 1, 4, 6, 2, 3))
    start(box)
    throw(box)
    box.press("keep", "right", "keep", "roll")
    assert box.view.refusal == Say.of("refusal.keep_one")


def test_a_blank_shows_the_points_lost_and_passes_the_dice_on() -> None:
    box = scripted_box((1, 1, 1, 3, 4, 6), (2, 3, 4))
    start(box)
    throw(box)
    throw(box)
    assert body(box) == view.Blank("Player 1", (2, 3, 4), 1000, (1, 1, 1, None, None, None))
    box.press("keep")
    assert body(box).player == "Player 2"


def test_zilch_must_throw_again_at_the_corner() -> None:
    box = scripted_box((1, 2, 3, 4, 5, 6))
    start(box)
    throw(box)
    box.press("roll")
    assert body(box) == view.Corner("Player 1", 1500, must=True, bank=None)
    box.press("bank")
    assert box.view.refusal == Say.of("refusal.all_six")


def test_diecimila_may_bank_at_the_corner() -> None:
    box = scripted_box((1, 2, 3, 4, 5, 6))
    start(box, DIECIMILA)
    throw(box)
    box.press("roll")
    assert body(box) == view.Corner("Player 1", 3000, must=False, bank=3000)
    box.press("bank")
    assert body(box) == view.Banked("Player 1", 3000, 3000, 1, 2)


def test_after_the_corner_all_six_are_thrown_with_none_beside() -> None:
    box = scripted_box((1, 2, 3, 4, 5, 6), BLANK)
    start(box)
    throw(box)
    box.press("roll", "roll")
    assert isinstance(body(box), view.Throw)
    assert len(body(box).faces) == 6
    assert body(box).tray == view.ALL_FREE
    box.wait(1.2)
    assert body(box) == view.Blank("Player 1", BLANK, 1500)


def play_diecimila_to_a_tie(*after: tuple[int, ...]) -> FakeBox:
    straight = (1, 2, 3, 4, 5, 6)
    box = scripted_box(*[straight] * 8, *after)
    start(box, DIECIMILA)
    for _ in range(2):
        throw(box)
        for _ in range(3):
            box.press("roll")
            throw(box)
        box.press("bank", "roll")
    return box


def test_a_tie_is_thrown_off() -> None:
    box = play_diecimila_to_a_tie((1, 2, 2, 3, 3, 4), BLANK)
    assert body(box) == view.RollOff("Player 1", (("Player 1", None), ("Player 2", None)))
    throw(box)
    assert body(box) == view.RollOffResult("Player 1", (1, 2, 2, 3, 3, 4), 100)
    box.press("roll")
    assert body(box) == view.RollOff("Player 2", (("Player 1", 100), ("Player 2", None)))
    throw(box)
    assert body(box) == view.RollOffResult("Player 2", BLANK, 0)
    box.press("keep")
    assert body(box).winners == ("Player 1",)


def test_the_winner_becomes_the_best_on_attract() -> None:
    box = play_diecimila_to_a_tie((1, 2, 2, 3, 3, 4), BLANK)
    throw(box)
    box.press("roll")
    throw(box)
    box.press("roll", "bank")
    assert body(box).best == ("Player 1", 12000)


def test_the_dice_tumble_and_then_show_the_throw() -> None:
    box = scripted_box((1, 1, 1, 1, 1, 1))
    start(box)
    box.press("roll")
    box.wait(0.3)
    assert isinstance(body(box), view.Throw)
    box.wait(0.5)
    assert body(box).faces == (1, 1, 1, 1, 1, 1)
    box.wait(0.3)
    assert box.screen == "choose"


@pytest.mark.parametrize("button", BUTTONS)
def test_any_button_skips_the_tumbling(button: Button) -> None:
    box = scripted_box((1, 2, 2, 3, 3, 4))
    start(box)
    box.press("roll", button)
    assert box.screen == "choose"


def test_a_press_meant_to_skip_that_comes_just_late_does_not_throw_again() -> None:
    box = scripted_box((1, 2, 2, 3, 3, 4))
    start(box)
    box.press("roll")
    box.wait(0.7)
    box.press("roll")
    assert box.screen == "choose"


def test_a_throw_that_nobody_asked_for_is_nothing() -> None:
    box = scripted_box((1, 2, 2, 3, 3, 4))
    start(box)
    before = box.view
    for token in (0, 1, 2):
        box.box.handle(Thrown(token, (1, 1, 1, 1, 1, 1), "box"), box.clock.now())
    assert box.view == before


def test_a_throw_counts_once() -> None:
    box = scripted_box((1, 2, 2, 3, 3, 4))
    start(box)
    box.press("roll")
    flow = box.box.flow
    box.box.handle(Thrown(flow.token, (5, 5, 5, 5, 5, 5), "box"), box.clock.now())
    assert flow.playing.throw == (1, 2, 2, 3, 3, 4)


def test_giving_up_needs_a_yes() -> None:
    box = seeded_box()
    start(box)
    box.press("left", "right", "right", "right", "roll")
    assert box.screen == "ask"
    box.press("bank")
    assert box.screen == "ready"
    box.press("left", "left", "roll", "keep")
    assert box.screen == "attract"


def test_a_finished_game_cannot_be_given_up() -> None:
    box = play_diecimila_to_a_tie((1, 2, 2, 3, 3, 4), BLANK)
    throw(box)
    box.press("roll")
    throw(box)
    box.press("left")
    assert [item.key for item in body(box).items] == ["menu.go_on", "menu.scores"]


def test_the_menu_is_the_stop_left_of_the_first_die() -> None:
    box = scripted_box((1, 2, 2, 3, 3, 4))
    start(box)
    throw(box)
    box.press("left", "keep")
    assert box.screen == "menu"
    box.press("bank")
    assert box.screen == "choose"


def test_after_the_menu_the_cursor_is_on_the_die_where_it_was() -> None:
    box = scripted_box((1, 5, 2, 2, 3, 3), (1, 5, 2, 3), (1,))
    start(box)
    throw(box)
    box.press("right", "keep", "right")
    before = box.view
    box.press("left", "left", "left", "keep", "left", "bank")
    assert body(box).kept == before.body.kept  # type: ignore[union-attr]
    assert body(box).cursor == -1


def test_the_menu_s_last_item_is_no_die_of_a_short_throw() -> None:
    box = scripted_box((1, 1, 1, 5, 5, 2), (1,))
    start(box)
    throw(box)
    throw(box)
    assert body(box).dice == (1,)
    box.press("left", "keep", "left", "bank")
    assert isinstance(body(box), view.Choose)


def test_the_same_refusal_again_is_seen_to_be_one() -> None:
    box = seeded_box()
    start(box)
    box.press("keep")
    refused = box.view
    box.pins.press("keep")
    box.wait(0.05)
    assert box.view.refusal is None
    box.wait(0.1)
    assert box.view == refused


def test_scores_have_pages() -> None:
    box = seeded_box()
    start(box, players=6)
    box.press("right")
    assert (body(box).page, body(box).pages) == (0, 2)
    box.press("right")
    assert [row.name for row in body(box).rows] == ["Player 5", "Player 6"]
    box.press("roll")
    assert box.screen == "ready"


def test_every_callback_of_the_table_is_a_method_of_the_flow() -> None:
    named = [state for state in STATES if isinstance(state, dict)]
    for line in [*named, *TRANSITIONS]:
        for kind in ("before", "after", "conditions", "on_exit"):
            names = line.get(kind, [])
            for name in [names] if isinstance(names, str) else names:
                assert callable(getattr(Flow, name, None)), name


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 3),
    st.integers(1, 6),
    st.lists(st.tuples(st.sampled_from(BUTTONS), st.sampled_from([0.0, 0.3, 1.2])), max_size=150),
    st.integers(),
)
def test_every_press_is_answered_by_a_picture_or_a_refusal(
    game: int, players: int, presses: list[tuple[Button, float]], seed: int
) -> None:
    box = seeded_box(seed)
    start(box, game, players)
    for button, pause in presses:
        box.wait(pause)
        before = box.view
        box.press(button)
        assert box.view != before or box.view.refusal is not None
