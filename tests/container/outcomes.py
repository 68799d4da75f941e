"""Scenarios, one after the other, and the table of how they ended."""

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from container.machine import MachineError

T = TypeVar("T")


class SkippedError(Exception):
    """The scenario cannot be tried here; says what is missing."""


class Outcome(NamedTuple):
    scenario: str
    seconds: float
    seen: tuple[str, ...]
    failure: str  # "" when all was well
    skipped: str = ""  # why it was not tried

    @property
    def ended(self) -> str:
        """What became of it, as far as all was not well."""
        if self.failure:
            return f"FAILED: {self.failure}"
        return f"skipped: {self.skipped}" if self.skipped else ""

    @property
    def sentinel(self) -> str:
        """One line that is only told when it came to its end."""
        return f"{self.scenario}: {self.ended or 'all is well'} ({self.seconds:.1f} s)"


def outcome_of(test: str, scenario: Callable[[T], Iterator[str]], rig: T) -> Outcome:
    """Live through it and tell what is seen; where one fails, the next can be tried."""
    print(f"{test}: {scenario.__name__}", flush=True)
    began, seen, failure, skipped = time.monotonic(), list[str](), "", ""
    try:
        for line in scenario(rig):
            seen.append(line)
            print(f"  {line}", flush=True)
    except SkippedError as error:
        skipped = str(error)
    except Exception as error:  # told, whatever it is
        failure = _told(error)
    seconds = time.monotonic() - began
    outcome = Outcome(scenario.__name__, seconds, tuple(seen), failure, skipped)
    print(f"{test}: {outcome.sentinel}", flush=True)
    return outcome


def tell(test: str, outcomes: Sequence[Outcome]) -> int:
    """Print the table and, as the last line, how it ended."""
    width = max(len(outcome.scenario) for outcome in outcomes)
    print()
    for outcome in outcomes:
        name = f"{outcome.scenario:{width}} {outcome.seconds:5.1f} s"
        for line in filter(None, (*outcome.seen, outcome.ended)):
            print(f"{name:{width + 9}} {line}")
            name = ""
    failed = [outcome.scenario for outcome in outcomes if outcome.failure]
    skipped = [outcome.scenario for outcome in outcomes if outcome.skipped]
    well = f"all is well, but not tried: {', '.join(skipped)}" if skipped else "all is well"
    print(f"{test}: FAILED: {', '.join(failed)}" if failed else f"{test}: {well}")
    return 1 if failed else 0


def _told(error: Exception) -> str:
    """What went wrong, and for what is no finding of a scenario, where."""
    if isinstance(error, MachineError):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
