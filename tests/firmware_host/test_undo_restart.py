"""What was taken back is made again, or played again, after a restart as without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes import scripted_box, start, throw
from hypothesis import given, settings
from hypothesis import strategies as st
from menu_presses import choose, enter, items
from sensor_boxes import SensorBox
from tables import Table
from test_undo import back_to_first_throw, mend, played

from firmware_host.fakebox import FakeBox
from firmware_host.flow.state import Played
from firmware_host.shelf import replayed
from firmware_host.store.rows import Entry, undone
from firmware_host.store.store import Store
from firmware_host.view import Choose
from hw.events import Source
from rules import load, with_options

STRONG = (1, 1, 1, 5, 2, 3)
VARIED = {"ours": with_options(load("zilch"), {"take_over": True, "challenge": True})}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def by_hand(box: FakeBox) -> None:
    """A game with dice that people enter, about to enter the first throw."""
    box.box.flow.setup = box.box.flow.setup.with_dice("hand")
    start(box)
    box.press("roll")


def bank_taken_back(table: Table) -> FakeBox:
    """The second best choice was banked, and that was taken back."""
    box = table.box(STRONG)
    start(box)
    throw(box)
    drop_the_five(box)
    box.press("bank", "roll")
    choose(box, "undo")
    return box


def drop_the_five(box: FakeBox) -> None:
    while box.view.body.cursor != 3:  # type: ignore[union-attr]
        box.press("right")
    box.press("keep")


def chosen(box: FakeBox) -> tuple[bool, ...]:
    assert isinstance(box.view.body, Choose)
    return box.view.body.kept


def test_what_was_taken_back_before_a_restart_is_made_again(table: Table) -> None:
    bank_taken_back(table)
    box = table.box()
    assert "redo_bank" in items(box)
    choose(box, "redo")
    assert box.box.flow.playing.scores == (1000, 0)
    assert "redo" not in " ".join(items(box))


def test_what_was_made_again_before_a_restart_is_not_made_again_after_it(table: Table) -> None:
    choose(bank_taken_back(table), "redo")
    assert "redo" not in " ".join(items(table.box()))


def test_dice_are_chosen_as_they_were_though_the_bookmark_is_gone(table: Table) -> None:
    as_before = chosen(bank_taken_back(table))
    table.place.unlink()
    box = table.box()
    assert chosen(box) == as_before == (True, True, True, False, False, False)


def test_in_a_game_that_was_put_away_it_is_made_again(table: Table) -> None:
    choose(bank_taken_back(table), "put_away")
    box = table.box()
    while box.box.flow.setup.at != "others":
        box.press("keep")
    box.press("right", "keep")
    choose(box, "redo_bank")
    assert box.box.flow.playing.scores == (1000, 0)


def test_the_same_choice_made_again_by_hand_leaves_the_rest_to_be_made_again(table: Table) -> None:
    box = table.box()
    by_hand(box)
    enter(box, *STRONG)
    box.press("roll")
    enter(box, 5, 3)
    choose(box, "undo_roll")
    choose(box, "undo_keep")
    box.press("roll")
    choose(box, "redo_roll")
    assert box.box.flow.newest_throw == (3, 5)


@pytest.mark.parametrize("restarts", [False, True])
def test_what_is_made_again_leaves_what_followed_it(table: Table, restarts: bool) -> None:
    box = table.box()
    by_hand(box)
    enter(box, *STRONG)
    box.press("roll")
    choose(box, "undo_keep")
    choose(box, "undo_roll")
    choose(box, "redo_roll")
    if restarts:
        box = table.box()
    choose(box, "redo_keep")
    assert [step.action.do for step in box.box.flow.past] == ["roll", "keep"]


@pytest.mark.parametrize("restarts", [False, True])
def test_throws_after_one_that_is_put_right_are_played_again(
    tmp_path: Path, restarts: bool
) -> None:
    box: SensorBox = played(tmp_path)
    before = box.scored
    back_to_first_throw(box)
    if restarts:
        box.restart()
    mend(box, 1, 1, 5, 2, 3, 6)
    assert box.scored == [(1, 1, 5, 2, 3, 6), *before[1:]]


# -- whatever is played ---------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_whatever_is_taken_back_the_rows_say_what_can_be_made_again(data: st.DataObject) -> None:
    store = Store.memory()
    box = scripted_box(store=store, games=VARIED)
    by_hand(box)
    whats = st.sampled_from(["play", "undo", "redo", "mend"])
    for what in ["play"] * 4 + data.draw(st.lists(whats, min_size=6, max_size=12)):
        if what == "mend" and box.screen == "choose":
            mend_a_die(box)
        elif what in ("undo", "redo") and is_offered(box, what):
            choose(box, what)
        else:
            play_on(box, data.draw(st.tuples(*[st.integers(1, 6)] * 6)), data.draw(st.booleans()))
        stored, flow = store.present(), box.box.flow
        assert stored is not None
        assert replayed(stored) == Played(flow.playing, flow.past, flow.undone)


def is_offered(box: FakeBox, what: str) -> bool:
    has_no_menu = box.screen in ("challenge", "scores", "turns")
    return not has_no_menu and any(item.startswith(what) for item in items(box))


def mend_a_die(box: FakeBox) -> None:
    while box.view.body.cursor != -2:  # type: ignore[union-attr]
        box.press("right")
    box.press("keep", "right", "roll")
    box.wait(2.0)


def play_on(box: FakeBox, faces: tuple[int, ...], bank: bool) -> None:
    match box.screen:
        case "by_hand":
            enter(box, *faces[: box.box.flow.entering.missing])
        case "choose" | "offer" if bank:
            box.press("bank")
        case "challenge" | "offer" | "over":
            box.press("keep")
        case "menu" | "scores" | "turns" | "check":
            box.press("bank")
        case _:
            box.press("roll")


# -- which rows can be redone ---------------------------------------------------------------------


def entry(
    seq: int, *, source: Source | None = None, token: int | None = None, **what: object
) -> Entry:
    return Entry(seq, what, source, token)


def seqs(*rows: Entry) -> list[int]:
    return [row.seq for row in undone(rows)]


A, B = entry(1, do="a"), entry(2, do="b")
TAKEN_BACK = (A, B, entry(3, undo=2), entry(4, undo=1))


def test_what_was_undone_last_is_redone_first() -> None:
    assert seqs(*TAKEN_BACK) == [1, 2]


def test_what_was_redone_is_not_redone_again() -> None:
    assert seqs(*TAKEN_BACK, entry(5, do="a")) == [2]
    assert seqs(*TAKEN_BACK, entry(5, do="a"), entry(6, undo=5)) == [5, 2]


def test_after_something_else_nothing_is_redone() -> None:
    assert seqs(*TAKEN_BACK, entry(5, do="b")) == []
    assert seqs(*TAKEN_BACK, entry(5, do="b"), entry(6, do="b")) == []


@pytest.mark.parametrize("other", [{"token": 8}, {"source": "mended"}])
def test_another_throw_of_the_same_dice_is_something_else(other: dict[str, object]) -> None:
    thrown = {"do": "roll", "dice": [1, 5], "source": "hand", "token": 7}
    first = entry(1, **thrown)  # type: ignore[arg-type]
    taken_back = (first, B, entry(3, undo=2), entry(4, undo=1))
    assert seqs(*taken_back, first._replace(seq=5)) == [2]
    assert seqs(*taken_back, entry(5, **{**thrown, **other})) == []  # type: ignore[arg-type]


def test_where_nothing_was_undone_nothing_is_redone() -> None:
    assert seqs(A, B) == []
