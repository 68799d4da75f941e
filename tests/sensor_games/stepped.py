"""A box with its sensor in fake time, whose plug and cables may be pulled at any moment."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.rows import Ending, Entry, GameId
from firmware_host.store.store import Store
from firmware_host.view import View
from hw.events import Key, Post, Reading
from hw.fakes.clock import FakeClock
from hw.fakes.dice import SeededDice
from hw.fakes.line import Delay, Faults, FaultyLine
from hw.fakes.sensor import CHATTER, FakeSensor
from hw.fakes.tray import ScriptedTray
from hw.fakes.wired import WiredSensor
from sensor_games.rigs import Kind

BAD = Faults(lost=0.2, damaged=0.1, doubled=0.05, cut=0.05)
DELAY = Delay(0.0, 0.02)

T = TypeVar("T")


class PowerCut(BaseException):
    """The box's plug is pulled in the middle of something."""


class Fuse:
    """Cuts the power at one of the next moments that matter, once it is lit."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.cuts = 0

    def burn(self) -> None:
        """Such a moment."""
        if self.left is None:
            return
        self.left -= 1
        if self.left <= 0:
            self.left = None
            self.cuts += 1
            raise PowerCut


class MortalStore(Store):
    """The power may be cut before and after all that is written."""

    fuse: Fuse

    def begin(
        self,
        header: Mapping[str, Any],
        entries: Sequence[Entry] = (),
        ending: Ending | None = None,
        at: float | None = None,
    ) -> GameId:
        return self._mortally(lambda: Store.begin(self, header, entries, ending, at))

    def append(self, game: GameId, entries: Sequence[Entry], ending: Ending | None = None) -> None:
        self._mortally(lambda: Store.append(self, game, entries, ending))

    def expect(self, token: int, dice: int, game: GameId | None) -> None:
        self._mortally(lambda: Store.expect(self, token, dice, game))

    def spend(self) -> None:
        self._mortally(lambda: Store.spend(self))

    def remember(self, reading: Reading) -> Reading | None:
        return self._mortally(lambda: Store.remember(self, reading))

    def _mortally(self, write: Callable[[], T]) -> T:
        self.fuse.burn()
        done = write()
        self.fuse.burn()
        return done


class MortalBookmark(Bookmark):
    """As the store."""

    fuse: Fuse

    def write(self, place: Mapping[str, Any], lasting: bool = False) -> None:
        self.fuse.burn()
        super().write(place, lasting)


class SteppedRig:
    """Stands on a disk at `folder`, and plays `kind`; all of it depends on `seed` alone."""

    store: Store

    def __init__(self, folder: Path, seed: int, kind: Kind) -> None:
        folder.mkdir()
        self._parts = ExitStack()
        # The same tokens each time.
        self._parts.enter_context(patch("os.urandom", random.Random(seed).randbytes))
        self.chance = random.Random(seed)
        self.tray = ScriptedTray()
        self.fuse = Fuse()
        self.octets = 0
        self.restarts = 0
        self._folder = folder
        self._seed = seed
        self._kind = kind
        self._clock = FakeClock()
        self._sensor = FakeSensor(self.tray, seed)
        self._line = FaultyLine(seed, BAD, DELAY)
        self._start()

    @property
    def view(self) -> View:
        return self.box.view

    @property
    def seconds(self) -> float:
        return self._clock.now()

    def press(self, key: Key) -> None:
        self._live(lambda: self.box.press(key))

    def wait(self, seconds: float) -> None:
        self._live(lambda: self.box.wait(seconds))

    def reboot_sensor(self) -> None:
        self._sensor.reboot(CHATTER)

    def unplug(self) -> None:
        self.wire.unplug(self._clock.now())

    def plug(self, rebooted: bool) -> None:
        if rebooted:
            self.reboot_sensor()
        self.wire.plug()

    def restart(self) -> None:
        """Pull the box's plug; the sensor has its power from the same, or not."""
        self.restarts += 1
        self._stop()
        if self.chance.random() < 0.5:
            self.reboot_sensor()
        while not self._starts():
            self._stop()

    def fail(self, failing: bool) -> None:
        """The disk takes nothing any more, or is well again."""
        self.store._db.execute(f"PRAGMA query_only = {failing}")

    @property
    def is_saved(self) -> bool:
        """Whether a power cut would lose nothing that was shown."""
        return self.box.box.ledger.saved is True

    def close(self) -> None:
        self._stop()
        self._parts.close()

    def _live(self, step: Callable[[], None]) -> None:
        try:
            step()
        except PowerCut:
            self.restart()

    def _starts(self) -> bool:
        try:
            self._start()
        except PowerCut:
            return False
        return True

    def _start(self) -> None:
        store = self.store = MortalStore(self._folder / "games.sqlite3")
        store.fuse = self.fuse
        store.reopen()
        bookmark = MortalBookmark(self._folder / "place.json")
        bookmark.fuse = self.fuse
        self.box = FakeBox(
            lambda post: SeededDice(self._seed, post),
            store=store,
            bookmark=bookmark,
            sensor=self._wire,
            clock=self._clock,
        )
        self._kind.set_up(self.box.box.flow)

    def _stop(self) -> None:
        self.octets += self.wire.octets
        self.wire.close()
        self.store.close()

    def _wire(self, post: Post) -> WiredSensor:
        self.wire = WiredSensor(post, self._sensor, self._line)
        return self.wire
