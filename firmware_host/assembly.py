"""Puts a box together from its parts; which parts, real or fake, is the caller's choice."""

import logging
from collections.abc import Mapping

from firmware_host.bookmark import Bookmark, read
from firmware_host.box import Box, Display
from firmware_host.flow import Flow
from firmware_host.games import offered
from firmware_host.ledger import Ledger
from firmware_host.resume import take_up
from firmware_host.store.store import Store
from firmware_host.view import Say
from firmware_host.words import Words
from hw.clock import Clock
from hw.dice import Dice, RealDice
from hw.events import Profile
from hw.wall_clock import WallClock, no_wall_clock
from rules import Rules

log = logging.getLogger(__name__)


def build(
    language: str,
    clock: Clock,
    dice: Dice,
    display: Display,
    store: Store,
    bookmark: Bookmark | None = None,
    notes: Mapping[str, Say] | None = None,
    games: Mapping[str, Rules] | None = None,
    profile: Profile = "five",
    sensor: RealDice | None = None,
    wall_clock: WallClock = no_wall_clock,
) -> Box:
    """The box, on the screen where it was left and with its first picture shown.

    `notes` stand on the screen from the start, by what they are about; `games` are those that are
    offered, by default all presets. Real dice are read by `sensor`, where there is one.
    """
    words = Words(language)
    rule_sets = games or offered().games
    flow = Flow(
        rule_sets,
        lambda number: words(Say.of("player.default", number=number)),
        ("box", "sensor", "hand") if sensor else ("box", "hand"),
    )
    flow.notes.update(notes or {})
    ledger = Ledger(store, wall_clock)
    box = Box(flow, dice, ledger, words, display, clock.now(), bookmark, profile, sensor)
    take_up(box, read(bookmark), clock.now())
    box.handle(None, clock.now())
    return box
