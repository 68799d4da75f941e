"""The real parts that `dicetower run` stands on; each is closed with the `parts` it is put into."""

import logging
import os
import queue
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.assembly import build
from firmware_host.bookmark import Bookmark
from firmware_host.box import Display, Feel, Levels
from firmware_host.games import offered
from firmware_host.loop import Loop
from firmware_host.settings import Settings
from firmware_host.store import Store
from firmware_host.view import View
from hw.clock import Clock
from hw.dice import Dice, RealDice
from hw.errors import PartError
from hw.events import Event, PartReport, Post
from hw.random import BoxDice
from hw.raw import RandomDevice

if TYPE_CHECKING:
    from hw.lamps import Lamps
    from hw.pins import PinLibrary
    from hw.sound import Buzzer

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
    )
    return Loop(box, events, clock)


def open_library(post: Post, parts: ExitStack) -> "PinLibrary | None":
    """What the pins are reached through, or None with a report of why not."""
    from hw.pins import lgpio_library

    try:
        return lgpio_library(_runtime_directory(parts))
    except PartError as error:
        post(PartReport("buttons", False, str(error)))
        return None


def open_pins(
    settings: Settings, library: "PinLibrary", post: Post, clock: Clock, parts: ExitStack
) -> Levels | None:
    """The buttons' pins, or None with a report of why there are none."""
    from hw.pins import Pins

    buttons = settings.buttons
    try:
        pins = Pins(library, buttons.pins, post, clock, pull_up=buttons.pull_up)
    except PartError as error:
        post(PartReport("buttons", False, str(error)))
        return None
    parts.callback(pins.close)
    log.info("the buttons are read by %s", pins.words)
    return pins


def open_feel(settings: Settings, library: "PinLibrary", post: Post, parts: ExitStack) -> Feel:
    """What sounds and glows with each view: as much of it as there is."""
    from firmware_host.lamps import glows_of
    from firmware_host.sounds import PATTERNS, sound_of

    buzzer = _open_buzzer(settings, library, post, parts)
    lamps = _open_lamps(settings, library, post, parts)

    def feel(before: View | None, after: View) -> None:
        if buzzer and (sound := sound_of(before, after)):
            buzzer.play(PATTERNS[sound])
        if lamps:
            lamps.show(glows_of(after))

    return feel


def _open_buzzer(
    settings: Settings, library: "PinLibrary", post: Post, parts: ExitStack
) -> "Buzzer | None":
    """The buzzer; None where there is none to be, or with a report of why it can't be had."""
    from hw.sound import Buzzer

    sound = settings.sound
    if sound.pin is None:
        return None
    try:
        buzzer = Buzzer(library, sound.pin, post, volume=sound.volume, muted=sound.mute)
    except PartError as error:
        post(PartReport("sound", False, str(error)))
        return None
    buzzer.start()
    parts.callback(buzzer.close)
    return buzzer


def _open_lamps(
    settings: Settings, library: "PinLibrary", post: Post, parts: ExitStack
) -> "Lamps | None":
    """The lamps; None where there are none to be, or with a report of why they can't be had."""
    from hw.lamps import Lamps

    if not settings.lamps.pins:
        return None
    try:
        lamps = Lamps(library, settings.lamps.pins, post)
    except PartError as error:
        post(PartReport("lamps", False, str(error)))
        return None
    lamps.start()
    parts.callback(lamps.close)
    return lamps


def _runtime_directory(parts: ExitStack) -> Path:
    """Where lgpio may make its pipe: the service's own folder, else one for this run."""
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]  # systemd lists all
    return Path(given or parts.enter_context(tempfile.TemporaryDirectory(prefix="dicetower-")))
