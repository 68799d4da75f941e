"""What is appended to the database. Callers hold the transaction."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from firmware_host.store.errors import StoreMismatchError
from firmware_host.store.reading import last_hash
from firmware_host.store.rows import (
    Best,
    Ending,
    Entry,
    GameId,
    Hash,
    Stamp,
    best_of,
    ending_row,
    entry_row,
    header_row,
    link,
)
from firmware_host.store.telling import nonsense_is_damage


def begin(
    db: sqlite3.Connection, header: Mapping[str, Any], at: float | None, boot: str | None
) -> GameId:
    """Add a game with the first link of its chain."""
    row = (*header_row(header, at), *_stamp(db, boot))
    number = _number_to_come(db)
    db.execute(
        "INSERT INTO games (id, header, at, boot, counter, hash) VALUES (?, ?, ?, ?, ?, ?)",
        (number, *row, link(b"", row)),
    )
    return number


def add(db: sqlite3.Connection, game: GameId, entry: Entry, boot: str | None) -> None:
    """Add an action, or nothing when it is there already; or raise `StoreMismatchError`."""
    row = entry_row(entry)
    stored = db.execute(
        "SELECT seq, action, source, token, at FROM actions WHERE game = ? AND seq = ?",
        (game, entry.seq),
    ).fetchone()
    if stored is None:
        previous = _hash_after(db, game, entry.seq - 1)
        row = (*row, *_stamp(db, boot))
        db.execute(
            "INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game, *row, link(previous, row)),
        )
    elif stored != row:
        raise StoreMismatchError(f"Game {game} has another action {entry.seq} already.")


def end(db: sqlite3.Connection, game: GameId, ending: Ending, boot: str | None) -> None:
    """End a game after its last action, or do nothing when it has ended there in the same way."""
    seq = _last_action(db, game)
    row = ending_row(seq, ending)
    stored = db.execute(
        "SELECT reason, scores FROM endings WHERE game = ? AND seq = ?", (game, seq)
    ).fetchone()
    if stored is None:
        previous = _hash_after(db, game, seq)
        row = (*row, *_stamp(db, boot))
        db.execute(
            "INSERT INTO endings"
            " (game, seq, reason, scores, at, boot, counter, hash, best_name, best_score)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game, *row, link(previous, row), *_best(db, game, ending)),
        )
    elif stored != row[1:3]:
        raise StoreMismatchError(f"Game {game} has ended in another way already.")


def delete(db: sqlite3.Connection, game: GameId) -> None:
    """Take out all rows of a game; raise `ValueError` when there is no such game."""
    rows = db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount
    for table in ("actions", "endings", "unfinished"):
        rows += db.execute(f"DELETE FROM {table} WHERE game = ?", (game,)).rowcount
    if not rows:
        raise ValueError(f"There is no game {game} in the store.")
    db.execute("UPDATE expected SET game = NULL, spent = 1 WHERE game = ?", (game,))
    db.execute("UPDATE present SET game = NULL WHERE game = ?", (game,))


def play(db: sqlite3.Connection, game: GameId | None) -> None:
    """Another game is the present one; None: there is none."""
    db.execute("INSERT OR REPLACE INTO present VALUES (1, ?)", (game,))


def _number_to_come(db: sqlite3.Connection) -> GameId:
    """One that no row has, even of a game whose header is gone, and no deleted game had."""
    highest = db.execute(
        "SELECT max(ifnull((SELECT max(id) FROM games), 0),"
        " ifnull((SELECT max(game) FROM actions), 0),"
        " ifnull((SELECT max(game) FROM endings), 0),"
        " ifnull((SELECT max(game) FROM unfinished), 0),"
        " ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'games'), 0))"
    ).fetchone()[0]
    return GameId(highest + 1)


def _stamp(db: sqlite3.Connection, boot: str | None) -> Stamp:
    """Count one more row of this power-up."""
    db.execute(
        "INSERT OR REPLACE INTO written VALUES"
        " (1, ?1, ifnull((SELECT counter FROM written WHERE boot IS ?1), 0) + 1)",
        (boot,),
    )
    return Stamp(*db.execute("SELECT boot, counter FROM written").fetchone())


def _last_action(db: sqlite3.Connection, game: GameId) -> int:
    last = db.execute("SELECT max(seq) FROM actions WHERE game = ?", (game,)).fetchone()[0]
    return last or 0


def _hash_after(db: sqlite3.Connection, game: GameId, seq: int) -> Hash:
    found = last_hash(db, game, seq)
    if found is None:
        raise StoreMismatchError(f"Game {game} has no row {seq} that another could follow.")
    return found


def _best(db: sqlite3.Connection, game: GameId, ending: Ending) -> Best:
    with nonsense_is_damage():
        header = db.execute("SELECT header FROM games WHERE id = ?", (game,)).fetchone()[0]
        players = json.loads(header)["players"]
    if len(players) != len(ending.scores):
        raise ValueError(f"Game {game} has {len(players)} players, not {len(ending.scores)}.")
    return best_of(players, ending.scores)
