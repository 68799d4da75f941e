"""What outlives a turn: the players' standing, and what one turn leaves to the next."""

from typing import NamedTuple

from rules.turn import Offer, Slot, Turn

_LATE = 5000  # own score from which a challenge uses the slot "after"


class Seat(NamedTuple):
    """One player's standing."""

    score: int = 0
    on_board: bool = False  # has banked
    blanks: int = 0  # in a row, as the rules count them
    spent: tuple[Slot, ...] = ()  # challenges declared

    @property
    def slot(self) -> Slot:
        """The challenge that the present score may use."""
        return "before" if self.score < _LATE else "after"


class Table(NamedTuple):
    """All that a turn finds when it starts."""

    seats: tuple[Seat, ...]
    previous: int = 0  # points banked in the turn just before; 0 for none
    offer: Offer | None = None  # what the starting turn may take over
    bonuses: int = 0  # last dice landed in this game
    turns_left: int | None = None  # the present one included; None until a score ends the game

    def with_seat(self, player: int, seat: Seat) -> "Table":
        return self._replace(seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))

    def with_points(self, player: int, points: int) -> "Table":
        """The player's score changed by so many points."""
        seat = self.seats[player]
        return self.with_seat(player, seat._replace(score=seat.score + points))

    def without_offer(self) -> "Table":
        return self if self.offer is None else self._replace(offer=None)

    def with_challenge(self, player: int) -> "Table":
        """The player has spent the slot of the present score."""
        seat = self.seats[player]
        return self.with_seat(player, seat._replace(spent=(*seat.spent, seat.slot)))

    def without_blanks(self, player: int) -> "Table":
        """The player's row of blanks is broken."""
        seat = self.seats[player]
        return self.with_seat(player, seat._replace(blanks=0)) if seat.blanks else self

    def banked(self, turn: Turn) -> "Table":
        """The turn's points are the player's, and taken from a challenged one."""
        seat = self.seats[turn.player]._replace(on_board=True, blanks=0)
        table = self._replace(previous=turn.points).with_seat(turn.player, seat)
        table = table.with_points(turn.player, turn.points)
        return table.with_points(turn.challenged.target, -turn.points) if turn.challenged else table

    def lost(self, player: int, cost: int, blanks: int, offer: Offer | None) -> "Table":
        """The turn is lost: it costs points and leaves a row of blanks and perhaps an offer."""
        seat = self.seats[player]._replace(blanks=blanks)
        table = self._replace(previous=0, offer=offer).with_seat(player, seat)
        return table.with_points(player, -cost)

    def wiped_out(self, player: int) -> "Table":
        """The player's score is gone, and nothing is left to take over."""
        seat = self.seats[player]._replace(score=0, blanks=0)
        return self._replace(previous=0, offer=None).with_seat(player, seat)
