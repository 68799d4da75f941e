"""Telling what SQLite says, or what makes no sense, in errors of the store."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_host.store.errors import StoreDamagedError, StoreError

_DAMAGED = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_TOOBIG,  # no row is: its length is wrong
}


@contextmanager
def told_as_store_errors(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors into a `StoreError`; misuse of the library stays what it is."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except UnicodeDecodeError as error:  # of a message in which SQLite quotes damaged text
        raise StoreDamagedError(f"{path} is damaged ({error}).") from error
    except sqlite3.DatabaseError as error:
        raise _meaning(path, error) from error


@contextmanager
def nonsense_is_damage() -> Iterator[None]:
    """Turn what comes of values that make no sense into a `StoreDamagedError`: none are written."""
    try:
        yield
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise StoreDamagedError(f"The store holds what was never written ({error}).") from error


def _meaning(path: Path | None, error: sqlite3.DatabaseError) -> StoreError:
    # Only text that is not UTF-8 comes without a code, and nothing here ever wrote such text.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in _DAMAGED:
        return StoreDamagedError(f"{path} is damaged ({error}).")
    return StoreError(
        f"{path} cannot be used ({error}); check that its disk is there, writable and not full."
    )
