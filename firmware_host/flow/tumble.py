"""Dice in motion: how long they tumble, and which faces they show meanwhile."""

from dataclasses import dataclass

TUMBLE = 0.8  # seconds until the dice lie still
REST = 0.25  # they lie still this long before a press may count for what follows
STEP = 0.1  # seconds a picture of tumbling dice stands


@dataclass(slots=True)
class Tumble:
    """One throw on the screen: waits for its dice, tumbles, lies still, is over."""

    began: float
    count: int
    frozen: tuple[int, ...] = ()  # dice of the set that lie beside
    dice: tuple[int, ...] | None = None  # None until they have landed
    landed: float = 0.0

    def land(self, dice: tuple[int, ...], now: float) -> None:
        self.dice, self.landed = dice, now

    @property
    def still_at(self) -> float:
        return max(self.began + TUMBLE, self.landed)

    def deadline(self, now: float) -> float:
        """When the next picture is due."""
        if self.dice is not None and now >= self.still_at:
            return self.still_at + REST
        following = self.began + STEP * (self.step(now) + 1)
        return following if self.dice is None else min(following, self.still_at)

    def step(self, now: float) -> int:
        return int((now - self.began) / STEP + 1e-6)

    def is_over(self, now: float) -> bool:
        return self.dice is not None and now >= self.still_at + REST

    def faces(self, now: float) -> tuple[int, ...]:
        """Faces of the moment. While tumbling they say nothing about the throw."""
        if self.dice is not None and now >= self.still_at:
            return self.dice
        return tumbling_faces(self.count, self.step(now))


def tumbling_faces(count: int, step: int) -> tuple[int, ...]:
    """Faces that change for every second die each step: looks like motion, touches few pixels."""
    turns = [(step + place % 2) // 2 for place in range(count)]
    return tuple((turn * 2 + place * 4 + turn // 3) % 6 + 1 for place, turn in enumerate(turns))
