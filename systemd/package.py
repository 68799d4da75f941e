"""Builds the package for Raspberry Pi OS: `python3 systemd/package.py FOLDER`.

A tree of sources is laid out in FOLDER, where Debian's tools build it and leave the package.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.settings.example import example  # noqa: E402  # is found now

TOOLS = {"dpkg-buildpackage": "dpkg-dev", "dh": "debhelper", "dh_python3": "dh-python"}
"""What builds it, and the Debian package that each is in."""

SOURCES = ("firmware_host", "hw", "rules", "systemd", "README.md", "wiring.md")
PAGES = ("README.md", "wiring.md", "systemd/README.md")  # for whoever has the box
LINK = re.compile(r"\]\((?!http)([^)#]+)")
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*", "debian")
FOUND_BY_NAME = ("dicetower.service", "dicetower.tmpfiles")  # by debhelper, in its folder


def main(folder: Path) -> int:
    """Build into `folder` and say where the package is. Return 2 where a tool is missing."""
    if missing := sorted(package for tool, package in TOOLS.items() if not shutil.which(tool)):
        return _failed(2, f"tools are missing; run: sudo apt install {' '.join(missing)}")
    folder.mkdir(exist_ok=True)
    version = project_version()
    tree, log = folder / f"dicetower-{version}", folder / "deb.log"
    if tree.exists():
        shutil.rmtree(tree)
    lay_out(tree, version, source_date())
    if not _build(tree, log):
        return _failed(1, f"the package was not built; {log} says why")
    print(folder / f"dicetower_{version}_all.deb")
    return 0


def project_version() -> str:
    """As pyproject.toml has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def source_date() -> datetime:
    """When the sources were last changed: the same sources make the same package."""
    return datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or _committed()), UTC)


def changelog(version: str, date: datetime) -> str:
    """The one entry that Debian's tools take version and date from."""
    control = (ROOT / "systemd/debian/control").read_text("utf-8")
    (maintainer,) = re.findall(r"^Maintainer: (.+)$", control, re.MULTILINE)
    return (
        f"dicetower ({version}) stable; urgency=medium\n\n"
        f"  * Version {version}.\n\n"
        f" -- {maintainer}  {format_datetime(date)}\n"
    )


def settings() -> str:
    """The settings file that is installed: every key with its default, as a comment."""
    return re.sub(r"^(?:# )?(\w+ = )", r"#\1", example(), flags=re.MULTILINE)


def page_for(tree: Path, name: str) -> str:
    """A page as it is installed: without the lines that lead to what only the sources have."""
    page = tree / name
    lines = page.read_text("utf-8").splitlines(keepends=True)
    return "".join(
        line for line in lines if all((page.parent / goal).exists() for goal in LINK.findall(line))
    )


def lay_out(tree: Path, version: str, date: datetime) -> None:
    """Copy the sources as Debian's tools want them, with what is made of them."""
    shutil.copytree(ROOT / "systemd/debian", tree / "debian")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, tree)
    for name in PAGES:
        (tree / name).write_text(page_for(tree, name), "utf-8")
    for name in FOUND_BY_NAME:
        shutil.copy(ROOT / "systemd" / name, tree / "debian")
    (tree / "debian/changelog").write_text(changelog(version, date), "utf-8")
    (tree / "dicetower.toml").write_text(settings(), "utf-8")
    (tree / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: dicetower\nVersion: {version}\n", "utf-8"
    )


def _committed() -> str:
    """The seconds of the last commit; without git, those of a file that every version changes."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    if shutil.which("git"):
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return told.stdout
    return str(int((ROOT / "pyproject.toml").stat().st_mtime))


def _build(tree: Path, log: Path) -> bool:
    command = ["dpkg-buildpackage", "--build=binary", "--no-sign"]
    with log.open("wb") as output:
        done = subprocess.run(command, cwd=tree, stdout=output, stderr=output, check=False)
    return done.returncode == 0


def _failed(status: int, message: str) -> int:
    print(f"dicetower: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
