"""What outlives a turn: the players' standing, and what one turn leaves to the next."""

from dataclasses import dataclass, replace

from rules.turn import Offer, Slot, Turn

_LATE = 5000  # own score from which a challenge uses the slot "after"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's standing."""

    score: int = 0
    on_board: bool = False  # has banked
    blanks: int = 0  # in a row, as the rules count them
    spent: tuple[Slot, ...] = ()  # challenges declared

    @property
    def slot(self) -> Slot:
        """The challenge that the present score may use."""
        return "before" if self.score < _LATE else "after"


@dataclass(frozen=True, slots=True)
class Table:
    """All that a turn finds when it starts."""

    seats: tuple[Seat, ...]
    previous: int = 0  # points banked in the turn just before; 0 for none
    offer: Offer | None = None  # what the starting turn may take over
    bonuses: int = 0  # last dice landed in this game
    turns_left: int | None = None  # the present one included; None until a score ends the game

    def with_seat(self, player: int, seat: Seat) -> "Table":
        seats = (*self.seats[:player], seat, *self.seats[player + 1 :])
        return Table(seats, self.previous, self.offer, self.bonuses, self.turns_left)

    def without_offer(self) -> "Table":
        return self if self.offer is None else replace(self, offer=None)

    def with_challenge(self, player: int) -> "Table":
        """The player has spent the slot of the present score."""
        seat = self.seats[player]
        return self.with_seat(player, replace(seat, spent=(*seat.spent, seat.slot)))

    def without_blanks(self, player: int) -> "Table":
        """The player's row of blanks is broken."""
        seat = self.seats[player]
        return self.with_seat(player, replace(seat, blanks=0)) if seat.blanks else self

    def banked(self, turn: Turn) -> "Table":
        """The turn's points are the player's, and taken from a challenged one."""
        seat = self.seats[turn.player]
        richer = Seat(seat.score + turn.points, True, 0, seat.spent)
        table = replace(self, previous=turn.points).with_seat(turn.player, richer)
        if turn.challenged is None:
            return table
        target = turn.challenged.target
        poorer = replace(self.seats[target], score=self.seats[target].score - turn.points)
        return table.with_seat(target, poorer)

    def lost(self, player: int, cost: int, blanks: int, offer: Offer | None) -> "Table":
        """The turn is lost: it costs points and leaves a row of blanks and perhaps an offer."""
        seat = self.seats[player]
        poorer = replace(seat, score=seat.score - cost, blanks=blanks)
        return replace(self, previous=0, offer=offer).with_seat(player, poorer)

    def wiped_out(self, player: int) -> "Table":
        """The player's score is gone, and nothing is left to take over."""
        seat = replace(self.seats[player], score=0, blanks=0)
        return replace(self, previous=0, offer=None).with_seat(player, seat)
