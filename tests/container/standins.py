"""The two packages that only Raspberry Pi's own archive has, built from PyPI under their names."""

import os
import shutil
import zipfile
from pathlib import Path
from typing import NamedTuple

from container.commands import ENCLOSED, run

MODULES = Path("usr/lib/python3/dist-packages")


class StandIn(NamedTuple):
    package: str  # as Raspberry Pi OS calls it
    wheel: str  # as PyPI does, with its version
    depends: str

    @property
    def version(self) -> str:
        return self.wheel.partition("==")[2]


STAND_INS = (
    StandIn("python3-gpiozero", "gpiozero==2.0.1", "python3, python3-colorzero"),
    StandIn("python3-lgpio", "lgpio==0.2.2.0", "python3"),
)

CONTROL = """\
Package: {package}
Version: {version}+pypi
Architecture: {architecture}
Maintainer: nobody <nobody@localhost>
Depends: {depends}
Description: stand-in for the package of Raspberry Pi OS
"""


def build_stand_in(stand_in: StandIn, builder: Path, folder: Path) -> None:
    """Build it in the tree `builder`, which has pip and a compiler, and leave it in `folder`."""
    wheel = _wheel(stand_in, builder)
    tree = folder / stand_in.package
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tree / MODULES)
    (tree / "DEBIAN").mkdir()
    architecture = "all" if wheel.name.endswith("-any.whl") else _architecture()
    control = CONTROL.format(
        package=stand_in.package,
        version=stand_in.version,
        architecture=architecture,
        depends=stand_in.depends,
    )
    (tree / "DEBIAN/control").write_text(control)
    run(["dpkg-deb", "--root-owner-group", "--build", str(tree), str(folder)])
    shutil.rmtree(tree)


def _wheel(stand_in: StandIn, builder: Path) -> Path:
    name = stand_in.wheel.partition("==")[0]
    made = f"/root/{name}"
    pip = ["python3", "-m", "pip", "wheel", "--quiet", "--no-deps", f"--wheel-dir={made}"]
    # Without PYPI lgpio looks for its C library in the system.
    lent = {key: value for key, value in os.environ.items() if "PROXY" in key.upper()}
    run(
        ["chroot", str(builder), *pip, f"--no-binary={name}", stand_in.wheel],
        env={**lent, "PYPI": "1", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"},
        within=ENCLOSED,
    )
    (wheel,) = (builder / made.lstrip("/")).glob("*.whl")
    return wheel


def _architecture() -> str:
    return run(["dpkg", "--print-architecture"]).strip()
