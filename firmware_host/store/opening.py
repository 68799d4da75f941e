"""Opening the games, or doing without."""

import logging
import re
from pathlib import Path

from firmware_host.store.errors import StoreBusyError, StoreError
from firmware_host.store.files import Lock, database_in
from firmware_host.store.store import Store

ROOT = Path("/")
COMMAND_LINE = Path("/proc/cmdline")
OVERLAY = re.compile(r"\b(boot=overlay|overlayroot=\S*tmpfs)")  # by raspi-config; by overlayroot
KEPT = re.compile(r"recurse=0")  # only the root is in memory, and other disks are what they were

log = logging.getLogger(__name__)


def open_store(folder: Path, lock: Lock | None = None) -> Store:
    """The games kept in `folder`; where it cannot be used, with the reason logged, in memory.

    A `lock` of them is the store's from now on. Raise `StoreBusyError` when another process keeps
    its games there.
    """
    store = Store.memory(database_in(folder), lock)
    try:
        store.reopen()
    except StoreBusyError:
        store.close()
        raise
    except StoreError as error:
        store.notice = f"{error} Until then no game is saved."
    store.lasts = _lasts(folder)
    if store.saved and not store.lasts:
        store.notice = f"{folder} is in memory: games go with the power. Switch the overlay off."
    if store.notice:
        log.error("%s", store.notice)
    return store


def _lasts(folder: Path) -> bool:
    """Whether what is written there is not in the memory that a read-only system writes to."""
    asked = COMMAND_LINE.read_text() if COMMAND_LINE.exists() else ""
    if not OVERLAY.search(asked):
        return True
    on_root = not folder.exists() or folder.stat().st_dev == ROOT.stat().st_dev
    return bool(KEPT.search(asked)) and not on_root
