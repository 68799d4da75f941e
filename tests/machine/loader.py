"""Programs of an unpacked Debian 13, run on this machine by their own loader and libraries."""

from pathlib import Path

LOADER = Path("usr/lib64/ld-linux-x86-64.so.2")
LIBRARIES = Path("usr/lib/x86_64-linux-gnu")


def command(tree: Path, program: str) -> list[str]:
    """The words that run the program `tree`/usr/`program`; its arguments come behind."""
    loader = [str(tree / LOADER), "--library-path", str(tree / LIBRARIES)]
    return [*loader, str(tree / "usr" / program)]
