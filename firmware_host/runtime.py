"""Private folders: for the pipe that lgpio makes where it is loaded, and for copies."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from hw.errors import PartError

MEMORY = "/dev/shm"  # where a disk that is full or read-only does not matter


@contextmanager
def runtime_directory() -> Iterator[Callable[[], Path]]:
    """Gives the folder to who asks: the service's own, or one that is made then, and removed.

    `PartError` as long as none can be made.
    """
    with ExitStack() as made:
        yield cache(lambda: _given() or _made(made))


def temporary_directory() -> "tempfile.TemporaryDirectory[str]":
    """One wherever there is room; OSError where there is none."""
    try:
        return _temporary(None)
    except OSError:
        return _temporary(MEMORY)


def _given() -> Path | None:
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]  # systemd lists all
    return Path(given) if given else None


def _made(made: ExitStack) -> Path:
    try:
        return Path(made.enter_context(temporary_directory()))
    except OSError as error:
        raise PartError(
            f"no buttons: there is no folder for lgpio's pipe ({error.strerror}): make room in /tmp"
        ) from error


def _temporary(place: str | None) -> "tempfile.TemporaryDirectory[str]":
    # A disk that has become read-only keeps it, and that is no reason to fail at the end.
    return tempfile.TemporaryDirectory(prefix="dicetower-", dir=place, ignore_cleanup_errors=True)
