"""Whether a box runs on this machine's parts."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_host.store import database_in, lock_of


@contextmanager
def box_kept_out(state: Path) -> Iterator[str | None]:
    """Keep a box from starting meanwhile; the number of the process that runs one, or None.

    What a box locks is its file beside the games. Where that is missing or may not be read, no
    box has ever run here, or not for this user: there is nothing to keep out.
    """
    try:
        file = os.open(lock_of(database_in(state)), os.O_RDONLY)
    except OSError:
        yield None
        return
    try:
        yield _owner(file)
    finally:
        os.close(file)


def _owner(file: int) -> str | None:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.pread(file, 20, 0).decode() or "unknown"
    return None
