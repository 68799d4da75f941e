"""`make cut-test`: the power of a whole box is cut at any moment, and nothing shown is lost."""

import argparse
import fcntl
import importlib.util
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path

from container.commands import CommandFailedError
from container.kept import remove
from counts import at_least_one
from kill.process import BoxFailedError

from machine import fetching
from machine.cuts.lanes import Lane, all_lived_through
from machine.cuts.linux import user_mode_linux
from machine.cuts.root import root
from machine.guest import installed_tree

SEEDS = 100_000  # of one run
LEAST_UNSAFE = 10
MOST_TOLD = 5  # losses of a kind of life
UNSAFE = "this store does not wait for its disk, and the cuts must find what it loses"
MANY = 50  # cuts, among which some are sure to come when dice lie still
CUTS_FOR_DICE = 20  # cuts for which dice are seen again at least once; it is rather four times
HEADS = ("time", "cuts", "pictures", "actions", "ahead", "dice seen", "lost", "thrown again")
NEEDED = {
    "apt-get": "apt",
    "dh": "debhelper",
    "dh_python3": "dh-python",
    "dpkg-scanpackages": "dpkg-dev",
    "fusermount3": "fuse3",
    "mount": "mount",
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
    with _run_folder(folder) as place:
        kernel, tree = user_mode_linux(folder), root(installed_tree(build), place / "root")
        _line("", HEADS)
        cuts, seed = options.cuts, options.seed
        safe = _all(kernel, tree, place / "safe", seed, cuts)
        unsafe = _all(kernel, tree, place / "unsafe", seed, max(cuts // 10, LEAST_UNSAFE))
    failures = list(failures_of(safe, unsafe))
    if not safe.compared:
        print(f"cut-test: not tried: that dice lie there again; run: sudo make cut-test N={MANY}")
    for failure in failures:
        print(f"cut-test: FAILED: {failure}")
    if not failures:
        print("cut-test: all is well")
    return 1 if failures else 0


def failures_of(safe: Lane, unsafe: Lane) -> Iterator[str]:
    """Why a run is not well: something was lost, or what should be seen was not."""
    if safe.lost or safe.again:
        yield "something is not as it was shown"
    if not unsafe.lost and not unsafe.again:
        yield "a store that doesn't wait for its disk was not caught"
    if safe.cuts >= MANY and safe.compared < safe.cuts // CUTS_FOR_DICE:
        more = f"run with more cuts: sudo make cut-test N={2 * safe.cuts}"
        yield f"dice were looked for {safe.compared} times after a cut, which is too few; {more}"


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
    if missing := [package for tool, package in NEEDED.items() if not shutil.which(tool)]:
        return f"tools are missing; run: sudo apt install {' '.join(missing)}"
    if not Path("/dev/fuse").exists() or not Path("/dev/loop-control").exists():
        return "there is no /dev/fuse, or no loop device; run: sudo modprobe -a fuse loop"
    if not find_library("fuse3") and not find_library("fuse"):
        return "libfuse is missing; run: sudo apt install libfuse3-3"
    if not importlib.util.find_spec("mfusepy"):
        return "mfusepy is missing; run: make cut-test"
    return fetching.lacks()


@contextmanager
def _run_folder(folder: Path) -> Iterator[Path]:
    """For one run at a time; what one left behind that was killed is removed by the next."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "run"
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(
                f"another one runs in {folder}; wait until it has ended"
            ) from None
        remove(place)
        place.mkdir()
        try:
            yield place
        finally:
            remove(place)


def _all(kernel: Path, tree: Path, place: Path, seed: int, cuts: int) -> Lane:
    """Cut so often, and print a line of the table."""
    began, first = time.monotonic(), seed * SEEDS
    lane = all_lived_through(kernel, tree, place, place.name, range(first, first + cuts))
    seconds = f"{time.monotonic() - began:.0f} s"
    _line(place.name, (seconds, *lane[:5], len(lane.lost), len(lane.again)))
    losses = lane.lost + lane.again
    if losses and place.name == "unsafe":
        print(f"    as it must be: {UNSAFE}", flush=True)
    for what in losses[:MOST_TOLD]:
        print(f"    {what}", flush=True)
    return lane


def _line(name: str, cells: Sequence[object]) -> None:
    row = (f"{cell:>{max(6, len(head))}}" for head, cell in zip(HEADS, cells, strict=True))
    print(f"{name:8}" + "  ".join(row), flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("cut-test: stopped"))  # all is taken down
    try:
        sys.exit(main())
    except (BoxFailedError, CommandFailedError, OSError) as error:
        sys.exit(f"cut-test: FAILED: {error}")
    except KeyboardInterrupt:
        sys.exit("cut-test: stopped")
