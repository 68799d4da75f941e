"""Boxes that live side by side, each of them in a process that leaves nothing behind."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

from container.commands import ENCLOSED
from kill.process import BoxFailedError

SIDE_BY_SIDE = 2


class Lane(NamedTuple):
    """What came of the cuts of one disk."""

    cuts: int
    pictures: int
    actions: int  # that are stored in the end
    ahead: int  # lives that ended with a step stored, and not shown
    compared: int  # pictures of dice before a cut and after it
    lost: list[str]
    again: list[str]  # thrown again


def all_lived_through(kernel: Path, tree: Path, place: Path, how: str, seeds: range) -> Lane:
    """One cut for each seed; BoxFailedError where the box does not start or ends by itself."""
    with ExitStack() as lanes:
        running = [
            lanes.enter_context(_started(kernel, tree, place / str(n), how, seeds[n::SIDE_BY_SIDE]))
            for n in range(min(SIDE_BY_SIDE, len(seeds)))
        ]
        return _together([_ended(lane) for lane in running])


@contextmanager
def _started(kernel: Path, tree: Path, place: Path, how: str, seeds: range) -> Iterator[Popen[str]]:
    """A lane until the context ends, and with it its computer, its disk and all mounts."""
    words = (kernel, tree, place, how, seeds.start, seeds.stop, seeds.step)
    command = [*ENCLOSED, sys.executable, "-m", "machine.cuts.lane", *map(str, words)]
    with Popen(command, stdout=PIPE, stderr=PIPE, text=True) as lane:
        try:
            yield lane
        finally:
            lane.kill()


def _ended(lane: Popen[str]) -> Lane:
    told, complaint = lane.communicate()
    if lane.returncode:
        raise BoxFailedError(complaint.strip() or f"it has ended with {lane.returncode}")
    return Lane(*json.loads(told.splitlines()[-1]))


def _together(lanes: list[Lane]) -> Lane:
    return Lane(
        sum(lane.cuts for lane in lanes),
        sum(lane.pictures for lane in lanes),
        sum(lane.actions for lane in lanes),
        sum(lane.ahead for lane in lanes),
        sum(lane.compared for lane in lanes),
        [what for lane in lanes for what in lane.lost],
        [what for lane in lanes for what in lane.again],
    )
