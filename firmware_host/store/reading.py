"""What is asked of the database. Each question is answered by an index, however many games.

Any answer that was never written is a `StoreDamagedError`.
"""

import json
import sqlite3
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from firmware_host.store.errors import StoreDamagedError, nonsense_is_damage
from firmware_host.store.rows import (
    Best,
    Ending,
    Entry,
    FinishedGame,
    GameId,
    Hash,
    StoredGame,
    best_of,
    link,
)

_NO_LIMIT = 2**63 - 1  # the largest number of a game that SQLite can give


@nonsense_is_damage()
def unfinished(db: sqlite3.Connection) -> StoredGame | None:
    """The newest game without an ending."""
    game = db.execute("SELECT max(game) FROM unfinished").fetchone()[0]
    return None if game is None else _known(db, game)


@nonsense_is_damage()
def last_over(db: sqlite3.Connection) -> StoredGame | None:
    """The newest game of all, where it has ended by being over."""
    row = db.execute(
        "SELECT game FROM results WHERE game = (SELECT max(id) FROM games) AND reason = 'over'"
    ).fetchone()
    return None if row is None else _known(db, row[0])


@nonsense_is_damage()
def newest(db: sqlite3.Connection) -> StoredGame | None:
    """The game begun last."""
    game = db.execute("SELECT max(id) FROM games").fetchone()[0]
    return None if game is None else _known(db, game)


@nonsense_is_damage()
def newest_header(db: sqlite3.Connection) -> Mapping[str, Any] | None:
    """The header of the game begun last."""
    row = db.execute(
        "SELECT id, header, at, boot, hash FROM games ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    game, *begun = row
    _verify(game, [begun])
    header: Mapping[str, Any] = _parsed(begun[0])
    return header


@nonsense_is_damage()
def best(db: sqlite3.Connection) -> Best | None:
    """The name and points of the highest score in any game played to its end."""
    return _best(
        db.execute(
            "SELECT game, best_name, best_score FROM results WHERE reason = 'over'"
            " ORDER BY best_score DESC, game LIMIT 1"
        )
    )


@nonsense_is_damage()
def best_of_boot(db: sqlite3.Connection, boot: str | None) -> Best | None:
    """As `best`, of the games that ended in the power-up `boot`."""
    return _best(
        db.execute(
            "SELECT game, best_name, best_score FROM results WHERE reason = 'over' AND boot = ?"
            " ORDER BY best_score DESC, game LIMIT 1",
            (boot,),
        )
    )


@nonsense_is_damage()
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
    found = _loaded(db, game)
    if found is None:
        raise ValueError(f"There is no game {game} in the store.")
    return found


@nonsense_is_damage()
def broken_chain(db: sqlite3.Connection) -> str | None:
    """The first game that is not what was stored, None when all are."""
    for (game,) in db.execute("SELECT id FROM games ORDER BY id").fetchall():
        try:
            _must_repeat(db, _known(db, game))
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


@nonsense_is_damage()
def _loaded(db: sqlite3.Connection, game: GameId) -> StoredGame | None:
    begun = db.execute("SELECT header, at, boot, hash FROM games WHERE id = ?", (game,)).fetchone()
    if begun is None:
        return None
    actions, endings = _actions(db, game), _endings(db, game)
    # The sort is stable: an ending stays behind the action of its number.
    _verify(game, [begun, *sorted(actions + endings, key=itemgetter(0))])
    entries = tuple(Entry(seq, _parsed(action), *thrown) for seq, action, *thrown, _hash in actions)
    return StoredGame(game, _parsed(begun[0]), entries, _standing(endings, len(entries)), begun[1])


def _known(db: sqlite3.Connection, game: GameId) -> StoredGame:
    """A game that another table names."""
    if (found := _loaded(db, game)) is None:
        raise StoreDamagedError(f"Game {game} is missing.")
    return found


def _must_repeat(db: sqlite3.Connection, stored: StoredGame) -> None:
    """What stands a second time in the tables, to be found fast, must be what the game says."""
    rows = db.execute(
        "SELECT scores, best_name, best_score FROM endings WHERE game = ?", (stored.id,)
    )
    players = stored.header["players"]
    if any(tuple(best) != best_of(players, _parsed(scores)) for scores, *best in rows):
        raise StoreDamagedError(f"Game {stored.id} has another best score than its scores say.")
    listed = db.execute("SELECT 1 FROM unfinished WHERE game = ?", (stored.id,)).fetchone()
    if bool(listed) == bool(stored.ending):
        raise StoreDamagedError(f"Game {stored.id} is not listed as what it is, ended or not.")


def _best(found: sqlite3.Cursor) -> Best | None:
    row = found.fetchone()
    if row is None:
        return None
    game, name, score = row
    if not isinstance(name, str) or not isinstance(score, int):
        raise StoreDamagedError(f"Game {game} has a best score that is none.")
    return name, score


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
