"""The store: one SQLite file, one row per action, one chain of hashes per game."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from firmware_host.store import reading, writing
from firmware_host.store.connection import connect, connect_memory, damage
from firmware_host.store.errors import StoreDamagedError, StoreError, told_as_store_errors
from firmware_host.store.files import Lock, boot_id, identity, set_aside
from firmware_host.store.rows import Ending, Entry, FinishedGame, GameId, Reason, StoredGame


class Store:
    """All games ever begun, for one thread at a time. What a call wrote is on the disk on return.

    Any call raises `StoreError` when the disk fails it; nothing of that call is then kept and
    the same call can be made again later.
    """

    def __init__(self, path: Path | None, db: sqlite3.Connection, lock: Lock | None) -> None:
        """Use `open` or `memory`."""
        self.path = path  # None when the games are in memory only
        self.notice: str | None = None  # what went wrong with the file, for the screen and the log
        self._db = db
        self._lock = lock
        self._identity = identity(path) if path else None
        self._boot = boot_id()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open or begin the games at `path`, for this process alone, making its folder.

        A damaged file is renamed, never deleted, and `notice` says so. Raise `StoreBusyError` when
        another process has it, `StoreError` when the folder cannot be written.
        """
        lock = Lock(path)
        try:
            db, notice = _open_or_begin_anew(path)
        except BaseException:
            lock.release()
            raise
        store = cls(path, db, lock)
        store.notice = notice
        return store

    @classmethod
    def memory(cls, notice: str | None = None) -> Self:
        """A store for play without a disk: all is lost when it is closed.

        `notice` says why, where the games were meant to be saved.
        """
        store = cls(None, connect_memory(), None)
        store.notice = notice
        return store

    @property
    def saved(self) -> bool:
        """Whether the games outlive this process."""
        return self.path is not None

    def begin(self, header: Mapping[str, Any], at: float | None = None) -> GameId:
        """Begin a game from the header of its record; `at` is wall time, None while unknown."""
        with self._writing() as db:
            return writing.begin(db, header, at, self._boot)

    def append(self, game: GameId, entries: Sequence[Entry], ending: Ending | None = None) -> None:
        """Add all of `entries`, and the ending, or nothing.

        What is there already is passed over, so a call that failed can be made again with more.
        An action after an ending takes the game up again. Raise `ValueError` for a gap, or where
        something else is there.
        """
        with self._writing() as db:
            for entry in entries:
                writing.add(db, game, entry)
            if ending:
                writing.end(db, game, ending, self._boot)

    def end(self, game: GameId, reason: Reason, scores: Sequence[int]) -> None:
        """End a game after its last action; `append` with an ending does both at once."""
        self.append(game, (), Ending(reason, tuple(scores)))

    def unfinished(self) -> StoredGame | None:
        """The newest game that has not ended."""
        with self._reading() as db:
            return reading.unfinished(db)

    def last_over(self) -> StoredGame | None:
        """The game begun last, if it was played to its end."""
        with self._reading() as db:
            return reading.last_over(db)

    def load(self, game: GameId) -> StoredGame:
        """A whole game, its chain verified; `ValueError` when there is no such game."""
        with self._reading() as db:
            return reading.load(db, game)

    def newest_header(self) -> Mapping[str, Any] | None:
        """The header of the game begun last."""
        with self._reading() as db:
            return reading.newest_header(db)

    def best(self) -> tuple[str, int] | None:
        """Name and score of the best ever, of games played to their end."""
        with self._reading() as db:
            return reading.best(db)

    def best_since_power_up(self) -> tuple[str, int] | None:
        """Name and score of the best that ended since the machine was started."""
        with self._reading() as db:
            return reading.best_of_boot(db, self._boot)

    def history(self, limit: int, before: GameId | None = None) -> tuple[FinishedGame, ...]:
        """At most `limit` ended games begun before game `before`, the newest first."""
        with self._reading() as db:
            return reading.history(db, limit, before)

    def check(self) -> str | None:
        """What is wrong anywhere in the file, None when nothing. Reads all of it: seconds."""
        with self._reading() as db:
            return damage(db) or reading.broken_chain(db)

    def replace_damaged(self) -> None:
        """Set the file aside after `StoreDamagedError` and begin an empty one; `notice` says so.

        Games have other numbers then. After a `StoreError` from here the store is closed.
        """
        if self.path is None:
            raise ValueError("Games in memory have no file to set aside.")
        self._db.close()
        self._db, self.notice = _begin_anew(self.path)
        self._identity = identity(self.path)

    def close(self) -> None:
        """Give the file back; closing twice is harmless."""
        self._db.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with told_as_store_errors(self.path):
            yield self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._must_be_in_place()
        with told_as_store_errors(self.path), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db

    def _must_be_in_place(self) -> None:
        """A file without its name takes all that is written to it, and nobody finds it again."""
        if self.path and identity(self.path) != self._identity:
            raise StoreError(f"{self.path} was taken away; put it back, or start the box again.")


def _open_or_begin_anew(path: Path) -> tuple[sqlite3.Connection, str | None]:
    try:
        return connect(path), None
    except StoreDamagedError:
        return _begin_anew(path)


def _begin_anew(path: Path) -> tuple[sqlite3.Connection, str]:
    aside = set_aside(path)
    return connect(path), f"{path.name} was damaged: kept as {aside.name}, and a new one begun."
