"""Debian 13 as a folder, and a repository with all that the package depends on.

Both are made once and kept. The tree has nothing that the package depends on: what it forgets to
ask for is missing when it is installed.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

from container.commands import ENCLOSED, run
from container.kept import kept, mark, remove
from container.standins import STAND_INS, build_stand_in

SUITE = "trixie"
BASE = ("systemd-sysv", "dbus", "udev", "kmod", "python3")
BUILDER = ("python3-dev", "python3-pip", "python3-setuptools", "python3-wheel", "swig", "gcc")
REPOSITORY = Path("/var/local/packages")  # in the tree
SOURCE = f"deb [trusted=yes] file:{REPOSITORY} ./\n"
SOURCES = Path("etc/apt/sources.list")
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin"}
OF_THIS_MACHINE = (Path("/etc/resolv.conf"), Path("/etc/ssl/certs/ca-certificates.crt"))


def base_tree(folder: Path) -> Path:
    """Debian 13 with systemd, without sources of packages."""
    what = "Debian 13 with systemd as a folder, in some half a minute"
    return _tree(folder / f"base-{mark(*BASE)}", BASE, what)


def repository(folder: Path, package: Path) -> Path:
    """A folder of packages from which `package` can be installed without a network."""
    base, stand_ins = base_tree(folder), _stand_ins(folder)

    def make(new: Path) -> None:
        new.mkdir()
        _download(base, [package, *stand_ins.iterdir()], new)
        for stand_in in stand_ins.iterdir():
            shutil.copy(stand_in, new)
        index(new)

    wanted = mark(_field(package, "Depends"), base.name, stand_ins.name)
    what = "a repository with all that the package depends on, in some ten seconds"
    return kept(folder / f"packages-{wanted}", what, make, "packages*")


def index(packages: Path) -> None:
    """Make a folder of packages a repository."""
    listed = run(["dpkg-scanpackages", "--multiversion", "."], cwd=packages)
    (packages / "Packages").write_text(listed, "utf-8")


def copy_of(base: Path, packages: Path, tree: Path) -> None:
    """A tree to boot, whose only source is the repository."""
    run(["cp", "--archive", "--reflink=auto", str(base), str(tree)])
    shutil.copytree(packages, tree / REPOSITORY.relative_to("/"))
    (tree / SOURCES).write_text(SOURCE)
    shutil.rmtree(tree / "etc/apt/sources.list.d", ignore_errors=True)


def _tree(tree: Path, packages: Sequence[str], what: str) -> Path:
    command = [
        "mmdebstrap",
        "--variant=minbase",
        "--mode=root",
        "--format=directory",
        f"--include={','.join(packages)}",
        '--aptopt=APT::Install-Recommends "false"',
        SUITE,
    ]
    older = f"{tree.name.split('-')[0]}*"
    return kept(tree, what, lambda new: run([*command, str(new)], within=ENCLOSED), older)


def _stand_ins(folder: Path) -> Path:
    def make(new: Path) -> None:
        what = "Debian 13 with a compiler as a folder, for them"
        builder = _tree(folder / "builder", (*BASE, *BUILDER), what)
        _lend(builder)
        new.mkdir()
        for stand_in in STAND_INS:
            build_stand_in(stand_in, builder, new)
        shutil.rmtree(builder)

    what = "stand-ins for packages of Raspberry Pi OS, in some half a minute"
    built = folder / f"stand-ins-{mark(*map(repr, STAND_INS))}"
    return kept(built, what, make, "stand-ins*")


def _download(base: Path, wanted: Sequence[Path], packages: Path) -> None:
    """Have apt fetch from Debian whatever it says that the packages need, in a copy of the tree."""
    tree = base.with_name("download")
    remove(tree)
    run(["cp", "--archive", str(base), str(tree)])
    _lend(tree)
    for package in wanted:
        shutil.copy(package, tree)
    names = [f"/{package.name}" for package in wanted]
    apt = ("apt-get", "--quiet", "--yes", "--no-install-recommends")
    for words in (("update",), ("--download-only", "install", *names)):
        run(["chroot", str(tree), *apt, *words], env=QUIET, within=ENCLOSED)
    for package in (tree / "var/cache/apt/archives").glob("*.deb"):
        shutil.copy(package, packages)
    shutil.rmtree(tree)


def _lend(tree: Path) -> None:
    """The way into the network that this machine has."""
    for file in OF_THIS_MACHINE:
        there = tree / file.relative_to("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        there.unlink(missing_ok=True)
        if file.exists():
            shutil.copy(file, there)


def _field(package: Path, field: str) -> str:
    return run(["dpkg-deb", "--field", str(package), field])
