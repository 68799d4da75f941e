"""Faults of a disk, made in the process that uses it: the library `faults.c`, preloaded."""

import ctypes
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random
from subprocess import run

KINDS = ("short writes", "full disk", "failing writes", "failing fsync", "failing reads")
"""In the library's order, which begins at 1."""

COUNTS = (1, 2, 5, 1 << 30)  # operations that fail: a moment, or until it is mended
SOON = 30  # operations within which a fault begins

LIBRARY = "libfaults.so"


def compiler() -> str | None:
    """The C compiler's name; None where there is none."""
    return shutil.which("cc") or shutil.which("gcc")


def built(folder: Path) -> Path:
    """The library, made in `folder`."""
    library = folder / LIBRARY
    source = Path(__file__).with_suffix(".c")
    command = [compiler() or "cc", "-Wall", "-Werror", "-O1", "-shared", "-fPIC", str(source)]
    run([*command, "-o", str(library), "-ldl"], check=True)
    return library


def environment(library: Path, folder: Path) -> Mapping[str, str]:
    """For a process whose files below `folder` are to fail."""
    return {**os.environ, "LD_PRELOAD": str(library), "FAULTS_FOLDER": str(folder.resolve())}


class Faults:
    """What fails in this process, which has the library preloaded."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)

    def begin(self, kind: str, after: int, count: int) -> None:
        """So many operations of the kind fail, not before so many others."""
        self._set("fault_after", after)
        self._set("fault_count", count)
        self._set("fault_kind", KINDS.index(kind) + 1)

    def begin_any(self, chance: Random) -> None:
        self.begin(chance.choice(KINDS), chance.randrange(SOON), chance.choice(COUNTS))

    def mend(self) -> None:
        self._set("fault_kind", 0)

    def kill(self, after: int) -> None:
        """End the process in the middle of a write or a sync, after so many."""
        self._set("kill_after", after)

    @property
    def are_on(self) -> bool:
        """Whether anything fails, is about to, or has since it was mended."""
        return bool(self._get("fault_kind"))

    def counted(self) -> int:
        """How many operations have failed since this was asked."""
        made = self._get("faults")
        self._set("faults", 0)
        return made

    def _get(self, name: str) -> int:
        return ctypes.c_int.in_dll(self._library, name).value

    def _set(self, name: str, value: int) -> None:
        ctypes.c_int.in_dll(self._library, name).value = value
