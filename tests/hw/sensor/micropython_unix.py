"""MicroPython's Unix port: the machine's own, or Debian 13's, run by its own loader."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

UNPACKED = Path(__file__).parents[3] / "build/micropython"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MIRROR = "http://deb.debian.org/debian"
PATIENCE = 300  # s

Command = list[str]


class Unavailable(RuntimeError):  # noqa: N818
    """There is no MicroPython here; says why."""


@cache
def command() -> Command:
    """How to start it; Unavailable where it is neither installed nor to be had."""
    installed = shutil.which("micropython")
    if installed:
        return [installed]
    if not UNPACKED.exists():
        _fetch()
    return _by_own_loader(UNPACKED)


def _by_own_loader(root: Path) -> Command:
    """This machine's libraries may be older than it needs."""
    (loader,) = root.glob("usr/lib/*/ld-linux*.so.*")
    return [str(loader), "--library-path", str(loader.parent), str(root / "usr/bin/micropython")]


def _fetch() -> None:
    for tool in ("apt-get", "dpkg", "dpkg-deb"):
        if not shutil.which(tool):
            raise Unavailable(
                f"MicroPython is not installed, and to fetch Debian's there is no {tool}"
            )
    if not KEYRING.exists():
        raise Unavailable("MicroPython is not installed, and to check Debian's there are no keys")
    part = UNPACKED.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        for package in _download(part / "apt"):
            _run(["dpkg-deb", "-x", str(package), str(part / "root")])
        (part / "root").rename(UNPACKED)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _download(state: Path) -> list[Path]:
    """The package and all that it needs, by an apt that leaves this machine's own alone."""
    archives = state / "cache/archives"
    for folder in (state / "lists/partial", archives / "partial"):
        folder.mkdir(parents=True)
    (state / "status").touch()
    (state / "sources.list").write_text(f"deb [signed-by={KEYRING}] {MIRROR} trixie main\n")
    settings = {
        "Dir::State": state,
        "Dir::State::lists": state / "lists",
        "Dir::State::status": state / "status",
        "Dir::Cache": state / "cache",
        "Dir::Etc::sourcelist": state / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "Acquire::Languages": "none",
        "APT::Update::Error-Mode": "any",
        "APT::Sandbox::User": "",
    }
    apt = [
        "apt-get",
        *(word for name, value in settings.items() for word in ("-o", f"{name}={value}")),
    ]
    _run([*apt, "update"])
    _run([*apt, "install", "-y", "--no-install-recommends", "--download-only", "micropython"])
    return sorted(archives.glob("*.deb"))


def _run(words: Command) -> None:
    try:
        subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.CalledProcessError as error:
        said = error.stderr.splitlines()
        why = next((line for line in said if line.startswith("E: ")), "no word why")
        raise Unavailable(f"MicroPython can't be fetched from Debian: {why}") from error
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"MicroPython can't be fetched in {PATIENCE} s") from error
