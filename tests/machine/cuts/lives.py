"""How a box lives on its computer until the power is cut, and tells what it shows."""

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from subprocess import CalledProcessError
from typing import IO

from crash import ext4
from crash.recorder import recorded
from crash.states import after_cuts
from kill.keys import any_key
from kill.lives import log_of
from kill.process import Line, Lines
from kill.witness import Loss

from firmware_host.settings import default_settings
from machine.cuts.computer import Computer, switched_on
from machine.cuts.panel import Panel
from machine.cuts.root import FIRST
from machine.cuts.seen import Dice, dice_in

PAGE = 4096  # octets that a card writes whole or not at all; ext4 does not bear less
START = 30.0  # s that a start may take on a busy machine
HASTE = 0.1  # how many lose their power while they start
STARTING = 2.0  # s
AT_REST = 0.4  # how many lose it when nothing moves any more
AT_WORK = 0.6  # of the others, how many right after a press
WORK = 0.2  # s that a press takes: the finger, the debounce, the disk, the picture
LIFE = 1.5  # s
GAPS = (0.05, 0.4)  # s between presses
RESUMED = 0.5  # s after which no picture follows the first one of a game
QUIET = 2.2  # s after which no tumbling and no refusal is left
SETTLED = 6.0  # s; no game is played where pictures move for longer
GLANCE = 0.05  # s


class CutLife:
    """`dicetower run` under random presses; its disk outlives it, as far as it was written."""

    def __init__(self, kernel: Path, root: Path, place: Path, how: str) -> None:
        self._kernel, self._root, self._place, self._how = kernel, root, place, how
        for folder in ("fuse", "mounted"):
            (place / folder).mkdir(parents=True)
        self._image = place / "image"
        self._content = ext4.made(self._image, PAGE)
        self._left = Dice()  # that lay there at rest when the power was cut
        self._pins = default_settings({}).buttons.pins
        self.compared = 0  # pictures before a cut and after it
        self.others: list[str] = []  # where the dice were not the same

    def is_troubled(self, seed: int) -> bool:
        return False

    def live(self, folder: Path, seed: int) -> Iterator[Line]:
        """Live with the disk of the last life; `folder` is then what is on it."""
        chance = Random(seed)
        with ExitStack() as parts:
            recorder, disk = parts.enter_context(recorded(self._content, self._place / "fuse"))
            before = recorder.content
            log = parts.enter_context(log_of(folder).open("ab", buffering=0))
            computer = parts.enter_context(
                switched_on(self._kernel, self._root, disk, [FIRST, self._how], log)
            )
            yield from self._lived(computer, chance, log)
            steps = list(recorder.steps)
        ((_, self._content),) = after_cuts(before, steps, [len(steps)], chance, PAGE)
        self._copy_to(folder)

    def _lived(self, computer: Computer, chance: Random, log: IO[bytes]) -> Iterator[Line]:
        told, bus, complaints = computer.lines
        lines, panel = Lines(told.out), Panel(bus.out, bus.into)
        try:
            if chance.random() < HASTE:
                yield from lines.until(time.monotonic() + chance.uniform(0, STARTING))
            else:
                yield from lines.first(START)
                yield from self._compared(lines, panel)
                yield from self._pressed(told.into, lines, panel, chance)
        finally:
            computer.cut()
            panel.close()
            log.write(complaints.out.read())
        yield from lines.rest()

    def _compared(self, lines: Lines, panel: Panel) -> Iterator[Line]:
        """The dice that lay there lie there again."""
        if self._left.thrown:
            yield from _until_still(lines, panel, RESUMED, START)
            self.compared += 1
            if (now := dice_in(panel.picture)) != self._left:
                self.others.append(f"{now} is seen, and was {self._left}")
        self._left = Dice()

    def _pressed(
        self, pins: IO[bytes], lines: Lines, panel: Panel, chance: Random
    ) -> Iterator[Line]:
        """Press at random until it is time for the cut."""
        end = time.monotonic() + chance.uniform(0, LIFE)
        while (now := time.monotonic()) < end:
            self._press(pins, chance)
            yield from lines.until(min(end, now + chance.uniform(*GAPS)))
        if chance.random() < AT_REST:
            yield from _until_still(lines, panel, QUIET, SETTLED)
            self._left = dice_in(panel.picture) if panel.is_still(QUIET) else Dice()
        elif chance.random() < AT_WORK:
            self._press(pins, chance)
            yield from lines.until(time.monotonic() + chance.uniform(0, WORK))

    def _press(self, pins: IO[bytes], chance: Random) -> None:
        pins.write(f"{self._pins[any_key(chance)]}\n".encode())

    def _copy_to(self, folder: Path) -> None:
        """What a computer finds that is switched on with the disk, which is not changed by it."""
        self._image.write_bytes(self._content)
        shutil.rmtree(folder)
        try:
            with ext4.mounted(self._image, self._place / "mounted"):
                shutil.copytree(self._place / "mounted", folder)
        except CalledProcessError as error:
            folder.mkdir(exist_ok=True)
            raise Loss("unreadable", f"the disk cannot be mounted: {error}") from error


def _until_still(lines: Lines, panel: Panel, quiet: float, longest: float) -> Iterator[Line]:
    """All that is told until the panel has shown the same for so long; some pictures move."""
    end = time.monotonic() + longest
    while not panel.is_still(quiet) and time.monotonic() < end:
        yield from lines.until(time.monotonic() + GLANCE)
