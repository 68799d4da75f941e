"""A box that plays for days needs no more memory than one that has played for an hour."""

from pathlib import Path

from pull.memory import fill_caches, growth, held, tracing
from pull.player import is_over, move
from pull.rigs import GAME, TARGET

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.store import Store
from hw.fakes.dice import SeededDice

FIRST, MORE = 5, 15  # games
GROWTH = 96 << 10  # bytes; some come and go with each game


def test_games_leave_no_memory_behind(tmp_path: Path) -> None:
    with tracing(), Store.open(tmp_path / "games.sqlite3") as store:
        box = _box(store)
        fill_caches(box.box.flow.setup.rules)
        _play(box, FIRST)
        before = held()
        _play(box, MORE)
        grown, lines = growth(before, held())
    assert grown < GROWTH, lines


def _box(store: Store) -> FakeBox:
    """A box set to a short game."""
    assert store.path is not None  # it was opened
    box = FakeBox(
        lambda post: SeededDice(1, post), store=store, bookmark=Bookmark.beside(store.path)
    )
    flow = box.box.flow
    flow.setup = flow.setup.like(GAME, 1, {"target": TARGET})
    return box


def _play(box: FakeBox, games: int) -> None:
    for _ in range(games):
        while is_over(box):
            move(box)
        while not is_over(box):
            move(box)
