"""How like chance raw bytes look: statistics with exact or asymptotic p-values. Pure.

A p-value is two-sided: how often good bytes look at least so odd, be it too uneven or too even.
"""

import math
from collections import Counter, deque
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import mul
from typing import NamedTuple

from hw.health import WINDOW
from hw.random import die_from_byte

VALUES = 256
FACES = range(1, 7)
LEAST = 5 * VALUES  # bytes: chi-square wants five of each value
LEVEL = 1e-4  # six tests: good bytes are called bad at most once in 1600 times


class Finding(NamedTuple):
    """What one test says."""

    test: str
    statistic: float
    p: float
    size: int  # of the sample
    unit: str  # of `size`

    @property
    def good(self) -> bool:
        return self.p >= LEVEL


def examine(raw: bytes) -> list[Finding]:
    """Every test of at least `LEAST` raw bytes; ValueError for fewer."""
    if len(raw) < LEAST:
        raise ValueError(f"{len(raw)} bytes are too few to judge; give {LEAST} or more")
    return [
        _bytes(raw),
        _faces(raw),
        _runs(raw),
        _serial_correlation(raw),
        _repetition(raw),
        _proportion(raw),
    ]


def byte_counts(raw: bytes) -> list[int]:
    """How often each value from 0 to 255 came."""
    counts = Counter(raw)
    return [counts[value] for value in range(VALUES)]


def face_counts(raw: bytes) -> list[int]:
    """How often each face from 1 to 6 would be thrown."""
    counts = Counter[int | None]()
    for value, count in enumerate(byte_counts(raw)):
        counts[die_from_byte(value)] += count
    return [counts[face] for face in FACES]


# -- the tests --------------------------------------------------------------------------------


def _bytes(raw: bytes) -> Finding:
    return Finding("chi-square of bytes", *_chi_square(byte_counts(raw)), len(raw), "bytes")


def _faces(raw: bytes) -> Finding:
    counts = face_counts(raw)
    if not sum(counts):
        return Finding("chi-square of faces", 0.0, 0.0, 0, "dice")
    return Finding("chi-square of faces", *_chi_square(counts), sum(counts), "dice")


def _chi_square(counts: Sequence[int]) -> tuple[float, float]:
    """Statistic and p-value of counts that should be equal."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    tail = chi_square_tail(statistic, len(counts) - 1)
    return statistic, _two_sided(tail, 1 - tail)


def _runs(raw: bytes) -> Finding:
    size = 8 * len(raw)
    runs, p = runs_of_bits(int.from_bytes(raw, "big"), size)
    return Finding("runs of bits", runs, p, size, "bits")


def runs_of_bits(bits: int, size: int) -> tuple[int, float]:
    """The runs of equal bits and their p-value, as NIST SP 800-22 section 2.3 has it."""
    runs = 1 + ((bits ^ bits >> 1) & ((1 << size - 1) - 1)).bit_count()
    ones = bits.bit_count() / size
    if abs(ones - 1 / 2) >= 2 / math.sqrt(size):
        return runs, 0.0
    both = 2 * ones * (1 - ones)
    return runs, math.erfc(abs(runs - size * both) / (math.sqrt(2 * size) * both))


def _serial_correlation(raw: bytes) -> Finding:
    statistic = serial_correlation(raw)
    size = len(raw)
    mean, deviation = -1 / (size - 1), size / (size - 1) / math.sqrt(size - 2)
    p = math.erfc(abs(statistic - mean) / deviation / math.sqrt(2))
    return Finding("serial correlation", statistic, p, size, "bytes")


def serial_correlation(raw: bytes) -> float:
    """Of each byte with the next, the last with the first (Knuth 3.3.2 K); 1 if all are equal."""
    size, total = len(raw), sum(raw)
    squares = size * sum(map(mul, raw, raw)) - total**2
    products = size * (sum(map(mul, raw, raw[1:])) + raw[-1] * raw[0]) - total**2
    return products / squares if squares else 1.0


def _repetition(raw: bytes) -> Finding:
    longest = max(len(list(run)) for _, run in groupby(raw))
    p = _two_sided(repetition_tail(longest, len(raw)), 1 - repetition_tail(longest + 1, len(raw)))
    return Finding("repetition count", longest, p, len(raw), "bytes")


def _proportion(raw: bytes) -> Finding:
    windows = [raw[at : at + WINDOW] for at in range(0, len(raw) - WINDOW + 1, WINDOW)]
    most = max(window.count(window[0]) for window in windows)
    p = _two_sided(
        _any_of(len(windows), proportion_tail(most)),
        1 - _any_of(len(windows), proportion_tail(most + 1)),
    )
    return Finding("adaptive proportion", most, p, len(windows), f"windows of {WINDOW}")


# -- the probabilities ------------------------------------------------------------------------


def chi_square_tail(statistic: float, freedom: int) -> float:
    """P(chi-square of that many degrees of freedom >= statistic), by its finite sum."""
    if statistic <= 0:
        return 1.0
    half, odd = statistic / 2, freedom % 2
    powers = (odd / 2 + step for step in range(freedom // 2))
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return math.fsum(terms) + (math.erfc(math.sqrt(half)) if odd else 0.0)


def repetition_tail(longest: int, size: int, values: int = VALUES) -> float:
    """P(`size` symbols hold a run of at least `longest` equal ones)."""
    if longest <= 1:
        return 1.0
    needed = longest - 1  # symbols that are like the one before
    begin = (1 / values) ** needed * (1 - 1 / values)
    if size < longest:
        return 0.0
    # For the last few sizes up to `longest`, and on from there.
    tails = deque([*[0.0] * needed, (1 / values) ** needed], maxlen=longest)
    for _ in range(size - longest):
        tails.append(tails[-1] + begin * (1 - tails[0]))
    return tails[-1]


@cache
def proportion_tail(count: int) -> float:
    """P(a window's first byte is at least `count` times in it)."""
    return math.fsum(_binomial(more) for more in range(max(0, count - 1), WINDOW))


def _binomial(more: int) -> float:
    """P(exactly so many of the bytes after the first are like it)."""
    others = WINDOW - 1
    ways: int = math.comb(others, more) * (VALUES - 1) ** (others - more)
    return ways / int(VALUES**others)


def _any_of(times: int, p: float) -> float:
    """P(what has the probability `p` comes at least once), exact for tiny `p` too."""
    return -math.expm1(times * math.log1p(-p)) if p < 1 else 1.0


def _two_sided(*tails: float) -> float:
    return max(0.0, min(1.0, 2 * min(tails)))
