"""Health tests of raw random bytes, one at a time, as NIST SP 800-90B section 4.4 has them. Pure.

A source is trusted with 8 bits of entropy a byte; what a good one would give with a probability of
about 2^-40 is a fault. Exactly, a good source is called faulty

- by the repetition count with 2^-40 a byte,
- by the adaptive proportion with P(Bin(511, 1/256) >= 18) = 2^-37.6 a window of 512 bytes,
- by the cycle test with at most 1024 * 2^-56 = 2^-46 a byte.

Together that is once in 10^12 bytes, or 1.8 * 10^11 throws of six dice, and once in 10^9 start
tests.
"""

from typing import Protocol

REPETITIONS = 6  # 1 + 40 / 8
WINDOW = 512  # bytes
PROPORTION = 19  # 1 + the 1 - 2^-40 quantile of Bin(512, 1/256)
START = 1024  # bytes to be tested before the first may be used
LOOKBACK = 1024  # bytes; a counter and every shorter cycle come back within them
TAIL = 7  # bytes that come back: six would alarm oftener than 2^-40


class UnhealthyError(ValueError):
    """Raw bytes that a random source would not give; says in a few words what is wrong."""


class HealthTest(Protocol):
    """Judges bytes in the order in which the source gave them."""

    def feed(self, byte: int) -> None:
        """Raise `UnhealthyError` when this byte completes a fault."""


class RepetitionCount:
    """Finds one value again and again (SP 800-90B 4.4.1)."""

    def __init__(self) -> None:
        self._value = -1
        self._run = 0

    def feed(self, byte: int) -> None:
        self._run = self._run + 1 if byte == self._value else 1
        self._value = byte
        if self._run >= REPETITIONS:
            raise UnhealthyError(f"one byte came {REPETITIONS} times in a row")


class AdaptiveProportion:
    """Finds the first value of a window too often in it (SP 800-90B 4.4.2)."""

    def __init__(self) -> None:
        self._value = -1
        self._count = self._left = 0

    def feed(self, byte: int) -> None:
        if not self._left:
            self._value, self._count, self._left = byte, 0, WINDOW
        self._left -= 1
        self._count += byte == self._value
        if self._count >= PROPORTION:
            raise UnhealthyError(f"one byte came {PROPORTION} times within {WINDOW}")


class Cycle:
    """Finds bytes that come back in the same order, which the standard's two tests let pass."""

    def __init__(self) -> None:
        self._seen = bytearray()

    def feed(self, byte: int) -> None:
        self._seen.append(byte)
        del self._seen[: -(LOOKBACK + TAIL)]
        if len(self._seen) > TAIL and self._seen.find(self._seen[-TAIL:], 0, -1) >= 0:
            raise UnhealthyError(f"the same {TAIL} bytes came again within {LOOKBACK}")


class Health:
    """All tests of one source since it was opened."""

    def __init__(self) -> None:
        self._tests: tuple[HealthTest, ...] = (RepetitionCount(), AdaptiveProportion(), Cycle())
        self._seen = 0

    @property
    def started(self) -> bool:
        """Whether the start test is passed: what is fed from now on may be used."""
        return self._seen >= START

    def feed(self, raw: bytes) -> None:
        """Raise `UnhealthyError` at the first fault; the source is not to be used any more."""
        for byte in raw:
            for test in self._tests:
                test.feed(byte)
        self._seen += len(raw)
