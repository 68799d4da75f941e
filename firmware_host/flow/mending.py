"""Dice that were read from the table, while a player looks whether they were read right."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.dice import FACES

MENU = 0  # the stop left of the faces
LAST = 6
CERTAIN = 60  # percent; the sensor's word for a face counts for nothing below


@dataclass(frozen=True, slots=True)
class Mending:
    """The dice as read and as put right, and which of them is being looked at.

    ◀▶ change the face of that die, and KEEP goes on to the next, the least certain first.
    """

    read: tuple[int | None, ...]  # None for a die that was not read
    known: tuple[int | None, ...]  # of those, what the sensor's word counts for
    dice: tuple[int | None, ...]
    order: tuple[int, ...]  # the dice's places, the least certain first
    step: int = 0  # in that order
    on_menu: bool = False

    @staticmethod
    def of(
        dice: Sequence[int | None], sure: Sequence[int] = (), certain: int = CERTAIN
    ) -> "Mending":
        """Begin with the die that is least certain; `sure` is in percent, one for each die.

        One that is less than `certain` is to be entered.
        """
        percents = [*sure, *[100] * (len(dice) - len(sure))]
        known = tuple(
            face if percent >= certain else None
            for face, percent in zip(dice, percents, strict=True)
        )
        order = sorted(
            range(len(dice)), key=lambda place: (known[place] is not None, percents[place])
        )
        return Mending(tuple(dice), known, known, tuple(order))

    @property
    def place(self) -> int:
        """The die that is looked at."""
        return self.order[self.step]

    @property
    def face(self) -> int | None:
        """Its face; None while nobody knows it."""
        return self.dice[self.place]

    @property
    def is_whole(self) -> bool:
        return None not in self.dice

    @property
    def is_changed(self) -> bool:
        """Whether a player put a die right, or entered it."""
        return self.dice != self.known

    def turned(self, by: int) -> "Mending":
        """The die's next face, or the one before; the menu is between 6 and 1."""
        if self.face is None:
            return self._with(self._first(by))
        stop = MENU if self.on_menu else self.face
        following = (stop + by) % (LAST + 1)
        if following == MENU:
            return replace(self, on_menu=True)
        return self._with(following)

    def _first(self, by: int) -> int:
        """The face to begin with: what was read however badly, else one of the ends."""
        return self.read[self.place] or (1 if by > 0 else LAST)

    def _with(self, face: int) -> "Mending":
        dice = tuple(face if at == self.place else die for at, die in enumerate(self.dice))
        return replace(self, dice=dice, on_menu=False)

    @property
    def mark(self) -> dict[str, object]:
        """What `resumed` needs of it, as JSON has it."""
        looked_at = {"step": self.step, "on_menu": self.on_menu}
        return {"read": list(self.read), "dice": list(self.dice), **looked_at}

    def resumed(self, mark: object) -> "Mending":
        """As it was left, where these dice were left then."""
        match mark:
            case {"read": [*read], "dice": [*dice], "step": int(step), "on_menu": bool(on_menu)}:
                same = tuple(read) == self.read and len(dice) == len(self.dice)
                if same and all(die in (None, *FACES) for die in dice):
                    left = replace(self, dice=tuple(dice), step=step % len(self.order))
                    return replace(left, on_menu=on_menu and left.face is not None)
        return self

    def following(self) -> "Mending":
        """On to the next die."""
        return replace(self, step=(self.step + 1) % len(self.order), on_menu=False)
