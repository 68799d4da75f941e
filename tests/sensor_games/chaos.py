"""What befalls the box and its cables between two presses."""

from collections.abc import Callable, Mapping

from sensor_games.rigs import Rig
from sensor_games.stepped import SteppedRig

LIKELY: Mapping[str, float] = {"cable": 0.006, "plug": 0.003, "cut": 0.015, "disk": 0.003}
"""The chance of each before a move."""

MOMENTS = 8  # the power is cut at one of so many
OUT = 0.5, 20.0  # s that a cable or the disk is out, at least and at most
SEEN = 0.1  # s until the screen says so


class Chaos:
    """At most one cable and the disk are out at a time; cuts and disks are for stepped boxes."""

    def __init__(self, rig: Rig) -> None:
        self.done: dict[str, int] = {}
        self._rig = rig
        self._chance = rig.chance
        self._back: dict[str, tuple[float, Callable[[], None]]] = {}  # when, and how

    def step(self) -> None:
        """Pull something, now and then, and put back what was out long enough."""
        self._put_back()
        if "cable" not in self._back and self._happens("cable"):
            self._unplug()
        # What is not saved yet would be lost with the power, as the screen says.
        if "disk" in self._back or not self._rig.is_saved:
            return
        if self._happens("plug"):
            self._tell("plug")
            self._rig.restart()
        elif isinstance(self._rig, SteppedRig):
            self._befall(self._rig)

    def end(self) -> None:
        """Put everything back."""
        for _, put_back in self._back.values():
            put_back()
        self._back.clear()
        if isinstance(self._rig, SteppedRig):
            self._rig.fuse.left = None

    def _befall(self, rig: SteppedRig) -> None:
        if self._happens("disk"):
            self._tell("disk")
            rig.fuse.left = None
            rig.fail(True)
            self._keep_out("disk", lambda: rig.fail(False))
        elif rig.fuse.left is None and self._happens("cut"):
            rig.fuse.left = self._chance.randint(1, MOMENTS)

    def _unplug(self) -> None:
        self._tell("cable")
        rebooted = self._chance.random() < 0.5
        self._rig.unplug()
        self._rig.wait(SEEN)
        self._keep_out("cable", lambda: self._rig.plug(rebooted))

    def _keep_out(self, name: str, put_back: Callable[[], None]) -> None:
        self._back[name] = self._rig.seconds + self._chance.uniform(*OUT), put_back

    def _put_back(self) -> None:
        for name, (at, put_back) in [*self._back.items()]:
            if self._rig.seconds >= at:
                del self._back[name]
                put_back()

    def _happens(self, what: str) -> bool:
        return self._chance.random() < LIKELY[what]

    def _tell(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1
