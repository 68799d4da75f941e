"""The games for whoever only reads them, perhaps beside a box that plays."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from firmware_host.store import reading
from firmware_host.store.beside import reading_connection
from firmware_host.store.chain import Link, links
from firmware_host.store.connection import damage
from firmware_host.store.rows import GameId, StoredGame
from firmware_host.store.telling import nonsense_is_damage, told_as_store_errors

SHORTEST_HASH = 8  # bytes: less of one might be two rows'


class Found(NamedTuple):
    """A row that a hash belongs to."""

    game: GameId
    link: Link
    is_last: bool  # of its game


class Archive:
    """All games of a file as they were when a question is asked; `open_archive` opens it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def games(self) -> tuple[GameId, ...]:
        """Every game that any row belongs to, the newest first; what it needs may be missing."""
        return reading.named(self._db)[::-1]

    def has(self, game: GameId) -> bool:
        """Whether any row belongs to such a game."""
        return reading.is_named(self._db, game)

    def load(self, game: GameId) -> StoredGame:
        """A whole game. `ValueError` when there is none, `GameDamagedError` for a broken chain."""
        return reading.load(self._db, game)

    def links(self, game: GameId) -> tuple[Link, ...]:
        """The rows of a game as they were chained, not verified; () when there is no such game."""
        with nonsense_is_damage():
            return tuple(links(self._db, game))

    def last_hash(self, game: GameId) -> bytes:
        """The hash of a game's last row; `ValueError` as `load`."""
        return reading.tip(self._db, game)

    def fault(self) -> str | None:
        """What is wrong with the file itself, None when nothing."""
        return damage(self._db)

    def fault_of(self, game: GameId) -> str | None:
        """What was done to a game, None when it is what was stored; `ValueError` as `load`."""
        return reading.fault_of(self._db, game)

    def with_hash(self, beginning: bytes) -> Found | None:
        """The row whose hash begins so."""
        row = self._db.execute(
            "SELECT id FROM games WHERE substr(hash, 1, ?1) = ?2"
            " UNION ALL SELECT game FROM actions WHERE substr(hash, 1, ?1) = ?2"
            " UNION ALL SELECT game FROM endings WHERE substr(hash, 1, ?1) = ?2 LIMIT 1",
            (len(beginning), beginning),
        ).fetchone()
        if row is None:
            return None
        found = self.links(row[0])
        link = next(link for link in found if link.hash.startswith(beginning))
        return Found(GameId(row[0]), link, link is found[-1])


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The games at `path`, of which nothing is changed.

    Raise `StoreDamagedError`, `StoreForeignError`, or `StoreError` where they cannot be read.
    """
    with told_as_store_errors(path), reading_connection(path) as db:
        yield Archive(db)
