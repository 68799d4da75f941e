"""`make arm-test`: the package on Arm, under QEMU's emulation of programs, beside this machine."""

import json
import os
import resource
import shutil
import signal
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError, TimeoutExpired
from typing import NamedTuple

from container.commands import CommandFailedError
from startup import IMPORTS, PICTURE

from machine import fetching
from machine.foreign import ARM, LIBRARY, NATIVE, Foreign, Processor, unpacked
from machine.guest import built_package

RUNS = 5
SETTINGS = "/tmp/dicetower.toml"
FRAMES = "/tmp/frames"
NEEDED = {"apt-get": "apt", "dpkg-deb": "dpkg", "dh": "debhelper", "dh_python3": "dh-python"}
NOT_TRIED = (
    "arm-test: not tried: ARMv6 (Pi Zero and 1), whose packages only Raspberry Pi OS has; lgpio,"
    " which would have to be compiled"
)

# The sensor's program is for a microcontroller, and a __main__ would run.
IMPORT_ALL = f"""
import importlib, json, pkgutil
packages = ("firmware_host", "hw", "rules")
found = [
    module.name
    for package in packages
    for module in pkgutil.walk_packages([f"{LIBRARY}/{{package}}"], f"{{package}}.")
]
wanted = [name for name in found if not name.endswith("__main__")]
wanted = [name for name in wanted if not name.startswith("hw.sensor.")]
failed = dict()
for name in wanted:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed[name] = repr(error)
print(json.dumps([len(wanted), failed]))
"""


class Outcome(NamedTuple):
    """What was seen on one processor; times are processor seconds."""

    modules: int
    told: str  # by the demo
    frames: dict[str, bytes]  # its pictures
    demo: float
    picture: float  # from the command to the first picture
    imports: float  # of the libraries alone


class UnlikeError(AssertionError):
    """It is not on this processor as it should be."""


def main(build: Path) -> int:
    """Build the package in `build` and try it; what was fetched is kept there."""
    if lacking := _lacks():
        print(f"arm-test: skipped: {lacking}")
        return 0
    package = built_package(build)
    folder = build / "machine/arm"
    folder.mkdir(parents=True, exist_ok=True)
    print(NOT_TRIED, flush=True)
    print(f"{'':7}modules      demo  pictures   `run` to the first picture, against bare imports")
    native = _tried(NATIVE, package, folder)
    _tell(NATIVE, native)
    for processor in ARM:
        outcome = _tried(processor, package, folder)
        _must_be_alike(outcome, native)
        _tell(processor, outcome)
    print("arm-test: all is well")
    return 0


def _lacks() -> str:
    """What this machine needs for it, or ""."""
    if os.geteuid():
        return "another root folder needs root; run: sudo make arm-test"
    if missing := [package for tool, package in NEEDED.items() if not shutil.which(tool)]:
        return f"tools are missing; run: sudo apt install {' '.join(missing)}"
    return fetching.lacks()


def _tried(processor: Processor, package: Path, folder: Path) -> Outcome:
    foreign = unpacked(processor, package, folder)
    modules, failed = json.loads(foreign.python("-c", IMPORT_ALL))
    if failed:
        raise UnlikeError(f"{processor.debian}: cannot be imported: {failed}")
    (foreign.tree / SETTINGS.lstrip("/")).write_text('state_directory = "/tmp/games"\n')
    shutil.rmtree(foreign.tree / FRAMES.lstrip("/"), ignore_errors=True)
    told, demo = _timed(lambda: foreign.python("/usr/bin/dicetower", "demo", "--frames", FRAMES))
    frames = {
        file.name: file.read_bytes() for file in (foreign.tree / FRAMES.lstrip("/")).iterdir()
    }
    return Outcome(modules, told, frames, demo, *_starts(foreign))


def _must_be_alike(seen: Outcome, native: Outcome) -> None:
    """The same modules, the same game, and each picture the same to the pixel."""
    if seen.modules != native.modules:
        raise UnlikeError(f"{seen.modules} modules, and {native.modules} on this machine")
    if seen.told != native.told:
        raise UnlikeError(f"the demo told:\n{seen.told}and on this machine:\n{native.told}")
    if differing := {name for name, _ in seen.frames.items() ^ native.frames.items()}:
        raise UnlikeError(f"other pictures than on this machine: {sorted(differing)}")


def _starts(foreign: Foreign) -> tuple[float, float]:
    """The medians of the times to the first picture, and of the bare imports, turn by turn."""
    first = ("-c", PICTURE, SETTINGS, "1")
    times = [(_seconds(foreign, *first), _seconds(foreign, "-c", IMPORTS)) for _ in range(RUNS)]
    pictures, imports = zip(*times, strict=True)
    return statistics.median(pictures), statistics.median(imports)


def _seconds(foreign: Foreign, *words: str) -> float:
    return _timed(lambda: foreign.python(*words))[1]


def _timed(work: Callable[[], str]) -> tuple[str, float]:
    """What it gave, and the processor seconds of its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    given = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return given, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _tell(processor: Processor, seen: Outcome) -> None:
    how = f"under {processor.emulation} as {processor.model}" if processor.model else "here"
    print(
        f"{processor.debian:6} {seen.modules:7}  {seen.demo:6.1f} s  {len(seen.frames):8}"
        f"   {seen.picture:.2f} s against {seen.imports:.2f} s:"
        f" {seen.picture / seen.imports:.2f} times as long, {how}",
        flush=True,
    )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all is taken down
    try:
        sys.exit(main(Path(sys.argv[1]).resolve()))
    except CalledProcessError as error:
        sys.exit(f"arm-test: FAILED: {error}\n{error.stdout}{error.stderr}")
    except (CommandFailedError, OSError, TimeoutExpired, UnlikeError) as error:
        sys.exit(f"arm-test: FAILED: {error}")
