"""The store: one SQLite file, one row per action, one chain of hashes per game."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from firmware_host.store import reading, readings, writing
from firmware_host.store.beside import reading_connection
from firmware_host.store.connection import connect, connect_memory, damage
from firmware_host.store.errors import GameDamagedError, StoreDamagedError, StoreError
from firmware_host.store.files import (
    IN_MEMORY,
    Files,
    Identity,
    Lock,
    as_owner_of,
    boot_id,
    files_at,
    identity,
    set_aside,
)
from firmware_host.store.readings import Expected
from firmware_host.store.rows import Ending, Entry, FinishedGame, GameId, Reason, StoredGame
from firmware_host.store.telling import told_as_store_errors
from hw.events import Reading

Answer = TypeVar("Answer")


class Store:
    """All games ever begun, for one thread at a time. What a call wrote is on the disk on return.

    Any call raises `StoreError` when the disk fails it; nothing of that call is then kept and
    the same call can be made again later.
    """

    def __init__(self, path: Path | None, lock: Lock | None = None) -> None:
        """Use `open` or `memory`."""
        self.path = path  # where the games belong; None when they are not meant to be kept
        self.lasts = True  # what is saved outlives a power cut, too
        self.notice: str | None = None  # what was wrong with the file when it was opened
        self._db = connect_memory()
        self._files: Files = IN_MEMORY  # that are open
        self._damaged: Identity | None = None  # a database to be set aside
        self._lock = lock or (Lock(path) if path else None)
        self._boot = boot_id()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open or begin the games at `path`, for this process alone; raise as `reopen` does."""
        store = cls(path)
        try:
            store.reopen()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def memory(cls, path: Path | None = None, lock: Lock | None = None) -> Self:
        """A store for play without a disk: all is lost when it is closed.

        Games that belong at `path` are refused until `reopen` has found a place for them there,
        under the `lock` that was taken for them already, if one was.
        """
        return cls(path, lock)

    @property
    def saved(self) -> bool:
        """Whether what is written outlives this process: a file that lost its name does not."""
        if self.path is None or self._files == IN_MEMORY:
            return False
        return self._files == files_at(self.path)

    def reopen(self) -> None:
        """Go on with the file that is at `path` now, or with a new one where there is none.

        What was in the last one need not be in it, and games have other numbers. A damaged file is
        renamed, never deleted, and `notice` says so. Raise `StoreBusyError` when another process
        has it, `StoreError` while it cannot be had.
        """
        if self.path is None or self._lock is None:
            raise ValueError("Games that are meant for memory have no file.")
        with as_owner_of(self.path.parent):
            self._lock.take()
            self._leave()
            db, self.notice = self._open(self.path)
        self._db.close()
        self._db, self._files, self._damaged = db, files_at(self.path), None

    def begin(
        self,
        header: Mapping[str, Any],
        entries: Sequence[Entry] = (),
        ending: Ending | None = None,
        at: float | None = None,
    ) -> GameId:
        """Begin a game from the header of its record, with what was played of it already.

        `at` is wall time, None while unknown.
        """
        with self._writing() as db:
            game = writing.begin(db, header, at, self._boot)
            self._add(db, game, entries, ending)
        return game

    def append(self, game: GameId, entries: Sequence[Entry], ending: Ending | None = None) -> None:
        """Add all of `entries`, and the ending, or nothing. A throw is expected no longer then.

        What is there already is passed over, so a call that failed can be made again with more.
        An action after an ending takes the game up again. Raise `ValueError` for a gap, or where
        something else is there.
        """
        with self._writing() as db:
            self._add(db, game, entries, ending)

    def end(self, game: GameId, reason: Reason, scores: Sequence[int]) -> None:
        """End a game after its last action; `append` with an ending does both at once."""
        self.append(game, (), Ending(reason, tuple(scores)))

    def play(self, game: GameId | None) -> None:
        """Make a game the present one; None: the present one was put away."""
        with self._writing() as db:
            writing.play(db, game)

    def delete(self, game: GameId) -> None:
        """Delete a whole game; `ValueError` when there is none. Its number is not used again."""
        with self._writing() as db:
            writing.delete(db, game)

    def present(self) -> StoredGame | None:
        """The game begun or taken up last, whatever became of it, until `play` says otherwise.

        It may be a `GameDamagedError`. That of a disk that can only be read is known, too.
        """
        return self._there(reading.present)

    def others(self, limit: int) -> tuple[tuple[GameId, bytes], ...]:
        """The newest unfinished games but the present one, each with the hash of its last row."""
        with self._reading() as db:
            return reading.others(db, limit)

    def load(self, game: GameId) -> StoredGame:
        """A whole game, its chain verified; `ValueError` when there is no such game."""
        with self._reading() as db:
            return reading.load(db, game)

    def last_hash(self, game: GameId) -> bytes:
        """The hash of the game's last row, which stands for the whole; `ValueError` as `load`."""
        with self._reading() as db:
            return reading.tip(db, game)

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

    def expect(self, token: int, dice: int, game: GameId | None) -> None:
        """A throw is about to be asked of the sensor; it replaces the one before."""
        with self._writing() as db:
            readings.expect(db, token, dice, game)

    def spend(self) -> None:
        """The throw that is expected is not wanted any more."""
        with self._writing() as db:
            readings.spend(db)

    def remember(self, reading: Reading) -> Reading | None:
        """Store what the sensor read, unless a reading of the same name is stored: then that."""
        with self._writing() as db:
            if (earlier := readings.stored(db, reading)) is None:
                readings.remember(db, reading)
            return earlier

    def expected(self) -> Expected | None:
        """The throw that the sensor was asked for last, None before the first; as `present`."""
        return self._there(readings.expected)

    def newest_reading(self) -> Reading | None:
        """What the sensor read last, of whatever throw; as `present`."""
        return self._there(readings.newest)

    def check(self) -> str | None:
        """What is wrong anywhere in the file, None when nothing. Reads all of it: seconds."""
        with self._reading() as db:
            return damage(db) or reading.broken_chain(db)

    def replace_damaged(self) -> None:
        """Set the file aside after `StoreDamagedError`, and `reopen`, now or as soon as can be."""
        self._damaged = self._files.database
        self.reopen()

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

    def _there(self, ask: Callable[[sqlite3.Connection], Answer | None]) -> Answer | None:
        """What the file says, even if it can only be read; None where it cannot be, either."""
        if self.path is None or self.saved:
            with self._reading() as db:
                return ask(db)
        try:
            with told_as_store_errors(self.path), reading_connection(self.path) as db:
                return ask(db)
        except GameDamagedError:
            raise
        except StoreError:  # whoever opened the store was told why
            return None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with told_as_store_errors(self.path):
            yield self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self.path and not self.saved:
            raise StoreError(f"{self.path} was taken away; put it back.")
        with told_as_store_errors(self.path), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db

    def _add(
        self, db: sqlite3.Connection, game: GameId, entries: Iterable[Entry], ending: Ending | None
    ) -> None:
        for entry in entries:
            writing.add(db, game, entry, self._boot)
            if entry.source:
                readings.spend(db)
        if ending:
            writing.end(db, game, ending, self._boot)

    def _leave(self) -> None:
        """Close the file: until another is open there are no games."""
        if self._files != IN_MEMORY:
            self._db.close()
            self._db, self._files = connect_memory(), IN_MEMORY

    def _open(self, path: Path) -> tuple[sqlite3.Connection, str | None]:
        if self._damaged and self._damaged == identity(path):
            return _begin_anew(path)
        try:
            return connect(path), None
        except StoreDamagedError:
            return _begin_anew(path)


def _begin_anew(path: Path) -> tuple[sqlite3.Connection, str]:
    aside = set_aside(path)
    return connect(path), f"{path.name} was damaged: kept as {aside.name}, and a new one begun."
