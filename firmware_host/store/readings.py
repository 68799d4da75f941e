"""What the sensor is asked for and what it answered: kept until the throw is in its game.

The sensor repeats a reading until it is told that it is stored, and forgets all when it is switched
off. So those of its present power-up are enough to know a repeated one, and the newest of these.
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
    reading: Reading | None  # the newest with its token


def expect(db: sqlite3.Connection, token: int, dice: int, game: GameId | None) -> None:
    """Replace what was expected before, unless it is the same and has not come yet."""
    before = db.execute("SELECT token, dice, game, spent FROM expected").fetchone()
    if before != (token, dice, game, 0):
        db.execute(
            "INSERT OR REPLACE INTO expected VALUES (1, ?, ?, ?, 0, NULL)", (token, dice, game)
        )


def spend(db: sqlite3.Connection) -> None:
    """What is expected has come, or is not wanted any more."""
    db.execute("UPDATE expected SET spent = 1")


def expected(db: sqlite3.Connection) -> Expected | None:
    """What was expected last; None before the first time."""
    row = db.execute("SELECT token, dice, game, spent, reading FROM expected").fetchone()
    if row is None:
        return None
    token, dice, game, spent, reading = row
    return Expected(token, dice, game, bool(spent), _parsed(reading) if reading else None)


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
    """Store a reading that is not stored yet, and with the throw that it is of."""
    text = to_text(reading._asdict())
    db.execute("DELETE FROM readings WHERE boot != ?", (reading.boot,))
    cursor = db.execute(
        "INSERT INTO readings (boot, id, reading) VALUES (?, ?, ?)",
        (reading.boot, reading.id, text),
    )
    db.execute("DELETE FROM readings WHERE number <= ?", ((cursor.lastrowid or 0) - KEPT,))
    db.execute("UPDATE expected SET reading = ? WHERE token = ?", (text, reading.token))


def _parsed(text: str) -> Reading:
    try:
        told: dict[str, Any] = json.loads(text)
        lists = {key: tuple(told[key]) for key in ("dice", "sure")}
        return Reading(**{**told, **lists, "spots": tuple((x, y) for x, y in told["spots"])})
    except (ValueError, TypeError, KeyError) as error:
        raise StoreDamagedError(f"The store holds what is no reading ({error}).") from error
