"""A process for many cuts of one disk, one after the other: libfuse wants one for each disk."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import SubprocessError
from threading import Event

from kill.lived import lived
from kill.process import BoxFailedError
from kill.witness import Fault

from machine.cuts.lanes import Lane
from machine.cuts.lives import CutLife

AGAIN: tuple[Fault, ...] = ("changed", "doubled")


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


if __name__ == "__main__":
    kernel, tree, place, how, *numbers = sys.argv[1:]
    seeds = range(*map(int, numbers))
    try:
        print(json.dumps(lived_through(Path(kernel), Path(tree), Path(place), how, seeds)))
    except (BoxFailedError, OSError, SubprocessError) as error:
        sys.exit(str(error))
