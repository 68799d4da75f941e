"""What the sensor is asked for and what it answered: kept until the throw is in its game.

The sensor repeats a reading until it is told that it is stored, and forgets all when it is switched
off. So those of its present power-up are enough to know a repeated one; those of the throw that is
expected are kept beside these.
"""

import json
import sqlite3
from typing import Any, NamedTuple

from firmware_host.store.errors import StoreDamagedError
from firmware_host.store.rows import GameId, to_text
from hw.events import Reading

KEPT = 1000  # readings


class Expected(NamedTuple):
    """The throw that the sensor was asked for last, and what it has read of it so far."""

    token: int
    dice: int  # how many
    game: GameId | None  # None for one that could not be stored
    spent: bool  # it came, or is not wanted any more
    readings: tuple[Reading, ...]  # of this throw, the newest last
    before: Reading | None  # what was read before these


def expect(db: sqlite3.Connection, token: int, dice: int, game: GameId | None) -> None:
    """Replace what was expected before, unless it is the same and has not come yet."""
    before = db.execute("SELECT token, dice, game, spent FROM expected").fetchone()
    if before != (token, dice, game, 0):
        db.execute(
            "INSERT OR REPLACE INTO expected"
            " VALUES (1, ?, ?, ?, 0, (SELECT IFNULL(MAX(number), 0) FROM readings))",
            (token, dice, game),
        )


def spend(db: sqlite3.Connection) -> None:
    """What is expected has come, or is not wanted any more."""
    db.execute("UPDATE expected SET spent = 1")


def expected(db: sqlite3.Connection) -> Expected | None:
    """What was expected last; None before the first time."""
    row = db.execute("SELECT token, dice, game, spent, since FROM expected").fetchone()
    if row is None:
        return None
    token, dice, game, spent, since = row
    told = db.execute(
        "SELECT reading FROM readings WHERE number > ? AND token = ? ORDER BY number",
        (since, token),
    ).fetchall()
    before = db.execute(
        "SELECT reading FROM readings WHERE number <= ? ORDER BY number DESC LIMIT 1", (since,)
    ).fetchone()
    return Expected(
        token,
        dice,
        game,
        bool(spent),
        tuple(_parsed(text) for (text,) in told),
        _parsed(before[0]) if before else None,
    )


def stored(db: sqlite3.Connection, reading: Reading) -> Reading | None:
    """The reading of the same name that is stored."""
    row = db.execute(
        "SELECT reading FROM readings WHERE boot = ? AND id = ?", (reading.boot, reading.id)
    ).fetchone()
    return None if row is None else _parsed(row[0])


def newest(db: sqlite3.Connection) -> Reading | None:
    """What the sensor read last, of whatever throw."""
    row = db.execute("SELECT reading FROM readings ORDER BY number DESC LIMIT 1").fetchone()
    return None if row is None else _parsed(row[0])


def remember(db: sqlite3.Connection, reading: Reading) -> None:
    """Store a reading that is not stored yet."""
    db.execute(
        "DELETE FROM readings WHERE boot != ? AND NOT EXISTS ("
        " SELECT 1 FROM expected WHERE spent = 0 AND readings.number > since)",
        (reading.boot,),
    )
    cursor = db.execute(
        "INSERT INTO readings (boot, id, token, reading) VALUES (?, ?, ?, ?)",
        (reading.boot, reading.id, reading.token, to_text(reading._asdict())),
    )
    db.execute("DELETE FROM readings WHERE number <= ?", ((cursor.lastrowid or 0) - KEPT,))


def _parsed(text: str) -> Reading:
    try:
        told: dict[str, Any] = json.loads(text)
        lists = {key: tuple(told[key]) for key in ("dice", "sure")}
        return Reading(**{**told, **lists, "spots": tuple((x, y) for x, y in told["spots"])})
    except (ValueError, TypeError, KeyError) as error:
        raise StoreDamagedError(f"The store holds what is no reading ({error}).") from error
