"""Whatever buttons are mounted, each means after a restart what it meant before."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes import TUMBLED, scripted_box, seeded_box
from hypothesis import given, settings
from hypothesis import strategies as st
from sensor_boxes import SensorBox
from tables import Table

from firmware_host.fakebox import FakeBox
from firmware_host.profiles import PROFILES, Three
from firmware_host.view import Choose, Labels, NewGame
from hw.events import KEYS, Key, Profile

THROW = (1, 5, 2, 2, 3, 4)
STRONG = (1, 1, 1, 5, 2, 3)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def seeded(table: Table, profile: Profile, seed: int) -> FakeBox:
    return seeded_box(seed, store=table.opened(), bookmark=table.bookmark, profile=profile)


def choosing(table: Table, throw: tuple[int, ...] = THROW) -> FakeBox:
    box = table.box(throw, profile="three")
    box.press("ok", "ok", "ok", "ok")
    box.wait(TUMBLED)
    assert box.screen == "choose"
    return box


@pytest.mark.parametrize("presses", range(9))
def test_the_cursor_of_three_buttons_is_where_it_was(table: Table, presses: int) -> None:
    box = choosing(table)
    nexts: list[Key] = ["next"] * presses
    box.press(*nexts)
    assert table.box(profile="three").view == box.view


@pytest.mark.parametrize("presses", range(6))
def test_it_is_where_it_was_before_a_game_too(table: Table, presses: int) -> None:
    box = table.box(profile="three")
    rows: list[Key] = ["next", "ok"] * presses
    box.press("ok", *rows)
    assert table.box(profile="three").view == box.view


def test_next_goes_on_from_there(table: Table) -> None:
    box = choosing(table)
    box.press("next", "next")
    back = table.box(profile="three")
    back.press("next")
    assert isinstance(back.view.body, Choose)
    assert back.view.body.cursor == 2


def test_the_cursor_starts_afresh_on_another_screen_than_it_was_left_on(table: Table) -> None:
    box = choosing(table, STRONG)
    older = table.place.read_bytes()  # on ROLL
    box.press("bank")
    table.place.write_bytes(older)
    assert table.box(profile="three").view == box.view


def test_the_cursor_of_a_screen_that_cannot_come_back_is_left_with_it(table: Table) -> None:
    box = choosing(table)
    on_roll = box.view
    box.press("next")
    place = json.loads(table.place.read_text())
    table.place.write_text(json.dumps({**place, "screen": "unfinished"}))
    assert table.box(profile="three").view == on_roll


def test_it_is_where_it_was_on_dice_that_the_sensor_doubts(tmp_path: Path) -> None:
    box = SensorBox(tmp_path, profile="three")
    box.flow.setup = box.flow.setup.with_dice("sensor")
    box.wait(1.0)  # until the sensor has seen that its tray is empty
    box.press("ok", "ok")
    box.until_armed()
    box.cast(*THROW)
    box.tray.doubt(0, 70)
    box.settle()
    assert box.screen == "check"
    box.press("next")
    seen = box.view
    box.restart()
    box.wait(3.0)
    assert box.view == seen


def test_the_bookmark_of_other_buttons_is_good_for_the_rest(table: Table) -> None:
    box = table.box(THROW, profile="five")
    box.press("roll", "keep", "right")
    seen = box.view.body
    assert isinstance(seen, NewGame)
    back = table.box(profile="three")
    assert isinstance(back.view.body, NewGame)
    assert back.view.body.rows == seen.rows


@pytest.mark.parametrize("place", [None, 1, "x", [], {"on_roll": 1}])
def test_a_spoilt_hint_is_nothing(place: object) -> None:
    box = scripted_box(profile="three")
    box.press("ok")
    fresh = Three()
    shown = fresh.shown(box.view._replace(labels=Labels("previous", "next", roll="start")))
    again = Three()
    again.go_to(place, shown)
    assert again.shown(shown) == fresh.shown(shown)


@pytest.mark.parametrize("profile", KEYS)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_wherever_the_plug_is_pulled_the_same_buttons_come_back(
    tmp_path_factory: pytest.TempPathFactory, profile: Profile, data: st.DataObject
) -> None:
    table = Table(tmp_path_factory.mktemp("table"))
    box = seeded(table, profile, data.draw(st.integers(0, 99)))
    keys: list[Key] = data.draw(st.lists(st.sampled_from(KEYS[profile]), max_size=50))
    for key in keys:
        box.press(key)
        box.wait(TUMBLED)
    box.wait(3.0)  # refusals are over
    back = seeded(table, profile, 1)
    assert back.screen == box.screen
    assert back.view == box.view or box.screen == "attract"  # whose dice move
    table.close()


def test_every_profile_is_tried() -> None:
    assert set(KEYS) == set(PROFILES)
