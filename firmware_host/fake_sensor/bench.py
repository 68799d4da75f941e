"""The tray with its dice, the cable, and the faults that a person or a script puts there."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

from firmware_host.fake_sensor.box import Box
from firmware_host.fake_sensor.line import OverheardSensor
from hw.clock import Clock, SystemClock
from hw.fakes.sensor import CHATTER, PtySensor
from hw.fakes.tray import TUMBLE, ScriptedTray
from hw.sensor.device.reader import MOST_DICE

TORN = b"$ROLL 4 boot=7C"  # what a pulled cable leaves of a line
NOISE = b"\x00\xff#%&\r\n$BEAT 9 st=idle*0000\r\n" + CHATTER

Flaw = Callable[[], None]


class Bench:
    """A fake sensor at `link`, until it is closed. A die is named by its place, from 0.

    What is wrong with a throw befalls the one that is under way or, when the dice lie, the next.
    `say` is called from the sensor's thread, too. IndexError for a die that is not there,
    ValueError for one that the next throw will not have, and for more dice than can be told of.
    """

    def __init__(
        self,
        link: Path,
        say: Callable[[str], None],
        clock: Clock | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self.tray = ScriptedTray()
        self.box = Box(say, self._on_due)
        self.faces: list[int] = []  # of the dice in the tray
        self._say = say
        self._throws_by_itself = False
        self._clock = clock or SystemClock()
        self._chance = chance or random.Random()
        self._flaws: list[Flaw] = []  # of the next throw
        self._rest_at = 0.0
        self._sensor = OverheardSensor(self.tray, self.box.asks, self.box.is_told, say)
        self._cable = PtySensor(self._sensor, link, self._clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the sensor and take its link away."""
        self._cable.close()

    @property
    def terminal(self) -> str:
        """The name of the pseudo-terminal; another one each time the cable is put back."""
        return str(self._cable.path.readlink())

    # -- dice -----------------------------------------------------------------------------------

    def throw(self, *faces: int) -> None:
        """All dice of the tray are thrown; without faces as many as are awaited, by chance."""
        self.faces = list(faces or self._random())
        self.tray.throw(*self.faces)
        self._move(TUMBLE / 1000)
        flaws, self._flaws = self._flaws, []
        for befall in flaws:
            try:
                befall()
            except (IndexError, ValueError) as error:  # not the dice that were thought of
                self._say(str(error))

    def spin(self, *faces: int) -> None:
        """As `throw`, but they do not come to rest before the next thing is done."""
        self.faces = list(faces or self._random())
        self.tray.spin(*self.faces)
        self._move(float("inf"))

    def place(self, *faces: int) -> None:
        """Dice lie there that nobody saw move."""
        new = list(faces or self._random())
        if len(self.faces) + len(new) > MOST_DICE:
            raise ValueError(f"{len(self.faces)} dice lie there, of {MOST_DICE} at most")
        self.faces += new
        self.tray.place(*new)
        self.box.forget()

    def take(self, *places: int) -> None:
        """A hand takes these dice out, or all."""
        kept = [face for at, face in enumerate(self.faces) if places and at not in places]
        self.tray.take(*map(self._there, places))
        self.faces = kept

    def nudge(self, place: int = 0, face: int | None = None) -> None:
        """A bump turns a die, or a hand sets it right."""
        there = self._there(place)
        self.faces[there] = face or self.faces[there] % 6 + 1
        self.tray.nudge(there, self.faces[there])

    # -- what is wrong with a throw ---------------------------------------------------------------

    def lean(self, place: int) -> None:
        """A die leans on something."""
        self._befall(lambda: self.tray.lean(self._there(place)), place)

    def stack(self, place: int) -> None:
        """A die lies on another."""
        self._befall(lambda: self.tray.stack(self._there(place)), place)

    def doubt(self, place: int, sure: int) -> None:
        """The sensor is that sure of a die, in percent."""
        self._befall(lambda: self.tray.doubt(self._there(place), sure), place)

    def miss(self, place: int | None = None) -> None:
        """A die is missing, by default the last."""
        self._befall(partial(self._miss, place), place)

    def extra(self, face: int | None = None) -> None:
        """A thing too many lies there."""
        self._befall(lambda: self.place(face or self._chance.randint(1, 6)))

    # -- the line ---------------------------------------------------------------------------------

    def throw_by_itself(self, on: bool) -> None:
        """Throw as soon as a throw is awaited, or wait for commands."""
        self._throws_by_itself = on
        if on and self.box.is_due:
            self.throw()

    def unplug(self) -> None:
        """Pull the cable in the middle of a line."""
        self.box.forget()
        self._cable.unplug(TORN)

    def plug(self) -> None:
        """Put it back: the sensor begins anew."""
        self._cable.replug()
        self._say(f"the sensor is on {self.terminal}")

    def reboot(self) -> None:
        """Have the sensor begin anew by itself."""
        self.box.forget()
        self._cable.reboot()

    def disturb(self) -> None:
        """Rubbish comes over the line."""
        self._sensor.disturb(NOISE)

    def type(self, line: str) -> None:
        """Give the sensor a line that begins with "!"; what it answers is said."""
        self._sensor.type(line)

    def _on_due(self) -> None:
        if self._throws_by_itself:
            self.throw()

    def _random(self) -> list[int]:
        return [self._chance.randint(1, 6) for _ in range(self.box.dice)]

    def _move(self, seconds: float) -> None:
        self._rest_at = self._clock.now() + seconds
        self.box.forget()

    def _befall(self, flaw: Flaw, place: int | None = None) -> None:
        if self._clock.now() < self._rest_at:
            flaw()
        elif place is not None and place >= self.box.most:
            raise ValueError(f"there is no die {place + 1} in a throw of {self.box.most}")
        else:
            self._flaws.append(flaw)

    def _miss(self, place: int | None) -> None:
        gone = self._there(len(self.faces) - 1 if place is None else place)
        del self.faces[gone]
        self.tray.miss(gone)

    def _there(self, place: int) -> int:
        if not 0 <= place < len(self.faces):
            raise IndexError(f"there is no die {place + 1} among {len(self.faces)}")
        return place
