"""Dice in motion: how long they tumble, which lie still, and when the next picture is due."""

from dataclasses import dataclass

TUMBLE = 0.8  # seconds until the last die lies still
FIRST = 0.4  # seconds until the first does; the others follow from left to right
REST = 0.25  # all lie still this long before a press may count for what follows
FEW = 4  # dice; fewer turn no faster, for nobody could see their faces
STEP = 1 / 30  # seconds a picture of tumbling dice stands


@dataclass(slots=True)
class Tumble:
    """One throw on the screen: waits for its dice, tumbles, lies still, is over."""

    began: float
    lying: tuple[int | None, ...]  # the faces that lay there before, one for each die thrown
    dice: tuple[int, ...] | None = None  # None until they have landed
    landed: float = 0.0

    @staticmethod
    def over(dice: tuple[int, ...], now: float) -> "Tumble":
        """Dice that people have seen roll: they lie still from now on."""
        return Tumble(now - TUMBLE, (None,) * len(dice), dice, now)

    def land(self, dice: tuple[int, ...], now: float) -> None:
        """The dice are known; they still tumble for a while."""
        self.dice, self.landed = dice, now

    @property
    def still_at(self) -> float:
        """When the last die lies still, once all are known."""
        return max(self.began + TUMBLE, self.landed)

    def deadline(self, now: float) -> float:
        """When the next picture is due."""
        if self.dice is not None and now >= self.still_at:
            return self.still_at + REST
        following = self.began + STEP * (self.step(now) + 1)
        return following if self.dice is None else min(following, self.still_at)

    def step(self, now: float) -> int:
        """Counts the pictures."""
        return int((now - self.began) / STEP + 1e-6)

    def is_over(self, now: float) -> bool:
        return self.dice is not None and now >= self.still_at + REST

    @property
    def count(self) -> int:
        """How many dice are thrown."""
        return len(self.lying)

    def still(self, now: float) -> int:
        """How many dice lie still, from the left."""
        if self.dice is None:
            return 0
        if now >= self.still_at:
            return self.count
        share = (now - self.began - FIRST) / (TUMBLE - FIRST)
        return max(0, min(self.count - 1, int(share * self.count)))

    def angles(self, now: float) -> tuple[int | None, ...]:
        """Count up while a die tumbles; None for one that lies still, or lies there yet."""
        still, taken, turns = self.still(now), self.taken(now), turned(self.count, self.step(now))
        return tuple(
            turn + place if still <= place < taken else None for place, turn in enumerate(turns)
        )

    def taken(self, now: float) -> int:
        """How many dice have been taken up to be thrown, from the left: one a step."""
        return min(self.count, self.step(now) + 1)

    def faces(self, now: float) -> tuple[int | None, ...]:
        """Faces of the moment. A die that tumbles says nothing about the throw."""
        still, taken = self.still(now), self.taken(now)
        thrown = self.dice[:still] if self.dice else ()
        moving = tumbling_faces(self.count, self.step(now))[still:taken]
        return (*thrown, *moving, *self.lying[max(still, taken) :])


def tumbling_faces(count: int, step: int) -> tuple[int, ...]:
    """Faces of dice in motion."""
    turns = turned(count, step)
    return tuple((turn * 2 + place * 4 + turn // 3) % 6 + 1 for place, turn in enumerate(turns))


def turned(count: int, step: int) -> tuple[int, ...]:
    """How often each die has turned: one after the other, which touches few pixels at a time."""
    cycle = max(count, FEW)
    return tuple((step + place) // cycle for place in range(count))
