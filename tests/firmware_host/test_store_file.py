"""The store's file: who may have it, what happens when the disk refuses, and its versions."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.store import schema
from firmware_host.store.errors import StoreBusyError, StoreError
from firmware_host.store.rows import Ending, Entry, GameId
from firmware_host.store.store import Store

HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
ROLL = Entry(1, {"do": "roll", "dice": [1, 3, 3, 5, 6, 2]}, "box", token=7)
KEEP = Entry(2, {"do": "keep", "dice": [1, 5]})
BANK = Entry(3, {"do": "bank"})
OVER = Ending("over", (15050, 14000))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite3"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store.open(file) as store:
        yield store


def finish(store: Store, *scores: int) -> GameId:
    game = store.begin(HEADER)
    store.end(game, "over", scores)
    return game


def test_a_second_process_is_told_who_has_the_games(store: Store, file: Path) -> None:
    assert (store.saved, store.path) == (True, file)
    with pytest.raises(StoreBusyError, match=r"in use by process \d+; stop that one"):
        Store.open(file)
    store.close()
    Store.open(file).close()


@pytest.mark.parametrize("folder", ["file", "file/below"])
def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written") as caught:
        Store.open(tmp_path / folder / "games.sqlite3")
    assert isinstance(caught.value, OSError)
    assert "\n" not in str(caught.value)


def test_a_folder_in_the_database_s_place_is_told(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be used"):
        Store.open(file)
    file.rmdir()
    Store.open(file).close()  # the lock was given back


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file may grow beyond what the log of `file` has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = file.with_name(file.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_after_a_full_disk_the_same_call_can_be_made_again(store: Store, file: Path) -> None:
    game = store.begin(HEADER)
    store.append(game, [ROLL])
    with full_disk(file):
        with pytest.raises(StoreError, match="not full"):
            store.append(game, [KEEP, BANK], ending=OVER)
        with pytest.raises(StoreError):
            store.begin(HEADER)
        assert store.load(game).entries == (ROLL,)
    store.append(game, [ROLL, KEEP, BANK], ending=OVER)
    assert store.load(game).ending == OVER
    assert store.check() is None


def test_a_newer_file_is_left_alone(file: Path) -> None:
    Store.open(file).close()
    with sqlite3.connect(file) as db:
        db.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    db.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer dicetower"):
        Store.open(file)
    assert file.read_bytes() == before


def test_an_older_file_is_brought_up_to_date(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(file) as store:
        game = finish(store, 1, 2)
    step = ("CREATE TABLE later (x TEXT) STRICT", "INSERT INTO later VALUES ('new')")
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, step])
    for _ in range(2):
        with Store.open(file) as store:
            assert store.load(game).ending == Ending("over", (1, 2))
    db = sqlite3.connect(file)
    assert db.execute("SELECT x FROM later").fetchall() == [("new",)]
    assert schema.version(db) == len(schema.MIGRATIONS)
    db.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(file) as store:
        game = finish(store, 1, 2)
    with Store.memory(file) as store, monkeypatch.context() as patch:
        bad = ("DELETE FROM endings", "INSERT INTO nowhere VALUES (1)")
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, bad])
        with pytest.raises(StoreError, match="nowhere"):
            store.reopen()
    with Store.open(file) as store:
        assert store.load(game).ending == Ending("over", (1, 2))


def test_a_folder_that_was_moved_is_told_until_it_is_back(store: Store, file: Path) -> None:
    game = store.begin(HEADER)
    away = file.parent.rename(file.parent.with_name("away"))
    with pytest.raises(StoreError, match="was taken away"):
        store.append(game, [ROLL])
    away.rename(file.parent)
    store.append(game, [ROLL])
    assert store.load(game).entries == (ROLL,)
