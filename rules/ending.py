"""How a turn gives way to the next, and how a game ends."""

from dataclasses import dataclass
from typing import ClassVar

from rules.ruleset import Rules
from rules.table import Table
from rules.turn import Phase, Turn


@dataclass(frozen=True, slots=True)
class RollOff:
    """Tied leaders throw six dice each, in seat order; the best throw wins."""

    phase: ClassVar[Phase] = "roll_off"
    tied: tuple[int, ...]  # seats
    thrown: tuple[int, ...] = ()  # points of this round so far, in the order of `tied`

    @property
    def player(self) -> int:
        return self.tied[len(self.thrown)]

    def after(self, points: int) -> "RollOff | Over":
        """The stage after the player's throw was worth so much."""
        thrown = (*self.thrown, points)
        if len(thrown) < len(self.tied):
            return RollOff(self.tied, thrown)
        best = max(thrown)
        still = tuple(seat for seat, of in zip(self.tied, thrown, strict=True) if of == best)
        return RollOff(still) if len(still) > 1 else Over(self.player, still)


@dataclass(frozen=True, slots=True)
class Over:
    phase: ClassVar[Phase] = "over"
    player: int  # the last to move
    winners: tuple[int, ...]  # seats


Stage = Turn | RollOff | Over


def after_turn(rules: Rules, table: Table, player: int) -> tuple[Table, Stage]:
    """What follows the player's turn, its points settled on the table."""
    left = _turns_left(rules, table, player)
    if left == 0:
        return table, _end(rules, table, player)
    if left != table.turns_left:
        table = table._replace(turns_left=left)
    return table, Turn((player + 1) % len(table.seats))


def _turns_left(rules: Rules, table: Table, player: int) -> int | None:
    if table.turns_left is not None:
        return table.turns_left - 1
    if not _reached(rules, table.seats[player].score):
        return None
    others = len(table.seats) - 1
    return {"one_each": others, "complete_round": others - player, "none": 0}[rules.last_turns]


def _reached(rules: Rules, score: int) -> bool:
    return score > rules.target or (score == rules.target and rules.reach == "reach")


def _end(rules: Rules, table: Table, player: int) -> RollOff | Over:
    best = max(seat.score for seat in table.seats)
    leaders = tuple(number for number, seat in enumerate(table.seats) if seat.score == best)
    if len(leaders) > 1 and rules.tie == "roll_off":
        return RollOff(leaders)
    return Over(player, leaders)
