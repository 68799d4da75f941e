"""`make cut-test`: the power of a whole box is cut at any moment, and nothing shown is lost."""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from ctypes.util import find_library
from pathlib import Path
from typing import TYPE_CHECKING

from container.commands import CommandFailedError
from counts import at_least_one
from kill.process import BoxFailedError

from machine.cuts.linux import user_mode_linux
from machine.cuts.root import root
from machine.guest import installed_tree

if TYPE_CHECKING:
    from machine.cuts.lane import Lane

SIDE_BY_SIDE = 2
SEEDS = 100_000  # of one run
LEAST_UNSAFE = 10
MOST_TOLD = 5  # losses of a kind of life
HEADS = ("time", "cuts", "pictures", "actions", "ahead", "dice seen", "lost", "thrown again")
NEEDED = {
    "apt-get": "apt",
    "dh": "debhelper",
    "dh_python3": "dh-python",
    "dpkg-scanpackages": "dpkg-dev",
    "fusermount3": "fuse3",
    "losetup": "mount",
    "mke2fs": "e2fsprogs",
    "mmdebstrap": "mmdebstrap",
    "strip": "binutils",
}


def main() -> int:
    options = _options()
    if lacking := _lacks():
        print(f"cut-test: skipped: {lacking}")
        return 0
    build = options.build.resolve()
    folder = build / "machine/uml"
    print("cut-test: the first time a kernel is made, in some five minutes", flush=True)
    kernel, installed = user_mode_linux(folder), installed_tree(build)
    with tempfile.TemporaryDirectory(prefix="run-", dir=folder) as name:
        place = Path(name)
        tree = root(installed, place / "root")
        _line("", HEADS)
        cuts, seed = options.cuts, options.seed
        unsafe = max(cuts // 10, LEAST_UNSAFE)
        faults = _all(kernel, tree, place / "safe", seed, cuts)
        caught = _all(kernel, tree, place / "unsafe", seed, unsafe)
    if faults:
        print("cut-test: FAILED: something is not as it was shown")
    if not caught:
        print("cut-test: FAILED: a store that doesn't wait for its disk was not caught")
    if faults or not caught:
        return 1
    print("cut-test: all is well")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cut-test", description=__doc__)
    parser.add_argument("build", type=Path, help="what takes long to make is kept there")
    parser.add_argument("--cuts", type=at_least_one, default=100)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _lacks() -> str:
    """What this machine needs for it, or ""."""
    if os.geteuid():
        return "mounting needs root; run: sudo make cut-test"
    if os.uname().machine != "x86_64":
        return "Linux runs as a program only on a machine of the architecture amd64"
    if missing := [package for tool, package in NEEDED.items() if not shutil.which(tool)]:
        return f"tools are missing; run: sudo apt install {' '.join(missing)}"
    if not Path("/dev/fuse").exists() or not Path("/dev/loop-control").exists():
        return "there is no /dev/fuse, or no loop device; run: sudo modprobe -a fuse loop"
    if not find_library("fuse3") and not find_library("fuse"):
        return "libfuse is missing; run: sudo apt install libfuse3-3"
    return "" if importlib.util.find_spec("mfusepy") else "mfusepy is missing; run: make cut-test"


def _all(kernel: Path, tree: Path, place: Path, seed: int, cuts: int) -> int:
    """Cut so often, print a line of the table; how often something was not as it was shown."""
    from machine.cuts.lane import lived_through  # its import fails where there is no libfuse

    began = time.monotonic()
    seeds = range(seed * SEEDS, seed * SEEDS + cuts)
    with ProcessPoolExecutor(SIDE_BY_SIDE) as processes:  # libfuse wants one for each disk
        running = [
            processes.submit(
                lived_through, kernel, tree, place / str(n), place.name, seeds[n::SIDE_BY_SIDE]
            )
            for n in range(SIDE_BY_SIDE)
        ]
        lanes = [lane.result() for lane in running]
    return _told(place.name, time.monotonic() - began, lanes)


def _told(name: str, seconds: float, lanes: Sequence[Lane]) -> int:
    lost = [what for lane in lanes for what in lane.lost]
    again = [what for lane in lanes for what in lane.again]
    sums = (sum(numbers) for numbers in zip(*(lane[:5] for lane in lanes), strict=True))
    _line(name, (f"{seconds:.0f} s", *sums, len(lost), len(again)))
    for what in (lost + again)[:MOST_TOLD]:
        print(f"    {what}", flush=True)
    return len(lost + again)


def _line(name: str, cells: Sequence[object]) -> None:
    row = (f"{cell:>{max(6, len(head))}}" for head, cell in zip(HEADS, cells, strict=True))
    print(f"{name:8}" + "  ".join(row), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BoxFailedError, CommandFailedError) as error:
        sys.exit(f"cut-test: FAILED: {error}")
    except KeyboardInterrupt:
        sys.exit("cut-test: stopped")
