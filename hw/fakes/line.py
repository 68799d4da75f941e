"""A serial line in memory that loses, damages, repeats and cuts frames, the same each time."""

import random
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faults:
    """How likely each is for one frame, from 0 to 1."""

    lost: float = 0.0
    damaged: float = 0.0  # one octet becomes another
    doubled: float = 0.0
    cut: float = 0.0  # only a beginning of it, without the line's end, arrives


@dataclass(frozen=True, slots=True)
class Delay:
    """Seconds that a frame may be under way; none overtakes another."""

    least: float = 0.0
    most: float = 0.0


class Lane:
    """One direction of a line."""

    def __init__(self, chance: random.Random, faults: Faults, delay: Delay) -> None:
        self.faults = faults
        self.carried = 0  # frames that were sent
        self._chance = chance
        self._delay = delay
        self._under_way: deque[tuple[float, bytes]] = deque()

    def send(self, data: bytes, now: float) -> None:
        """Take whole frames, each with its line's end."""
        for frame in data.splitlines(keepends=True):
            self.carried += 1
            for copy in self._suffer(frame):
                self._under_way.append((self._arrival(now), copy))

    def arrived(self, now: float) -> bytes:
        """What has come out at the other end; it is given once."""
        out = b""
        while self._under_way and self._under_way[0][0] <= now:
            out += self._under_way.popleft()[1]
        return out

    @property
    def deadline(self) -> float | None:
        """When something arrives next, None while nothing is under way."""
        return self._under_way[0][0] if self._under_way else None

    def cut(self) -> None:
        """What is under way never arrives."""
        self._under_way.clear()

    def _arrival(self, now: float) -> float:
        due = now + self._chance.uniform(self._delay.least, self._delay.most)
        return max(due, self._under_way[-1][0]) if self._under_way else due

    def _suffer(self, frame: bytes) -> list[bytes]:
        if self._happens(self.faults.lost):
            return []
        if self._happens(self.faults.damaged):
            frame = self._damage(frame)
        if self._happens(self.faults.cut):
            frame = frame[: self._chance.randrange(len(frame))]
        return [frame] * (1 + self._happens(self.faults.doubled))

    def _damage(self, frame: bytes) -> bytes:
        at = self._chance.randrange(len(frame))
        other = frame[at] ^ self._chance.randrange(1, 256)
        return frame[:at] + bytes([other]) + frame[at + 1 :]

    def _happens(self, likelihood: float) -> bool:
        return self._chance.random() < likelihood


class FaultyLine:
    """Both directions; what befalls them depends on `seed` alone. Times are seconds."""

    def __init__(self, seed: int, faults: Faults, delay: Delay = Delay()) -> None:
        chance = random.Random(seed)
        self.to_host = Lane(chance, faults, delay)
        self.to_device = Lane(chance, faults, delay)

    def mend(self) -> None:
        """From now on every frame arrives as it is."""
        self.to_host.faults = self.to_device.faults = Faults()

    def cut(self) -> None:
        """Pull the cable: what is under way is gone."""
        self.to_host.cut()
        self.to_device.cut()
