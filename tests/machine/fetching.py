"""Packages of Debian 13, fetched with an apt of our own: this machine's knows nothing of it."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from container.commands import run
from container.kept import remove
from container.tree import SUITE

MAIN, BACKPORTS = SUITE, f"{SUITE}-backports"
SUITES = (MAIN, f"{SUITE}-updates", BACKPORTS)
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
SOURCES = (Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d"))
USUAL_MIRROR = "http://deb.debian.org/debian"


def lacks() -> str:
    """What this machine needs to fetch Debian's programs and run them, or ""."""
    if os.uname().machine != "x86_64":
        return "it can run on a machine of the architecture amd64 only"
    if not Path(KEYRING).exists():
        return f"there is no {KEYRING}; run: sudo apt install debian-archive-keyring"
    return ""


class Archive:
    """Debian's archive for one architecture; what it remembers is kept in `folder`."""

    def __init__(
        self, folder: Path, architecture: str = "amd64", suites: Iterable[str] = SUITES
    ) -> None:
        self._folder = folder / f"apt-{architecture}"
        self._suites = tuple(suites)
        self._lists, self._cache = self._folder / "lists", self._folder / "cache"
        self._sources, self._status = self._folder / "sources.list", self._folder / "status"
        self._is_updated = False
        self._options = [
            f"-oDir::State::Lists={self._lists}",
            f"-oDir::State::Status={self._status}",
            f"-oDir::Cache={self._cache}",
            f"-oDir::Etc::SourceList={self._sources}",
            "-oDir::Etc::SourceParts=/dev/null",
            f"-oAPT::Architecture={architecture}",
            f"-oAPT::Architectures={architecture}",
            "-oAPT::Sandbox::User=root",
            "-oAPT::Install-Recommends=false",
        ]

    def download(self, names: Iterable[str], suite: str = MAIN) -> list[Path]:
        """These packages alone."""
        place = self._folder / "downloads"
        remove(place)
        place.mkdir(parents=True)
        self._apt("download", *(f"{name}/{suite}" for name in names), cwd=place)
        return sorted(place.glob("*.deb"))

    def download_whole(self, *names: str) -> list[Path]:
        """These packages with all that they depend on, as if nothing was installed."""
        archives = self._cache / "archives"
        for old in archives.glob("*.deb"):
            old.unlink()
        self._apt("install", "--yes", "--download-only", *names)
        return sorted(archives.glob("*.deb"))

    def depends(self, name: str, suite: str = MAIN) -> list[str]:
        """The names of the packages that a package depends on; of alternatives all."""
        told = self._asked("apt-cache", "depends", f"{name}/{suite}")
        return re.findall(r"^\s*\|?Depends: ([^<\s]\S*)$", told, re.MULTILINE)

    def _apt(self, *words: str, cwd: Path | None = None) -> None:
        self._asked("apt-get", *words, cwd=cwd)

    def _asked(self, tool: str, *words: str, cwd: Path | None = None) -> str:
        if not self._is_updated:
            self._update()
            self._is_updated = True
        return run([tool, *self._options, *words], cwd=cwd)

    def _update(self) -> None:
        """What the archive has now; what it had when something was last fetched may be gone."""
        for place in (self._lists / "partial", self._cache / "archives/partial"):
            place.mkdir(parents=True, exist_ok=True)
        self._status.touch()
        self._sources.write_text(_sources(mirror(), self._suites), "utf-8")
        run(["apt-get", *self._options, "update", "--quiet"])


def unpack(packages: Iterable[Path], tree: Path) -> None:
    """The files of packages; none of their programs is run."""
    tree.mkdir(parents=True, exist_ok=True)
    for package in packages:
        run(["dpkg-deb", "--extract", str(package), str(tree)])


def mirror() -> str:
    """The mirror of Debian that this machine uses."""
    files = (file for source in SOURCES for file in (source, *sorted(source.glob("*"))))
    text = "\n".join(file.read_text("utf-8") for file in files if file.is_file())
    found = re.search(r"^(?:URIs:|deb\s).*?(https?://\S+/debian)/?(?:\s|$)", text, re.MULTILINE)
    return found.group(1) if found else USUAL_MIRROR


def _sources(at: str, suites: Iterable[str]) -> str:
    return "".join(f"deb [signed-by={KEYRING}] {at} {suite} main\n" for suite in suites)
