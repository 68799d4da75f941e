"""What is asked of the database. Each question is answered by an index, however many games."""

import json
import sqlite3
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from firmware_host.store.errors import StoreDamagedError
from firmware_host.store.rows import (
    Ending,
    Entry,
    FinishedGame,
    GameId,
    Hash,
    StoredGame,
    link,
)

_NO_LIMIT = 2**63 - 1  # the largest number of a game that SQLite can give

Best = tuple[str, int]


def unfinished(db: sqlite3.Connection) -> StoredGame | None:
    """The newest game without an ending."""
    game = db.execute("SELECT max(game) FROM unfinished").fetchone()[0]
    return None if game is None else load(db, game)


def last_over(db: sqlite3.Connection) -> StoredGame | None:
    """The newest game of all, where it has ended by being over."""
    row = db.execute(
        "SELECT game FROM results WHERE game = (SELECT max(id) FROM games) AND reason = 'over'"
    ).fetchone()
    return None if row is None else load(db, row[0])


def newest(db: sqlite3.Connection) -> StoredGame | None:
    """The game begun last."""
    game = db.execute("SELECT max(id) FROM games").fetchone()[0]
    return None if game is None else load(db, game)


def newest_header(db: sqlite3.Connection) -> Mapping[str, Any] | None:
    """The header of the game begun last."""
    row = db.execute("SELECT header FROM games ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else _parsed(row[0])


def best(db: sqlite3.Connection) -> Best | None:
    """The name and points of the highest score in any game played to its end."""
    row: Best | None = db.execute(
        "SELECT best_name, best_score FROM results WHERE reason = 'over'"
        " ORDER BY best_score DESC, game LIMIT 1"
    ).fetchone()
    return row


def best_of_boot(db: sqlite3.Connection, boot: str | None) -> Best | None:
    """As `best`, of the games that ended in the power-up `boot`."""
    row: Best | None = db.execute(
        "SELECT best_name, best_score FROM results WHERE reason = 'over' AND boot = ?"
        " ORDER BY best_score DESC, game LIMIT 1",
        (boot,),
    ).fetchone()
    return row


def history(db: sqlite3.Connection, limit: int, before: GameId | None) -> tuple[FinishedGame, ...]:
    """At most `limit` ended games older than `before` (None: than all), the newest first."""
    rows = db.execute(
        "SELECT results.game, header, games.at, reason, scores, results.at"
        " FROM results JOIN games ON games.id = results.game"
        " WHERE results.game < ? ORDER BY results.game DESC LIMIT ?",
        (_NO_LIMIT if before is None else before, limit),
    )
    return tuple(
        FinishedGame(GameId(game), _parsed(header), _ending(reason, scores, ended), begun)
        for game, header, begun, reason, scores, ended in rows
    )


def load(db: sqlite3.Connection, game: GameId) -> StoredGame:
    """The whole game. `ValueError` when there is none, `StoreDamagedError` for a broken chain."""
    begun = db.execute("SELECT header, at, boot, hash FROM games WHERE id = ?", (game,)).fetchone()
    if begun is None:
        raise ValueError(f"There is no game {game} in the store.")
    actions, endings = _actions(db, game), _endings(db, game)
    # The sort is stable: an ending stays behind the action of its number.
    _verify(game, [begun, *sorted(actions + endings, key=itemgetter(0))])
    entries = tuple(Entry(seq, _parsed(action), *thrown) for seq, action, *thrown, _hash in actions)
    return StoredGame(game, _parsed(begun[0]), entries, _standing(endings, len(entries)), begun[1])


def broken_chain(db: sqlite3.Connection) -> str | None:
    """The first game that is not what was stored, None when all are."""
    for (game,) in db.execute("SELECT id FROM games ORDER BY id").fetchall():
        try:
            load(db, game)
        except StoreDamagedError as damaged:
            return str(damaged)
    return None


def last_hash(db: sqlite3.Connection, game: GameId, seq: int) -> Hash | None:
    """The hash that comes after action `seq` of a game; None when it has no such action."""
    row = db.execute(
        "SELECT coalesce("
        " (SELECT hash FROM endings WHERE game = ?1 AND seq = ?2),"
        " (SELECT hash FROM actions WHERE game = ?1 AND seq = ?2),"
        " (SELECT hash FROM games WHERE id = ?1 AND ?2 = 0))",
        (game, seq),
    ).fetchone()
    found: Hash | None = row[0]
    return found


def _actions(db: sqlite3.Connection, game: GameId) -> list[Any]:
    return db.execute(
        "SELECT seq, action, source, token, at, hash FROM actions WHERE game = ? ORDER BY seq",
        (game,),
    ).fetchall()


def _endings(db: sqlite3.Connection, game: GameId) -> list[Any]:
    return db.execute(
        "SELECT seq, reason, scores, at, boot, hash FROM endings WHERE game = ? ORDER BY seq",
        (game,),
    ).fetchall()


def _verify(game: GameId, rows: list[Any]) -> None:
    tip = b""
    for number, (*row, stored) in enumerate(rows):
        tip = link(tip, tuple(row))
        if tip != stored:
            raise StoreDamagedError(f"Game {game} was changed after it was stored (row {number}).")


def _standing(endings: list[Any], seq: int) -> Ending | None:
    if not endings or endings[-1][0] != seq:
        return None
    _seq, reason, scores, at, _boot, _hash = endings[-1]
    return _ending(reason, scores, at)


def _ending(reason: Any, scores: str, at: float | None) -> Ending:
    return Ending(reason, tuple(_parsed(scores)), at)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreDamagedError(f"The store holds text that is not JSON ({error}).") from error
