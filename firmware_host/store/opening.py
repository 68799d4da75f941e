"""Opening the games, or doing without."""

import logging
from pathlib import Path

from firmware_host.store.errors import StoreBusyError, StoreError
from firmware_host.store.store import Store

log = logging.getLogger(__name__)


def open_store(folder: Path) -> Store:
    """The games kept in `folder`, or, with the reason logged, games that are not kept.

    Raise `StoreBusyError` when another process keeps its games there.
    """
    try:
        store = Store.open(folder / "games.sqlite3")
    except StoreBusyError:
        raise
    except StoreError as error:
        log.error("%s Until then no game is saved.", error)
        return Store.memory(notice=str(error))
    if store.notice:
        log.error("%s", store.notice)
    return store
