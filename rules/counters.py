"""Counters: the groups of dice that score, as data."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from rules.dice import FACES, Dice

Row = tuple[int, int, int, int, int, int]
"""Points by face, 1 first."""

_PAIR, _TRIPLET, _FOUR = 2, 3, 4


class Straight(NamedTuple):
    low: int
    high: int
    points: int


@dataclass(frozen=True, slots=True)
class Counters:
    """What scores and how much; 0 points mean that it does not score."""

    kinds: tuple[Row, ...]  # kinds[n - 1]: n equal dice
    straights: tuple[Straight, ...] = ()
    three_pairs: int = 0
    three_pairs_repeat: bool = True  # four of a kind and a pair, and six of a kind, are three pairs
    two_triplets: int = 0  # six of a kind too
    four_and_pair: int = 0  # six of a kind too
    nothing: int = 0  # a throw of all six dice without any other counter

    def patterns(self) -> dict[Dice, int]:
        """Every counter but `nothing`, as dice in rising order, with its points (never 0)."""
        best: dict[Dice, int] = {}
        for dice, points in self._all():
            if points > best.get(dice, 0):
                best[dice] = points
        return best

    def _all(self) -> Iterator[tuple[Dice, int]]:
        for count, row in enumerate(self.kinds, start=1):
            for face, points in zip(FACES, row, strict=True):
                yield (face,) * count, points
        for straight in self.straights:
            yield tuple(range(straight.low, straight.high + 1)), straight.points
        for dice in _groups(_PAIR, _PAIR, _PAIR, repeat=self.three_pairs_repeat):
            yield dice, self.three_pairs
        for dice in _groups(_TRIPLET, _TRIPLET):
            yield dice, self.two_triplets
        for dice in _groups(_FOUR, _PAIR):
            yield dice, self.four_and_pair


def _groups(*sizes: int, repeat: bool = True) -> Iterator[Dice]:
    """All dice made of groups of equal faces, of these sizes; `repeat`: groups may share a face."""
    for faces in product(FACES, repeat=len(sizes)):
        if repeat or len(set(faces)) == len(faces):
            pairs = zip(faces, sizes, strict=True)
            yield tuple(sorted(face for face, size in pairs for _ in range(size)))
