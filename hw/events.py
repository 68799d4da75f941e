"""What parts tell the loop. Every part posts these on one queue and does nothing else."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

Button = Literal["left", "right", "keep", "roll", "bank"]
BUTTONS: tuple[Button, ...] = ("left", "right", "keep", "roll", "bank")

Key = Literal[Button, "next", "ok", "hold_1", "hold_2", "hold_3", "hold_4", "hold_5", "hold_6"]
"""A button as it is mounted; what it means is the profile's affair."""

HOLDS: tuple[Key, ...] = ("hold_1", "hold_2", "hold_3", "hold_4", "hold_5", "hold_6")
"""The buttons under the six dice, from left to right."""

Profile = Literal["five", "three", "hold-six"]
KEYS: Mapping[Profile, tuple[Key, ...]] = {
    "five": BUTTONS,
    "three": ("next", "ok", "bank"),
    "hold-six": (*HOLDS, "roll", "bank"),
}
"""The buttons that are mounted, from left to right."""

Source = Literal["box", "sensor", "hand", "mended", "seed", "script"]
"""Who threw: the box's random source, or people, whose dice the sensor read, or who entered them,
or mended what the sensor read; in tests and demonstrations a repeatable seed, or a script.
"""

DiceSource = Literal["box", "sensor", "hand"]
"""Whose dice a game is played with."""


class Edge(NamedTuple):
    """A pin changed level, as the kernel reported it: nothing is debounced yet."""

    at: float  # monotonic seconds
    button: Key
    down: bool


class Thrown(NamedTuple):
    """The throw that was asked for with `token` has come to rest."""

    token: int
    dice: tuple[int, ...]
    source: Source


class Armed(NamedTuple):
    """The sensor waits for the throw of `token`: the dice may be thrown now.

    Posted again after a `Motion` that was no throw, such as a hand in the tray.
    """

    token: int


class Disarmed(NamedTuple):
    """The sensor no longer waits for the throw of `token`, which is still wanted.

    It began anew, or its line did. A throw from now until the next `Armed` is of no use.
    """

    token: int


class Motion(NamedTuple):
    """The dice for `token` began to move under the sensor."""

    token: int


Kind = Literal["roll", "read", "nudge", "place"]
"""How the dice came to lie: thrown, read when asked, changed after a result, or put there."""

Cause = Literal[
    "cocked", "stacked", "missing", "extra", "unread", "motion", "light", "lid", "cam", "cal"
]
"""Why a reading is of no use."""


class Reading(NamedTuple):
    """What the sensor made of the tray. It repeats this until it is answered."""

    boot: str  # of the sensor; with `id` it names the reading
    id: int
    token: int  # of the throw that was asked for, 0 for none
    kind: Kind | None  # None where there is a cause
    cause: Cause | None
    dice: tuple[int | None, ...]  # None for one that could not be read
    sure: tuple[int, ...]  # percent, one for each die
    spots: tuple[tuple[int, int], ...] = ()  # x and y per mille of the tray, where it can tell
    wanted: int | None = None  # how many dice it looked for
    moved: bool = False  # whether it told of motion before


Part = Literal["buttons", "dice", "panel", "random", "sound", "lamps", "sensor"]


class NoThrow(NamedTuple):
    """The throw that was asked for with `token` will not come; another may be asked for."""

    token: int
    why: str  # for the log: one sentence with what to do


class PartReport(NamedTuple):
    """A part was lost or came back; posted once per change, never each time it is noticed."""

    part: Part
    ok: bool
    why: str  # for the log: one sentence with what to do, "" when ok
    cause: str = ""  # of those that the screen tells apart


class Stop(NamedTuple):
    """End the loop."""


Event = Edge | Thrown | NoThrow | Armed | Disarmed | Motion | Reading | PartReport | Stop
Post = Callable[[Event], None]
