"""`make crash-test`: a box plays, the power is cut at any moment, and nothing shown is lost."""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from counts import at_least_one

from crash import ext4
from crash.resumed import Damage, Rows, Told, check, history, rows_in
from crash.states import Step, after_cuts

TOOLS = ("mke2fs", "mount", "umount", "fusermount3")


class Played(NamedTuple):
    """What happened to the disk, and what the players were told meanwhile."""

    content: bytes  # of the disk before
    steps: list[Step]
    told: list[Told]
    final: Rows


def main() -> int:
    options = _options()
    if missing := _missing():
        print(f"crash-test: {missing}", file=sys.stderr)
        return 2
    safe = _cut("safe", options.seed, options.presses, options.cuts)
    unsafe = _cut("unsafe", options.seed, options.presses, max(options.cuts // 5, 50))
    if safe:
        print("crash-test: something acknowledged was lost", file=sys.stderr)
    if not unsafe:
        print("crash-test: a store that doesn't wait was not caught", file=sys.stderr)
    return int(bool(safe) or not unsafe)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="crash-test", description=__doc__)
    parser.add_argument(
        "--cuts", type=at_least_one, default=1200, help="how often the power is cut"
    )
    parser.add_argument("--presses", type=at_least_one, default=250)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _missing() -> str | None:
    if os.geteuid() != 0:
        return "mounting needs root; run it with sudo"
    if not Path("/dev/fuse").exists():
        return "there is no /dev/fuse; load the module fuse"
    if not (find_library("fuse3") or find_library("fuse")):
        return "libfuse is missing; run: apt install libfuse3-3"
    tools = [tool for tool in TOOLS if not shutil.which(tool)]
    return f"{', '.join(tools)} missing; run: apt install e2fsprogs fuse3 mount" if tools else None


def _cut(mode: str, seed: int, presses: int, cuts: int) -> Counter[str]:
    """Play, cut the power so often, print a line of the table; what was found, and how often."""
    with tempfile.TemporaryDirectory(prefix="dicetower-crash-") as folder:
        played = _play(Path(folder), mode, seed, presses)
        began = time.monotonic()
        found = _after(Path(folder), played, cuts, Random(seed))
    seconds = time.monotonic() - began
    writes = sum(step is not None for step in played.steps)
    actions = sum(played.told[-1].actions.values())
    print(
        f"{mode:6}  {writes} writes, {len(played.steps) - writes} flushes,"
        f" {len(played.told)} pictures, {actions} actions;"
        f" {cuts} cuts in {seconds:.0f} s: {found.total()} with a loss",
        flush=True,
    )
    for what, times in found.most_common(5):
        print(f"        {times} × {what}", flush=True)
    return found


def _play(folder: Path, mode: str, seed: int, presses: int) -> Played:
    from crash.recorder import recorded  # its import fails where there is no libfuse

    content = ext4.made(folder / "new")
    (folder / "fuse").mkdir()
    (folder / "disk").mkdir()
    told: list[tuple[int, dict[str, Any]]] = []
    with (
        recorded(content, folder / "fuse") as (recorder, disk),
        ext4.mounted(disk, folder / "disk"),
    ):
        recorder.steps.clear()
        content = recorder.content
        for line in _box(folder / "disk", str(seed), str(presses), mode):
            told.append((len(recorder.steps), json.loads(line)))
        steps = list(recorder.steps)
        subprocess.run(["cp", "-r", str(folder / "disk"), str(folder / "kept")], check=True)
    if told[-1][1] != {"over": True}:
        raise SystemExit("crash-test: the box that played has failed")
    pictures = told[:-1]
    assert all(what["saved"] for _, what in pictures), "the box says that it does not save"
    return Played(content, steps, history(pictures), rows_in(folder / "kept/games.sqlite3"))


def _box(*arguments: Path | str) -> Iterator[str]:
    """Each line of a box that plays; it goes on when the next is asked for."""
    command = [sys.executable, "-m", "crash.playing", *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as box:
        assert box.stdin is not None
        assert box.stdout is not None
        for line in box.stdout:
            yield line
            box.stdin.write("\n")
            box.stdin.flush()


def _after(folder: Path, played: Played, cuts: int, chance: Random) -> Counter[str]:
    """What is wrong after so many cuts."""
    at = sorted(chance.choices(range(1, len(played.steps) + 1), k=cuts))
    when = [told.steps for told in played.told]
    where, image = folder / "cut", folder / "image"
    where.mkdir()
    found: Counter[str] = Counter()
    for cut, disk in after_cuts(played.content, played.steps, at, chance):
        image.write_bytes(disk)
        told = bisect_right(when, cut)
        before, after = played.told[told - 1], played.told[min(told, len(when) - 1)]
        try:
            with ext4.mounted(image, where):
                check(where, before, after, played.final)
        except Damage as damage:
            found[str(damage)] += 1
        except subprocess.CalledProcessError as error:
            found[f"cannot be mounted: {error.cmd[0]}"] += 1
    return found


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all is taken down
    sys.exit(main())
