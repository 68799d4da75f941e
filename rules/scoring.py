"""What each throw is worth: all its keeps with their points."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from rules.counters import Counters
from rules.dice import ALL_DICE, Dice, fault_of
from rules.ruleset import Rules

Keeps = Mapping[Dice, int]
"""Points by keep, the dice of a keep in rising order; no keep is worth 0."""

TABLES = 4
"""Rules whose tables are kept for the next game: one that has seen every throw is half a megabyte,
two with dice that build on frozen ones, and is made anew in some 20 ms."""


class ScoreTable:
    """`table[throw]`: the keeps of a throw, its dice in any order; {} when it is blank.

    Filled as throws are asked for. Known by their rising order there are 923 at most; by the order
    thrown they would be 55 986, and a box that plays for days would come to hold them all.
    """

    def __init__(
        self, splits: Mapping[Dice, int], pool: Dice = (), nothing: int = 0, most: bool = False
    ) -> None:
        """`pool`: frozen dice that score together with the keep; `most`: only keeps worth most."""
        self._splits = splits
        self._pool = pool
        self._nothing = nothing
        self._most = most
        self._known: dict[Dice, Keeps] = {}  # by throw in rising order
        self._beside: dict[Dice, ScoreTable] = {}

    def __getitem__(self, throw: Dice) -> Keeps:
        try:
            return self._known[tuple(sorted(throw))]
        except (KeyError, TypeError):  # what is no number has no order
            return self._learn(throw)

    def beside(self, frozen: Dice) -> "ScoreTable":
        """The table where a keep scores in one pool with dice frozen before."""
        pool = tuple(sorted(frozen))
        if pool not in self._beside:
            self._beside[pool] = ScoreTable(self._splits, pool, self._nothing, self._most)
        return self._beside[pool]

    def worth(self, keep: Dice) -> int | None:
        """What keeping these dice, in rising order, adds; None when one is in no counter."""
        pooled = tuple(sorted(self._pool + keep)) if self._pool else keep
        whole = self._splits.get(pooled)
        return None if whole is None else whole - self._splits[self._pool]

    def falls(self, throw: Dice) -> bool:
        """Whether dice of this blank throw make counters with the pool, but for no more points."""
        return any(self.worth(part) is not None for part in _parts(throw))

    def _learn(self, throw: Dice) -> Keeps:
        """The keeps of a throw asked for the first time; ValueError when it is none."""
        if fault := fault_of(throw):
            raise ValueError(fault)
        rising = tuple(sorted(throw))
        keeps = self._known[rising] = self._keeps(rising)
        return keeps

    def _keeps(self, throw: Dice) -> Keeps:
        keeps = {part: worth for part in _parts(throw) if (worth := self.worth(part) or 0) > 0}
        if not keeps and self._nothing and len(throw) == ALL_DICE:
            keeps = {throw: self._nothing}
        most = max(keeps.values(), default=0) if self._most else 0
        return MappingProxyType(
            {keep: keeps[keep] for keep in sorted(keeps) if keeps[keep] >= most}
        )


def score_table(rules: Rules) -> ScoreTable:
    """The table of these rules, shared by all their games."""
    return _table(rules.counters, rules.keep == "all")


@lru_cache(TABLES)
def _table(counters: Counters, most: bool) -> ScoreTable:
    return ScoreTable(best_splits(counters.patterns()), nothing=counters.nothing, most=most)


def best_splits(patterns: Mapping[Dice, int]) -> dict[Dice, int]:
    """The best points of all dice, up to six, that split wholly into counters; () is worth 0."""
    best: dict[Dice, int] = {(): 0}
    for size in range(ALL_DICE):
        for dice in [dice for dice in best if len(dice) == size]:
            for counter, points in patterns.items():
                if size + len(counter) <= ALL_DICE:
                    whole = tuple(sorted(dice + counter))
                    best[whole] = max(best.get(whole, 0), best[dice] + points)
    return best


def best_keep(keeps: Keeps) -> Dice | None:
    """The keep worth most, of the fewest dice; None of a blank throw."""
    return max(keeps, key=lambda keep: (keeps[keep], -len(keep)), default=None)


def report(rules: Rules, throw: Dice) -> dict[str, object]:
    """A throw's worth as plain data: `best`, `blank`, `all` (keeping every die) and `keeps`."""
    keeps = score_table(rules)[throw]
    return {
        "best": max(keeps.values(), default=0),
        "blank": not keeps,
        "all": keeps.get(tuple(sorted(throw))),
        "keeps": [{"dice": list(dice), "points": points} for dice, points in keeps.items()],
    }


def _parts(throw: Dice) -> set[Dice]:
    """The different non-empty parts of a throw, each in rising order."""
    rising, sizes = sorted(throw), range(1, len(throw) + 1)
    return {part for size in sizes for part in combinations(rising, size)}
