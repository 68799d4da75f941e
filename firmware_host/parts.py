"""The real parts that `dicetower run` stands on; each is closed with the `parts` it is put into."""

import logging
import queue
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.assembly import build
from firmware_host.bookmark import Bookmark
from firmware_host.box import Display, Levels
from firmware_host.games import offered
from firmware_host.loop import Loop
from firmware_host.runtime import runtime_directory
from firmware_host.settings import Settings
from firmware_host.store.store import Store
from hw.clock import Clock
from hw.dice import Dice, RealDice
from hw.events import Event, Key, Post
from hw.late import Late
from hw.random import BoxDice
from hw.raw import RandomDevice
from hw.wall_clock import wall_clock

if TYPE_CHECKING:
    from hw.pins import PinLibrary, Pins

log = logging.getLogger(__name__)


def open_dice(settings: Settings, post: Post, clock: Clock, parts: ExitStack) -> Dice:
    """The box's own dice, reading ahead."""
    source = partial(RandomDevice, settings.dice.device)
    dice = BoxDice(post, source, clock, required=settings.dice.require_hardware)
    dice.start()
    parts.callback(dice.close)
    return dice


def open_loop(
    settings: Settings,
    events: "queue.SimpleQueue[Event]",
    clock: Clock,
    store: Store,
    dice: Dice,
    sensor: RealDice | None,
    display: Display,
) -> Loop:
    """The loop with its box, on the screen where it was left."""
    bookmark = Bookmark.beside(store.path) if store.path else None
    games, notes = offered(settings.rules_directory)
    box = build(
        settings.language,
        clock,
        dice,
        display,
        store,
        bookmark,
        notes,
        games,
        profile=settings.buttons.profile,
        sensor=sensor,
        wall_clock=wall_clock,
    )
    return Loop(box, events, clock)


def open_library(clock: Clock, parts: ExitStack) -> "Late[PinLibrary]":
    """What the pins are reached through."""
    from hw.pins import lgpio_library

    folder = parts.enter_context(runtime_directory())
    return Late(lambda: lgpio_library(folder()), clock)


def open_pins(
    settings: Settings, library: "Late[PinLibrary]", post: Post, clock: Clock, parts: ExitStack
) -> Levels:
    """The buttons' pins, taken as soon as they are read and can be had."""
    from hw.pins import Pins

    buttons = settings.buttons

    def take() -> Pins:
        pins = Pins(library.get(), buttons.pins, post, clock, pull_up=buttons.pull_up)
        parts.callback(pins.close)
        log.info("the buttons are read by %s", pins.words)
        return pins

    return _LatePins(Late(take, clock))


class _LatePins:
    """PartError from `levels`, too, as long as the pins cannot be had; no restart mends that."""

    def __init__(self, pins: "Late[Pins]") -> None:
        self._pins = pins

    def levels(self) -> Mapping[Key, bool]:
        return self._pins.get().levels()

    @property
    def alive(self) -> bool:
        return self._pins.part is None or self._pins.part.alive
