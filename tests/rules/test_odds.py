"""Exact odds: every throw of one to six dice, by each preset."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import naive_scoring
import pytest

from rules import Rules, load, preset_names
from rules.counters import Counters, Straight
from rules.dice import FACES, Dice
from rules.scoring import score_table

COUNTS = range(1, 7)
KEPT_WHOLE = {  # of the throws of so many dice, how many can be kept to the last die
    "zilch": (2, 4, 12, 52, 236, 3936),
    "zilch-10000": (2, 4, 12, 48, 192, 3768),
    "zilch-5000": (2, 4, 12, 48, 192, 1548),
    "diecimila": (2, 4, 12, 48, 192, 3768),
    "zilch-online": (2, 4, 12, 52, 236, 5016),
    "farkle-facebook": (2, 4, 12, 52, 236, 3636),
    "farkle-playmonster": (2, 4, 12, 52, 236, 3936),
    "farkle-cardgames": (2, 4, 12, 52, 236, 3936),
    "kcd": (2, 4, 12, 52, 476, 2916),
}
BLANK_SIX = {"zilch-5000": 1440, "kcd": 1440, "zilch-online": 0}  # else 1080, with three pairs
MEAN_BEST_OF_SIX = {
    "zilch": Fraction(388_375, 648),
    "zilch-10000": Fraction(61_625, 144),
    "zilch-5000": Fraction(284_875, 864),
    "diecimila": Fraction(1_516_225, 3888),
    "zilch-online": Fraction(1_661_875, 3888),
    "farkle-facebook": Fraction(737_875, 1944),
    "farkle-playmonster": Fraction(1_510_625, 3888),
    "farkle-cardgames": Fraction(1_675_625, 3888),
    "kcd": Fraction(258_625, 648),
}

DOUBLING = Counters(
    kinds=(
        (100, 0, 0, 0, 50, 0),
        (0, 0, 0, 0, 0, 0),
        (1000, 200, 300, 400, 500, 600),
        (2000, 400, 600, 800, 1000, 1200),
        (4000, 800, 1200, 1600, 2000, 2400),
        (8000, 1600, 2400, 3200, 4000, 4800),
    ),
    straights=(Straight(1, 6, 1500),),
    three_pairs=1500,
    three_pairs_repeat=False,
)


class Odds(NamedTuple):
    """Of all throws of so many dice."""

    blank: int  # throws
    kept_whole: int  # throws
    mean_best: Fraction  # points


def odds(keeps_of: Callable[[Dice], Mapping[Dice, int]], count: int) -> Odds:
    """By enumeration."""
    throws = blank = kept_whole = points = 0
    for throw in product(FACES, repeat=count):
        keeps = keeps_of(throw)
        throws += 1
        blank += not keeps
        kept_whole += naive_scoring.rising(throw) in keeps
        points += max(keeps.values(), default=0)
    return Odds(blank, kept_whole, Fraction(points, throws))


@cache
def odds_by(preset: str) -> list[Odds]:
    table = score_table(load(preset))
    return [odds(table.__getitem__, count) for count in COUNTS]


def odds_written_a_second_time(preset: str) -> list[Odds]:
    def keeps_of(throw: Dice) -> Mapping[Dice, int]:
        return naive_scoring.keeps(preset, naive_scoring.rising(throw))

    return [odds(keeps_of, count) for count in COUNTS]


@pytest.mark.parametrize("preset", preset_names())
def test_the_odds_are_those_of_an_independent_count(preset: str) -> None:
    assert odds_by(preset) == odds_written_a_second_time(preset)


@pytest.mark.parametrize("preset", preset_names())
def test_the_odds_are_these_figures(preset: str) -> None:
    of_each = odds_by(preset)
    assert [of.blank for of in of_each] == [4, 16, 60, 204, 600, BLANK_SIX.get(preset, 1080)]
    assert tuple(of.kept_whole for of in of_each) == KEPT_WHOLE[preset]
    assert of_each[-1].mean_best == MEAN_BEST_OF_SIX[preset]


def test_doubling_kinds_are_worth_what_icepool_says() -> None:
    icepool = pytest.importorskip("icepool", reason="icepool is not installed")

    class BestScore(icepool.MultisetEvaluator):  # type: ignore[name-defined,misc]
        def next_state(self, state: Any, order: Any, face: int, /, *counts: int) -> Any:
            points, seen = state or (0, ())
            return points + doubled(face, counts[0]), (*seen, *counts)

        def final_outcome(self, state: Any, order: Any, faces: Any, /, *sizes: int) -> Any:
            points, seen = state
            three_pairs_or_straight = sorted(seen) in ([0, 0, 0, 2, 2, 2], [1, 1, 1, 1, 1, 1])
            return max(points, 1500) if three_pairs_or_straight else points

    theirs = BestScore().evaluate(icepool.d6.pool(6))
    ours = score_table(Rules(DOUBLING))
    best = Counter(max(ours[throw].values(), default=0) for throw in product(FACES, repeat=6))
    assert best == {points: theirs.quantity(points) for points in theirs}
    assert theirs.mean() == Fraction(266_125, 648)
    assert theirs.probability(0) == Fraction(5, 216)


def doubled(face: int, count: int) -> int:
    """The points of so many equal dice, each after the third doubling them."""
    if count < 3:
        return {1: 100, 5: 50}.get(face, 0) * count
    return (1000 if face == 1 else 100 * face) << count - 3
