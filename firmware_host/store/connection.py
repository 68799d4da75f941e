"""Opening the database: how it writes, and what is checked before it is trusted."""

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.store import reading, schema
from firmware_host.store.errors import StoreDamagedError, StoreForeignError
from firmware_host.store.files import beside
from firmware_host.store.telling import nonsense_is_damage, told_as_store_errors

WHOLE_CHECK_LIMIT = 2 << 20
"""Bytes up to which a start checks the whole file: some 150 games, a few milliseconds. A card
reads a longer one for seconds, so of that only what play stands on is checked."""

# However many games there are.
_SHORT_TABLES = ("unfinished", "written", "present", "expected", "readings")

_BUSY_TIMEOUT = 1.0  # seconds; only a reader's first look at the log can make a writer wait


def connect(path: Path) -> sqlite3.Connection:
    """Open or begin the database at `path`.

    Raise `StoreDamagedError` when it cannot be trusted, `StoreForeignError` for another's. What
    was done to single games is not looked for.
    """
    _must_not_lose_its_log(path)
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
    """What SQLite finds wrong anywhere in the file, None when nothing. Takes its time."""
    return _found_by(db, "integrity_check(1)")


def must_be_ours(db: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreForeignError` or `StoreDamagedError` where the tables are not this program's."""
    if schema.is_newer(db):
        raise StoreForeignError(
            f"{path} was written by a newer dicetower, or by another program; "
            "update this one, or move the file away."
        )
    if not schema.is_whole(db):
        raise StoreDamagedError(f"{path} is damaged (its tables are not those of dicetower).")


def fault_of(path: Path) -> str | None:
    """What is wrong anywhere in the file at `path`, which is no longer as it was then."""
    with closing(connect(path)) as db, told_as_store_errors(path):
        return damage(db) or reading.broken_chain(db)


def as_text(stored: bytes) -> str:
    """What is no UTF-8 was never written: the hash of its row tells, and of which game it is."""
    return stored.decode(errors="surrogateescape")


def _found_by(db: sqlite3.Connection, check: str) -> str | None:
    with nonsense_is_damage():
        found = str(db.execute(f"PRAGMA {check}").fetchone()[0])
    return None if found == "ok" else " ".join(found.split())


def _raw(name: str) -> sqlite3.Connection:
    # The thread that opens the store need not be the loop's; SQLite itself does not mind.
    db = sqlite3.connect(name, timeout=_BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
    db.text_factory = as_text
    return db


def _check(db: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size <= WHOLE_CHECK_LIMIT:
        _must_pass("quick_check(1)", db, path)
    must_be_ours(db, path)
    schema.migrate(db)
    for table in _SHORT_TABLES:
        _must_pass(f"quick_check({table})", db, path)


def _must_not_lose_its_log(path: Path) -> None:
    """SQLite deletes a log that it finds beside an empty database, or none, with its games."""
    log = beside(path, "-wal")
    if log.exists() and log.stat().st_size and not (path.exists() and path.stat().st_size):
        raise StoreDamagedError(f"{path} is missing or empty, and {log.name} has games of it.")


def _must_pass(check: str, db: sqlite3.Connection, path: Path) -> None:
    if found := _found_by(db, check):
        raise StoreDamagedError(f"{path} is damaged ({found}).")
