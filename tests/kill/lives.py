"""How a box lives until it is killed, and tells what it shows."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO, Protocol

from kill import faults
from kill.keys import any_key
from kill.process import BoxFailedError, Line, Lines, process

START = 20.0  # s that a start may take on a busy machine
HASTE = 0.1  # how many are killed while they start
STARTING = 0.9  # s
AT_WORK = 0.5  # how many are killed right after a press
WORK = 0.09  # s that a press takes: the debounce, the disk, the picture
LIFE = 1.2  # s
GAPS = (0.02, 0.3)  # s between presses
TROUBLE = 0.1  # how many lives begin on a disk that fails


class Life(Protocol):
    """One kind of life."""

    def live(self, folder: Path, seed: int) -> Iterator[Line]:
        """Live in `folder` until the box is killed, and give each line as it is told."""

    def is_troubled(self, seed: int) -> bool:
        """Whether the disk fails while the box starts."""


class RealLife:
    """`dicetower run`, under random presses, killed from outside."""

    def __init__(self, *how: str) -> None:
        self._how = how

    def is_troubled(self, seed: int) -> bool:
        return False

    def live(self, folder: Path, seed: int) -> Iterator[Line]:
        chance = Random(seed)
        settings = folder.with_suffix(".toml")
        settings.write_text(f'state_directory = "{folder}"\n')
        with process("kill.real", str(settings), *self._how, log=log_of(folder)) as box:
            assert box.stdin is not None
            assert box.stdout is not None
            lines = Lines(box.stdout)
            if chance.random() < HASTE:
                yield from lines.until(time.monotonic() + chance.uniform(0, STARTING))
            else:
                yield from lines.first(START)
                yield from _pressed(box.stdin, lines, chance)
            box.kill()
            yield from lines.rest()


class SteppedLife:
    """A box in fake time on a disk that fails; it ends in the middle of a write or a sync."""

    def __init__(self, library: Path, *how: str) -> None:
        self._library = library
        self._how = how

    def is_troubled(self, seed: int) -> bool:
        return Random(f"start {seed}").random() < TROUBLE

    def live(self, folder: Path, seed: int) -> Iterator[Line]:
        how = (*self._how, "trouble") if self.is_troubled(seed) else self._how
        arguments = ("kill.stepped", str(folder), str(seed), *how)
        surroundings = faults.environment(self._library, folder)
        with process(*arguments, log=log_of(folder), environment=surroundings) as box:
            assert box.stdout is not None
            yield from Lines(box.stdout).rest()
            status = box.wait()
        if status != -signal.SIGKILL:
            raise BoxFailedError(f"the box ended with status {status}")


def log_of(folder: Path) -> Path:
    """What the boxes that live in the folder have logged."""
    return folder.with_suffix(".log")


def _pressed(keys: IO[bytes], lines: Lines, chance: Random) -> Iterator[Line]:
    """Press at random until it is time to die."""
    end = time.monotonic() + chance.uniform(0, LIFE)
    while (now := time.monotonic()) < end:
        keys.write(f"{any_key(chance)}\n".encode())
        yield from lines.until(min(end, now + chance.uniform(*GAPS)))
    if chance.random() < AT_WORK:
        keys.write(f"{any_key(chance)}\n".encode())
        yield from lines.until(time.monotonic() + chance.uniform(0, WORK))
