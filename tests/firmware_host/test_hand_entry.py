"""Real dice that are entered with the buttons, as many of each face as there are."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path

import pytest
from boxes import scripted_box, start
from hypothesis import given
from hypothesis import strategies as st
from sensor_boxes import SensorBox

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.flow.hand_entry import MENU, HandEntry
from firmware_host.store.rows import standing
from firmware_host.store.store import Store
from firmware_host.view import ByHand, Choose, Ready, Say

FACES = st.integers(1, 6)
MOST_PRESSES = 11  # for six dice


# -- the dice being entered -----------------------------------------------------------------------


def entered(entry: HandEntry, faces: Sequence[int]) -> tuple[HandEntry, int]:
    """The dice entered in rising order, and the presses that took; all but the last die are in."""
    presses = 0
    for number, face in enumerate(sorted(faces), start=1):
        while entry.face != face:
            entry, presses = entry.moved(+1), presses + 1
        presses += 1
        if number < len(faces):
            entry = entry.taking()
    return entry, presses


@given(st.lists(FACES, min_size=1, max_size=6))
def test_any_dice_can_be_entered(faces: list[int]) -> None:
    entry, _ = entered(HandEntry(len(faces)), faces)
    assert entry.missing == 1
    assert entry.taking().dice == tuple(sorted(faces))


def test_six_dice_need_eleven_presses_at_most() -> None:
    total = 0
    for dice in combinations_with_replacement(range(1, 7), 6):
        _, presses = entered(HandEntry(6), dice)
        assert presses <= MOST_PRESSES
        ways = factorial(6) // prod(factorial(dice.count(face)) for face in set(dice))
        total += ways * presses
    assert 10.0 < total / 6**6 < 11.0


@given(FACES, st.sampled_from([-1, 1]))
def test_the_cursor_comes_round_past_the_menu(face: int, by: int) -> None:
    entry, stops = HandEntry(2, face=face), []
    for _ in range(7):
        entry = entry.moved(by)
        stops.append(entry.face)
    assert sorted(stops) == [MENU, 1, 2, 3, 4, 5, 6]
    assert entry.face == face


def test_a_die_taken_back_is_under_the_cursor_again() -> None:
    entry = HandEntry(3).moved(+3).taking().moved(+1).taking()
    assert entry.without_last() == HandEntry(3, (4,), face=5)


def test_no_die_is_taken_on_the_menu_or_where_none_is_missing() -> None:
    with pytest.raises(ValueError, match="stop 0"):
        HandEntry(2, face=MENU).taking()
    with pytest.raises(ValueError, match="0 are missing"):
        HandEntry(1, (3,)).taking()


# -- a game of real dice without a sensor ---------------------------------------------------------


@pytest.fixture
def box() -> FakeBox:
    """On the first player's turn, with real dice."""
    box = scripted_box((6,) * 6)
    box.box.flow.setup = box.box.flow.setup.with_dice("hand")
    start(box)
    return box


def enter(box: FakeBox | SensorBox, *faces: int) -> None:
    for face in sorted(faces):
        while box.view.body.face != face:  # type: ignore[union-attr]
            box.press("right")
        box.press("keep")
    box.wait(1.0)


def body(box: FakeBox) -> ByHand:
    assert isinstance(box.view.body, ByHand), box.view
    return box.view.body


def sources(box: FakeBox) -> list[str | None]:
    stored = box.store.present()
    assert stored is not None
    rolls = [entry for entry in standing(stored.entries) if entry.action["do"] == "roll"]
    return [entry.source for entry in rolls]


def test_a_turn_by_hand(box: FakeBox) -> None:
    assert isinstance(box.view.body, Ready)
    box.press("roll")
    assert body(box).of == 6
    enter(box, 1, 5, 2, 3, 4, 4)
    assert isinstance(box.view.body, Choose)
    assert box.view.body.dice == (1, 2, 3, 4, 4, 5)
    box.press("roll")
    assert body(box).of == 4
    enter(box, 2, 3, 4, 6)
    assert box.screen == "blank"
    assert sources(box) == ["hand", "hand"]


def test_the_last_die_needs_no_further_press(box: FakeBox) -> None:
    box.press("roll", "keep", "keep", "keep", "keep", "keep")
    assert body(box).dice == (1,) * 5
    box.press("keep")
    assert box.screen in ("throw", "choose")


def test_a_die_is_taken_back_and_then_the_screen_is_left(box: FakeBox) -> None:
    box.press("roll", "right", "keep", "right", "keep", "bank")
    assert (body(box).dice, body(box).face) == ((2,), 3)
    box.press("bank")
    assert (body(box).dice, body(box).face) == ((), 2)
    box.press("bank")
    assert box.screen == "ready"


def test_dice_that_were_kept_for_a_throw_must_be_entered(box: FakeBox) -> None:
    box.press("roll")
    enter(box, 1, 5, 2, 3, 4, 4)
    box.press("roll", "bank")
    assert body(box).of == 4
    assert box.view.refusal == Say.of("refusal.enter", count=4)


def test_the_menu_is_between_six_and_one_and_leads_back(box: FakeBox) -> None:
    box.press("roll", "right", "keep", "left", "left", "keep")
    assert box.screen == "menu"
    box.press("bank")
    assert body(box).dice == (2,)


def test_other_dice_are_chosen_in_the_menu_and_nothing_entered_counts(box: FakeBox) -> None:
    box.press("roll", "keep", "left", "keep")
    assert box.screen == "menu"
    box.press("right", "right", "keep", "bank")
    assert box.screen == "ready"
    box.press("roll")
    box.wait(1.2)
    assert sources(box) == ["script"]


def test_a_throw_of_the_box_counts_no_longer_once_dice_are_entered(box: FakeBox) -> None:
    box.press("roll", "keep")
    assert box.box.flow.awaited is not None
    assert box.box.flow.awaited.source == "hand"


@pytest.mark.parametrize("presses", [(), ("right", "right", "keep"), ("keep", "left")])
def test_what_was_entered_is_there_again_after_a_restart(
    tmp_path: Path, presses: tuple[str, ...]
) -> None:
    def boot() -> FakeBox:
        store = Store.open(tmp_path / "games.sqlite3")
        return scripted_box(store=store, bookmark=Bookmark(tmp_path / "place.json"))

    box = boot()
    box.box.flow.setup = box.box.flow.setup.with_dice("hand")
    start(box)
    box.press("roll", *presses)  # type: ignore[arg-type]
    box.store.close()
    back = boot()
    assert back.view == box.view


# -- in a game with the sensor --------------------------------------------------------------------


def test_one_throw_is_entered_and_the_next_is_the_sensor_s_again(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.press("keep")
    enter(box, 1, 5, 2, 3, 4, 4)
    box.press("roll")
    box.roll(1, 2, 3, 4)
    assert [source for _, source in box.rolls] == ["hand", "sensor"]


def test_the_sensor_is_waited_for_again_when_the_entry_is_left(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.press("keep", "keep", "bank", "bank")
    assert box.screen == "waiting"
    box.roll(1, 5, 2, 3, 4, 4)
    assert [source for _, source in box.rolls] == ["sensor"]
