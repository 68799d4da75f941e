"""How much memory the box holds, whatever the tests note of it."""

import gc
import pathlib
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations_with_replacement

from firmware_host.screens.fonts import TEXT, fit, paragraph, wrap
from rules import Rules
from rules.dice import ALL_DICE, FACES
from rules.scoring import score_table

TEXTS = 1500  # several times what any cache of the screens keeps
NOT_OF_THE_BOX = [
    tracemalloc.Filter(False, str(pathlib.Path(__file__).parents[1] / "*")),
    tracemalloc.Filter(False, tracemalloc.__file__),
    # It interns names, for which Python now and then makes its table anew: a megabyte at once.
    tracemalloc.Filter(False, pathlib.__file__),
]


@contextmanager
def tracing() -> Iterator[None]:
    """Within it `held` counts what is allocated."""
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def held() -> tracemalloc.Snapshot:
    """All that is allocated outside the tests since tracing began, and still in use."""
    gc.collect()
    return tracemalloc.take_snapshot().filter_traces(NOT_OF_THE_BOX)


def growth(before: tracemalloc.Snapshot, after: tracemalloc.Snapshot) -> tuple[int, str]:
    """Bytes that came to it, and for people the lines that most of them came from."""
    lines = after.compare_to(before, "lineno")
    return sum(line.size_diff for line in lines), "\n".join(map(str, lines[:8]))


def fill_caches(rules: Rules) -> None:
    """Fill what a box fills little by little: the table of the rules, and the screens' texts."""
    table = score_table(rules)
    for size in range(1, ALL_DICE + 1):
        for throw in combinations_with_replacement(FACES, size):
            table[throw]
    for number in range(TEXTS):
        for use in (fit, paragraph, wrap):
            use(str(number), 20, TEXT)
