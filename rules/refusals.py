"""What is possible in a turn, and why something is not."""

from collections import Counter
from typing import Literal, NamedTuple

from rules.actions import Name
from rules.dice import Dice
from rules.setup import Setup
from rules.table import Table
from rules.turn import Phase, Turn

_STEP = 50  # between neighbouring numbers of points

KeepRefusal = Literal["nothing", "not_thrown", "dead", "pool_falls", "not_most"]
"""Why dice are no keep: none chosen · not in the throw · one makes no counter · the pool would
not rise · the throw is worth more and the rules want the most."""


class BankRefusal(NamedTuple):
    """Why the turn can not be banked now.

    nothing: it has no points · keep: dice of the throw come first · last_die: it must be thrown
    again · corner: all six must be thrown again · minimum, topping: too few points.
    """

    kind: Literal["nothing", "keep", "last_die", "corner", "minimum", "topping"]
    needed: int  # points that would do
    have: int  # points of the turn

    def __str__(self) -> str:
        match self.kind:
            case "nothing":
                return "the turn has no points to bank"
            case "keep":
                return "dice of the throw must be kept first"
            case "last_die":
                return "the last die must be thrown once more"
            case "corner":
                return "all six dice are frozen and must be thrown again"
        return f"banking needs {self.needed} points and the turn has {self.have}"


NOTHING = BankRefusal("nothing", 0, 0)


def legal_in(setup: Setup, table: Table, turn: Turn) -> tuple[Name, ...]:
    """The names of the legal actions, sorted."""
    match turn.phase:
        case "choose":
            return ("keep",)
        case "decide" if bank_refusal(setup, table, turn) is None:
            return ("bank", "roll")
        case "start":
            return _legal_at_start(setup, table, turn)
    return ("roll",)


def _legal_at_start(setup: Setup, table: Table, turn: Turn) -> tuple[Name, ...]:
    # A challenge declared in this turn has spent its slot and closed the offer.
    if turn.taken:
        return ("roll",)
    seat = table.seats[turn.player]
    legal: tuple[Name, ...] = ("roll",)
    if setup.rules.challenge and len(table.seats) > 1 and seat.slot not in seat.spent:
        legal = ("challenge", "roll")
    return (*legal, "take") if table.offer else legal


def points_needed(setup: Setup, table: Table, player: int) -> int:
    """The points with which the player may bank; 0 when any will do."""
    return max(_minimum(setup, table, player), _topping(setup, table))


def bank_refusal(setup: Setup, table: Table, turn: Turn) -> BankRefusal | None:
    """Why the turn can not be banked now, or None when it can."""
    minimum, topping = _minimum(setup, table, turn.player), _topping(setup, table)
    needed, have = max(minimum, topping), turn.points
    if turn.phase != "decide":
        return BankRefusal(_UNDECIDED[turn.phase], needed, have)
    if turn.free == 0 and setup.rules.full_six == "must_roll":
        return BankRefusal("corner", needed, have)
    if have < needed:
        return BankRefusal("topping" if topping > minimum else "minimum", needed, have)
    return None


_UNDECIDED: dict[Phase, Literal["nothing", "keep", "last_die"]] = {
    "start": "nothing",
    "choose": "keep",
    "last_die": "last_die",
}


def _minimum(setup: Setup, table: Table, player: int) -> int:
    rules = setup.rules
    return rules.minimum if table.seats[player].on_board else rules.opening_minimum


def _topping(setup: Setup, table: Table) -> int:
    topped = setup.rules.must_top_previous and table.previous
    return table.previous + _STEP if topped else 0


def keep_refusal(setup: Setup, turn: Turn, dice: Dice) -> KeepRefusal | None:
    """Why these dice can not be kept of the turn's throw, or None when they can."""
    if not dice:
        return "nothing"
    if Counter(dice) - Counter(turn.throw):
        return "not_thrown"
    keep, table = tuple(sorted(dice)), setup.table(turn.frozen)
    if keep in table[turn.throw]:
        return None
    worth = table.worth(keep)
    if worth is None:
        return "dead"
    return "not_most" if worth > 0 else "pool_falls"
