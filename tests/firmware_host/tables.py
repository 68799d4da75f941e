"""One box after another on the same disk: each was killed when the next is started."""

from pathlib import Path
from typing import Any

from boxes import scripted_box

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.store import Store


class Table:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = folder / "place.json"
        self.bookmark = Bookmark(self.place)
        self.store: Store | None = None

    def opened(self) -> Store:
        """The games, for another box than the one before."""
        self.close()
        self.store = Store.open(self.folder / "games.sqlite3")
        return self.store

    def box(self, *throws: tuple[int, ...], **more: Any) -> FakeBox:
        return scripted_box(*throws, store=self.opened(), bookmark=self.bookmark, **more)

    def forget_the_place(self) -> None:
        self.place.unlink()

    def close(self) -> None:
        if self.store:
            self.store.close()
