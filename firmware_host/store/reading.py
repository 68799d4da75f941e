"""What is asked of the database. Each question is answered by an index, however many games.

Any answer that was never written is a `StoreDamagedError`.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, get_args

from firmware_host.store.chain import Link, fault, links
from firmware_host.store.errors import GameDamagedError, StoreDamagedError
from firmware_host.store.rows import (
    Best,
    Ending,
    Entry,
    FinishedGame,
    GameId,
    Hash,
    Reason,
    StoredGame,
    best_of,
)
from firmware_host.store.telling import nonsense_is_damage

_NO_LIMIT = 2**63 - 1  # the largest number of a game that SQLite can give


@nonsense_is_damage()
def others(db: sqlite3.Connection, limit: int) -> tuple[tuple[GameId, Hash], ...]:
    """At most `limit` unfinished games but the present one, the newest first; their last hashes."""
    rows = db.execute(
        "SELECT game, unfinished.hash FROM unfinished JOIN games ON games.id = game"
        " WHERE game IS NOT (SELECT game FROM present) ORDER BY game DESC LIMIT ?",
        (limit,),
    )
    return tuple((GameId(game), hash) for game, hash in rows)


@nonsense_is_damage()
def present(db: sqlite3.Connection) -> StoredGame | None:
    """The game that is played, or was played last."""
    game = db.execute("SELECT game FROM present").fetchone()[0]
    return None if game is None else _known(db, game)


def newest_header(db: sqlite3.Connection) -> Mapping[str, Any] | None:
    """The header of the game begun last; `GameDamagedError` when it is not what was stored."""
    row = db.execute(
        "SELECT id, header, at, boot, counter, hash FROM games ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    game, *begun, made = row
    with _damage_of(game):
        _must_be_sound(game, [Link("header", 0, tuple(begun), made)])
        return _header(begun[0])


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
    """The whole game. `ValueError` when there is none, `GameDamagedError` for a broken chain."""
    found = _loaded(db, game)
    if found is None:
        raise ValueError(f"There is no game {game} in the store.")
    return found


def broken_chain(db: sqlite3.Connection) -> str | None:
    """The first game that is not what was stored, None when all are."""
    return next(filter(None, (fault_of(db, game) for game in named(db))), None)


def named(db: sqlite3.Connection) -> tuple[GameId, ...]:
    """Every game that any row belongs to, the oldest first: its header may have been removed."""
    rows = db.execute(
        "SELECT id FROM games UNION SELECT game FROM actions UNION SELECT game FROM endings"
        " UNION SELECT game FROM unfinished ORDER BY 1"
    )
    return tuple(GameId(game) for (game,) in rows)


def is_named(db: sqlite3.Connection, game: GameId) -> bool:
    """Whether any row belongs to the game."""
    row = db.execute(
        "SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1)"
        " OR EXISTS (SELECT 1 FROM actions WHERE game = ?1)"
        " OR EXISTS (SELECT 1 FROM endings WHERE game = ?1)"
        " OR EXISTS (SELECT 1 FROM unfinished WHERE game = ?1)",
        (game,),
    ).fetchone()
    return bool(row[0])


def fault_of(db: sqlite3.Connection, game: GameId) -> str | None:
    """What was done to a game, None when it is what was stored; `ValueError` as `load`."""
    try:
        _must_repeat(db, load(db, game))
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


def tip(db: sqlite3.Connection, game: GameId) -> Hash:
    """The hash of a game's last row; `ValueError` when there is no such game."""
    last = db.execute("SELECT max(seq) FROM actions WHERE game = ?", (game,)).fetchone()[0]
    found = last_hash(db, game, last or 0)
    if found is None:
        raise ValueError(f"There is no game {game} in the store.")
    return found


@contextmanager
def _damage_of(game: GameId) -> Iterator[None]:
    """What is wrong with one game says nothing of the others."""
    try:
        with nonsense_is_damage():
            yield
    except StoreDamagedError as damage:
        named = f"Game {game} "
        told = str(damage) if str(damage).startswith(named) else f"{named}is damaged: {damage}"
        raise GameDamagedError(told) from damage


def _loaded(db: sqlite3.Connection, game: GameId) -> StoredGame | None:
    with _damage_of(game):
        return _sound(db, game)


def _sound(db: sqlite3.Connection, game: GameId) -> StoredGame | None:
    found = links(db, game)
    if not found and not _hash_of_unfinished(db, game):
        return None
    if not found or found[0].kind != "header":
        raise StoreDamagedError(f"Game {game} is not what was stored: the header was removed.")
    _must_be_sound(game, found)
    _must_be_whole(db, game, found[-1])
    begun, *rows = found
    entries = tuple(_entry(*link.row) for link in rows if link.kind == "action")
    header, at, *_stamp = begun.row
    return StoredGame(game, _header(header), entries, _standing(found[-1]), at)


def _known(db: sqlite3.Connection, game: GameId) -> StoredGame:
    """A game that another table names."""
    if (found := _loaded(db, game)) is None:
        raise GameDamagedError(f"Game {game} is missing.")
    return found


@nonsense_is_damage()
def _must_repeat(db: sqlite3.Connection, stored: StoredGame) -> None:
    """What stands a second time in the tables, to be found fast, must be what the game says."""
    rows = db.execute(
        "SELECT scores, best_name, best_score FROM endings WHERE game = ?", (stored.id,)
    )
    players = stored.header["players"]
    if any(tuple(best) != best_of(players, _parsed(scores)) for scores, *best in rows):
        raise StoreDamagedError(f"Game {stored.id} has another best score than its scores say.")
    if _hash_of_unfinished(db, stored.id) and stored.ending:
        raise StoreDamagedError(f"Game {stored.id} is listed as unfinished, and has ended.")


def _best(found: sqlite3.Cursor) -> Best | None:
    row = found.fetchone()
    if row is None:
        return None
    game, name, score = row
    if not isinstance(name, str) or not isinstance(score, int):
        raise StoreDamagedError(f"Game {game} has a best score that is none.")
    return name, score


def _must_be_sound(game: GameId, found: list[Link]) -> None:
    if broken := fault(found):
        raise StoreDamagedError(f"Game {game} is not what was stored: {broken}.")


def _must_be_whole(db: sqlite3.Connection, game: GameId, last: Link) -> None:
    """A chain whose end is missing is a sound one; how it ended is known from elsewhere."""
    if last.kind != "ending" and _hash_of_unfinished(db, game) != last.hash:
        raise StoreDamagedError(
            f"Game {game} is not what was stored: what came after {last.name} was removed."
        )


def _hash_of_unfinished(db: sqlite3.Connection, game: GameId) -> Hash | None:
    row = db.execute("SELECT hash FROM unfinished WHERE game = ?", (game,)).fetchone()
    return None if row is None else row[0]


def _entry(seq: Any, action: Any, source: Any, token: Any, at: Any, *_stamp: Any) -> Entry:
    return Entry(seq, _parsed(action), source, token, at)


def _standing(last: Link) -> Ending | None:
    """How the game has ended, unless it was taken up again."""
    if last.kind != "ending":
        return None
    _seq, reason, scores, at, *_stamp = last.row
    return _ending(reason, scores, at)


def _ending(reason: Any, scores: str, at: float | None) -> Ending:
    if reason not in get_args(Reason):
        raise StoreDamagedError(f"The store holds an end that is none ({reason}).")
    return Ending(reason, tuple(_parsed(scores)), at)


def _header(text: str) -> Mapping[str, Any]:
    header: Mapping[str, Any] = _parsed(text)
    names = header["players"]
    if not isinstance(header["rules"], str) or not all(isinstance(name, str) for name in names):
        raise StoreDamagedError("Its header names no rules or players.")
    return header


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreDamagedError(f"The store holds text that is not JSON ({error}).") from error
