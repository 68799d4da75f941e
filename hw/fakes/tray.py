"""A tray whose dice a test or a person sets, and a reader with the faults of real ones."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from hw.sensor.device.reader import Look, Reader

TUMBLE = 1400  # ms that thrown dice move
HAND = 300  # ms that a hand is in the tray
SURE = 98  # percent
LUX = 212
ROW = 6  # dice; per mille of the tray:
STEP = 140, 200
START = 120, 200
SHIFT = 53, 37  # from throw to throw, so that no die comes to lie where one has lain


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die as it lies, and how the reader sees it."""

    face: int
    spot: tuple[int, int]
    sure: int = SURE
    trouble: str = ""  # cocked or stacked: its face cannot be read


class ScriptedTray(Reader):
    """What is done to the dice begins with the next look; a die is named by its place, from 0.

    May be used from another thread than the sensor's. The reader's faults stay until undone.
    """

    dice = 6
    caps = "conf,pos,lux"

    def __init__(self) -> None:
        self.from_below = False  # the camera sees the other side of each die: 7 − face
        self.six_as_five = False
        self.blind = ""  # light, lid or cal
        self.lux = LUX
        self.failing = False  # as hardware that does not answer
        self.frozen = False  # the camera gives the same picture for ever
        self._lying: tuple[LyingDie, ...] = ()
        self._motion = _Motion(0)
        self._begun: _Motion | None = None
        self._began = 0
        self._looked = 0  # when it was, in the sensor's time
        self._throws = count()
        self._picture = Look(lux=LUX)

    def look(self, now: int) -> Look:
        if self.failing:
            raise OSError("the camera does not answer")
        if not self.frozen:
            self._picture = self._look(now)
        return self._picture

    def throw(self, *faces: int, ms: int = TUMBLE, beside: bool = False) -> None:
        """Dice tumble for `ms`, those that lay there with them, or not where they fall `beside`."""
        self._lying = (self._lying if beside else ()) + self._new(faces)
        self._motion = _Motion(ms)

    def spin(self, *faces: int) -> None:
        """Dice tumble until the next thing is done."""
        self._lying = self._new(faces)
        self._motion = _Motion(None)

    def place(self, *faces: int) -> None:
        """Dice lie there that were not seen to move."""
        self._lying += self._new(faces)

    def take(self, *places: int, ms: int = HAND) -> None:
        """A hand takes these dice out, or all."""
        taken = places or range(len(self._lying))
        self._lying = tuple(die for at, die in enumerate(self._lying) if at not in taken)
        self._motion = _Motion(ms)

    def nudge(self, place: int, face: int, ms: int = HAND) -> None:
        """A hand or a bump turns a die where it lies; it lies flat then."""
        self._change(place, face=face, trouble="", sure=SURE)
        self._motion = _Motion(ms)

    def lean(self, place: int) -> None:
        """This die leans on something."""
        self._change(place, trouble="cocked", sure=31)

    def stack(self, place: int) -> None:
        """This die lies on another one."""
        self._change(place, trouble="stacked", sure=12)

    def miss(self, place: int) -> None:
        """This die fell out, or stayed in the tower."""
        self._lying = self._lying[:place] + self._lying[place + 1 :]

    def doubt(self, place: int, sure: int) -> None:
        """The reader is that sure of this die, in percent."""
        self._change(place, sure=sure)

    def _new(self, faces: Iterable[int]) -> tuple[LyingDie, ...]:
        throw, before = next(self._throws), len(self._lying)
        return tuple(LyingDie(face, _spot(throw, at)) for at, face in enumerate(faces, before))

    def _change(self, place: int, **how: object) -> None:
        dice = list(self._lying)
        dice[place] = replace(dice[place], **how)  # type: ignore[arg-type]
        self._lying = tuple(dice)

    def _look(self, now: int) -> Look:
        if now < self._looked:  # the sensor began anew, and its time with it
            self._began -= self._looked - now
        self._looked = now
        if self._motion is not self._begun:
            self._begun, self._began = self._motion, now
        if self.blind:
            return Look(cause=self.blind, lux=self.lux)
        if self._begun.ms is None or now - self._began < self._begun.ms:
            return self._tumbling(now)
        lying = self._lying
        return Look(
            faces=tuple(None if die.trouble else self._read(die.face) for die in lying),
            sure=tuple(die.sure for die in lying),
            spots=tuple(die.spot for die in lying),
            cause=next((die.trouble for die in lying if die.trouble), ""),
            lux=self.lux,
        )

    def _tumbling(self, now: int) -> Look:
        faces = tuple((die.face + now // 40) % 6 + 1 for die in self._lying)
        return Look(faces, (0,) * len(faces), moving=True, lux=self.lux)

    def _read(self, face: int) -> int:
        seen = 7 - face if self.from_below else face
        return 5 if self.six_as_five and seen == 6 else seen


@dataclass(frozen=True, eq=False, slots=True)
class _Motion:
    ms: int | None  # None for ever


def _spot(throw: int, place: int) -> tuple[int, int]:
    x, y = (
        START[axis] + STEP[axis] * cell + throw * SHIFT[axis] % STEP[axis]
        for axis, cell in enumerate((place % ROW, place // ROW))
    )
    return x, y
