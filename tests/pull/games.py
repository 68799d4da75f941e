"""Plays games while parts come and go, and holds each to what must be true at its end."""

import json
import threading
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from firmware_host.rest import SHIFTS, moved
from firmware_host.screens.drawing import draw
from firmware_host.view import Over
from firmware_host.words import Words
from pull.chaos import Chaos
from pull.player import is_over, move
from pull.rigs import Rig
from rules import Game
from rules.record import parse

MOST_MOVES = 5000  # of a game, with everything that is in its way
RESUMED = 15.0  # seconds within which games are saved again and the picture is right

WORDS = Words("en")


@dataclass
class Tally:
    """Figures of the games played, one of each list a game."""

    games: int = 0
    bus: list[int] = field(default_factory=list)  # bytes
    views: list[int] = field(default_factory=list)


def bring_all_back(rig: Rig, chaos: Chaos, tally: Tally) -> None:
    """Play on until all trouble was said and is over, and a whole game without any."""
    while chaos.out:
        play_one(rig, chaos, tally, calm=True)
    play_one(rig, chaos, tally, calm=True)
    assert rig.view.note is None, rig.view
    for part, told in rig.told.items():
        # A trouble may turn into another; but what is well is told once, and at last.
        assert told[-1], f"the {part} was not told to be well"
        assert (True, True) not in pairwise(told), f"the {part} was told twice to be well"


def play_one(rig: Rig, chaos: Chaos, tally: Tally, calm: bool = False) -> None:
    """Play from where the box is to the end of a game; when `calm`, nothing more is pulled."""
    bus, views = rig.bus.bytes_seen, rig.views
    while is_over(rig):
        chaos.step(calm)
        move(rig)
    rig.throws.clear()
    for _ in range(MOST_MOVES):
        if is_over(rig):
            break
        chaos.step(calm)
        move(rig)
    _must_be_saved(rig, chaos)
    _must_be_right(rig)
    if "panel" not in chaos.out:
        rig.until(lambda: _is_seen(rig), RESUMED, "the right picture")
    tally.games += 1
    tally.bus.append(rig.bus.bytes_seen - bus)
    tally.views.append(rig.views - views)


def _must_be_saved(rig: Rig, chaos: Chaos) -> None:
    """Where the game is not saved the screen says so, and saving resumes by itself."""
    if rig.loop.box.ledger.saved:
        return
    rig.until(lambda: rig.view.note is not None, RESUMED, "a word of the disk")
    chaos.look()
    if "disk" in chaos.out:
        assert chaos.out["disk"].said
        chaos.put_back("disk")
    rig.until(lambda: rig.loop.box.ledger.saved is True, RESUMED, "being saved again")


def _must_be_right(rig: Rig) -> None:
    """The record on the disk makes the same end, and has every throw that the dice made."""
    body = rig.view.body
    assert isinstance(body, Over)
    game, rolls = _stored(rig)
    scores = dict(zip(game.players, game.scores, strict=True))
    assert game.phase == "over"
    assert {row.name: row.score for row in body.rows} == scores
    assert body.winners == tuple(game.players[seat] for seat in game.winners or ())
    assert rolls == [list(throw.dice) for throw in rig.throws]


def _stored(rig: Rig) -> tuple[Game, list[object]]:
    stored = rig.store.present()
    assert stored is not None
    actions = [entry.action for entry in stored.entries]
    record = "\n".join(json.dumps(line) for line in (stored.header, *actions))
    rolls = [action["dice"] for action in actions if action["do"] == "roll"]
    return parse(record.encode(), "the store").games[-1], rolls


def _is_seen(rig: Rig) -> bool:
    """Whether the panel shows the view, wherever the picture stands now."""
    seen = rig.bus.chip.picture().tobytes()
    picture = draw(rig.view, WORDS)
    return seen in [moved(picture, shift).tobytes() for shift in SHIFTS]


@dataclass(frozen=True)
class Open:
    """What the process holds."""

    descriptors: int
    threads: int

    @classmethod
    def now(cls) -> "Open":
        return cls(len(list(Path("/proc/self/fd").iterdir())), len(threading.enumerate()))
