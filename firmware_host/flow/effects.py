"""What the flow wants done outside: plain data that the box carries out, in order."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_host.flow.other_game import OtherGame
from hw.events import DiceSource, Source

Action = Mapping[str, object]  # one line of a game record


class Begin(NamedTuple):
    """A game starts; `header` is the first line of its record."""

    header: Action


class Record(NamedTuple):
    """Actions happened: write them down, all or none, before anything of them is shown."""

    actions: tuple[Action, ...]
    source: Source | None = None  # of a throw
    token: int | None = None
    final_scores: tuple[int, ...] | None = None  # given when the game is over with these actions
    undoes: int = 0  # how many of the newest actions these take the place of


class Abandon(NamedTuple):
    """The players gave the game up."""

    scores: tuple[int, ...]


class PutAway(NamedTuple):
    """The players left the game as it is: unfinished, to go on with it later, or over."""

    place: dict[str, Any]  # where it is, to be remembered


class TakeUp(NamedTuple):
    """An unfinished game is gone on with; there is none on the screen any more."""

    game: OtherGame


class RequestThrow(NamedTuple):
    """Dice are awaited: from the box at once, from the sensor when people have thrown them."""

    token: int
    dice: int  # how many
    source: DiceSource


class ReadTray(NamedTuple):
    """The sensor is to read the dice as they lie."""

    token: int


class StopAwaiting(NamedTuple):
    """Nothing is awaited from the sensor any more."""


Effect = Begin | Record | Abandon | PutAway | TakeUp | RequestThrow | ReadTray | StopAwaiting
