"""The real parts that `dicetower run` stands on; each is closed with the `parts` it is put into."""

import logging
import os
import queue
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from firmware_host.assembly import build
from firmware_host.bookmark import Bookmark
from firmware_host.box import Display, Levels
from firmware_host.games import offered
from firmware_host.loop import Loop
from firmware_host.settings import Settings
from firmware_host.store import Store
from hw.clock import Clock
from hw.dice import Dice
from hw.errors import PartError
from hw.events import Event, PartReport, Post
from hw.random import BoxDice, RandomDevice

log = logging.getLogger(__name__)


def open_dice(settings: Settings, post: Post, clock: Clock, parts: ExitStack) -> Dice:
    """The box's own dice, reading ahead."""
    dice = BoxDice(post, partial(RandomDevice, settings.dice.device), clock)
    dice.start()
    parts.callback(dice.close)
    return dice


def open_loop(
    settings: Settings,
    events: "queue.SimpleQueue[Event]",
    clock: Clock,
    store: Store,
    dice: Dice,
    display: Display,
) -> Loop:
    """The loop with its box, on the screen where it was left."""
    bookmark = Bookmark(settings.state_directory / "place.json") if store.saved else None
    games = offered(settings.rules_directory)
    box = build(
        settings.language,
        clock,
        dice,
        display,
        store,
        bookmark,
        games=games,
    )
    return Loop(box, events, clock)


def open_pins(settings: Settings, post: Post, clock: Clock, parts: ExitStack) -> Levels | None:
    """The buttons' pins, or None with a report of why there are none."""
    from hw.pins import Pins, lgpio_library

    try:
        library = lgpio_library(_runtime_directory(parts))
        buttons = settings.buttons
        pins = Pins(library, buttons.pins, post, clock, pull_up=buttons.pull_up)
    except PartError as error:
        post(PartReport("buttons", False, str(error)))
        return None
    parts.callback(pins.close)
    log.info("the buttons are read by %s", pins.words)
    return pins


def _runtime_directory(parts: ExitStack) -> Path:
    """Where lgpio may make its pipe: the service's own folder, else one for this run."""
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]  # systemd lists all
    return Path(given or parts.enter_context(tempfile.TemporaryDirectory(prefix="dicetower-")))
