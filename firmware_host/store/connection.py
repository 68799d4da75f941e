"""Opening the database: how it writes, and what is checked before it is trusted."""

import sqlite3
from pathlib import Path

from firmware_host.store import reading, schema
from firmware_host.store.errors import StoreDamagedError, StoreError, told_as_store_errors

WHOLE_CHECK_LIMIT = 2 << 20
"""Bytes up to which a start checks the whole file: some 150 games, a few milliseconds. A card
reads a longer one for seconds, so of that only what play stands on is checked."""

_BUSY_TIMEOUT = 1.0  # seconds; only a reader's first look at the log can make a writer wait


def connect(path: Path) -> sqlite3.Connection:
    """Open or begin the database at `path`; raise `StoreDamagedError` when it cannot be trusted."""
    with told_as_store_errors(path):
        db = _raw(str(path))
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            _check(db, path)
        except BaseException:
            db.close()
            raise
        return db


def connect_memory() -> sqlite3.Connection:
    """A database that is gone when it is closed."""
    db = _raw(":memory:")
    schema.migrate(db)
    return db


def damage(db: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong with the whole file's structure, None when nothing."""
    found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    return None if found == "ok" else " ".join(found.split())


def _raw(name: str) -> sqlite3.Connection:
    # The thread that opens the store need not be the loop's; SQLite itself does not mind.
    return sqlite3.connect(
        name, timeout=_BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
    )


def _check(db: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size <= WHOLE_CHECK_LIMIT and (found := damage(db)):
        raise StoreDamagedError(f"{path} is damaged ({found}).")
    if schema.is_newer(db):
        raise StoreError(f"{path} was written by a newer dicetower; update this one.")
    schema.migrate(db)
    reading.unfinished(db)
