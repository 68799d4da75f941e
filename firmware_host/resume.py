"""How the box finds its way back to a game: the one it was left with, or one put away."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware_host.flow import Flow
from firmware_host.flow.awaited import Awaited
from firmware_host.flow.other_game import OtherGame
from firmware_host.flow.places import WITH_OTHERS, Place, go_on_checking, go_to
from firmware_host.flow.state import Step
from firmware_host.flow.throwing import LAST_TOKEN
from firmware_host.flow.views import view_of
from firmware_host.shelf import replayed
from firmware_host.store.errors import StoreDamagedError, StoreError
from firmware_host.store.readings import Expected
from firmware_host.store.rows import GameId, StoredGame
from firmware_host.view import Say
from hw.events import DiceSource, Source

if TYPE_CHECKING:
    from firmware_host.box import Box

log = logging.getLogger(__name__)

_DICE_OF: Mapping[Source, DiceSource] = {
    "box": "box",
    "sensor": "sensor",
    "mended": "sensor",
    "hand": "hand",
}


def take_up(box: Box, place: Place | None, now: float) -> None:
    """Put the box on the screen it was left on, with the game as it was last stored.

    Games that are not what was stored are set aside, and the box begins anew; so it does where
    they cannot be read.
    """
    try:
        _take_up(box, place or {}, now)
    except StoreDamagedError as damage:
        box.ledger.replace_damaged(damage)
        go_to(box.flow, None, {}, now)
    except StoreError as error:
        log.error("%s No game is taken up.", error)
        go_to(box.flow, None, {}, now)


def switch_to(box: Box, game: OtherGame, now: float) -> None:
    """Go on with a game that was put away, as after a restart, or say that this can't be."""
    is_there = game in box.shelf.games()  # the file may be another one now
    stored = box.ledger.load(GameId(game.id)) if is_there else None
    played = replayed(stored) if stored else None
    if not (stored and played):
        box.flow.refuse(Say("refusal.gone"), now)
        return
    place = box.shelf.place_of(stored.id)
    if not _is_of(place, stored):
        place = {"dice": _dice_of(place, stored, played.past, None) or box.flow.setup.dice}
    box.ledger.switch_to(stored)
    go_to(box.flow, played, place, now)


def _take_up(box: Box, place: Place, now: float) -> None:
    flow, store = box.flow, box.ledger.store
    flow.best_before = store.best_since_power_up()
    if header := box.ledger.newest_header():
        flow.setup = flow.setup.like(header["rules"], len(header["players"]), header.get("options"))
    expected = store.expected()
    flow.token, flow.newest_reading = _some_token(expected), store.newest_reading()
    box.shelf.remember(place.get("put_away"))
    stored = box.ledger.left()
    played = replayed(stored) if stored else None
    if not (stored and played):
        _offer_others(box, place)
        go_to(flow, None, {} if stored else place, now)
        _restore_buttons(box, place)
        return
    if not _is_of(place, stored):
        place = {"dice": _dice_of(place, stored, played.past, expected)}
    expected = expected if expected and _is_owed(expected, stored) else None
    box.ledger.take_up(stored, expected)
    _offer_others(box, place)
    awaited = expected and Awaited(expected.token, expected.dice, "sensor")
    go_to(flow, played, place, now, awaited)
    if expected:
        _await(flow, expected, now)
        go_on_checking(flow, place)
    _restore_buttons(box, place)


def _restore_buttons(box: Box, place: Place) -> None:
    """Where the screen is the one of `place`, the mounted buttons mean what they meant there."""
    if place.get("screen") == box.flow.state:
        box.profile.go_to(place.get("profile"), view_of(box.flow))


def _offer_others(box: Box, place: Place) -> None:
    """A start is slower by every game that is looked at, so only for a screen that needs them."""
    box.flow.saved = box.ledger.saved
    if place.get("screen") in WITH_OTHERS:
        box.offer_others()


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
