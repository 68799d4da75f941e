"""Opening the games, or doing without."""

import logging
from pathlib import Path

from firmware_host.store.errors import StoreBusyError, StoreError
from firmware_host.store.files import database_in
from firmware_host.store.store import Store

log = logging.getLogger(__name__)


def open_store(folder: Path) -> Store:
    """The games kept in `folder`; where it cannot be used, with the reason logged, in memory.

    Raise `StoreBusyError` when another process keeps its games there.
    """
    store = Store.memory(database_in(folder))
    try:
        store.reopen()
    except StoreBusyError:
        store.close()
        raise
    except StoreError as error:
        store.notice = f"{error} Until then no game is saved."
    if store.notice:
        log.error("%s", store.notice)
    return store
