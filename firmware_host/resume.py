"""How a start finds its way back to where the box was."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from firmware_host.box import Box
from firmware_host.flow.places import BEFORE_PLAY, go_to
from firmware_host.store import Store, StoreDamagedError, StoredGame
from rules import Game
from rules.record import RecordError, parse

log = logging.getLogger(__name__)

Place = Mapping[str, Any]


def take_up(box: Box, store: Store, place: Place | None, now: float) -> None:
    """Put the box on the screen it was left on, with the game as it was last stored.

    Games that are not what was stored are set aside, and the box begins anew.
    """
    try:
        _take_up(box, store, place or {}, now)
    except StoreDamagedError as error:
        log.error("%s", error)
        store.replace_damaged()
        log.error("%s", store.notice)
        go_to(box.flow, None, {}, now)


def _take_up(box: Box, store: Store, place: Place, now: float) -> None:
    flow = box.flow
    flow.best = store.best_since_power_up()
    if header := store.newest_header():
        flow.setup = flow.setup.like(header["rules"], len(header["players"]), header.get("options"))
    stored = store.unfinished() or store.last_over()
    if stored and stored.ending and _was_seen_to_end(stored, place):
        stored = None
    game = _replayed(stored) if stored else None
    if stored and game:
        box.ledger.take_up(stored)
    go_to(flow, game, place if stored is None or _is_of(place, stored) else {}, now)


def _is_of(place: Place, stored: StoredGame) -> bool:
    """Whether the place was remembered with the game just as it is stored."""
    return (place.get("game"), place.get("seq")) == (stored.id, len(stored.entries))


def _was_seen_to_end(stored: StoredGame, place: Place) -> bool:
    """Whether the players had gone on to other things when the box was left."""
    return _is_of(place, stored) and place.get("screen") in ("attract", *BEFORE_PLAY)


def _replayed(stored: StoredGame) -> Game | None:
    """The game as its record says, or None when it cannot be played on with these rules."""
    lines = [stored.header, *(entry.action for entry in stored.entries)]
    record = "\n".join(json.dumps(line) for line in lines)
    try:
        return parse(record.encode(), f"game {stored.id}").games[-1]
    except RecordError as error:
        log.error("%s. It cannot be played on, and stays in the store.", error)
        return None
