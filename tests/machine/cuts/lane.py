"""Many cuts of one disk, one after the other, in a process of their own."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from kill.lived import lived
from kill.witness import Fault

from machine.cuts.lives import CutLife

AGAIN: tuple[Fault, ...] = ("changed", "doubled")


class Lane(NamedTuple):
    """What came of them."""

    cuts: int
    pictures: int
    actions: int  # that are stored in the end
    ahead: int  # lives that ended with a step stored, and not shown
    compared: int  # pictures of dice before a cut and after it
    lost: list[str]
    again: list[str]  # thrown again


def lived_through(kernel: Path, tree: Path, place: Path, how: str, seeds: Sequence[int]) -> Lane:
    """One cut for each seed; BoxFailedError where the box does not start or ends by itself."""
    life = CutLife(kernel, tree, place, how)
    found = lived(life, place / "games", seeds, Event())
    losses = [(loss.fault in AGAIN, f"{loss}, {' '.join(loss.__notes__)}") for loss in found.losses]
    return Lane(
        found.lives,
        found.shown,
        found.witness.actions,
        found.witness.ahead,
        life.compared,
        [what for again, what in losses if not again],
        [what for again, what in losses if again] + life.others,
    )
