"""`make unit-test`: installs the package on Debian 13 with systemd, and lives through its life."""

import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from container.commands import CommandFailedError, run
from container.machine import Machine, MachineError
from container.outcomes import Outcome, outcome_of, tell
from container.rig import TOOLS, Rig
from container.scenarios import SCENARIOS
from container.tree import base_tree, copy_of, repository

HERE = Path(__file__).parent
PACKAGER = HERE.parent.parent / "systemd/package.py"
INSIDE = (HERE / "inside/probe.py", HERE.parent / "firmware_host/running_box.py")
NEEDED = ("mmdebstrap", "systemd-nspawn", "nsenter", "dpkg-scanpackages", "dh", "dh_python3")
PACKAGES = "mmdebstrap systemd-container util-linux dpkg-dev debhelper dh-python"
NEWER = "+newer"
STAND_INS = (
    "Debian has neither gpiozero 2 nor lgpio: python3-gpiozero and python3-lgpio, which "
    "Raspberry Pi OS has, are built from PyPI here"
)


def main(build: Path) -> int:
    """Build the package in `build` and run all scenarios. What takes long to make is kept there."""
    if lacking := lacks():
        print(f"unit-test: skipped: {lacking}")
        return 0
    built = Path(run([sys.executable, str(PACKAGER), str(build)]).strip())
    folder = build / "container"
    folder.mkdir(exist_ok=True)
    print(f"unit-test: {STAND_INS}", flush=True)
    base, packages = base_tree(folder), repository(folder, built)
    with tempfile.TemporaryDirectory(prefix="run-", dir=folder) as place:
        tree = Path(place) / "tree"
        copy_of(base, packages, tree)
        package, newer = put_in(built, tree, Path(place))
        with Machine(tree, folder / "boot.log") as machine:
            outcomes = live_through(Rig(machine, package, newer))
            if any(outcome.failure for outcome in outcomes):
                print(machine.run("journalctl", "--no-pager", "--unit=dicetower", "--lines=60"))
    return tell("unit-test", outcomes)


def lacks() -> str:
    """What this machine needs for it, or ""."""
    if os.geteuid():
        return "a container needs root; run: sudo make unit-test"
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    return f"{', '.join(missing)} missing; run: sudo apt install {PACKAGES}" if missing else ""


def put_in(package: Path, tree: Path, place: Path) -> tuple[Path, Path]:
    """Put the package, a newer one, and what runs inside into the tree."""
    (tree / TOOLS.relative_to("/")).mkdir(parents=True)
    for file in INSIDE:
        shutil.copy(file, tree / TOOLS.relative_to("/"))
    newer = newer_than(package, place)
    for file in (package, newer):
        shutil.copy(file, tree / "root")
    return Path("/root", package.name), Path("/root", newer.name)


def newer_than(package: Path, place: Path) -> Path:
    """The same package with a higher version, that its program tells."""
    unpacked, newer = place / "newer", place / "newer.deb"
    run(["dpkg-deb", "--raw-extract", str(package), str(unpacked)])
    for file in (unpacked / "DEBIAN/control", *unpacked.rglob("METADATA")):
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"^(Version: .+)$", rf"\1{NEWER}", text, flags=re.M), "utf-8")
    run(["dpkg-deb", "--root-owner-group", "--build", str(unpacked), str(newer)])
    return newer


def live_through(rig: Rig) -> list[Outcome]:
    """All scenarios in their order. One that fails is told, and the next is tried."""
    return [outcome_of("unit-test", scenario, rig) for scenario in SCENARIOS]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all is taken down
    try:
        sys.exit(main(Path(sys.argv[1])))
    except (CommandFailedError, MachineError) as error:
        sys.exit(f"unit-test: FAILED before the first scenario: {error}")
