"""What parts tell the loop. Every part posts these on one queue and does nothing else."""

from collections.abc import Callable
from typing import Literal, NamedTuple

Button = Literal["left", "right", "keep", "roll", "bank"]
BUTTONS: tuple[Button, ...] = ("left", "right", "keep", "roll", "bank")

Source = Literal["box", "seed", "script"]
"""Who threw: the box's random source, a repeatable seed, or a script."""


class Edge(NamedTuple):
    """A pin changed level, as the kernel reported it: nothing is debounced yet."""

    at: float  # monotonic seconds
    button: Button
    down: bool


class Thrown(NamedTuple):
    """The throw that was asked for with `token` has come to rest."""

    token: int
    dice: tuple[int, ...]
    source: Source


class PartReport(NamedTuple):
    """A part was lost or came back; posted once per change, never each time it is noticed."""

    part: Literal["buttons", "panel", "random"]
    ok: bool
    why: str  # for the log: one sentence with what to do, "" when ok


class Stop(NamedTuple):
    """End the loop."""


Event = Edge | Thrown | PartReport | Stop
Post = Callable[[Event], None]
