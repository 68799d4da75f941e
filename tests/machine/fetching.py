"""Packages of Debian 13, fetched with an apt of our own: this machine's knows nothing of it."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from container.commands import run
from container.tree import SUITE

MAIN, BACKPORTS = SUITE, f"{SUITE}-backports"
SUITES = (MAIN, f"{SUITE}-updates", BACKPORTS)
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
SOURCES = (Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d"))
USUAL_MIRROR = "http://deb.debian.org/debian"


class Archive:
    """Debian's archive for one architecture; what it remembers is kept in `folder`."""

    def __init__(
        self, folder: Path, architecture: str = "amd64", suites: Iterable[str] = SUITES
    ) -> None:
        self._folder = folder / f"apt-{architecture}"
        lists, self._cache = self._folder / "lists", self._folder / "cache"
        sources, status = self._folder / "sources.list", self._folder / "status"
        self._options = [
            f"-oDir::State::Lists={lists}",
            f"-oDir::State::Status={status}",
            f"-oDir::Cache={self._cache}",
            f"-oDir::Etc::SourceList={sources}",
            "-oDir::Etc::SourceParts=/dev/null",
            f"-oAPT::Architecture={architecture}",
            f"-oAPT::Architectures={architecture}",
            "-oAPT::Sandbox::User=root",
            "-oAPT::Install-Recommends=false",
        ]
        updated = self._folder / "updated"
        if not updated.exists():
            for place in (lists / "partial", self._cache / "archives/partial"):
                place.mkdir(parents=True, exist_ok=True)
            status.touch()
            sources.write_text(_sources(mirror(), suites), "utf-8")
            self._apt("update", "--quiet")
            updated.touch()

    def download(self, names: Iterable[str], suite: str = MAIN) -> list[Path]:
        """These packages alone."""
        place = self._fresh()
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
        told = run(["apt-cache", *self._options, "depends", f"{name}/{suite}"])
        return re.findall(r"^\s*\|?Depends: ([^<\s]\S*)$", told, re.MULTILINE)

    def _fresh(self) -> Path:
        place = self._folder / "downloads"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        return place

    def _apt(self, *words: str, cwd: Path | None = None) -> None:
        run(["apt-get", *self._options, *words], cwd=cwd)


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
