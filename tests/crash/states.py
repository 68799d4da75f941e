"""The disk as a power cut would have left it."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

SECTOR = 512  # octets
LUCK = 0.5  # that a sector which was not flushed is there


class Write(NamedTuple):
    """Octets that were handed to the disk, which may keep them in a cache of its own."""

    offset: int
    data: bytes


Flush = None
"""All writes before are on the disk for good."""

Step = Write | None


def after_cuts(
    content: bytes,
    steps: Sequence[Step],
    cuts: Sequence[int],
    chance: Random,
    piece: int = SECTOR,  # octets that are written whole or not at all
) -> Iterator[tuple[int, bytes]]:
    """For each of the `cuts`, in rising order: that many steps, and the disk after them."""
    safe, done = bytearray(content), 0
    cached: list[Write] = []
    for cut in cuts:
        for step in steps[done:cut]:
            if step is None:
                for offset, data in cached:
                    safe[offset : offset + len(data)] = data
                cached = []
            else:
                cached.append(step)
        done = cut
        disk = bytearray(safe)
        for offset, data in cached:
            for at in range(0, len(data), piece):
                if chance.random() < LUCK:
                    part = data[at : at + piece]
                    disk[offset + at : offset + at + len(part)] = part
        yield cut, bytes(disk)
