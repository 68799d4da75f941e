"""How a start finds its way back to where the box was."""

import json
import logging
import os
from collections.abc import Mapping
from typing import Any

from firmware_host.box import Box
from firmware_host.flow import Flow
from firmware_host.flow.awaited import Awaited
from firmware_host.flow.places import BEFORE_PLAY, go_to
from firmware_host.flow.state import Step
from firmware_host.flow.throwing import LAST_TOKEN
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
    flow.best_before = store.best_since_power_up()
    if header := store.newest_header():
        flow.setup = flow.setup.like(header["rules"], len(header["players"]), header.get("options"))
    expected = store.expected()
    flow.token, flow.newest_reading = _some_token(expected), store.newest_reading()
    stored = store.unfinished() or store.last_over()
    if stored and stored.ending and _was_seen_to_end(stored, place):
        stored = None
    played = _replayed(stored) if stored else None
    if not (stored and played):
        go_to(flow, None, {} if stored else place, now)
        return
    game, past = played
    if not _is_of(place, stored):
        place = {"dice": _dice_of(place, stored, past, expected)}
    expected = expected if expected and _is_owed(expected, stored) else None
    box.ledger.take_up(stored, expected)
    awaited = expected and Awaited(expected.token, expected.dice, "sensor")
    go_to(flow, game, place, now, past, awaited)
    if expected:
        _await(flow, expected, now)


def _some_token(expected: Expected | None) -> int:
    """A number, after which throws are counted, that the sensor has not heard of late.

    It may still hold throws of a box whose disk has failed, and knew of none that it asked for.
    """
    asked = expected.token if expected else 0
    return (asked + int.from_bytes(os.urandom(2), "big") // 2) % LAST_TOKEN


def _is_owed(expected: Expected, stored: StoredGame) -> bool:
    """Whether the game still waits for the throw."""
    return not expected.spent and expected.game == stored.id


def _await(flow: Flow, expected: Expected, now: float) -> None:
    """Go on with what was read already, or ask the sensor again."""
    flow.newest_reading = expected.before
    for reading in expected.readings:
        flow.was_read(reading, now)
    flow.await_again(expected.token)


def _dice_of(
    place: Place, stored: StoredGame, past: tuple[Step, ...], expected: Expected | None
) -> DiceSource | None:
    """What the game is likeliest played with, where the bookmark is of an earlier moment."""
    if expected and _is_owed(expected, stored):
        return "sensor"
    if place.get("game") == stored.id:
        return place.get("dice")
    sources = [step.source for step in past if step.source]
    throwers = [_DICE_OF[source] for source in sources if source in _DICE_OF]
    if throwers:
        return throwers[-1]
    asked = expected is not None and expected.game == stored.id
    return "sensor" if asked else place.get("dice")


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
        past = tuple(Step(game, action, entry.source, entry.token) for game, action, entry in steps)
        return record.games[-1], past
    except RecordError as error:
        log.error("%s. It cannot be played on, and stays in the store.", error)
        return None
