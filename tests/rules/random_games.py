"""Games of any rules, any number of players and any luck, for hypothesis."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules import (
    SWITCHES,
    Action,
    Bank,
    Challenge,
    Game,
    Keep,
    Roll,
    RulesError,
    Switch,
    Take,
    preset_names,
)
from rules.dice import Dice
from rules.record import Header

TARGETS = st.sampled_from([100, 500, 1000, 3000, 6000, 10_000])  # low ones are often tied at
POINTS = st.sampled_from([0, 300, 500])
LONGEST = 250  # actions; a game need not end
MOST_PLAYERS = 16
LUCK = ("123456", "123456", "1256", "15", "1", "2346", "22256", "6")  # faces that a throw may show


def _values_of(switch: Switch) -> st.SearchStrategy[Any]:
    if switch.numbers and switch.numbers.most:
        return st.integers(switch.numbers.least, switch.numbers.most)
    if switch.numbers:
        return POINTS
    return st.sampled_from(switch.choices or (False, True))


def _is_playable(header: Header) -> bool:
    """Whether no minimum is above the target."""
    try:
        header.game()
    except RulesError:
        return False
    return True


_values = {switch.name: _values_of(switch) for switch in SWITCHES if switch.name != "target"}

_some = st.fixed_dictionaries({"target": TARGETS}, optional=_values)
_all = st.fixed_dictionaries({"target": TARGETS} | _values)
headers = st.builds(
    Header,
    rules=st.sampled_from(preset_names()),
    players=(st.integers(1, 4) | st.integers(1, MOST_PLAYERS)).map(lambda count: ("Aino",) * count),
    options=_some | _all,
).filter(_is_playable)
seeds = st.integers(0, 2**32)


def steps(header: Header, seed: int) -> Iterator[tuple[Game, Action, Game]]:
    """Each action of a game played at random, with the games before and after it."""
    random, game = Random(seed), header.game()
    table = Table(random)
    for _ in range(LONGEST):
        if game.phase == "over":
            return
        action = table.action(game)
        after = game.apply(action)
        yield game, action, after
        game = after


class Table:
    """Players of one mind, with luck of one kind."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._luck = random.choices(LUCK, k=3)
        self._timid = random.random() < 0.3  # they keep little and bank at once, and often tie

    def action(self, game: Game) -> Action:
        """One of the legal actions."""
        legal = game.legal
        match "bank" if self._timid and "bank" in legal else self._random.choice(legal):
            case "keep":
                return Keep(self._keep(game))
            case "roll":
                return Roll(self._dice(game.dice_to_throw))
            case "challenge":
                others = [seat for seat in range(len(game.players)) if seat != game.player]
                return Challenge(self._random.choice(others))
            case "take":
                return Take()
        return Bank()

    def _dice(self, count: int) -> Dice:
        faces = self._random.choice(self._luck)
        return tuple(int(face) for face in self._random.choices(faces, k=count))

    def _keep(self, game: Game) -> Dice:
        """Any keep, often one of most points or most dice, in any order."""
        keeps = sorted(game.keeps, key=lambda keep: (game.keeps[keep], keep))
        some = [keeps[-1], max(keeps, key=len), self._random.choice(keeps)]
        dice = keeps[0] if self._timid else self._random.choice(some)
        return tuple(self._random.sample(dice, len(dice)))
