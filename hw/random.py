"""The box's own dice: hardware randomness, read ahead by a thread, mixed with the system's."""

import os
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hw.clock import Clock, SystemClock
from hw.events import NoThrow, Part, PartReport, Post, Thrown
from hw.pool import RandomPool, Trouble
from hw.raw import RandomDevice, RandomSource

FAIR = 252  # bytes below it are spread evenly over six faces, 42 each
PATIENCE = 5.0  # s a throw waits for hardware randomness where it is required
CLOSING = 2.0  # s

ALONE = "the system's randomness throws alone"
NO_DICE = "no dice are thrown"


def die_from_byte(byte: int) -> int | None:
    """A face from 1 to 6, or None for the few bytes that would favour some."""
    return byte % 6 + 1 if byte < FAIR else None


@dataclass(slots=True)
class Waiting:
    """A throw whose dice are still to come from the source."""

    token: int
    count: int
    until: float
    dice: list[int] = field(default_factory=list)

    @property
    def missing(self) -> int:
        return self.count - len(self.dice)


class BoxDice:
    """Throws at once; where the bytes read ahead run short, by the system's randomness alone.

    With `required` such a throw waits instead, and is refused with a `NoThrow` when the source is
    lost, or after `PATIENCE` seconds; one that a later request replaces is never answered. Posts a
    `PartReport` when what is wrong with the source changes. A source that is lost is tried again
    each `RETRY` seconds, and at each throw.
    """

    def __init__(
        self,
        post: Post,
        open_source: Callable[[], RandomSource] = RandomDevice,
        clock: Clock | None = None,
        *,
        required: bool = False,
    ) -> None:
        self._post = post
        self._clock = clock or SystemClock()
        self._required = required
        self._pool = RandomPool(open_source, self._clock, self._report)
        self._waiting: Waiting | None = None
        self._wake: queue.SimpleQueue[Waiting | bool] = queue.SimpleQueue()  # False ends the thread
        self._thread = threading.Thread(target=self._run, name="random", daemon=True)

    def start(self) -> None:
        """Start the thread that reads ahead."""
        self._thread.start()

    def throw(self, token: int, count: int) -> None:
        if self._required:
            self._wake.put(Waiting(token, count, self._clock.now() + PATIENCE))
            return
        dice: list[int] = []
        while len(dice) < count:
            dice += self._roll(count - len(dice))
        self._post(Thrown(token, tuple(dice), "box"))
        self._wake.put(True)

    def close(self) -> None:
        """End the thread and close the source."""
        self._wake.put(False)
        if self._thread.is_alive():
            self._thread.join(CLOSING)

    def turn(self) -> bool:
        """Wait until bytes are taken or the source may have more, and read; False once closed."""
        due = [self._pool.again_at, self._waiting.until if self._waiting else None]
        woken = self._clock.take(
            self._wake, min((at for at in due if at is not None), default=None)
        )
        if woken is False:
            return False
        if isinstance(woken, Waiting):
            self._waiting = woken
        self._pool.fill()
        if self._waiting:
            self._serve(self._waiting)
        return True

    def _run(self) -> None:
        while self.turn():
            pass
        self._pool.close()

    def _roll(self, count: int) -> list[int]:
        """About `count` dice; the source's bytes that are missing are made up for by zeros."""
        raw = self._pool.take(count)
        if len(raw) < count:
            self._pool.late()
        return _dice(raw.ljust(count, b"\0"))

    def _serve(self, throw: Waiting) -> None:
        """Take what there is; the throw is made, or refused, or goes on waiting."""
        while throw.missing and (raw := self._pool.take(throw.missing)):
            throw.dice += _dice(raw)
        if not throw.missing:
            self._waiting = None
            self._post(Thrown(throw.token, tuple(throw.dice), "box"))
            self._wake.put(True)
        elif self._pool.lost or self._clock.now() >= throw.until:
            self._waiting = None
            self._post(NoThrow(throw.token, self._sentence(self._pool.late())))

    def _report(self, trouble: Trouble | None) -> None:
        part: Part = "dice" if self._required else "random"
        self._post(PartReport(part, not trouble, self._sentence(trouble) if trouble else ""))

    def _sentence(self, trouble: Trouble) -> str:
        then = NO_DICE if self._required else ALONE
        return f"the random device {trouble.what}, so {then}: {trouble.cure}"


def _dice(raw: bytes) -> list[int]:
    mixed = _mix(raw, os.urandom(len(raw)))
    return [die for byte in mixed if (die := die_from_byte(byte)) is not None]


def _mix(raw: Iterable[int], system: Iterable[int]) -> bytes:
    """As unpredictable as the better of the two."""
    return bytes(a ^ b for a, b in zip(raw, system, strict=True))
