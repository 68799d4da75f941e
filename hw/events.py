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

Source = Literal["box", "seed", "script"]
"""Who threw: the box's random source, a repeatable seed, or a script."""


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


Part = Literal["buttons", "dice", "panel", "random", "sound", "lamps"]


class NoThrow(NamedTuple):
    """The throw that was asked for with `token` will not come; another may be asked for."""

    token: int
    why: str  # for the log: one sentence with what to do


class PartReport(NamedTuple):
    """A part was lost or came back; posted once per change, never each time it is noticed."""

    part: Part
    ok: bool
    why: str  # for the log: one sentence with what to do, "" when ok


class Stop(NamedTuple):
    """End the loop."""


Event = Edge | Thrown | NoThrow | PartReport | Stop
Post = Callable[[Event], None]
