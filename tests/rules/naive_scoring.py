"""What dice are worth, written a second time: from the published tables, by trying everything.

Uses nothing of the rules but their names, so that a slip there is not repeated here.
"""

from collections import Counter
from functools import cache
from itertools import combinations

Dice = tuple[int, ...]

STRAIGHTS = {
    "zilch": {"123456": 1500},
    "zilch-10000": {"123456": 1500},
    "zilch-5000": {"123456": 1500},
    "diecimila": {"123456": 3000},
    "zilch-online": {"123456": 1500},
    "farkle-facebook": {"123456": 1500},
    "farkle-playmonster": {"123456": 1500},
    "farkle-cardgames": {"123456": 2500},
    "kcd": {"123456": 1500, "12345": 500, "23456": 750},
}
PAIRS_4_2_AND_6_TOO = {"zilch": 2000, "zilch-10000": 2000, "diecimila": 1000, "zilch-online": 1500}
PAIRS_AND_4_2 = {"farkle-playmonster": 1500, "farkle-cardgames": 1500}
DIFFERENT_PAIRS = {"farkle-facebook": 750}
TRIPLETS = {"zilch": 3000, "zilch-10000": 3000, "farkle-playmonster": 2500}
NOTHING = {"zilch-online": 500}


@cache
def keeps(preset: str, throw: Dice, pool: Dice = ()) -> dict[Dice, int]:
    """Every keep of a throw with what it adds to the pool of frozen dice, all in rising order."""
    parts = {part for n in range(1, len(throw) + 1) for part in combinations(throw, n)}
    before = whole(preset, pool) or 0
    after = {part: whole(preset, tuple(sorted(pool + part))) for part in parts}
    found = {part: points - before for part, points in after.items() if points is not None}
    rising = {part: points for part, points in found.items() if points > 0}
    if not rising and len(throw) == 6 and preset in NOTHING:
        return {throw: NOTHING[preset]}
    return rising


@cache
def whole(preset: str, dice: Dice) -> int | None:
    """The best points of dice split wholly into counters; None when one is in no counter."""
    if not dice:
        return 0
    splits = []
    for size in range(len(dice)):
        for others in combinations(range(1, len(dice)), size):
            group = (dice[0], *(dice[i] for i in others))
            rest = tuple(dice[i] for i in range(1, len(dice)) if i not in others)
            points, remaining = counter(preset, group), whole(preset, rest)
            if points and remaining is not None:
                splits.append(points + remaining)
    return max(splits, default=None)


@cache
def counter(preset: str, dice: Dice) -> int:
    """The points of dice in rising order that are one counter, 0 of others."""
    of_a_kind = kind(preset, dice[0], len(dice)) if len(set(dice)) == 1 else 0
    straight = STRAIGHTS[preset].get("".join(map(str, dice)), 0)
    return max(of_a_kind, straight, six(preset, dice) if len(dice) == 6 else 0)


def kind(preset: str, face: int, count: int) -> int:
    """The points of so many equal dice."""
    three_1s = 300 if preset == "farkle-playmonster" else 1000
    triple = three_1s if face == 1 else 100 * face
    if count < 3:
        return {(1, 1): 100, (5, 1): 50}.get((face, count), 0)
    if count == 3:
        return triple
    match preset:
        case "zilch":
            return 1000 * count
        case "zilch-online" | "kcd":
            return triple << count - 3
        case "farkle-facebook":
            return triple * (count - 2)
        case "farkle-playmonster" | "farkle-cardgames":
            return 1000 * (count - 3)
    return 0


def six(preset: str, dice: Dice) -> int:
    """The points of pairs and triplets of six dice."""
    points, counts = 0, sorted(Counter(dice).values())
    if all(count % 2 == 0 for count in counts):
        points = max(points, PAIRS_4_2_AND_6_TOO.get(preset, 0))
    if counts in ([2, 2, 2], [2, 4]):
        points = max(points, PAIRS_AND_4_2.get(preset, 0))
    if counts == [2, 2, 2]:
        points = max(points, DIFFERENT_PAIRS.get(preset, 0))
    if all(count % 3 == 0 for count in counts):
        points = max(points, TRIPLETS.get(preset, 0))
    return points


def rising(dice: Dice) -> Dice:
    return tuple(sorted(dice))
