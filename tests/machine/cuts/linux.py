"""A Linux that runs as a program, with simulated GPIO lines and I2C: made from Debian's source."""

import os
import shutil
import stat
from pathlib import Path

from container.commands import ENCLOSED, run
from container.kept import kept, mark, remove
from container.tree import QUIET

from machine.fetching import BACKPORTS, MAIN, Archive, unpack

SOURCE = "linux-source-7.3"
HERE = Path(__file__).parent
CONFIGURATION, PATCH = HERE / "uml.config", HERE / "flush.patch"
COMPILER = (
    *("base-files", "bash", "bc", "bison", "coreutils", "dash", "diffutils", "findutils", "flex"),
    *("gawk", "gcc", "grep", "gzip", "hostname", "libc6-dev", "make", "patch"),
    *("perl", "sed", "tar"),
)
JOBS = 2
NULL = (1, 3)  # the numbers of /dev/null


def user_mode_linux(folder: Path) -> Path:
    """The kernel, a static program; it is made once, in some minutes, and kept in `folder`."""

    def make(new: Path) -> None:
        place = folder / "compiling"
        remove(place)
        place.mkdir()
        made = _compile(_compiler_and_source(place))
        run(["strip", str(made)])
        made.rename(new)
        shutil.rmtree(place)

    made_of = mark(CONFIGURATION.read_bytes(), PATCH.read_bytes())
    what = "a Linux that is a program, compiled in some five minutes"
    return kept(folder / f"{SOURCE}-{made_of}", what, make, "linux-source-*")


def _compiler_and_source(place: Path) -> Path:
    """A folder with a compiler of Debian 13, whatever this machine has, and the source in it."""
    archive, tree = Archive(place, suites=[MAIN, BACKPORTS]), place / "compiler"
    unpack(archive.download_whole(*COMPILER), tree)
    (tree / "dev").mkdir(exist_ok=True)
    os.mknod(tree / "dev/null", stat.S_IFCHR | 0o666, os.makedev(*NULL))
    unpack(archive.download([SOURCE], BACKPORTS), place / "source")
    (packed,) = (place / "source/usr/src").glob("*.tar.*")
    run(["tar", "--extract", "--file", str(packed), "--directory", str(tree)])
    return tree


def _compile(tree: Path) -> Path:
    where = tree / SOURCE
    for file in (CONFIGURATION, PATCH):
        shutil.copy(file, where)
    inside = ["chroot", str(tree)]
    here = f"--directory=/{SOURCE}"
    run([*inside, "patch", here, "--strip=1", f"--input={PATCH.name}"], env=QUIET)
    make = [*inside, "nice", "make", "--silent", here, "ARCH=um", "AWK=gawk"]
    run(
        [*make, f"KCONFIG_ALLCONFIG={CONFIGURATION.name}", "allnoconfig"],
        env=QUIET,
        within=ENCLOSED,
    )
    _must_be_configured(where / ".config")
    run([*make, f"--jobs={JOBS}", "linux"], env=QUIET, within=ENCLOSED)
    return where / "linux"


def _must_be_configured(made: Path) -> None:
    """An option that needs another one is left out without a word."""
    options = set(made.read_text().splitlines())
    wanted = CONFIGURATION.read_text().splitlines()
    if missing := [line for line in wanted if line.startswith("CONFIG") and line not in options]:
        raise ValueError(f"{SOURCE} does not take {', '.join(missing)}: see {CONFIGURATION}")
