"""Games on disk: every action is committed before anything that follows from it is shown."""

from firmware_host.store.archive import SHORTEST_HASH, Archive, Found, open_archive
from firmware_host.store.chain import Link
from firmware_host.store.connection import fault_of
from firmware_host.store.errors import (
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreForeignError,
)
from firmware_host.store.files import database_in, lock_of
from firmware_host.store.opening import open_store
from firmware_host.store.readings import Expected
from firmware_host.store.rows import (
    Ending,
    Entry,
    FinishedGame,
    GameId,
    Reason,
    StoredGame,
    code_of,
    standing,
)
from firmware_host.store.store import Store

__all__ = [
    "SHORTEST_HASH",
    "Archive",
    "Ending",
    "Entry",
    "Expected",
    "FinishedGame",
    "Found",
    "GameId",
    "Link",
    "Reason",
    "Store",
    "StoreBusyError",
    "StoreDamagedError",
    "StoreError",
    "StoreForeignError",
    "StoredGame",
    "code_of",
    "database_in",
    "fault_of",
    "lock_of",
    "open_archive",
    "open_store",
    "standing",
]
