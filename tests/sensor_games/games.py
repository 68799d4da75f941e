"""Plays games on a rig, and holds each to what must be true at its end."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from firmware_host.store.rows import Entry, StoredGame, standing
from firmware_host.view import Over
from rules import Game
from rules.record import parse
from sensor_games.player import Player
from sensor_games.rigs import Rig
from sensor_games.table import Table, Throw

MOST_MOVES = 20_000  # of a game, with everything that is in its way
NEW_GAME = 50  # presses at most, from the end of a game to the next


@dataclass
class Tally:
    """Figures of the games played."""

    games: int = 0
    counted: Counter[str] = field(default_factory=Counter)  # throws, by their source
    lost: int = 0  # throws that the record lacks
    doubled: int = 0  # throws that it has, and nobody made
    wrong: int = 0  # throws that it has otherwise than they lay
    undone: int = 0  # throws in the store that were mended after they counted

    def add(self, stored: StoredGame, thrown: list[Throw]) -> None:
        recorded = _rolls(stored)
        self.games += 1
        self.lost += max(0, len(thrown) - len(recorded))
        self.doubled += max(0, len(recorded) - len(thrown))
        self.wrong += sum(
            not throw.is_recorded_as(*said) for said, throw in zip(recorded, thrown, strict=False)
        )
        self.counted.update(str(source) for _, source in recorded)
        self.undone += sum("undo" in entry.action for entry in stored.entries)

    def join(self, other: "Tally") -> None:
        """Count those of the other, too."""
        self.games += other.games
        self.counted += other.counted
        self.lost += other.lost
        self.doubled += other.doubled
        self.wrong += other.wrong
        self.undone += other.undone


def play_one(rig: Rig, table: Table, player: Player, before_each: Callable[[], None]) -> None:
    """Play the next game to its end; `before_each` press something may happen."""
    for _ in range(NEW_GAME):
        if not player.is_over:
            break
        player.move()
    table.begin_game()
    for _ in range(MOST_MOVES):
        if player.is_over:
            break
        before_each()
        player.move()
    assert player.is_over, f"a game without an end: {rig.view}"


def must_be_right(rig: Rig, table: Table, tally: Tally) -> None:
    """The record holds each throw once, as it lay, and makes the end that is on the screen."""
    stored = rig.store.present()
    assert stored is not None
    assert stored.ending is not None
    tally.add(stored, table.thrown)
    wrong = (tally.lost, tally.doubled, tally.wrong)
    assert wrong == (0, 0, 0), _compared(stored, table.thrown)
    game = _fold(stored, table.thrown)
    assert game.phase == "over"
    assert game.scores == stored.ending.scores
    assert isinstance(rig.view.body, Over)
    shown = {row.name: row.score for row in rig.view.body.rows}
    assert shown == dict(zip(game.players, game.scores, strict=True))
    assert rig.store.check() is None


def _fold(stored: StoredGame, thrown: list[Throw]) -> Game:
    """The game played anew with the dice that truly lay there."""
    truly = iter(thrown)
    lines: list[Mapping[str, Any]] = [stored.header]
    for entry in standing(stored.entries):
        is_roll = entry.action["do"] == "roll"
        lines.append({"do": "roll", "dice": next(truly).faces} if is_roll else entry.action)
    return parse("\n".join(map(json.dumps, lines)).encode(), "the table").games[-1]


def _rolls(stored: StoredGame) -> list[tuple[list[int], str | None]]:
    def rolls(entry: Entry) -> bool:
        return bool(entry.action["do"] == "roll")

    return [
        (entry.action["dice"], entry.source) for entry in filter(rolls, standing(stored.entries))
    ]


def _compared(stored: StoredGame, thrown: list[Throw]) -> str:
    """The throws from the first that is not as it lay."""
    pairs = list(zip_longest(_rolls(stored), thrown))
    wrong = [at for at, (said, throw) in enumerate(pairs) if not _are_the_same(said, throw)]
    return "\n".join(f"{said}  {throw}" for said, throw in pairs[min(wrong, default=0) :])


def _are_the_same(said: tuple[list[int], str | None] | None, throw: Throw | None) -> bool:
    return said is not None and throw is not None and throw.is_recorded_as(*said)
