"""The package and what it stands on, as Debian has them for another processor, in a folder.

Nothing is installed: the files are unpacked, and Python runs under QEMU's emulation of programs.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from container.commands import BOUND, run
from container.kept import kept, mark
from container.standins import MODULES, STAND_INS
from container.tree import QUIET

from machine.fetching import MAIN, Archive, unpack

LIBRARY = "/usr/share/dicetower"
EMULATOR = "/usr/bin/qemu"  # in a tree
BASE = ("base-files", "python3", "python3-textual", "python3-colorzero")
NOT_NEEDED = ("systemd", *(stand_in.package for stand_in in STAND_INS))
GPIOZERO = STAND_INS[0].wheel  # lgpio would have to be compiled
LONGEST = 300.0  # s that a program may run
SURROUNDINGS = {**QUIET, "PYTHONPATH": LIBRARY}


class Processor(NamedTuple):
    """One that Debian is made for; this machine's own needs no emulation."""

    debian: str
    emulation: str = ""
    model: str = ""  # of the emulation's; the newest would be many times slower


NATIVE = Processor("amd64")
ARM = (
    Processor("arm64", "qemu-aarch64", "cortex-a72"),  # a Pi 4's
    Processor("armhf", "qemu-arm", "cortex-a7"),  # a Pi 2's
)


class Foreign:
    """A tree for one processor, and its Python."""

    def __init__(self, processor: Processor, tree: Path) -> None:
        self.tree = tree
        how = (EMULATOR, "-cpu", processor.model) if processor.emulation else ()
        self._python = [*BOUND, "chroot", str(tree), *how, "/usr/bin/python3"]

    def python(self, *words: str) -> str:
        """What Python prints; CalledProcessError when it fails, with what it said."""
        done = subprocess.run(
            [*self._python, *words],
            check=True,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            env=SURROUNDINGS,
        )
        return done.stdout


def unpacked(processor: Processor, package: Path, build: Path) -> Foreign:
    """A tree with the package; what it depends on is fetched once."""
    names = [*BASE, *_needs(package)]

    def make(new: Path) -> None:
        unpack(Archive(build, processor.debian, [MAIN]).download_whole(*names), new)
        _add_gpiozero(new)
        if processor.emulation:
            shutil.copy(_emulators(build) / processor.emulation, f"{new}{EMULATOR}")

    name = f"foreign-{processor.debian}"
    what = f"Debian's packages for {processor.debian}, fetched in some twenty seconds"
    tree = kept(build / f"{name}-{mark(*names, GPIOZERO)}", what, make, f"{name}*")
    shutil.rmtree(f"{tree}{LIBRARY}", ignore_errors=True)
    unpack([package], tree)
    return Foreign(processor, tree)


def _needs(package: Path) -> list[str]:
    """Names of Debian's packages that a package asks for."""
    depends = run(["dpkg-deb", "--field", str(package), "Depends"])
    names = [re.split(r"[\s(:]", need.strip())[0] for need in depends.split(",")]
    return sorted({*names} - {*NOT_NEEDED})


def _add_gpiozero(tree: Path) -> None:
    """Debian has no gpiozero 2, which is the same on every processor."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    where = ["--target", str(tree / MODULES), "--no-compile"]
    run([*pip, "--no-deps", "--only-binary=:all:", *where, GPIOZERO])


def _emulators(build: Path) -> Path:
    """The folder of static programs of this machine, one for each processor."""

    def make(new: Path) -> None:
        whole = new / "whole"
        unpack(Archive(build, NATIVE.debian, [MAIN]).download(["qemu-user"]), whole)
        for processor in ARM:
            (whole / "usr/bin" / processor.emulation).rename(new / processor.emulation)
        shutil.rmtree(whole)

    what = "the emulators of Arm, fetched in some ten seconds"
    return kept(build / "emulators", what, make)
