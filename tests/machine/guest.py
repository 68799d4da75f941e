"""Debian 13 as a folder, with the package installed by its apt; made anew for a new package."""

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from container.commands import ENCLOSED, run
from container.kept import kept, mark
from container.tree import QUIET, base_tree, copy_of, repository

PACKAGER = Path(__file__).parents[2] / "systemd/package.py"
# The package's own scripts look into /proc; it is mounted for them alone.
ENTER = ("sh", "-ec", 'mount -t proc none "$0/proc"; exec chroot "$0" "$@"')
APT = ("apt-get", "--quiet", "--yes", "--no-install-recommends")


def built_package(build: Path) -> Path:
    """The package of the sources that are here."""
    return Path(run([sys.executable, str(PACKAGER), str(build)]).strip())


def installed_tree(build: Path) -> Path:
    """A tree of Debian 13 with systemd and the package of the sources that are here.

    It belongs to all who ask: copy it to change it. Its name is another one for another package.
    """
    package = built_package(build)
    container = build / "container"
    base, packages = base_tree(container), repository(container, package)
    name = f"installed-{mark(package.read_bytes(), base.name, packages.name)}"

    def make(new: Path) -> None:
        copy_of(base, packages, new)
        shutil.copy(package, new / "root")
        for words in (("update",), ("install", f"/root/{package.name}")):
            run([*ENTER, str(new), *APT, *words], env=QUIET, within=ENCLOSED)

    what = "Debian with the package installed, in some twenty seconds"
    return kept(build / "machine" / name, what, make, "installed-*")


def mark_of(files: Iterable[Path]) -> str:
    """The same for the same files."""
    return mark(*(file.read_bytes() for file in files))
