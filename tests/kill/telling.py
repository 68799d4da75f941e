"""A box that tells what it is about to write, and what it is about to show.

Each is a line of JSON on standard output, whole when the process is killed. What is to be shown is
told before the panel has it, so whoever reads along knows of everything that players can have seen.
"""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from firmware_host import assembly
from firmware_host.box import Box
from firmware_host.flow.effects import Begin, Record
from firmware_host.ledger import Ledger, Written
from firmware_host.store import opening
from firmware_host.store.rows import Ending, Entry, GameId, StoredGame
from firmware_host.store.store import Store
from firmware_host.view import Say, View
from rules import Game

NOT_SAVED = Say("note.not_saved")


def install(*, early: bool) -> None:
    """Boxes are built of the parts below; `early`: from a store that acknowledges too early."""
    assembly.Box = TellingBox  # type: ignore[attr-defined]
    assembly.Ledger = TellingLedger  # type: ignore[attr-defined]
    if early:
        opening.Store = EarlyStore  # type: ignore[attr-defined]


def tell(what: Mapping[str, Any]) -> None:
    # Another thread may be in the middle of a line, of a picture.
    os.write(1, b"\n" + json.dumps(what).encode() + b"\n")


def standing_of(game: Game) -> list[Any]:
    """What a game has come to, as JSON has it."""
    return [list(game.scores), list(game.throw), game.phase, game.player]


class TellingLedger(Ledger):
    def write(self, *happened: Written) -> None:
        records = [one for one in happened if isinstance(one, Record)]  # of one game
        if records:
            rows = sum(len(record.actions) + record.undoes for record in records)
            tell({"writes": rows, "ends": records[-1].final_scores is not None})
        elif isinstance(happened[0], Begin):
            tell({"begins": True})
        else:
            tell({"writes": 0, "ends": True})
        super().write(*happened)

    def switch_to(self, stored: StoredGame) -> None:
        tell({"goes_on": stored.id})
        super().switch_to(stored)

    def put_away(self) -> None:
        tell({"goes_on": None})
        super().put_away()


class TellingBox(Box):
    def _return(self) -> None:
        before = self.ledger.game
        super()._return()
        if self.ledger.game != before:
            tell({"goes_on": self.ledger.game})

    def _show(self, view: View) -> None:
        game = self.flow.game
        tell(
            {
                "game": self.ledger.game,
                "saved": view.note != NOT_SAVED,
                "standing": game and standing_of(game),
            }
        )
        super()._show(view)


class EarlyStore(Store):
    """Says that actions are stored, and stores them with the next: to be caught."""

    _late: tuple[GameId, tuple[Entry, ...], Ending | None] | None = None

    def begin(
        self,
        header: Mapping[str, Any],
        entries: Sequence[Entry] = (),
        ending: Ending | None = None,
        at: float | None = None,
    ) -> GameId:
        self._catch_up()
        return super().begin(header, entries, ending, at)

    def append(self, game: GameId, entries: Sequence[Entry], ending: Ending | None = None) -> None:
        self._catch_up()
        self._late = (game, tuple(entries), ending)

    def _catch_up(self) -> None:
        if self._late:
            super().append(*self._late)
            self._late = None
