"""Damaged files are set aside, never deleted and never trusted."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.store import Ending, Entry, Store, StoreDamagedError, StoreError
from firmware_host.store import connection as opening
from firmware_host.store.files import set_aside

HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
ROWS = [Entry(n, {"do": "roll", "dice": [1, 2, 3, 4, 5, 6]}, "box", n) for n in range(1, 200)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with a finished and an unfinished game, some pages long."""
    file = tmp_path / "games.sqlite3"
    with Store.open(file) as store:
        store.append(store.begin(HEADER), ROWS, ending=Ending("over", (1, 2)))
        store.append(store.begin(HEADER), ROWS)
    return file


def overwrite(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(at)
        damaged.write(data)


def replace(file: Path, data: bytes) -> None:
    file.write_bytes(data)


def overwrite_index(file: Path, name: str) -> None:
    db = sqlite3.connect(file)
    page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    db.close()
    overwrite(file, (page - 1) * 4096, b"\xa5" * 4096)


def change(file: Path, statement: str) -> None:
    db = sqlite3.connect(file)
    with db:
        db.execute(statement)
    db.close()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "no database at all": lambda file: overwrite(file, 0, b"\0" * 512),
    "text": lambda file: replace(file, b"hello " * 1000),
    "half of it": lambda file: replace(file, file.read_bytes()[: 4096 * 3 + 7]),
    "a page of the table": lambda file: overwrite(file, file.stat().st_size - 4096, b"\xa5" * 4096),
    "what play does not stand on": lambda file: overwrite_index(file, "best"),
    "another throw": lambda file: change(
        file, "UPDATE actions SET action = replace(action, '1,2', '6,6') WHERE game = 2"
    ),
    "a missing throw": lambda file: change(file, "DELETE FROM actions WHERE game = 2 AND seq = 9"),
    "text that is not JSON": lambda file: change(file, "UPDATE games SET header = '{'"),
    "text that is not UTF-8": lambda file: change(
        file, "UPDATE actions SET action = CAST(x'ff' AS TEXT) WHERE game = 2 AND seq = 9"
    ),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(
    file: Path, damage: Callable[[Path], None]
) -> None:
    damage(file)
    before = file.read_bytes()
    with Store.open(file) as store:
        assert store.notice is not None
        assert "games.damaged-1.sqlite3" in store.notice
        assert store.unfinished() is None
        store.append(store.begin(HEADER), ROWS[:3])
    assert file.with_name("games.damaged-1.sqlite3").read_bytes() == before
    with Store.open(file) as store:
        assert store.notice is None
        assert (found := store.unfinished()) is not None
        assert found.entries == tuple(ROWS[:3])


def test_a_second_damaged_file_does_not_replace_the_first(file: Path) -> None:
    for number in (1, 2):
        overwrite(file, 0, str(number).encode() * 512)
        Store.open(file).close()
        aside = file.with_name(f"games.damaged-{number}.sqlite3")
        assert aside.read_bytes().startswith(str(number).encode() * 512)


def test_an_empty_file_is_begun_as_a_new_one(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(b"")
    with Store.open(file) as store:
        assert store.notice is None
        store.begin(HEADER)


def test_the_log_goes_aside_with_its_database(file: Path) -> None:
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).write_text(end)
    aside = set_aside(file)
    assert sorted(path.name for path in file.parent.iterdir()) == [
        "games.damaged-1.sqlite3",
        "games.damaged-1.sqlite3-shm",
        "games.damaged-1.sqlite3-wal",
        "games.lock",
    ]
    assert aside.with_name(aside.name + "-wal").read_text() == "-wal"


def test_an_old_game_s_damage_in_a_long_file_does_not_hinder_play(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "WHOLE_CHECK_LIMIT", 0)
    change(file, "UPDATE actions SET token = 99 WHERE game = 1 AND seq = 5")
    with Store.open(file) as store:
        found = store.unfinished()
        assert found is not None
        store.append(found.id, [Entry(200, {"do": "bank"})])
        assert store.notice is None
        assert store.check() == "Game 1 was changed after it was stored (row 5)."
        with pytest.raises(StoreDamagedError, match="Game 1"):
            store.load(store.history(1)[0].id)


def test_damage_found_in_play_can_be_replaced_and_the_game_stored_anew(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "WHOLE_CHECK_LIMIT", 0)
    with Store.open(file) as store:
        change(file, "UPDATE endings SET scores = '?'")
        with pytest.raises(StoreDamagedError):
            store.history(1)
        store.replace_damaged()
        assert store.notice is not None
        game = store.begin(HEADER)
        store.append(game, ROWS)
        assert store.load(game).entries == tuple(ROWS)
        with pytest.raises(StoreError):
            Store.open(file)  # the lock was held all along
    assert file.with_name("games.damaged-1.sqlite3").exists()


def test_games_in_memory_cannot_be_set_aside() -> None:
    with Store.memory() as store, pytest.raises(ValueError, match="memory"):
        store.replace_damaged()
