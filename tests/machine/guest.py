"""Debian 13 as a folder, with the package installed by its apt; made anew for a new package."""

import hashlib
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from container.commands import run
from container.tree import QUIET, base_tree, copy_of, repository

PACKAGER = Path(__file__).parents[2] / "systemd/package.py"
# The package's own scripts look into /proc; it is mounted for them alone.
ENTER = ("unshare", "--mount", "sh", "-ec", 'mount -t proc none "$0/proc"; exec chroot "$0" "$@"')
APT = ("apt-get", "--quiet", "--yes", "--no-install-recommends")


def built_package(build: Path) -> Path:
    """The package of the sources that are here."""
    return Path(run([sys.executable, str(PACKAGER), str(build)]).strip())


def installed_tree(build: Path) -> Path:
    """A tree of Debian 13 with systemd and the package of the sources that are here.

    It belongs to all who ask: copy it to change it. Its name is another one for another package.
    """
    package = built_package(build)
    name = f"installed-{mark_of([package])}"
    tree = build / "machine" / name
    if not tree.exists():
        for old in tree.parent.glob("installed-*"):
            shutil.rmtree(old)
        new = tree.with_suffix(".new")
        _install(package, build, new)
        new.rename(tree)
    return tree


def mark_of(files: Iterable[Path]) -> str:
    """The same for the same files."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _install(package: Path, build: Path, tree: Path) -> None:
    container = build / "container"
    for folder in (container, tree.parent):
        folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(tree, ignore_errors=True)
    copy_of(base_tree(container), repository(container, package), tree)
    shutil.copy(package, tree / "root")
    for words in (("update",), ("install", f"/root/{package.name}")):
        run([*ENTER, str(tree), *APT, *words], env=QUIET)
