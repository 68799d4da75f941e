"""How a start finds its way back to where the box was."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from firmware_host.box import Box
from firmware_host.flow.places import go_to
from firmware_host.store import GameId, Store, StoredGame
from rules import Game
from rules.record import RecordError, parse

log = logging.getLogger(__name__)

Place = Mapping[str, Any]

SCREENS_OF_THE_END = ("banked", "blank", "roll_off_result", "menu", "scores", "over")


def take_up(box: Box, store: Store, place: Place | None, now: float) -> None:
    """Put the box on the screen it was left on, with the game as it was last stored."""
    place = place or {}
    flow = box.flow
    flow.best = store.best_since_power_up()
    if header := store.newest_header():
        flow.setup = flow.setup.like(header["rules"], len(header["players"]))
    stored = store.unfinished() or _just_ended(store, place)
    game = _replayed(stored) if stored else None
    if stored and game:
        box.ledger.take_up(stored)
    same = stored is None or (place.get("game"), place.get("seq")) == (
        stored.id,
        len(stored.entries),
    )
    go_to(flow, game, place if same else {}, now)


def _just_ended(store: Store, place: Place) -> StoredGame | None:
    """The game whose end was still on the screen."""
    match place:
        case {"game": int(number), "screen": screen} if screen in SCREENS_OF_THE_END:
            try:
                stored = store.load(GameId(number))
            except ValueError:
                return None
            return stored if stored.ending and stored.ending.reason == "over" else None
    return None


def _replayed(stored: StoredGame) -> Game | None:
    """The game as its record says, or None when it cannot be played on with these rules."""
    lines = [stored.header, *(entry.action for entry in stored.entries)]
    record = "\n".join(json.dumps(line) for line in lines)
    try:
        return parse(record.encode(), f"game {stored.id}").games[-1]
    except RecordError as error:
        log.error("%s. It cannot be played on, and stays in the store.", error)
        return None
