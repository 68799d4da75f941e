"""What a store says of the present game."""

from firmware_host.store.rows import StoredGame
from firmware_host.store.store import Store


def unfinished(store: Store) -> StoredGame | None:
    """The present game, unless it has ended."""
    stored = store.present()
    return stored if stored and stored.ending is None else None


def last_over(store: Store) -> StoredGame | None:
    """The present game, if it was played to its end."""
    stored = store.present()
    return stored if stored and stored.ending and stored.ending.reason == "over" else None
