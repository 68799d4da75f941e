"""What the players did, on its way to a disk that may fail."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes import scripted_box, start, throw
from stored_games import unfinished

from firmware_host.box import RESAVE
from firmware_host.flow.effects import Abandon, Begin, Record
from firmware_host.ledger import Ledger
from firmware_host.store import store as module
from firmware_host.store import writing
from firmware_host.store.errors import StoreDamagedError, StoreError
from firmware_host.store.files import database_in, lock_of
from firmware_host.store.opening import open_store
from firmware_host.store.rows import Ending, Entry, GameId
from firmware_host.store.store import Store
from firmware_host.view import Say

HEADER = Begin({"record": 1, "rules": "diecimila", "players": ["Aino"]})
ROLL = Record(({"do": "roll", "dice": [1, 1, 1, 2, 3, 4]},), "box", 1)
BANK = Record(({"do": "keep", "dice": [1, 1, 1]}, {"do": "bank"}), final_scores=(1000,))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.sqlite3") as store:
        yield store


def fail(store: Store, failing: bool = True) -> None:
    """Let SQLite find its disk read-only, or well again."""
    store._db.execute(f"PRAGMA query_only = {failing}")


def test_actions_are_numbered_in_the_order_they_happened(store: Store) -> None:
    ledger = Ledger(store)
    for happened in (HEADER, ROLL, BANK):
        ledger.write(happened)
    assert ledger.game is not None
    stored = store.load(ledger.game)
    assert [entry.action["do"] for entry in stored.entries] == ["roll", "keep", "bank"]
    assert [entry.source for entry in stored.entries] == ["box", None, None]
    assert stored.ending is not None
    assert stored.ending.scores == (1000,)


def test_what_happened_has_the_time_at_which_it_did_though_it_was_saved_later(store: Store) -> None:
    times: Iterator[float | None] = iter((None, 10.0, 20.0))
    ledger = Ledger(store, lambda: next(times))
    fail(store)
    ledger.write(HEADER)
    ledger.write(ROLL)
    fail(store, False)
    ledger.write(BANK)
    assert ledger.game is not None
    stored = store.load(ledger.game)
    assert [stored.at, *(entry.at for entry in stored.entries)] == [None, 10.0, 20.0, 20.0]
    assert stored.ending is not None
    assert stored.ending.at == 20.0


def test_a_game_that_is_taken_up_began_when_it_did(store: Store) -> None:
    Ledger(store, lambda: 10.0).write(HEADER)
    stored = unfinished(store)
    assert stored is not None
    ledger = Ledger(store, lambda: 20.0)
    ledger.take_up(stored, None)
    ledger.write(ROLL)
    assert ledger.game is not None
    stored = store.load(ledger.game)
    assert (stored.at, stored.entries[0].at) == (10.0, 20.0)


def test_what_is_played_of_a_game_that_could_only_be_read_follows_in_it(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        ledger = Ledger(store)
        ledger.write(HEADER)
        ledger.write(ROLL)
    lock = lock_of(database_in(tmp_path))
    lock.unlink()
    lock.mkdir()
    with open_store(tmp_path) as store:
        ledger = Ledger(store)
        left = ledger.left()
        assert left is not None
        ledger.take_up(left, None)
        ledger.write(BANK)
        assert ledger.code is None
        lock.rmdir()
        assert ledger.try_again()
        assert [game for game, _ in store.others(9)] == []
        assert len(store.load(left.id).entries) == 3
        assert ledger.code is not None


def test_a_game_given_up_is_ended(store: Store) -> None:
    ledger = Ledger(store)
    ledger.write(HEADER)
    ledger.write(Abandon((0,)))
    assert unfinished(store) is None


def test_a_game_that_is_meant_for_memory_is_neither_saved_nor_not() -> None:
    assert Ledger(Store.memory()).saved is None


def test_a_game_in_memory_for_want_of_a_disk_is_not_saved() -> None:
    assert Ledger(Store.memory(Path("/nowhere/games.sqlite3"))).saved is False


def test_what_the_disk_refused_is_written_when_it_is_well_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = Ledger(store)
    fail(store)
    ledger.write(HEADER)
    ledger.write(ROLL)
    assert ledger.saved is False
    fail(store, False)
    ledger.write(BANK)
    assert ledger.saved is True
    assert ledger.game is not None
    assert len(store.load(ledger.game).entries) == 3
    levels = [record.levelname for record in caplog.records]
    assert levels == ["ERROR", "WARNING"]  # once when it fails, and once when it is well


def test_the_box_plays_on_and_says_not_saved_until_the_disk_is_well(store: Store) -> None:
    box = scripted_box((1, 1, 1, 2, 3, 4), (2, 3, 4), (1, 2, 2, 3, 3, 4), store=store)
    start(box, game=3)
    assert box.view.note is None
    fail(store)
    throw(box)
    throw(box)
    assert box.screen == "blank"
    assert box.view.note == Say.of("note.not_saved")
    fail(store, False)
    box.press("roll")
    throw(box)
    assert box.view.note is None
    stored = unfinished(store)
    assert stored is not None
    assert [entry.action["do"] for entry in stored.entries] == ["roll", "keep", "roll", "roll"]


def test_what_the_disk_refused_is_saved_by_itself_when_nobody_presses(store: Store) -> None:
    box = scripted_box((1, 1, 1, 2, 3, 4), store=store)
    start(box, game=3)
    fail(store)
    throw(box)
    box.wait(30)
    assert box.view.note == Say.of("note.not_saved")
    fail(store, False)
    box.wait(RESAVE)
    assert box.view.note is None


def test_a_damaged_file_on_a_failing_disk_is_replaced_when_the_disk_is_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise StoreDamagedError("damaged")

    def refused(_: object) -> Path:
        raise StoreError("read-only")

    ledger = Ledger(store)
    ledger.write(HEADER)
    with monkeypatch.context() as trouble:
        trouble.setattr(Store, "append", damaged)
        trouble.setattr(module, "set_aside", refused)
        ledger.write(ROLL)
        ledger.write(BANK)
    assert ledger.saved is False
    ledger.try_again()
    assert ledger.saved is True
    assert ledger.game is not None
    assert len(store.load(ledger.game).entries) == 3


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM games", "UPDATE games SET header = '{'", "UPDATE games SET header = '[]'"],
)
def test_a_game_whose_header_is_spoilt_ends_in_another_file(
    store: Store, tmp_path: Path, statement: str
) -> None:
    ledger = Ledger(store)
    ledger.write(HEADER)
    ledger.write(ROLL)
    store._db.execute(statement)
    ledger.write(BANK)
    assert ledger.saved
    assert ledger.game is not None
    assert store.load(ledger.game).ending is not None
    assert (tmp_path / "games.damaged-1.sqlite3").exists()


def test_a_game_is_not_gone_on_with_in_one_that_was_given_up_alike(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.begin(HEADER.header, ending=Ending("given_up", (0,)))
    lock = lock_of(database_in(tmp_path))
    lock.unlink()
    lock.mkdir()
    with open_store(tmp_path) as store:
        ledger = Ledger(store)
        ledger.write(HEADER)
        ledger.write(ROLL)
        lock.rmdir()
        assert ledger.try_again()
        assert [len(store.load(GameId(game)).entries) for game in (1, 2)] == [0, 1]


def test_what_happened_at_once_is_in_the_store_whole_or_not_at_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(store)
    ledger.write(HEADER)
    assert ledger.game is not None
    add = writing.add

    def fails_at_the_last(db: sqlite3.Connection, game: GameId, entry: Entry, boot: str) -> None:
        if entry.seq == 3:
            raise StoreError("the disk is full.")
        add(db, game, entry, boot)

    with monkeypatch.context() as trouble:
        trouble.setattr(writing, "add", fails_at_the_last)
        ledger.write(ROLL, BANK)
        assert (ledger.saved, store.load(ledger.game).entries) == (False, ())
    assert ledger.try_again()
    assert len(store.load(ledger.game).entries) == 3
