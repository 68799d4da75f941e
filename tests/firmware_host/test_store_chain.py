"""The chain of a game: how a hash is made, what is in it, and what was done to a row."""

import json
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest
from store_damages import change
from stored_games import last_over, unfinished

from firmware_host.store.archive import open_archive
from firmware_host.store.rows import Ending, Entry, GameId
from firmware_host.store.store import Store

HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
ROWS = [Entry(n, {"do": "roll", "dice": [1, 2, 3, 4, 5, n]}, "box", n) for n in range(1, 7)]
VERSION_1 = Path(__file__).parents[1] / "data" / "store" / "version-1.sql"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def begun_as_version_1(file: Path) -> None:
    db = sqlite3.connect(file)
    db.executescript(VERSION_1.read_text())
    db.close()


def test_a_hash_can_be_made_without_this_program(file: Path) -> None:
    begun_as_version_1(file)
    db = sqlite3.connect(file)
    rows = db.execute("SELECT header, at, boot, counter, hash FROM games WHERE id = 1").fetchall()
    rows += db.execute(
        "SELECT seq, action, source, token, at, boot, counter, hash FROM actions"
        " WHERE game = 1 ORDER BY seq"
    ).fetchall()
    rows += db.execute(
        "SELECT seq, reason, scores, at, boot, counter, hash FROM endings WHERE game = 1"
    ).fetchall()
    db.close()
    previous = b""
    for *columns, stored in rows:
        text = json.dumps(columns, separators=(",", ":"))
        previous = sha256(previous + text.encode("ascii")).digest()
        assert previous == stored
    assert len(rows) == 6


def test_the_example_in_the_readme_is_right() -> None:
    readme = (Path(__file__).parents[2] / "firmware_host" / "store" / "README.md").read_text()
    first, second = (
        [line[4:] for line in readme.splitlines() if line.startswith('    ["{')],
        ([line[4:] for line in readme.splitlines() if line.startswith("    [1,")]),
    )
    header = sha256(first[0].encode()).digest()
    assert header.hex() in readme
    assert sha256(header + second[0].encode()).hexdigest() in readme


def faults(file: Path) -> list[str]:
    """What is wrong with each game that is not what was stored."""
    with open_archive(file) as archive:
        return [fault for game in archive.games() if (fault := archive.fault_of(game))]


def stamps(file: Path) -> list[tuple[str | None, int]]:
    db = sqlite3.connect(file)
    rows = db.execute(
        "SELECT boot, counter FROM games UNION ALL SELECT boot, counter FROM actions"
        " UNION ALL SELECT boot, counter FROM endings ORDER BY boot, counter"
    ).fetchall()
    db.close()
    return rows


def test_rows_are_counted_over_all_games_since_power_up(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for boot in ("a", "b"):
        monkeypatch.setattr("firmware_host.store.store.boot_id", lambda boot=boot: boot)
        for _ in range(2):  # a program that is started again goes on counting
            with Store.open(file) as store:
                store.begin(HEADER, ROWS[:2], Ending("over", (1, 2)))
    assert stamps(file) == [(boot, n) for boot in "ab" for n in range(1, 9)]


def test_a_call_that_is_made_again_writes_and_counts_nothing(file: Path) -> None:
    with Store.open(file) as store:
        game = store.begin(HEADER)
        for _ in range(3):
            store.append(game, ROWS, Ending("over", (1, 2)))
        assert store.check() is None
    assert [counter for _, counter in stamps(file)] == list(range(1, len(ROWS) + 3))


@pytest.mark.parametrize("column", ["boot", "counter", "source", "token"])
def test_every_column_is_in_the_hash(file: Path, column: str) -> None:
    play(file)
    other = {"counter": "counter + 1", "token": "token + 1"}.get(column, "'other'")
    change(file, f"UPDATE actions SET {column} = {other} WHERE game = 2 AND seq = 3")
    assert faults(file) == ["Game 2 is not what was stored: row 3 was changed."]


def play(file: Path) -> None:
    """A finished, an unfinished, and a finished game that was taken up again after an ending."""
    with Store.open(file) as store:
        store.begin(HEADER, ROWS, Ending("over", (1, 2)))
        store.begin(HEADER, ROWS)
        game = store.begin(HEADER, ROWS[:3], Ending("over", (1, 2)))
        store.append(game, [Entry(4, {"undo": 3}), *(ROWS[4:])], Ending("over", (3, 2)))


def make_room(after: int) -> tuple[str, ...]:
    """Give the later rows of game 2 the next number."""
    return (
        f"UPDATE actions SET seq = -seq WHERE game = 2 AND seq > {after}",
        "UPDATE actions SET seq = 1 - seq WHERE game = 2 AND seq < 0",
    )


COPY = "INSERT INTO actions SELECT game, {}, action, source, token, at, boot, counter, hash"

DONE: dict[str, tuple[tuple[str, ...], str]] = {
    "a header": (("UPDATE games SET at = 5 WHERE id = 1",), "the header was changed"),
    "an action": (
        ("UPDATE actions SET action = '{}' WHERE game = 1 AND seq = 6",),
        "row 6 was changed",
    ),
    "a hash": (
        ("UPDATE actions SET hash = x'00' WHERE game = 1 AND seq = 6",),
        "row 6 was changed",
    ),
    "an ending": (
        ("UPDATE endings SET scores = '[9,9]', best_score = 9 WHERE game = 1",),
        "the ending after row 6 was changed",
    ),
    "a row is gone": (("DELETE FROM actions WHERE game = 1 AND seq = 4",), "row 4 was removed"),
    "the first row": (("DELETE FROM actions WHERE game = 1 AND seq = 1",), "row 1 was removed"),
    "the last row before an ending": (
        ("DELETE FROM actions WHERE game = 1 AND seq = 6",),
        "row 6 was removed",
    ),
    "two rows are gone": (
        ("DELETE FROM actions WHERE game = 1 AND seq IN (4, 5)",),
        "rows 4 to 5 were removed",
    ),
    "the last row": (
        ("DELETE FROM actions WHERE game = 2 AND seq = 6",),
        "what came after row 5 was removed",
    ),
    "the ending": (("DELETE FROM endings WHERE game = 1",), "what came after row 6 was removed"),
    "a row is gone, and the gap closed": (
        (
            "DELETE FROM actions WHERE game = 2 AND seq = 2",
            "UPDATE actions SET seq = seq - 1 WHERE game = 2 AND seq > 2",
        ),
        "1 row before row 2 had been removed",
    ),
    "a row too many": (
        (*make_room(3), f"{COPY.format(4)} FROM actions WHERE game = 2 AND seq = 3"),
        "row 4 was inserted",
    ),
    "two rows too many": (
        (
            *make_room(3),
            *make_room(4),
            *(f"{COPY.format(n)} FROM actions WHERE game = 2 AND seq = 3" for n in (4, 5)),
        ),
        "row 4 to row 5 were inserted",
    ),
    "an ending too many": (
        (
            "INSERT INTO endings SELECT game, 5, reason, scores, best_name, best_score, at, boot,"
            " counter, hash FROM endings WHERE game = 3 AND seq = 6",
        ),
        "the ending after row 5 was inserted",
    ),
    "rows behind the last": (
        (f"{COPY.format(7)} FROM actions WHERE game = 2 AND seq = 6",),
        "row 7 was changed",
    ),
}


@pytest.mark.parametrize(("statements", "told"), DONE.values(), ids=DONE.keys())
def test_what_was_done_is_told_with_its_game_and_row(
    file: Path, statements: tuple[str, ...], told: str
) -> None:
    play(file)
    assert faults(file) == []
    change(file, *statements)
    (fault,) = faults(file)
    assert fault.partition(": ")[2] == f"{told}."


def test_the_last_hash_is_that_of_the_ending(file: Path) -> None:
    with Store.open(file) as store:
        game = store.begin(HEADER)
        hashes = {store.last_hash(game)}
        for rows, ending in ((ROWS[:3], None), (ROWS[3:], None), ((), Ending("over", (1, 2)))):
            store.append(game, rows, ending)
            hashes.add(store.last_hash(game))
        assert len(hashes) == 4
        with pytest.raises(ValueError, match="no game 9"):
            store.last_hash(GameId(9))


def test_a_file_of_the_first_version_is_brought_up_to_date_and_keeps_its_games(file: Path) -> None:
    begun_as_version_1(file)
    with Store.open(file) as store:
        assert (store.notice, store.check()) == (None, None)
        assert store.best() == ("Äiti", 15050)
        assert [line.id for line in store.history(5)] == [1]
        found = unfinished(store)
        assert found is not None
        assert (found.id, found.entries[0].source) == (2, "sensor")
        store.append(found.id, [Entry(2, {"do": "keep", "dice": [1]})])
        store.expect(7, 3, found.id)
        assert store.check() is None


def test_a_deleted_game_is_gone_with_all_its_rows_and_the_others_stay(file: Path) -> None:
    play(file)
    with Store.open(file) as store:
        store.delete(GameId(1))
        assert store.check() is None
        assert [line.id for line in store.history(5)] == [3]
        with pytest.raises(ValueError, match="no game 1"):
            store.load(GameId(1))
        with pytest.raises(ValueError, match="no game 1"):
            store.delete(GameId(1))
    db = sqlite3.connect(file)
    for table in ("actions", "endings", "unfinished"):
        assert db.execute(f"SELECT count(*) FROM {table} WHERE game = 1").fetchone() == (0,)
    db.close()


def test_the_number_of_a_deleted_game_is_not_used_again(file: Path) -> None:
    play(file)
    with Store.open(file) as store:
        for game in (3, 2, 1):
            store.delete(GameId(game))
    with Store.open(file) as store:
        assert (unfinished(store), last_over(store), store.newest_header()) == (None, None, None)
        assert store.begin(HEADER) == 4


def test_where_the_newest_game_was_deleted_the_one_before_is_not_the_last(file: Path) -> None:
    play(file)
    with Store.open(file) as store:
        last = last_over(store)
        assert last is not None
        store.delete(last.id)
        store.delete(GameId(2))
        assert last_over(store) is None


def test_nothing_is_awaited_for_a_deleted_game(file: Path) -> None:
    play(file)
    with Store.open(file) as store:
        store.expect(7, 6, GameId(2))
        store.delete(GameId(2))
        expected = store.expected()
        assert expected is not None
        assert (expected.game, expected.spent) == (None, True)
