"""Random sources for tests: good ones, and every way of being a bad one."""

import os
import random
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path


def good(size: int, seed: int = 1) -> bytes:
    """Bytes that look like chance, the same each time."""
    return random.Random(seed).randbytes(size)


def over_and_over(values: bytes, size: int) -> bytes:
    return bytes(islice(cycle(values), size))


def two_values(size: int) -> bytes:
    return bytes(random.Random(1).choices((0x00, 0xFF), k=size))


BAD: dict[str, Callable[[int], bytes]] = {
    "stuck at 0": lambda size: over_and_over(b"\x00", size),
    "stuck at 255": lambda size: over_and_over(b"\xff", size),
    "two values": two_values,
    "two values in turn": lambda size: over_and_over(b"\x55\xaa", size),
    "counter": lambda size: over_and_over(bytes(range(256)), size),
    "counter by 3": lambda size: over_and_over(bytes(3 * at % 256 for at in range(256)), size),
    "counter of 16 bits": lambda size: b"".join(
        at.to_bytes(2, "big") for at in range(size // 2 + 1)
    )[:size],
    "cycle of 20": lambda size: over_and_over(good(20), size),
    "cycle of 300": lambda size: over_and_over(good(300), size),
    "cycle of 1000": lambda size: over_and_over(good(1000), size),
}
"""Bytes that no random source gives, by what is wrong with it; each takes the size."""


class Source:
    """A random source with bytes to give; `error` fails it, `rate` bounds the bytes a read."""

    def __init__(self, raw: bytes, rate: int = 1000) -> None:
        self.raw = raw
        self.rate = rate
        self.error: OSError | None = None
        self.opened = self.closed = 0

    def open(self) -> "Source":
        self._fail()
        self.opened += 1
        return self

    def read(self, size: int) -> bytes:
        self._fail()
        size = min(size, self.rate)
        piece, self.raw = self.raw[:size], self.raw[size:]
        return piece

    def close(self) -> None:
        self.closed += 1

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


class Drip(Source):
    """Gives one byte each other read, as a device does that is asked before it has the next."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw, rate=1)
        self._dry = True

    def read(self, size: int) -> bytes:
        self._dry = not self._dry
        return b"" if self._dry else super().read(size)


class Pipe:
    """A pipe in the file system in the device's place: bytes over a real descriptor."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "hwrng"
        os.mkfifo(self.path)
        self._end = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def write(self, raw: bytes) -> None:
        os.write(self._end, raw)

    def close(self) -> None:
        """Whoever reads finds the end, once what was written is read."""
        os.close(self._end)


def descriptors() -> int:
    """How many this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))
