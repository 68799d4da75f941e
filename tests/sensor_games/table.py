"""The people's side of the table: which dice truly lie there, and what the sensor makes of them."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from hw.fakes.tray import ScriptedTray

FACES = range(1, 7)

Misread = Iterable[tuple[int, int]]
"""Places of dice that the sensor takes for others, and how sure it is of each in percent."""


@dataclass
class Throw:
    """Dice that people threw, or that the box threw for them."""

    faces: list[int]  # as they truly lie, in the order in which the sensor tells of them
    seen: list[int | None] = field(default_factory=list)  # what the sensor makes of each
    sure: list[int] = field(default_factory=list)  # percent; 0 for a die that it can't read
    thrown_by: str = "sensor"
    counted: bool = False  # the box has shown it as a throw of the game
    asked: bool = False  # the box has asked about it
    mended: bool = False  # after it counted
    tries: int = 0  # remedies for it so far

    def is_recorded_as(self, dice: list[int], source: str | None) -> bool:
        """Whether a record with these dice, and who threw them, is true."""
        return dice == self.faces and source in self._sources

    @property
    def wrong(self) -> int:
        """How many dice the sensor took for others."""
        return sum(seen != face for face, seen in zip(self.faces, self.seen, strict=True))

    @property
    def _sources(self) -> tuple[str, ...]:
        if self.thrown_by != "sensor":
            return (self.thrown_by,)
        if self.mended:
            return ("mended",)
        # A throw that was asked about may have been put right with the buttons.
        return ("sensor", "mended") if self.asked else ("sensor",)

    def wrong_unasked(self, least: int) -> int:
        """Dice that the box took for others, though the sensor told that it was not sure."""
        if self.asked or self.thrown_by != "sensor":
            return 0
        dice = zip(self.faces, self.seen, self.sure, strict=True)
        return sum(seen != face and sure < least for face, seen, sure in dice)


class Table:
    """The tray, and the throw that people have just made or still wait to see on the screen."""

    def __init__(self, tray: ScriptedTray, chance: random.Random) -> None:
        self.tray = tray
        self.chance = chance
        self.throw: Throw | None = None
        self.thrown: list[Throw] = []  # every throw of the game that the box has shown
        self.physical = 0  # throws of any kind
        self.void = 0  # that people made anew before they counted
        self.set_aside = 0  # dice that lie in front of the throw, as those of `extra`

    def begin_game(self) -> None:
        self.thrown, self.throw = [], None

    def faces(self, count: int) -> list[int]:
        return [self.chance.choice(FACES) for _ in range(count)]

    def cast(self, count: int, ms: int, beside: int = 0, misread: Misread = ()) -> Throw:
        """Throw so many dice; `beside` are those of an earlier throw that were left there."""
        throw = self._new(self.faces(count))
        for place, _ in misread:
            others = [face for face in FACES if face != throw.faces[place]]
            throw.seen[place] = self.chance.choice(others)
        self.tray.throw(*[seen or 1 for seen in throw.seen], ms=ms, beside=beside > 0)
        self.set_aside = beside
        for place, sure in misread:
            self.doubt(place, sure)
        return throw

    def place(self, count: int) -> Throw:
        """Lay so many dice down, which is as good as a throw to those who play so."""
        throw = self._new(self.faces(count))
        self.tray.place(*throw.faces)
        self.set_aside = 0
        return throw

    def by_hand(self, count: int) -> Throw:
        """Throw so many dice where no sensor sees them."""
        throw = self._new(sorted(self.faces(count)))
        throw.thrown_by = "hand"
        return throw

    def by_box(self, dice: tuple[int, ...]) -> Throw:
        """The box has thrown."""
        self._void()
        self.throw = Throw([*dice], thrown_by="seed")
        return self.throw

    def forget(self) -> None:
        """The throw is done with."""
        self.throw = None

    def count(self) -> Throw:
        """The box shows the throw as one of the game."""
        assert self.throw is not None, "a throw is on the screen that nobody made"
        if not self.throw.counted:
            self.throw.counted = True
            self.thrown.append(self.throw)
        return self.throw

    def _void(self) -> None:
        if self.throw and not self.throw.counted:
            self.void += 1
        self.throw = None

    def _new(self, faces: list[int]) -> Throw:
        self._void()
        self.physical += 1
        self.throw = Throw(faces, [*faces], [98] * len(faces))
        return self.throw

    # -- what the sensor makes of the throw -----------------------------------------------------

    def doubt(self, place: int, sure: int) -> None:
        """The sensor is only so sure of a die."""
        self._present.sure[place] = sure
        self.tray.doubt(self._at(place), sure)

    def lean(self, place: int, stacked: bool) -> None:
        """The sensor can't read a die."""
        throw = self._present
        throw.seen[place], throw.sure[place] = None, 0
        (self.tray.stack if stacked else self.tray.lean)(self._at(place))

    def lay_flat(self) -> None:
        """A hand puts right each die that can't be read."""
        throw = self._present
        for place, seen in enumerate(throw.seen):
            if seen is None:
                throw.seen[place], throw.sure[place] = throw.faces[place], 98
                self.tray.nudge(self._at(place), throw.faces[place])

    def miss(self) -> None:
        """The last die stays in the tower."""
        self.tray.miss(self._at(len(self._present.faces) - 1))

    def drop(self, thrown: bool) -> None:
        """It comes out at last, or a hand lays it down."""
        face = self._present.faces[-1]
        if thrown:
            self.tray.throw(face, beside=True)
        else:
            self.tray.place(face)

    def take_out(self) -> None:
        """A hand takes out the dice that are not of the throw."""
        if self.set_aside:
            self.tray.take(*range(self.set_aside))
        self.set_aside = 0

    @property
    def _present(self) -> Throw:
        assert self.throw is not None
        return self.throw

    def _at(self, place: int) -> int:
        return self.set_aside + place
