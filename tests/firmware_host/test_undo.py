"""Decisions and real throws taken back from the menu, and made again."""

from pathlib import Path
from typing import Any

import pytest
from boxes import hand_box, scripted_box, start, throw
from hypothesis import given, settings
from hypothesis import strategies as st
from menu_presses import choose, enter, items
from sensor_boxes import BLANK, SCORING, SensorBox

from firmware_host.fakebox import FakeBox
from firmware_host.flow.state import Step
from firmware_host.flow.throwing import playable
from firmware_host.store.rows import Ending, Entry, GameId, standing
from firmware_host.store.store import Store
from firmware_host.view import Choose, Over, Ready
from rules import Bank, Game, Keep, Roll, load, with_options
from rules.actions import from_json, to_json

STRONG = (1, 1, 1, 5, 2, 3)


def actions(box: FakeBox) -> list[str]:
    """What was done in the game, in order."""
    return [step.action.do for step in box.box.flow.past]


@pytest.fixture
def banked() -> FakeBox:
    """A throw of the box's own, kept and banked; the next player is asked to throw."""
    box = scripted_box(STRONG, SCORING)
    start(box)
    throw(box)
    box.press("bank", "roll")
    assert isinstance(box.view.body, Ready)
    return box


def test_a_bank_that_is_taken_back_leads_to_the_dice_as_they_were_chosen(banked: FakeBox) -> None:
    assert banked.box.flow.playing.scores == (1050, 0)
    choose(banked, "undo")
    assert banked.box.flow.playing.scores == (0, 0)
    body = banked.view.body
    assert isinstance(body, Choose)
    assert (body.dice, body.kept) == (STRONG, (True, True, True, True, False, False))


def test_the_choice_may_be_another_one_then(banked: FakeBox) -> None:
    choose(banked, "undo")
    while banked.view.body.cursor != 3:  # type: ignore[union-attr]
        banked.press("right")
    banked.press("keep", "bank")
    assert banked.box.flow.playing.scores == (1000, 0)


def test_it_never_goes_back_past_a_throw_of_the_box_s_own(banked: FakeBox) -> None:
    choose(banked, "undo")
    assert items(banked) == ["go_on", "redo_bank", "scores", "dice_box", "give_up"]
    banked.press("bank")
    banked.press("bank", "roll")
    throw(banked)
    assert banked.box.flow.newest_throw == SCORING
    assert "undo" not in " ".join(items(banked))


def test_what_was_taken_back_is_made_again(banked: FakeBox) -> None:
    choose(banked, "undo")
    choose(banked, "redo")
    assert isinstance(banked.view.body, Ready)
    assert banked.box.flow.playing.scores == (1050, 0)
    assert "redo" not in " ".join(items(banked))


def test_once_something_else_was_done_it_is_not_made_again(banked: FakeBox) -> None:
    choose(banked, "undo")
    banked.press("bank", "roll")
    assert "redo" not in " ".join(items(banked))


def test_a_game_without_actions_has_nothing_to_take_back() -> None:
    box = scripted_box()
    start(box)
    assert items(box) == ["go_on", "scores", "dice_box", "give_up"]


def test_the_winning_turn_is_taken_back() -> None:
    box = scripted_box(STRONG, games={"short": with_options(load("zilch"), {"target": 1000})})
    start(box, players=1)
    throw(box)
    box.press("bank", "roll")
    assert isinstance(box.view.body, Over)
    choose(box, "undo")
    assert isinstance(box.view.body, Choose)
    box.press("bank", "roll")
    assert isinstance(box.view.body, Over)


def test_after_the_end_the_menu_offers_no_play() -> None:
    box = scripted_box(STRONG, games={"short": with_options(load("zilch"), {"target": 1000})})
    start(box, players=1)
    throw(box)
    box.press("bank", "roll")
    assert items(box) == ["go_on", "undo_bank", "scores"]
    box.press("bank")
    assert isinstance(box.view.body, Over)


def test_throws_by_hand_are_taken_back_to_the_start_of_the_game() -> None:
    box = hand_box()
    enter(box, *STRONG)
    box.press("roll")
    enter(box, 2, 3)
    assert box.screen == "blank"
    taken_back = []
    while any(item.startswith("undo") for item in items(box)):
        taken_back += [item for item in items(box) if item.startswith("undo")]
        choose(box, "undo")
    assert taken_back == ["undo_roll", "undo_keep", "undo_roll"]
    assert actions(box) == []
    assert box.box.flow.playing.phase == "start"
    while any(item.startswith("redo") for item in items(box)):
        choose(box, "redo")
    assert actions(box) == ["roll", "keep", "roll"]


def test_taking_over_and_a_challenge_are_taken_back() -> None:
    rules = with_options(load("zilch"), {"take_over": True, "challenge": True})
    box = scripted_box(games={"ours": rules})
    box.box.flow.setup = box.box.flow.setup.with_dice("hand")
    start(box)
    box.press("roll")
    enter(box, *STRONG)
    box.press("roll")
    enter(box, 2, 3)
    box.press("roll")
    assert box.screen == "offer"
    box.press("keep")
    choose(box, "undo_take")
    assert box.screen == "offer"
    box.press("bank", "keep")
    choose(box, "undo_challenge")
    assert box.screen == "offer"


# -- throws that were misread, and found out later ------------------------------------------------


def played(tmp_path: Path) -> SensorBox:
    """A throw misread, another after it, and the turn banked."""
    box = SensorBox(tmp_path)
    box.choose(1, 1, 5, 2, 3, 4)
    box.again(1, 1, 1, 5) if len(box.flow.chosen.left) == 4 else box.again(1, 1, 5)
    box.press("bank")
    box.wait(1.0)
    return box


def back_to_first_throw(box: SensorBox) -> None:
    while len(box.flow.past) > 1:
        choose(box, "undo")
    assert box.screen == "choose"


def mend(box: SensorBox, *faces: int) -> None:
    """Put the throw on the screen right."""
    while box.screen != "check":
        while box.body.cursor != -2:
            box.press("right")
        box.press("keep")
    while list(box.body.dice) != list(faces):
        die = box.body.die
        box.press("right" if box.body.dice[die] != faces[die] else "keep")
    box.press("roll")
    box.wait(2.0)


def test_a_throw_that_was_misread_is_put_right_and_what_followed_is_played_again(
    tmp_path: Path,
) -> None:
    box = played(tmp_path)
    before = box.scored
    back_to_first_throw(box)
    mend(box, 1, 1, 5, 2, 3, 6)
    assert box.scored == [(1, 1, 5, 2, 3, 6), *before[1:]]
    assert [source for _, source in box.rolls] == ["mended", "sensor"]
    assert box.screen == "choose"
    assert box.flow.newest_throw == before[1]


def test_a_throw_is_put_right_with_what_followed_it_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = played(tmp_path)
    back_to_first_throw(box)
    append, written = Store.append, list[list[Entry]]()

    def appended(store: Store, game: GameId, entries: list[Entry], ending: Ending | None) -> None:
        if entries:
            written.append(entries)
        append(store, game, entries, ending)

    monkeypatch.setattr(Store, "append", appended)
    mend(box, 1, 1, 5, 2, 3, 6)
    (at_once,) = written
    assert [entry.source for entry in at_once if entry.source] == ["mended", "sensor"]


def test_what_cannot_have_followed_is_not_played_again(tmp_path: Path) -> None:
    box = played(tmp_path)
    back_to_first_throw(box)
    mend(box, 1, 2, 3, 4, 6, 6)
    assert box.scored == [(1, 2, 3, 4, 6, 6)]
    assert box.screen == "choose"


def test_it_stands_so_in_the_record_after_a_restart(tmp_path: Path) -> None:
    box = played(tmp_path)
    back_to_first_throw(box)
    mend(box, 1, 1, 5, 2, 3, 6)
    game, screen = box.flow.playing, box.screen
    box.restart()
    assert (box.flow.playing.throw, box.screen) == (game.throw, screen)
    assert box.record.games[-1].scores == game.scores


def test_a_sensor_s_throw_that_is_taken_back_is_awaited_anew(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.roll(*BLANK)
    choose(box, "undo")
    box.until_armed()
    box.tray.take()
    box.wait(3.0)
    box.roll(*SCORING)
    assert box.scored == [SCORING]


# -- whatever is played ---------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_whatever_is_taken_back_and_made_again_the_record_says_what_is_on_the_screen(
    data: st.DataObject,
) -> None:
    store = Store.memory()
    box = hand_box(store=store)
    faces = st.tuples(*[st.integers(1, 6)] * 6)
    for _ in range(data.draw(st.integers(1, 12))):
        what = data.draw(st.sampled_from(["play", "play", "undo", "redo"]))
        if what == "play":
            _play_on(box, data.draw(faces), data.draw(st.booleans()))
        elif any(item.startswith(what) for item in items(box)):
            choose(box, what)
        else:
            box.press("bank")
        stored = store.present()
        assert stored is not None
        actions = [entry.action for entry in standing(stored.entries)]
        assert actions == [to_json(step.action) for step in box.box.flow.past]
        assert box.box.flow.playing == played_with(actions, box.box.flow.playing)


def played_with(actions: list[Any], game: Game) -> Game:
    """A game by the same rules after these actions."""
    played = Game.new(game.rules, game.players)
    for action in actions:
        played = played.apply(from_json(action))
    return played


def _play_on(box: FakeBox, faces: tuple[int, ...], bank: bool) -> None:
    match box.screen:
        case "by_hand":
            enter(box, *faces[: box.box.flow.entering.missing])
        case "choose" if bank:
            box.press("bank")
        case "menu" | "scores" | "turns":
            box.press("bank")
        case _:
            box.press("roll")


def test_steps_are_played_again_up_to_a_throw() -> None:
    game = Game.new(load("zilch"), ("Aino", "Bruno"))
    actions = (Roll(STRONG), Keep((1, 1, 1)), Roll((5, 2, 3)), Bank())
    steps = [Step(game, action) for action in actions]
    assert [step.action.do for step in playable(game, steps)] == ["roll", "keep", "roll"]
    assert playable(game, steps[1:]) == []
