"""What the store holds, as plain data. It knows no rules: an action is its JSON object."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple, NewType

from firmware_host.store.errors import GameDamagedError
from hw.events import Source

GameId = NewType("GameId", int)
Reason = Literal["over", "given_up"]
Hash = bytes
Best = tuple[str, int]
"""Who had the most points, and how many."""

Row = tuple[str | int | float | None, ...]
"""Columns as SQLite keeps them, in the order in which they are hashed."""


class Entry(NamedTuple):
    """One action of a game record."""

    seq: int  # 1 is the first action of the game
    action: Mapping[str, Any]  # of a record, or {"undo": seq} of the action that it undoes
    source: Source | None = None  # who threw; None where nothing was thrown
    token: int | None = None  # the throw's
    at: float | None = None  # seconds since 1970, None while the clock is not known to be right


def standing(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The actions that count: without those that were undone, and without the undoing."""
    return tuple(_done_and_undone(entries)[0])


def undone(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The actions that were undone and can be redone, in order; none once another was done."""
    return tuple(reversed(_done_and_undone(entries)[1]))


def _done_and_undone(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Two stacks: on top is what would be undone next, and what would be redone next."""
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if "undo" not in entry.action:
            undone = undone[:-1] if undone and _redoes(entry, undone[-1]) else []
            done.append(entry)
        elif done and done[-1].seq == entry.action["undo"]:
            undone.append(done.pop())
        else:
            raise GameDamagedError(f"Row {entry.seq} undoes an action that is not the newest.")
    return done, undone


def _redoes(entry: Entry, undone: Entry) -> bool:
    """Whether the same happened again: of a throw, that very one and not one like it."""
    return entry._replace(seq=undone.seq, at=undone.at) == undone


class Ending(NamedTuple):
    """How a game ended, with the scores by seat."""

    reason: Reason
    scores: tuple[int, ...]
    at: float | None = None  # as in Entry


class StoredGame(NamedTuple):
    """A whole game as it was stored; its chain of hashes has been verified."""

    id: GameId
    header: Mapping[str, Any]
    entries: tuple[Entry, ...]
    ending: Ending | None  # None while unfinished
    at: float | None  # when it began, as in Entry


class FinishedGame(NamedTuple):
    """One line of the history."""

    id: GameId
    header: Mapping[str, Any]
    ending: Ending
    at: float | None  # when it began, as in Entry


def best_of(players: Sequence[str], scores: Sequence[int]) -> Best:
    """The highest score by seat, and whose it is: of equal ones the first."""
    seat = max(range(len(players)), key=scores.__getitem__)
    return players[seat], scores[seat]


class Stamp(NamedTuple):
    """When a row was written, as the machine knows it without a clock."""

    boot: str | None  # the kernel's name for the power-up; None where it gives none
    counter: int  # of the rows of all games since then, 1 is the first


def header_row(header: Mapping[str, Any], at: float | None) -> Row:
    """What is stored of a game's beginning, before its stamp."""
    return (to_text(dict(header)), _seconds(at))


def entry_row(entry: Entry) -> Row:
    """What is stored of an action, before its stamp."""
    return (entry.seq, to_text(dict(entry.action)), entry.source, entry.token, _seconds(entry.at))


def ending_row(seq: int, ending: Ending) -> Row:
    """What is stored of an ending after action `seq`, before its stamp."""
    return (seq, ending.reason, to_text(ending.scores), _seconds(ending.at))


def link(previous: Hash, row: Row) -> Hash:
    """A row's hash: SHA-256 over the hash before it (none for a header) and the row as JSON.

    The row is all its columns but the game's number, its own hash and what is repeated for an
    index: those of `header_row`, `entry_row` or `ending_row`, and the stamp's.
    """
    return sha256(previous + to_text(row).encode()).digest()


def code_of(made: Hash) -> str:
    """The beginning of a hash, as much as a small QR code holds: 24 digits, letters capital."""
    return made[:12].hex().upper()


def to_text(value: object) -> str:
    """Compact JSON; raise `ValueError` for what JSON cannot hold."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _seconds(at: float | None) -> float | None:
    # SQLite gives a REAL back as a float, and 5 and 5.0 hash differently.
    return None if at is None else float(at)
