"""What befalls the box and its cables between two presses."""

import random
from collections.abc import Callable

from sensor_games.rigs import SteppedRig

UNPLUGGED = 0.006  # chance before a move
RESTARTED = 0.003
CUT = 0.015
FAILING = 0.003
SEEN = 0.1  # s until the screen says so
MOMENTS = 8  # the power is cut at one of so many


class Chaos:
    """At most one cable and one disk are out at a time."""

    def __init__(self, rig: SteppedRig) -> None:
        self.done: dict[str, int] = {}
        self._rig = rig
        self._chance: random.Random = rig.chance
        self._back: dict[str, tuple[float, Callable[[], None]]] = {}  # when, and how

    def step(self) -> None:
        """Pull something, now and then, and put back what was out long enough."""
        for name, (at, put_back) in [*self._back.items()]:
            if self._rig.seconds >= at:
                del self._back[name]
                put_back()
        if self._happens(UNPLUGGED) and "cable" not in self._back:
            self._unplug()
        if "disk" in self._back or not self._rig.is_saved:
            return  # what is not saved yet would be lost with the power, as the screen says
        if self._happens(FAILING):
            self._fail()
        elif self._happens(RESTARTED):
            self._tell("restart")
            self._rig.restart()
        elif self._happens(CUT) and self._rig.fuse.left is None:
            self._rig.fuse.left = self._chance.randint(1, MOMENTS)

    def put_all_back(self) -> None:
        for _, put_back in self._back.values():
            put_back()
        self._back.clear()
        self._rig.fuse.left = None

    def _unplug(self) -> None:
        self._tell("unplug")
        rebooted = self._chance.random() < 0.5
        self._rig.unplug()
        self._rig.wait(SEEN)
        self._keep_out("cable", lambda: self._rig.plug(rebooted))

    def _fail(self) -> None:
        self._tell("disk")
        self._rig.fuse.left = None
        self._rig.fail(True)
        self._keep_out("disk", lambda: self._rig.fail(False))

    def _keep_out(self, name: str, put_back: Callable[[], None]) -> None:
        self._back[name] = self._rig.seconds + self._chance.uniform(0.5, 20.0), put_back

    def _happens(self, likelihood: float) -> bool:
        return self._chance.random() < likelihood

    def _tell(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1
