"""`make kill-test`: a box is killed so many times, and nothing that it showed is lost."""

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from counts import at_least_one

from kill import faults
from kill.lived import Found, lived
from kill.lives import Life, RealLife, SteppedLife
from kill.process import BoxFailedError
from kill.witness import FAULTS

SIDE_BY_SIDE = 2
SEEDS = 100_000  # of one run
MOST_TOLD = 5  # losses of a kind of life
HEADS = ("time", "lives", "shown", "unsaved", "faults", "actions", "ahead", *FAULTS)


def main() -> int:
    options = _options()
    if not faults.compiler():
        print("kill-test: there is no C compiler; run: apt install gcc", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="dicetower-kill-") as folder:
        library = faults.built(Path(folder))
        _line("", HEADS)
        lives: list[tuple[str, Life, int]] = [
            ("run", RealLife(), options.kills),
            ("faults", SteppedLife(library), options.faults),
            ("run, early", RealLife("early"), options.early),
            ("faults, early", SteppedLife(library, "early"), options.early),
        ]
        found = [_all(life, Path(folder, name), options.seed, n) for name, life, n in lives]
    return _verdict(sum(found[:2]), min(found[2:]))


def _verdict(lost: int, caught: int) -> int:
    if lost:
        print("kill-test: something is not as it was shown", file=sys.stderr)
    if not caught:
        print("kill-test: a store that acknowledges too early was not caught", file=sys.stderr)
    return int(bool(lost) or not caught)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="kill-test", description=__doc__)
    parser.add_argument("--kills", type=at_least_one, default=1000, help="of `dicetower run`")
    parser.add_argument("--faults", type=at_least_one, default=400, help="lives on disks that fail")
    parser.add_argument("--early", type=at_least_one, default=20, help="lives that must be caught")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _all(life: Life, folder: Path, seed: int, count: int) -> int:
    """Live so often, print a line of the table; how many losses there were."""
    began = time.monotonic()
    seeds = range(seed * SEEDS, seed * SEEDS + count)
    stop = Event()
    with ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        lanes = [
            threads.submit(lived, life, folder / str(lane), seeds[lane::SIDE_BY_SIDE], stop)
            for lane in range(SIDE_BY_SIDE)
        ]
        try:
            found = [lane.result() for lane in lanes]
        finally:
            stop.set()
    _tell(folder.name, time.monotonic() - began, found)
    return sum(len(one.losses) for one in found)


def _tell(name: str, seconds: float, found: Sequence[Found]) -> None:
    losses = [loss for one in found for loss in one.losses]
    count = Counter(loss.fault for loss in losses)
    figures = (
        f"{seconds:.0f} s",
        sum(one.lives for one in found),
        sum(one.shown for one in found),
        sum(one.unsaved for one in found),
        sum(one.faults for one in found),
        sum(one.witness.actions for one in found),
        sum(one.witness.ahead for one in found),
        *(count[fault] for fault in FAULTS),
    )
    _line(name, figures)
    for loss in losses[:MOST_TOLD]:
        print(f"    {loss}, {' '.join(loss.__notes__)}", flush=True)


def _line(name: str, cells: Sequence[object]) -> None:
    row = (f"{cell:>{max(6, len(head))}}" for head, cell in zip(HEADS, cells, strict=True))
    print(f"{name:14}" + "  ".join(row), flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all is taken down
    try:
        sys.exit(main())
    except BoxFailedError as error:
        sys.exit(f"kill-test: {error}")
    except KeyboardInterrupt:
        sys.exit("kill-test: stopped")
