"""A box in a process of its own, and the lines that it tells."""

import json
import os
import select
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Any

TESTS = Path(__file__).parents[1]
PATHS = os.pathsep.join(map(str, (TESTS, TESTS / "firmware_host", TESTS.parent)))

Line = Mapping[str, Any]


class BoxFailedError(RuntimeError):
    """The box did not start, or ended by itself."""


@contextmanager
def process(
    module: str, *arguments: str, log: Path, environment: Mapping[str, str] = os.environ
) -> Iterator[Popen[bytes]]:
    command = [sys.executable, "-m", module, *arguments]
    with (
        log.open("a") as errors,
        Popen(
            command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            bufsize=0,
            # A killed box leaves its private folder behind.
            env={**environment, "PYTHONPATH": PATHS, "TMPDIR": str(log.parent)},
        ) as box,
    ):
        try:
            yield box
        finally:
            box.kill()


class Lines:
    """What a box tells, as it comes; pictures on its panel are passed over."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._begun = b""

    def first(self, seconds: float) -> Iterator[Line]:
        """Until something was told."""
        end = time.monotonic() + seconds
        found: list[Line] = []
        while not found:
            if time.monotonic() > end:
                raise BoxFailedError("the box does not start")
            found = list(self._more(end - time.monotonic()))
        yield from found

    def until(self, end: float) -> Iterator[Line]:
        """All that comes until then."""
        while (left := end - time.monotonic()) > 0:
            yield from self._more(left)

    def rest(self) -> Iterator[Line]:
        """All that is left of a box that has ended, or is about to."""
        while data := os.read(self._pipe.fileno(), 1 << 16):
            yield from self._whole(data)

    def _more(self, seconds: float) -> Iterator[Line]:
        if select.select([self._pipe], [], [], seconds)[0]:
            if not (data := os.read(self._pipe.fileno(), 1 << 16)):
                raise BoxFailedError("the box has ended by itself")
            yield from self._whole(data)

    def _whole(self, data: bytes) -> Iterator[Line]:
        *whole, self._begun = (self._begun + data).split(b"\n")
        yield from (json.loads(line) for line in whole if line.startswith(b"{"))
