"""A figure measured against its bar."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    measured: str
    bar: str
    holds: bool

    def __str__(self) -> str:
        verdict = "ok  " if self.holds else "MISS"
        return f"{verdict} {self.what}\n       {self.measured}   (bar: {self.bar})"


def processor_time(work: Callable[[], object]) -> float:
    """Seconds of processor time of this process that `work` takes."""
    before = time.process_time_ns()
    work()
    return (time.process_time_ns() - before) / 1e9


def median_time(work: Callable[[], object], times: int) -> float:
    """The median processor time of `work`, in seconds."""
    return statistics.median(processor_time(work) for _ in range(times))
