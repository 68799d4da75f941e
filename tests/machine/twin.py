"""A box in this machine's memory that is played together with a simulated Pi."""

from collections.abc import Callable, Sequence

from container.machine import MachineError, wait_for
from container.rig import QUIET, equal
from PIL import Image

from firmware_host.demo.robot import LOOK
from firmware_host.fakebox import FakeBox
from firmware_host.rest import SHIFTS, moved
from firmware_host.store.rows import GameId
from hw.events import Key, Post, Thrown
from machine.pi import STATE, Pi

BEGIN: tuple[Key, ...] = ("roll", "roll", "roll")
"""From the attract screen to the first throw."""

FIRST = GameId(1)  # and the only one
PICTURES = "shown.png is not wanted.png"
STILL = 0.5  # s without a change; a picture that is not the right one then, has its time
SHOWN = 30.0  # s in which a throw is stored


class Twin(FakeBox):
    """Each press goes to both; whenever a person would look, both show the same.

    Its dice are those that the Pi has thrown, as its store has them.
    """

    def __init__(self, pi: Pi, state: str = STATE) -> None:
        self._pi = pi
        self._state = state
        self.compared = 0  # pictures, each of them the same
        self._used: list[list[int]] = []  # throws
        self._not_yet: list[Key] = []  # presses that only the Pi has seen
        super().__init__(lambda post: TheirDice(self._next_throw, post))

    def press(self, *buttons: Key) -> None:
        for button in buttons:
            self._pi.press(button)
            super().press(button)

    def press_alone(self, *buttons: Key) -> set[bytes]:
        """Press the Pi's, whose throws are not known as long as it does not save; what it shows."""
        self._not_yet += buttons
        return {self._pi.pressed(button) for button in buttons}

    def catch_up(self) -> None:
        """Press what was pressed at the Pi alone, one settled picture after the other."""
        pressed, self._not_yet = self._not_yet, []
        for button in pressed:
            super().press(button)
            super().wait(QUIET)

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        if seconds >= LOOK:
            self.compare()

    def compare(self) -> None:
        """MachineError unless both show the same."""
        super().wait(QUIET)
        self.must_show(self.picture())

    def must_show(self, picture: Image.Image) -> None:
        """MachineError unless the Pi shows it, moved to spare the panel or not."""
        same = shifted(picture)
        if self._pi.picture(STILL) not in same and (seen := self._pi.picture()) not in same:
            self._pi.keep("shown", Image.frombytes(picture.mode, picture.size, seen))
            self._pi.keep("wanted", picture)
            wrong = min(_pixels_between(seen, one) for one in same)
            raise MachineError(f"{wrong} pixels are wrong on the screen {self.screen}: {PICTURES}")
        self.compared += 1

    def must_be_stored(self) -> None:
        """MachineError unless the Pi keeps the same actions, each throw among them."""
        mine = [dict(entry.action) for entry in self.store.load(FIRST).entries]
        equal(self._pi.stored(self._state), mine, "the actions that are kept")

    def _next_throw(self) -> list[int]:
        self._used.append(wait_for("the Pi's throw", self._newer, SHOWN))
        return self._used[-1]

    def _newer(self) -> list[int] | None:
        thrown = self._pi.thrown(self._state)
        return thrown[len(self._used)] if len(thrown) > len(self._used) else None


class TheirDice:
    """What others have thrown."""

    def __init__(self, next_throw: Callable[[], list[int]], post: Post) -> None:
        self._next_throw = next_throw
        self._post = post

    def throw(self, token: int, count: int) -> None:
        dice = self._next_throw()
        equal(len(dice), count, "how many dice were thrown")
        self._post(Thrown(token, tuple(dice), "script"))

    def close(self) -> None:
        """Nothing waits."""


def shifted(picture: Image.Image) -> list[bytes]:
    """The same, as the box moves it in time to spare the panel."""
    return [moved(picture, shift).tobytes() for shift in sorted({*SHIFTS})]


def _pixels_between(one: Sequence[int], other: Sequence[int]) -> int:
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
