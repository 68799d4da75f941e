"""Real dice entered by hand, as many of each face as there are.

The faces stand in a row, and KEEP takes one more die of the one under the cursor. Dice are counted
and not gone through: six of them need eleven presses at most, ten or eleven on average.
"""

from dataclasses import dataclass, replace

MENU = 0  # the cursor's stop left of the faces
LAST = 6


@dataclass(frozen=True, slots=True)
class HandEntry:
    """Which dice of `count` have been entered, in that order, and the face under the cursor."""

    count: int
    dice: tuple[int, ...] = ()
    face: int = 1

    @property
    def missing(self) -> int:
        """How many dice are still to be entered."""
        return self.count - len(self.dice)

    def resumed(self, dice: tuple[int, ...], face: int) -> "HandEntry":
        """With these dice entered before, if they leave any missing."""
        return replace(self, dice=dice[: self.count - 1], face=face % (LAST + 1))

    def moved(self, by: int) -> "HandEntry":
        """The cursor some faces on; the menu is between 6 and 1."""
        return replace(self, face=(self.face + by) % (LAST + 1))

    def taking(self) -> "HandEntry":
        """One more die of the face under the cursor."""
        if self.face == MENU or not self.missing:
            raise ValueError(f"no die can be taken on stop {self.face}, {self.missing} are missing")
        return replace(self, dice=(*self.dice, self.face))

    def without_last(self) -> "HandEntry":
        """The die that was entered last taken back, and the cursor on its face."""
        return replace(self, dice=self.dice[:-1], face=self.dice[-1])
