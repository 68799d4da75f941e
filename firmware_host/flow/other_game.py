"""What is known of an unfinished game that is not on the screen."""

from typing import NamedTuple


class OtherGame(NamedTuple):
    """A game that players may go on with."""

    id: int
    hash: bytes  # of its last row: no other game has it, in whatever file
    rules: str  # the preset, or the path of the rule file
    title: str  # as the rules say
    players: tuple[str, ...]
    best: int  # the highest score so far
