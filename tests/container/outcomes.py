"""Scenarios, one after the other, and the table of how they ended."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from container.machine import MachineError

T = TypeVar("T")


class Outcome(NamedTuple):
    scenario: str
    seconds: float
    seen: tuple[str, ...]
    failure: str  # "" when all was well

    @property
    def sentinel(self) -> str:
        """One line that is only told when it came to its end."""
        ended = f"FAILED: {self.failure}" if self.failure else "all is well"
        return f"{self.scenario}: {ended} ({self.seconds:.1f} s)"


def outcome_of(scenario: Callable[[T], Iterator[str]], rig: T) -> Outcome:
    """Live through it; one that fails is told, and the next can be tried."""
    began, seen, failure = time.monotonic(), list[str](), ""
    try:
        seen.extend(scenario(rig))
    except (MachineError, OSError, ValueError, LookupError) as error:
        failure = f"{type(error).__name__}: {error}"
    return Outcome(scenario.__name__, time.monotonic() - began, tuple(seen), failure)


def tell(test: str, outcomes: Sequence[Outcome]) -> int:
    """Print the table and, as the last line, how it ended."""
    width = max(len(outcome.scenario) for outcome in outcomes)
    for outcome in outcomes:
        name, lines = f"{outcome.scenario:{width}} {outcome.seconds:5.1f} s", list(outcome.seen)
        if outcome.failure:
            lines.append(f"FAILED: {outcome.failure}")
        for line in lines:
            print(f"{name:{width + 9}} {line}")
            name = ""
    failed = [outcome.scenario for outcome in outcomes if outcome.failure]
    print(f"{test}: FAILED: {', '.join(failed)}" if failed else f"{test}: all is well")
    return 1 if failed else 0
