"""One turn: what is at risk, and which dice are frozen."""

from typing import Literal, NamedTuple

from rules.dice import ALL_DICE, Dice

Phase = Literal["start", "choose", "decide", "last_die", "roll_off", "over"]
Slot = Literal["before", "after"]
"""A player's two challenges: under 5000 points of the own score, and from there on."""

CHALLENGE_COST: dict[Slot, int] = {"before": 600, "after": 2000}
"""What losing a challenge costs."""


class Offer(NamedTuple):
    """A lost turn that the next player may take over: its points, and the dice of its blank."""

    points: int
    dice: int


class Challenged(NamedTuple):
    """The turn is played for the points of the player in seat `target`."""

    target: int
    slot: Slot


class Turn(NamedTuple):
    """A turn between two actions.

    start ──roll──▶ choose ──keep──▶ decide ──roll──▶ choose …     decide ──bank──▶ next turn
    any roll that is blank ──▶ next turn, or ──▶ last_die ──roll──▶ choose or next turn
    """

    player: int
    phase: Phase = "start"
    points: int = 0  # at risk; 0 until the first keep
    free: int = ALL_DICE  # dice not frozen, those just thrown included
    frozen: Dice = ()  # by this player, in this set
    throw: Dice = ()  # to keep from, in the order thrown
    taken: int = 0  # points taken over, which join with the first keep
    challenged: Challenged | None = None

    @property
    def dice_to_throw(self) -> int:
        """How many dice the next throw has: all six again when all are frozen."""
        return self.free or ALL_DICE

    @property
    def stake(self) -> int:
        """The points that a blank loses."""
        return self.points + self.taken

    def before_throw(self) -> "Turn":
        """With all six dice free again when all were frozen: the corner starts a new set."""
        return self if self.free else self._replace(free=ALL_DICE, frozen=())

    def with_throw(self, dice: Dice) -> "Turn":
        """A throw to keep from."""
        return self._replace(phase="choose", throw=dice)

    def with_keep(self, dice: Dice, points: int) -> "Turn":
        """Dice of the throw frozen for so many points; points taken over join."""
        return self._replace(
            phase="decide",
            points=self.points + self.taken + points,
            free=self.free - len(dice),
            frozen=self.frozen + dice,
            throw=(),
            taken=0,
        )
