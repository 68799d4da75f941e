"""Throws that were mended: nothing is deleted in the store, and only what counts is played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sensor_boxes import BLANK, SCORING, SensorBox
from stored_games import last_over, unfinished

from firmware_host.flow.effects import Begin, Record
from firmware_host.ledger import Ledger
from firmware_host.store.errors import StoreDamagedError
from firmware_host.store.rows import Entry, standing
from firmware_host.store.store import Store
from hw.events import Source
from rules import load, with_options

HEADER = Begin({"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]})
SIX = (4, 4, 4, 4, 4, 4)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.sqlite3") as store:
        yield store


@pytest.fixture
def box(tmp_path: Path) -> SensorBox:
    return SensorBox(tmp_path)


def roll(*dice: int, undoes: int = 0, final: tuple[int, ...] | None = None) -> Record:
    source: Source = "mended" if undoes else "sensor"
    return Record(({"do": "roll", "dice": [*dice]},), source, 7, final, undoes)


def actions(store: Store) -> list[Any]:
    """What is stored of the newest game, an undoing as the number of what it undoes."""
    stored = store.present()
    assert stored is not None
    return [entry.action.get("undo", entry.action.get("dice")) for entry in stored.entries]


# -- which rows stand -----------------------------------------------------------------------------


def entry(seq: int, **action: Any) -> Entry:
    return Entry(seq, action)


def test_an_undone_action_and_its_undoing_do_not_stand() -> None:
    rows = [entry(1, do="a"), entry(2, do="b"), entry(3, undo=2), entry(4, do="c")]
    assert [row.seq for row in standing(rows)] == [1, 4]


def test_what_was_undone_may_be_undone_further_back() -> None:
    rows = [entry(1, do="a"), entry(2, do="b"), entry(3, undo=2), entry(4, undo=1)]
    assert standing(rows) == ()


@pytest.mark.parametrize("undone", [0, 1, 3, 4, 99])
def test_only_the_newest_action_can_be_undone(undone: int) -> None:
    rows = [entry(1, do="a"), entry(2, do="b"), entry(3, undo=undone)]
    with pytest.raises(StoreDamagedError, match="Row 3"):
        standing(rows)


def test_nothing_is_undone_before_the_first_action() -> None:
    with pytest.raises(StoreDamagedError):
        standing([entry(1, undo=0)])


@given(st.lists(st.booleans()))
def test_what_stands_is_what_a_stack_holds(undoing: list[bool]) -> None:
    rows: list[Entry] = []
    stack: list[Entry] = []
    for undo in undoing:
        seq = len(rows) + 1
        if undo and stack:
            rows.append(entry(seq, undo=stack.pop().seq))
        else:
            rows.append(entry(seq, do="roll"))
            stack.append(rows[-1])
    assert standing(rows) == tuple(stack)


# -- through the ledger ---------------------------------------------------------------------------


def test_a_mended_throw_is_appended_after_its_undoing(store: Store) -> None:
    ledger = Ledger(store)
    for happened in (HEADER, roll(1, 2), roll(1, 3, undoes=1), roll(1, 4, undoes=1)):
        ledger.write(happened)
    assert actions(store) == [[1, 2], 1, [1, 3], 3, [1, 4]]
    assert store.check() is None


def test_an_ending_that_was_undone_does_not_stand(store: Store) -> None:
    ledger = Ledger(store)
    for happened in (HEADER, roll(*SIX, final=(0, 0))):
        ledger.write(happened)
    assert unfinished(store) is None
    ledger.write(roll(1, 2, undoes=1))
    assert last_over(store) is None
    assert unfinished(store) is not None
    assert store.check() is None
    ledger.write(roll(*SIX, undoes=1, final=(0, 0)))
    assert last_over(store) is not None
    assert store.check() is None


def test_a_game_mended_while_its_disk_was_out_goes_on_in_the_same_place(
    tmp_path: Path, store: Store
) -> None:
    ledger = Ledger(store)
    for happened in (HEADER, roll(*SIX, final=(0, 0))):
        ledger.write(happened)
    game, away = ledger.game, tmp_path / "away"
    away.mkdir()
    files = list(tmp_path.glob("games.sqlite3*"))
    for file in files:
        file.rename(away / file.name)
    ledger.write(roll(1, 2, undoes=1))
    for file in tmp_path.glob("games.sqlite3*"):
        file.unlink()
    for file in files:
        (away / file.name).rename(file)
    ledger.try_again()
    assert ledger.game == game
    assert actions(store) == [[*SIX], 1, [1, 2]]


# -- through the box ------------------------------------------------------------------------------


def mend(box: SensorBox) -> None:
    """Put the least certain die one face on."""
    box.press("keep", "right", "roll")
    box.wait(1.0)


def test_a_mended_game_is_exported_with_what_counts_only(box: SensorBox) -> None:
    box.choose(*SCORING)
    mend(box)
    assert box.body.dice == (2, 5, 2, 3, 4, 4)
    box.again(1, 2, 3, 4, 6)
    record = box.record
    assert [action.do for action in record.actions] == ["roll", "keep", "roll"]
    assert record.games[-1] == box.flow.playing


def test_a_mended_game_is_taken_up_with_what_counts(box: SensorBox) -> None:
    box.choose(*SCORING)
    mend(box)
    view, game = box.view, box.flow.playing
    box.restart()
    assert (box.view, box.flow.playing) == (view, game)
    mend(box)
    assert box.scored == [(3, 5, 2, 3, 4, 4)]
    assert box.store.check() is None


def test_a_mended_throw_keeps_its_token_and_names_who_mended(box: SensorBox) -> None:
    box.choose(*SCORING)
    first = box.entries[-1]
    box.restart()
    mend(box)
    assert (box.entries[-1].source, box.entries[-1].token) == ("mended", first.token)


def test_a_throw_that_wins_at_once_is_looked_at_and_can_be_mended(tmp_path: Path) -> None:
    rules = {"ours": with_options(load("zilch"), {"six_of_a_kind_wins": True})}
    box = SensorBox(tmp_path, games=rules)
    box.begin()
    box.roll(*SIX)
    assert box.screen == "check"
    assert box.flow.best == ("Player 1", 0)
    box.press("right", "roll")
    box.wait(1.0)
    assert box.screen == "choose"
    assert box.scored == [(5, 4, 4, 4, 4, 4)]
    assert unfinished(box.store) is not None
    assert box.flow.best is None
    assert box.store.check() is None


def test_a_throw_that_wins_at_once_is_looked_at_after_a_restart(tmp_path: Path) -> None:
    rules = {"ours": with_options(load("zilch"), {"six_of_a_kind_wins": True})}
    box = SensorBox(tmp_path, games=rules)
    box.begin()
    box.roll(*SIX)
    box.restart()
    assert box.screen == "check"
    box.press("right", "roll")
    assert box.scored == [(5, 4, 4, 4, 4, 4)]


def test_a_throw_that_wins_at_once_wins_when_it_was_right(tmp_path: Path) -> None:
    rules = {"ours": with_options(load("zilch"), {"six_of_a_kind_wins": True})}
    box = SensorBox(tmp_path, games=rules)
    box.begin()
    box.roll(*SIX)
    box.press("roll")
    assert box.screen == "over"
    assert box.body.winners == ("Player 1",)
    assert box.scored == [SIX]


def test_a_blank_in_the_last_turn_is_mended_and_the_end_is_taken_back(tmp_path: Path) -> None:
    rules = {"ours": with_options(load("diecimila"), {"target": 3000})}
    box = SensorBox(tmp_path, games=rules)
    box.begin()
    box.roll(1, 2, 3, 4, 5, 6)
    box.press("roll", "bank", "roll")
    box.roll(*BLANK)
    assert box.flow.playing.phase == "over"
    assert box.screen == "blank"
    box.press("keep", "left", "left", "roll")
    box.wait(1.0)
    assert box.screen == "choose"
    assert last_over(box.store) is None
    box.press("bank")
    box.press("roll")
    assert box.screen == "over"
    assert box.record.games[-1].phase == "over"
