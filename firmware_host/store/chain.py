"""The chain of hashes that holds the rows of a game together, and what was done to it."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from firmware_host.store.rows import GameId, Hash, Stamp, link

MOST_REMOVED = 100  # rows looked for where the others were numbered anew


class Link(NamedTuple):
    """One row of a game."""

    kind: Literal["header", "action", "ending"]
    seq: int  # of the action, or of the one before the ending; 0 for the header
    row: tuple[Any, ...]  # what is hashed, a `Row` unless the file is damaged
    hash: Hash

    @property
    def stamp(self) -> Stamp:
        """When it was written."""
        return Stamp(*self.row[-2:])

    @property
    def name(self) -> str:
        """What a message calls it."""
        return {
            "header": "the header",
            "action": f"row {self.seq}",
            "ending": f"the ending after row {self.seq}",
        }[self.kind]


def links(db: sqlite3.Connection, game: GameId) -> list[Link]:
    """All rows of a game as they were chained; [] when there is no such game."""
    header = _rows(db, "SELECT header, at, boot, counter, hash FROM games WHERE id = ?", game)
    actions = _rows(
        db,
        "SELECT seq, action, source, token, at, boot, counter, hash FROM actions"
        " WHERE game = ? ORDER BY seq",
        game,
    )
    endings = _rows(
        db,
        "SELECT seq, reason, scores, at, boot, counter, hash FROM endings"
        " WHERE game = ? ORDER BY seq",
        game,
    )
    later = [Link("action", row[0], row, made) for row, made in actions]
    later += [Link("ending", row[0], row, made) for row, made in endings]
    # The sort is stable: an ending stays behind the action of its number.
    later.sort(key=lambda link: link.seq)
    return [Link("header", 0, row, made) for row, made in header] + later


def fault(found: Sequence[Link]) -> str | None:
    """Which row was changed, removed or inserted, the first of all; None when none was."""
    before: Hash = b""
    for place, here in enumerate(found):
        if _hash(before, here.row) != here.hash:
            return _what_was_done(found, place, before)
        before = here.hash
    return None


def _rows(db: sqlite3.Connection, query: str, game: GameId) -> list[tuple[Any, Hash]]:
    return [(row[:-1], row[-1]) for row in db.execute(query, (game,))]


def _what_was_done(found: Sequence[Link], place: int, before: Hash) -> str:
    here = found[place]
    if missing := _missing_before(found, place):
        return missing
    for later in range(place + 1, len(found)):
        if _belongs_here(before, found[later], later - place):
            return f"{_from_to(here, found[later - 1])} inserted"
    if removed := _closed_gap(found, place):
        return f"{removed} before {here.name} had been removed"
    return f"{here.name} was changed"


def _missing_before(found: Sequence[Link], place: int) -> str | None:
    """The rows that are left out in the numbers."""
    last = found[place - 1].seq if place else 0
    first, after = last + 1, found[place].seq + (found[place].kind == "ending")
    if after <= first:
        return None
    removed = f"row {first} was" if after == first + 1 else f"rows {first} to {after - 1} were"
    return f"{removed} removed"


def _belongs_here(before: Hash, later: Link, shift: int) -> bool:
    """Whether a later row was chained to `before`, its number then as now or lower by `shift`."""
    return _hash(before, later.row) == later.hash or _numbered(later, -shift, before)


def _closed_gap(found: Sequence[Link], place: int) -> str | None:
    """How many rows are gone, where those after them were given other numbers."""
    if place + 1 == len(found):
        return None
    here, later = found[place : place + 2]
    counts = range(1, MOST_REMOVED + 1)
    count = next((n for n in counts if _numbered(later, n, here.hash)), None)
    return None if count is None else f"{count} row{'s' * (count > 1)}"


def _numbered(row: Link, shift: int, before: Hash) -> bool:
    return _hash(before, (row.seq + shift, *row.row[1:])) == row.hash


def _hash(before: Hash, row: tuple[Any, ...]) -> Hash | None:
    """The hash that a row should have; None for one that was never written so."""
    try:
        return link(before, row)
    except ValueError:
        return None


def _from_to(first: Link, last: Link) -> str:
    return f"{first.name} was" if first is last else f"{first.name} to {last.name} were"
