"""How a start finds its way back to where the box was."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from firmware_host.box import Box
from firmware_host.flow.awaited import Awaited
from firmware_host.flow.places import BEFORE_PLAY, go_to
from firmware_host.flow.state import Step
from firmware_host.store import (
    Expected,
    Store,
    StoreDamagedError,
    StoredGame,
    StoreError,
    standing,
)
from hw.events import DiceSource, Source
from rules import Game
from rules.record import RecordError, parse

log = logging.getLogger(__name__)

Place = Mapping[str, Any]

_DICE_OF: Mapping[Source, DiceSource] = {
    "box": "box",
    "sensor": "sensor",
    "mended": "sensor",
    "hand": "hand",
}


def take_up(box: Box, store: Store, place: Place | None, now: float) -> None:
    """Put the box on the screen it was left on, with the game as it was last stored.

    Games that are not what was stored are set aside, and the box begins anew; so it does where
    they cannot be read.
    """
    try:
        _take_up(box, store, place or {}, now)
    except StoreDamagedError as damage:
        box.ledger.replace_damaged(damage)
        go_to(box.flow, None, {}, now)
    except StoreError as error:
        log.error("%s No game is taken up.", error)
        go_to(box.flow, None, {}, now)


def _take_up(box: Box, store: Store, place: Place, now: float) -> None:
    flow = box.flow
    flow.best = store.best_since_power_up()
    if header := store.newest_header():
        flow.setup = flow.setup.like(header["rules"], len(header["players"]), header.get("options"))
    stored = store.unfinished() or store.last_over()
    if stored and stored.ending and _was_seen_to_end(stored, place):
        stored = None
    played = _replayed(stored) if stored else None
    if stored and played:
        box.ledger.take_up(stored)
    flow.token = _newest_token(store, stored)
    if not (stored and played):
        go_to(flow, None, {} if stored else place, now)
        return
    game, past = played
    place = place if _is_of(place, stored) else _place_without_bookmark(past)
    expected = _still_expected(store, stored)
    go_to(
        flow, game, place, now, past, expected and Awaited(expected.token, expected.dice, "sensor")
    )
    if expected and expected.reading:
        flow.was_read(expected.reading, now)


def _newest_token(store: Store, stored: StoredGame | None) -> int:
    expected = store.expected()
    tokens = [entry.token for entry in stored.entries if entry.token] if stored else []
    return max(expected.token if expected else 0, tokens[-1] if tokens else 0)


def _still_expected(store: Store, stored: StoredGame) -> Expected | None:
    """The throw that the sensor still owes the game."""
    expected = store.expected()
    if expected is None or expected.spent or expected.game != stored.id:
        return None
    return expected


def _place_without_bookmark(past: tuple[Step, ...]) -> Place:
    """Go on with the dice of the last throw."""
    throwers = [step.source for step in past if step.source]
    if not throwers or throwers[-1] not in _DICE_OF:
        return {}
    return {"dice": _DICE_OF[throwers[-1]]}


def _is_of(place: Place, stored: StoredGame) -> bool:
    """Whether the place was remembered with the game just as it is stored."""
    return (place.get("game"), place.get("seq")) == (stored.id, len(stored.entries))


def _was_seen_to_end(stored: StoredGame, place: Place) -> bool:
    """Whether the players had gone on to other things when the box was left."""
    return _is_of(place, stored) and place.get("screen") in ("attract", *BEFORE_PLAY)


def _replayed(stored: StoredGame) -> tuple[Game, tuple[Step, ...]] | None:
    """The game as its record says, or None when it cannot be played on with these rules."""
    entries = standing(stored.entries)
    lines = [stored.header, *(entry.action for entry in entries)]
    text = "\n".join(json.dumps(line) for line in lines)
    try:
        record = parse(text.encode(), f"game {stored.id}")
        steps = zip(record.games, record.actions, entries, strict=False)
        past = tuple(Step(game, action, entry.source) for game, action, entry in steps)
        return record.games[-1], past
    except RecordError as error:
        log.error("%s. It cannot be played on, and stays in the store.", error)
        return None
