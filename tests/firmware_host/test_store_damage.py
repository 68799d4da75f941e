"""Damaged files are set aside, never deleted and never trusted."""

from collections.abc import Callable
from pathlib import Path

import pytest
from store_damages import DAMAGES, HEADER, ROWS, change, keep_games, overwrite
from stored_games import unfinished

from firmware_host.store import connection as opening
from firmware_host.store.connection import fault_of
from firmware_host.store.errors import StoreDamagedError, StoreError, StoreForeignError
from firmware_host.store.files import set_aside
from firmware_host.store.opening import open_store
from firmware_host.store.rows import Entry, GameId
from firmware_host.store.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with a finished and an unfinished game, some pages long."""
    file = tmp_path / "games.sqlite3"
    keep_games(file)
    return file


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(
    file: Path, damage: Callable[[Path], None]
) -> None:
    damage(file)
    before = file.read_bytes()
    with Store.open(file) as store:
        assert store.notice is not None
        assert "games.damaged-1.sqlite3" in store.notice
        assert unfinished(store) is None
        store.append(store.begin(HEADER), ROWS[:3])
    assert file.with_name("games.damaged-1.sqlite3").read_bytes() == before
    with Store.open(file) as store:
        assert store.notice is None
        assert (found := unfinished(store)) is not None
        assert found.entries == tuple(ROWS[:3])


def test_a_second_damaged_file_does_not_replace_the_first(file: Path) -> None:
    for number in (1, 2):
        overwrite(file, 0, str(number).encode() * 512)
        Store.open(file).close()
        aside = file.with_name(f"games.damaged-{number}.sqlite3")
        assert aside.read_bytes().startswith(str(number).encode() * 512)


@pytest.mark.parametrize("left", [b"", None], ids=["empty", "missing"])
def test_the_log_of_a_file_that_is_not_there_is_kept(file: Path, left: bytes | None) -> None:
    with Store.open(file) as store:
        store.begin(HEADER)
        log = file.with_name("games.sqlite3-wal")
        games = log.read_bytes()
    log.write_bytes(games)
    file.unlink() if left is None else file.write_bytes(left)
    with Store.open(file) as store:
        assert store.notice is not None
        assert store.present() is None
    assert file.with_name("games.damaged-1.sqlite3-wal").read_bytes() == games


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
        found = unfinished(store)
        assert found is not None
        store.append(found.id, [Entry(200, {"do": "bank"})])
        assert store.notice is None
        assert store.check() == "Game 1 is not what was stored: row 5 was changed."
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


def test_a_game_that_lost_its_last_row_while_it_is_played_is_damage(file: Path) -> None:
    with Store.open(file) as store:
        found = unfinished(store)
        assert found is not None
        change(file, "DELETE FROM actions WHERE game = 2 AND seq = 199")
        with pytest.raises(StoreDamagedError, match="no row 199"):
            store.append(found.id, [Entry(200, {"do": "bank"})])


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO unfinished VALUES (3, x'00')",
        "INSERT INTO endings SELECT 3, seq, reason, scores, best_name, best_score, at, boot,"
        " counter, hash FROM endings",
        "INSERT INTO actions SELECT 3, seq, action, source, token, at, boot, counter, hash"
        " FROM actions WHERE game = 2",
        "DELETE FROM games WHERE id = 2",
        "DELETE FROM sqlite_sequence",
    ],
)
def test_no_new_game_has_the_number_of_rows_that_are_there(file: Path, statement: str) -> None:
    change(file, "DELETE FROM sqlite_sequence", statement)
    with Store.open(file) as store:
        game = store.begin(HEADER, ROWS[:2])
        store.append(game, ROWS[:4])
        assert store.load(game).entries == tuple(ROWS[:4])
        assert (found := unfinished(store)) is not None
        assert found.id == game


def test_what_is_expected_is_known_of_a_file_that_can_only_be_read(file: Path) -> None:
    with Store.open(file) as store:
        store.expect(7, 6, GameId(2))
        expected = store.expected()
    lock = file.with_name("games.lock")
    lock.unlink()
    lock.mkdir()
    with open_store(file.parent) as store:
        assert not store.saved
        assert store.expected() == expected
        assert store.newest_reading() is None


def test_in_a_long_file_the_short_tables_are_checked(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "WHOLE_CHECK_LIMIT", 0)
    token = 0x11223344
    with Store.open(file) as store:
        store.expect(token, 6, GameId(2))
    raw = file.read_bytes()
    kind = raw.rindex(b"\x00\x04", 0, raw.index(token.to_bytes(4, "big"))) + 1
    overwrite(file, kind, b"\x00")  # the token is none now
    with Store.open(file) as store:
        assert store.notice is not None
        assert store.expected() is None


FAULTS = {
    "a best score": (
        ["UPDATE endings SET best_score = 99999"],
        "Game 1 has another best score than its scores say.",
    ),
    "a best player": (
        ["UPDATE endings SET best_name = 'Aino'"],
        "Game 1 has another best score than its scores say.",
    ),
    "a game that is not listed": (
        ["DELETE FROM unfinished"],
        "Game 2 is not what was stored: what came after row 199 was removed.",
    ),
    "an old game": (
        ["UPDATE actions SET token = 99 WHERE game = 1 AND seq = 5"],
        "Game 1 is not what was stored: row 5 was changed.",
    ),
    "text that is no UTF-8": (
        ["UPDATE actions SET source = CAST(x'ff' AS TEXT) WHERE game = 1 AND seq = 5"],
        "Game 1 is not what was stored: row 5 was changed.",
    ),
    "a header": (
        ["DELETE FROM games WHERE id = 1"],
        "Game 1 is not what was stored: the header was removed.",
    ),
    "an old game's action that is none": (
        ["UPDATE actions SET at = 9e999 WHERE game = 1 AND seq = 5"],
        "Game 1 is not what was stored: row 5 was changed.",
    ),
}


@pytest.mark.parametrize(("statements", "told"), FAULTS.values(), ids=FAULTS.keys())
def test_the_whole_check_finds_what_play_does_not_stand_on(
    file: Path, statements: list[str], told: str
) -> None:
    assert fault_of(file) is None
    change(file, *statements)
    fault = fault_of(file)
    assert fault is not None
    assert fault.startswith(told)


def test_an_entry_that_an_index_lacks_is_found_by_the_whole_check(file: Path) -> None:
    change(file, "PRAGMA writable_schema = on", "DELETE FROM sqlite_schema WHERE name = 'best'")
    with pytest.raises(StoreDamagedError):
        fault_of(file)


def test_a_file_of_a_newer_version_is_another_s(file: Path) -> None:
    change(file, "CREATE TABLE later (x)", "PRAGMA user_version = 99")
    with pytest.raises(StoreForeignError, match="newer dicetower, or by another program"):
        fault_of(file)
