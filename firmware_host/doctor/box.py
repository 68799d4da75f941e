"""Whether a box runs on this machine's parts."""

import fcntl
import os
from pathlib import Path

from firmware_host.store.files import database_in, lock_of

AT_ONCE = os.O_RDONLY | os.O_NONBLOCK  # a pipe in its place would be waited for


def running_box(state: Path) -> str | None:
    """The number of the process that runs a box, or None.

    What a box locks is its file beside the games. Where that is missing or may not be read, no
    box has ever run here, or not for this user. It is locked here for a moment, for which a box
    that starts has the patience.
    """
    try:
        file = os.open(lock_of(database_in(state)), AT_ONCE)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.pread(file, 20, 0).decode(errors="replace") or "unknown"
    finally:
        os.close(file)
    return None
