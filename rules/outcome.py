"""What the last action brought: facts for a screen or a summary, beside the state itself."""

from typing import NamedTuple

from rules.dice import Dice


class Kept(NamedTuple):
    player: int
    points: int  # of the kept dice
    taken: int  # points taken over that joined the turn
    bonus: int  # of the last die


class Missed(NamedTuple):
    """The last die is blank and must be thrown once more."""

    player: int
    dice: Dice


class Blank(NamedTuple):
    """The turn is lost."""

    player: int
    dice: Dice
    lost: int  # points that were at risk, taken over ones included
    penalty: int  # for three blanks in a row
    challenge_cost: int  # for a lost challenge
    pool_falls: bool  # some dice make counters with the frozen ones, but for no more points

    @property
    def cost(self) -> int:
        """What the player's score lost."""
        return self.penalty + self.challenge_cost


class WipedOut(NamedTuple):
    """Too many 2s: the whole score is gone."""

    player: int
    dice: Dice
    lost: int  # the score


class Banked(NamedTuple):
    player: int
    points: int
    challenged: int | None  # the seat that they were taken from


class SixAlike(NamedTuple):
    """Six equal dice won the game."""

    player: int
    dice: Dice


class ThrewOff(NamedTuple):
    """A throw of a roll-off; the round is complete when `thrown` has as many as `tied`."""

    player: int
    dice: Dice
    tied: tuple[int, ...]  # seats, in the order of their throws
    thrown: tuple[int, ...]  # points in this round so far, this throw's last


Outcome = Kept | Missed | Blank | WipedOut | Banked | SixAlike | ThrewOff
