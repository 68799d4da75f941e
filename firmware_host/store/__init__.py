"""Games on disk: every action is committed before anything that follows from it is shown."""

from firmware_host.store.errors import StoreBusyError, StoreDamagedError, StoreError
from firmware_host.store.opening import open_store
from firmware_host.store.rows import Ending, Entry, FinishedGame, GameId, Reason, StoredGame
from firmware_host.store.store import Store

__all__ = [
    "Ending",
    "Entry",
    "FinishedGame",
    "GameId",
    "Reason",
    "Store",
    "StoreBusyError",
    "StoreDamagedError",
    "StoreError",
    "StoredGame",
    "open_store",
]
