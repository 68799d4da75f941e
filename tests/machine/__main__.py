"""`make vm-test`: the installed package on a simulated Pi, scenario by scenario."""

import os
import shutil
import signal
import sys
from pathlib import Path

from container.commands import CommandFailedError
from container.machine import MachineError
from container.outcomes import outcome_of, tell

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
    bench = Bench(build)
    print(f"{TEST}: the set-up is there, after {bench.seconds:.0f} s", flush=True)
    outcomes = []
    for scenario in chosen(names):
        outcomes.append(outcome_of(scenario, bench))
        print(f"{TEST}: {outcomes[-1].sentinel}", flush=True)
    return tell(TEST, outcomes)


def lacks() -> str:
    """What this machine needs for it, or ""."""
    if os.geteuid():
        return f"Debian is laid out by root; run: sudo make {TEST}"
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    return f"{', '.join(missing)} missing; run: sudo apt install {PACKAGES}" if missing else ""


def chosen(names: list[str]) -> list[Scenario]:
    """In their order; all where none is named."""
    known = {scenario.__name__ for scenario in SCENARIOS}
    if unknown := {*names} - known:
        raise SystemExit(f"{TEST}: no scenario is called {', '.join(sorted(unknown))}")
    return [scenario for scenario in SCENARIOS if not names or scenario.__name__ in names]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all is taken down
    try:
        sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
    except (CommandFailedError, MachineError) as error:
        sys.exit(f"{TEST}: FAILED before the first scenario: {error}")
