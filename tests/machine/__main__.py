"""`make vm-test`: the installed package on a simulated Pi, scenario by scenario."""

import os
import shutil
import signal
import sys
from pathlib import Path

from container.commands import CommandFailedError
from container.machine import MachineError
from container.outcomes import Outcome, outcome_of, tell

from machine import fetching
from machine.bench import Bench
from machine.scenarios import SCENARIOS, Scenario

TEST = "vm-test"
NEEDED = ("mmdebstrap", "mke2fs", "apt-get", "dpkg-deb", "dpkg-scanpackages", "dh", "dh_python3")
PACKAGES = "mmdebstrap e2fsprogs dpkg-dev debhelper dh-python"


def main(build: Path, names: list[str]) -> int:
    """All scenarios, or those named. What takes long to make is kept in `build`."""
    if lacking := lacks():
        print(f"{TEST}: skipped: {lacking}")
        return 0
    try:
        scenarios = chosen(names)
    except ValueError as error:
        print(f"{TEST}: {error}", file=sys.stderr)
        return 2
    bench = Bench(build)
    print(f"{TEST}: the set-up is there, after {bench.seconds:.0f} s", flush=True)
    return tell(TEST, [lived_through(scenario, bench) for scenario in scenarios])


def lived_through(scenario: Scenario, bench: Bench) -> Outcome:
    """How it ended. What was said meanwhile is kept until it is lived through again."""
    bench.logs = bench.folder / "logs" / scenario.__name__
    shutil.rmtree(bench.logs, ignore_errors=True)
    outcome = outcome_of(TEST, scenario, bench)
    if outcome.failure:
        print(f"  what the machine said is in {bench.logs}", flush=True)
    return outcome


def lacks() -> str:
    """What this machine needs for it, or ""."""
    if os.geteuid():
        return f"Debian is laid out by root; run: sudo make {TEST}"
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    if missing:
        return f"{', '.join(missing)} missing; run: sudo apt install {PACKAGES}"
    return fetching.lacks()


def chosen(names: list[str]) -> list[Scenario]:
    """In their order; all where none is named. ValueError for a name that none has."""
    known = {scenario.__name__: scenario for scenario in SCENARIOS}
    if unknown := [name for name in names if name not in known]:
        raise ValueError(
            f"no scenario is called {', '.join(unknown)}: choose among {' '.join(known)}"
        )
    return [scenario for name, scenario in known.items() if not names or name in names]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all is taken down
    try:
        sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
    except (CommandFailedError, MachineError, OSError) as error:
        sys.exit(f"{TEST}: FAILED before the first scenario: {error}")
    except KeyboardInterrupt:
        sys.exit(f"{TEST}: stopped")
