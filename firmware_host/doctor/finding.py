"""What a check tells."""

from typing import Literal, NamedTuple

from hw.errors import PartError

Part = Literal[
    "settings",
    "rules",
    "buttons",
    "panel",
    "sound",
    "lamps",
    "random",
    "sensor",
    "state",
    "games",
    "clock",
]


class Finding(NamedTuple):
    """One part, in words for people."""

    part: Part
    ok: bool | None  # None where it could not be tested
    how: str  # how it was tested, and what was found
    what_to_do: str = ""  # "" when ok


def failed(part: Part, error: PartError) -> Finding:
    """What the part itself said: its sentence ends, behind a colon, with what to do."""
    found, _, what_to_do = str(error).rpartition(": ")
    return Finding(part, False, found, what_to_do)
