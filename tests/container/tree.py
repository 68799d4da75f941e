"""Debian 13 as a folder, and a repository with all that the package depends on.

Both are made once and kept. The tree has nothing that the package depends on: what it forgets to
ask for is missing when it is installed.
"""

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from container.commands import run
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
    return _tree(folder / "base", BASE)


def repository(folder: Path, package: Path) -> Path:
    """A folder of packages from which `package` can be installed without a network."""
    wanted = hashlib.sha256(_field(package, "Depends").encode()).hexdigest()[:12]
    packages = folder / f"packages-{wanted}"
    if not packages.exists():
        stand_ins = _stand_ins(folder)
        new = folder / "packages.new"
        _fresh(new)
        _download(folder, [package, *stand_ins], new)
        for stand_in in stand_ins:
            shutil.copy(stand_in, new)
        index(new)
        new.rename(packages)
    return packages


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


def _tree(tree: Path, packages: Sequence[str]) -> Path:
    if not tree.exists():
        new = tree.with_suffix(".new")
        _fresh(new)
        run(
            [
                "mmdebstrap",
                "--variant=minbase",
                "--mode=root",
                "--format=directory",
                f"--include={','.join(packages)}",
                '--aptopt=APT::Install-Recommends "false"',
                SUITE,
                str(new),
            ]
        )
        new.rename(tree)
    return tree


def _stand_ins(folder: Path) -> list[Path]:
    built = folder / "stand-ins"
    if not built.exists():
        builder = _tree(folder / "builder", (*BASE, *BUILDER))
        _lend(builder)
        new = folder / "stand-ins.new"
        _fresh(new)
        for stand_in in STAND_INS:
            build_stand_in(stand_in, builder, new)
        new.rename(built)
        shutil.rmtree(builder)
    return sorted(built.iterdir())


def _download(folder: Path, wanted: Sequence[Path], packages: Path) -> None:
    """Have apt fetch from Debian whatever it says that the packages need, in a copy of the tree."""
    tree = folder / "download"
    _fresh(tree)
    run(["cp", "--archive", f"{base_tree(folder)}/.", str(tree)])
    _lend(tree)
    for package in wanted:
        shutil.copy(package, tree)
    names = [f"/{package.name}" for package in wanted]
    inside = ["chroot", str(tree), "apt-get", "--quiet", "--yes", "--no-install-recommends"]
    run([*inside, "update"], env=QUIET)
    run([*inside, "--download-only", "install", *names], env=QUIET)
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


def _fresh(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def _field(package: Path, field: str) -> str:
    return run(["dpkg-deb", "--field", str(package), field])
