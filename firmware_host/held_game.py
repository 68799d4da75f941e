"""A game as the ledger holds it: what happened in it, and how much of that is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.flow.effects import Record
from firmware_host.store.rows import Ending, Entry, GameId, StoredGame, standing
from hw.events import Source


@dataclass(slots=True)
class HeldGame:
    """A game as it was played, and how much of it the store has."""

    header: Mapping[str, Any]
    at: float | None = None  # when it began, by the wall clock
    entries: list[Entry] = field(default_factory=list)
    ending: Ending | None = None
    id: GameId | None = None  # None while the store has nothing of it
    seq: int = 0  # entries that are stored
    code: str | None = None  # of the last row that is stored, if that is the ending

    def record(self, happened: Record, at: float | None) -> None:
        """Actions with which the game goes on, or ends."""
        counting = standing(self.entries) if happened.undoes else ()
        for undone in reversed(counting[len(counting) - happened.undoes :]):
            self._add(at, {"undo": undone.seq})
        for action in happened.actions:
            self._add(at, action, happened.source, happened.token)
        scores = happened.final_scores
        self.code = None
        self.ending = None if scores is None else Ending("over", scores, at)

    def _add(
        self,
        at: float | None,
        action: Mapping[str, Any],
        source: Source | None = None,
        token: int | None = None,
    ) -> None:
        self.entries.append(Entry(len(self.entries) + 1, action, source, token, at))

    def begins_with(self, stored: StoredGame) -> bool:
        """Whether this is how far the game had come when it was stored."""
        same = self.entries[: len(stored.entries)] == list(stored.entries)
        went_on = len(self.entries) > len(stored.entries)  # a winning turn was taken back then
        was_over = stored.ending is not None and stored.ending.reason == "over"
        ended_so = stored.ending in (None, self.ending) or (went_on and was_over)
        return same and stored.header == self.header and ended_so
