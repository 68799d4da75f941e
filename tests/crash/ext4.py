"""File systems in files: made, mounted, and let go of whatever happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, run

SIZE = 16 << 20  # octets
JOURNAL = 4  # MiB
BLOCK = 1024  # octets


def made(file: Path, block: int = BLOCK) -> bytes:
    """A new file system's octets."""
    with file.open("wb") as disk:
        disk.truncate(SIZE)
    features = ["-b", str(block), "-O", "has_journal", "-J", f"size={JOURNAL}"]
    at_once = ["-E", "lazy_itable_init=0,lazy_journal_init=0"]
    _do("mke2fs", "-q", "-F", "-t", "ext4", *features, *at_once, str(file))
    return file.read_bytes()


@contextmanager
def mounted(file: Path, where: Path) -> Iterator[None]:
    """`file` is mounted at `where`; raise CalledProcessError where that can't be."""
    _do("mount", "-t", "ext4", "-o", "loop", str(file), str(where))  # its device ends with it
    try:
        yield
    finally:
        _do("umount", str(where))


def _do(*command: str) -> str:
    return run(command, check=True, stdout=PIPE, text=True).stdout.strip()
