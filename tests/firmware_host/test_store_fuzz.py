"""Any damage to a used file: the box starts, plays on, and saves."""

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from boxes import seeded_box

from firmware_host.bookmark import Bookmark
from firmware_host.store import connection
from firmware_host.store.files import database_in
from firmware_host.store.opening import open_store
from firmware_host.store.store import Store
from hw.events import Button

TRIES = 40  # each some 25 ms
BLOCK = 512  # bytes that a card loses at once
SCHEMA = range(100, 4096)  # where its text is

BUTTONS: tuple[Button, ...] = ("roll", "roll", "keep", "roll", "bank", "left", "right")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a box on which some games were played."""
    folder = tmp_path_factory.mktemp("used")
    chance = random.Random(1)
    with open_store(folder) as store:
        box = seeded_box(3, store=store, bookmark=Bookmark.beside(database_in(folder)))
        for _ in range(500):
            box.press(chance.choice(BUTTONS))
        game = store.present()
        assert game is not None
        store.expect(5, 3, game.id)
    return {name: (folder / name).read_bytes() for name in ("games.sqlite3", "place.json")}


def damaged(raw: bytes, chance: random.Random) -> bytes:
    """Some bytes are others, or a block is zeros."""
    data = bytearray(raw)
    where = chance.choice((range(len(data)), SCHEMA))
    if chance.random() < 0.3:
        at = chance.choice(where) // BLOCK * BLOCK
        data[at : at + BLOCK] = bytes(BLOCK)
        return bytes(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        data[chance.choice(where)] = chance.randrange(256)
    return bytes(data)


def folders(parent: Path, used: dict[str, bytes]) -> Iterator[Path]:
    for seed in count():
        folder = parent / str(seed)
        folder.mkdir()
        for name, raw in used.items():
            (folder / name).write_bytes(raw)
        file = database_in(folder)
        file.write_bytes(damaged(file.read_bytes(), random.Random(seed)))
        yield folder


@pytest.mark.parametrize("limit", [connection.WHOLE_CHECK_LIMIT, 0], ids=["short", "long"])
def test_whatever_a_file_holds_the_box_starts_plays_and_saves(
    tmp_path: Path, used: dict[str, bytes], limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WHOLE_CHECK_LIMIT", limit)
    set_aside = 0
    for folder, _ in zip(folders(tmp_path, used), range(TRIES), strict=False):
        with open_store(folder) as store:
            box = seeded_box(3, store=store, bookmark=Bookmark.beside(database_in(folder)))
            box.press("roll", "roll", "keep", "roll", "bank", "roll")
            assert box.box.ledger.saved
        set_aside += database_in(folder).with_name("games.damaged-1.sqlite3").exists()
        with Store.open(database_in(folder)) as store:
            assert store.notice is None
    assert 0 < set_aside < TRIES
