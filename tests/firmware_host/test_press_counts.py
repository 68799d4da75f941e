"""How many presses real dice cost: six of them entered by hand, and one put right.

Every throw counts as often as it falls, and goes through the real flow and the real buttons.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import factorial, prod

import pytest
from flow_presses import Player

from firmware_host.view import ByHand, Check, Choose
from hw.events import HOLDS, KEYS, Key, Profile

FACES = range(1, 7)
THROWS = 6**6

NEXT: Mapping[Profile, Key] = {"five": "right", "three": "next"}
TAKE: Mapping[Profile, Key] = {"five": "keep", "three": "ok"}

every_profile = pytest.mark.parametrize("profile", KEYS)


# -- six dice -------------------------------------------------------------------------------------


def begins(profile: Profile) -> tuple[Key, Key]:
    """From attract to the first turn."""
    return ("ok", "ok") if profile == "three" else ("roll", "roll")


def sorted_throws() -> Iterator[tuple[tuple[int, ...], int]]:
    """Every throw of six dice in rising order, with how often it falls in THROWS."""
    for dice in combinations_with_replacement(FACES, 6):
        yield dice, factorial(6) // prod(map(factorial, Counter(dice).values()))


def entered(player: Player, dice: tuple[int, ...]) -> int:
    """Enter a throw as a person would, from the lowest face to the highest; the presses it took."""
    start = player.presses
    for face in dice:
        if player.profile == "hold-six":
            player.press(HOLDS[face - 1])
            continue
        while isinstance(body := player.view.body, ByHand) and body.face != face:
            player.press(NEXT[player.profile])
        player.press(TAKE[player.profile])
    assert player.flow.newest_throw == dice
    return player.presses - start


@cache
def counts(profile: Profile) -> Counter[int]:
    """How many of all throws of six dice take how many presses."""
    player = Player(profile, dice="hand")
    player.press(*begins(profile), *begins(profile)[:1])
    assert isinstance(player.view.body, ByHand)
    found: Counter[int] = Counter()
    for dice, times in sorted_throws():
        with player.tried():
            found[entered(player, dice)] += times
    return found


def mean(found: Counter[int]) -> float:
    return float(Fraction(sum(presses * times for presses, times in found.items()), found.total()))


@every_profile
def test_six_dice_are_entered_with_eleven_presses_at_most(profile: Profile) -> None:
    assert counts(profile).total() == THROWS
    assert max(counts(profile)) <= 11


@pytest.mark.parametrize(
    ("profile", "presses"), [("five", 10.56), ("three", 10.56), ("hold-six", 6)]
)
def test_six_dice_are_entered_with_so_many_presses_on_average(
    profile: Profile, presses: float
) -> None:
    assert mean(counts(profile)) == pytest.approx(presses, abs=0.005)


# -- one die of a throw that the sensor read ------------------------------------------------------

LEAST = 3  # the place of the die that the sensor is least certain of
ASKED, UNKNOWN, CERTAIN = 72, 31, 97  # percent, of that die


def misread(profile: Profile, seen: int, true: int, sure: int) -> tuple[Player, tuple[int, ...]]:
    """A player before a throw of which one die was misread, and the throw as it fell."""
    player = Player(profile, dice="sensor")
    player.press(*begins(profile))
    fell, read = [2, 3, 1, true, 4, 4], [2, 3, 1, seen, 4, 4]
    player.reads(tuple(read), (98, 98, 98, sure, 98, 98))
    return player, tuple(fell)


def mended(player: Player, fell: tuple[int, ...]) -> int:
    """Put right the die that is least certain; the presses that it took."""
    start = player.presses
    if isinstance(player.view.body, Choose):  # it was taken for certain
        player.press(*pencil(player))
    while isinstance(body := player.view.body, Check) and body.dice[LEAST] != fell[LEAST]:
        player.press(towards(player.profile, body.dice[LEAST], fell[LEAST]))
    while isinstance(player.view.body, Check):
        player.press("ok" if player.profile == "three" else "roll")
    assert player.flow.newest_throw == fell
    return player.presses - start


def pencil(player: Player) -> tuple[Key, ...]:
    """The way to ✎."""
    if player.profile == "hold-six":
        return (HOLDS[player.view.labels.index("pencil")],)
    return ("next", "ok") if player.profile == "three" else ("keep",)


def towards(profile: Profile, seen: int | None, face: int) -> Key:
    """The press that turns the die; ☰ lies between 6 and 1."""
    if profile == "hold-six":
        return HOLDS[LEAST]
    if profile == "three":
        return "next"
    return "left" if seen and (face - seen) % 7 > 3 else "right"


def all_misread(profile: Profile, sure: int) -> Counter[int]:
    """How many of all wrong faces take how many presses."""
    pairs = permutations(FACES, 2)
    return Counter(mended(*misread(profile, seen, true, sure)) for seen, true in pairs)


@pytest.mark.parametrize("profile", ["five", "hold-six"])
@pytest.mark.parametrize(("sure", "presses"), [(ASKED, 2), (UNKNOWN, 3), (CERTAIN, 3)])
def test_a_six_that_was_read_as_a_five_takes_three_presses_at_most(
    profile: Profile, sure: int, presses: int
) -> None:
    assert mended(*misread(profile, seen=5, true=6, sure=sure)) == presses


def test_a_die_that_is_only_guessed_at_takes_two_presses_where_the_guess_is_right() -> None:
    for profile in ("five", "hold-six"):
        for face in FACES:
            assert mended(*misread(profile, face, face, UNKNOWN)) == 2


@pytest.mark.parametrize(
    ("profile", "asked", "unknown", "certain"),
    [("five", (3.0, 4), (4.0, 5), (4.0, 5)), ("hold-six", (4.0, 6), (5.0, 7), (5.0, 7))],
)
def test_any_wrong_face_takes_a_few_presses_on_average_and_at_most(
    profile: Profile,
    asked: tuple[float, int],
    unknown: tuple[float, int],
    certain: tuple[float, int],
) -> None:
    for sure, expected in ((ASKED, asked), (UNKNOWN, unknown), (CERTAIN, certain)):
        found = all_misread(profile, sure)
        assert (mean(found), max(found)) == expected


def test_with_three_buttons_the_stop_on_roll_costs_three_presses_more() -> None:
    found = all_misread("three", ASKED)
    assert (mean(found), max(found)) == (6.5, 9)
