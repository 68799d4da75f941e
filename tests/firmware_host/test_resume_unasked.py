"""After any end the box throws its own dice only where somebody asked for that throw."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boxes import TUMBLED, start, throw
from menu_presses import choose, items
from tables import Table

from firmware_host.fakebox import FakeBox
from hw.events import NoThrow, Post

STRONG = (1, 1, 1, 5, 2, 3)
REST = (4, 4)
SOON = 3.0  # s in which any throw has come, and lies still


class Life(Table):
    def failing_box(self) -> FakeBox:
        """One whose dice never come."""
        return FakeBox(Failing, store=self.opened(), bookmark=self.bookmark)


class Failing:
    """Dice that can't be thrown."""

    def __init__(self, post: Post) -> None:
        self._post = post

    def throw(self, token: int, count: int) -> None:
        self._post(NoThrow(token, f"none of {count} dice comes"))

    def close(self) -> None:
        """Nothing waits."""


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    life = Life(tmp_path)
    yield life
    life.close()


def forgotten(place: Path, _older: bytes) -> None:
    place.unlink()


def older(place: Path, older: bytes) -> None:
    place.write_bytes(older)


every_power_cut = pytest.mark.parametrize("cut", [older, forgotten])


def kept_and_asked(box: FakeBox) -> None:
    """Dice are kept to throw the rest; the power goes before the throw comes."""
    box.box.flow.press("roll", now=box.clock.now())
    keep, _request = box.box.flow.take_effects()
    box.box.ledger.write(keep)  # type: ignore[arg-type]


@every_power_cut
def test_dice_that_people_were_to_enter_are_not_thrown_by_the_box(
    life: Life, cut: Callable[[Path, bytes], None]
) -> None:
    box = life.box(STRONG)
    start(box)
    throw(box)
    before = life.place.read_bytes()
    choose(box, "dice")
    box.press("bank", "roll")
    assert box.screen == "by_hand"
    cut(life.place, before)
    back = life.box(REST)
    back.wait(SOON)
    assert back.screen == "trouble"
    assert [step.action.do for step in back.box.flow.past] == ["roll", "keep"]
    assert "undo_keep" in items(back)


@every_power_cut
def test_a_throw_that_may_have_been_asked_for_waits_for_roll(
    life: Life, cut: Callable[[Path, bytes], None]
) -> None:
    box = life.box(STRONG)
    start(box)
    throw(box)
    before = life.place.read_bytes()
    kept_and_asked(box)
    cut(life.place, before)
    back = life.box(REST)
    back.wait(SOON)
    assert back.screen == "trouble"
    throw(back)
    assert back.box.flow.past[-1].source == "script"


def test_a_throw_that_was_asked_for_on_the_screen_is_made(life: Life) -> None:
    box = life.box(STRONG)
    start(box)
    throw(box)
    kept_and_asked(box)
    box.wait(0.0)
    box.box.handle(None, box.clock.now())
    back = life.box((5, 2))
    assert back.screen == "throw"
    back.wait(TUMBLED)
    assert back.box.flow.newest_throw == (5, 2)


def test_a_game_put_away_where_dice_did_not_come_waits_for_roll(life: Life) -> None:
    box = life.box(STRONG)
    start(box)
    throw(box)
    kept_and_asked(box)
    box = life.failing_box()
    throw(box)
    choose(box, "put_away")
    box = life.box(REST)
    assert box.screen == "new_game"
    while box.box.flow.setup.at != "others":
        box.press("keep")
    box.press("right", "keep")
    box.wait(SOON)
    assert box.screen == "trouble"
    throw(box)
    assert box.screen == "blank"
