"""The box as a whole: what parts report, and what it does about it."""

import queue
from itertools import pairwise
from pathlib import Path

import pytest
from boxes import TUMBLED, scripted_box, seeded_box, start, throw
from stored_games import unfinished

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.loop import Loop
from firmware_host.view import Say, Throw
from hw.errors import PartError
from hw.events import Edge, Event, PartReport, Stop
from hw.fakes.clock import FakeClock

THROW = (1, 5, 2, 2, 3, 4)


def report(box: FakeBox, part: str, ok: bool) -> None:
    box.box.handle(PartReport(part, ok, "" if ok else "why"), box.clock.now())  # type: ignore[arg-type]


def test_a_press_whose_edge_was_lost_counts_within_a_second() -> None:
    box = seeded_box()
    box.pins.press("roll", lost=True)
    box.wait(1.1)
    assert box.screen == "new_game"


def test_a_button_held_while_the_box_starts_does_nothing() -> None:
    box = seeded_box()
    assert box.screen == "attract"
    box.box.pins = None
    for _ in range(3):
        box.box.handle(Edge(box.clock.now(), "roll", False), box.clock.now())
        box.wait(0.1)
    assert box.screen == "attract"


def test_a_bounce_is_one_press() -> None:
    box = seeded_box()
    for _ in range(5):
        box.pins.press("roll")
        box.wait(0.002)
        box.pins.release("roll")
        box.wait(0.002)
    box.pins.press("roll")
    box.wait(0.1)
    assert box.screen == "new_game"


def test_a_lost_random_device_is_said_until_it_is_back() -> None:
    box = seeded_box()
    report(box, "random", ok=False)
    assert box.view.note == Say.of("note.system_dice")
    report(box, "random", ok=True)
    assert box.view.note is None


def test_a_loss_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    box = seeded_box()
    for _ in range(3):
        report(box, "random", ok=False)
    assert [record.message for record in caplog.records] == ["why"]


def test_pins_that_cannot_be_read_are_said_until_they_can() -> None:
    class Broken:
        def levels(self) -> dict[str, bool]:
            raise PartError("the buttons cannot be read")

    box = seeded_box()
    box.box.pins = Broken()  # type: ignore[assignment]
    box.wait(1.1)
    assert box.view.note == Say.of("note.no_buttons")
    box.box.pins = box.pins
    box.wait(1.1)
    assert box.view.note is None


def test_while_nothing_moves_only_the_pins_wake_the_box() -> None:
    box = seeded_box()
    start(box)
    box.wait(10)
    woken = []
    for _ in range(5):
        woken.append(box.box.deadline)
        box.wait(1.0)
    assert all(later - sooner == pytest.approx(1.0) for sooner, later in pairwise(woken))  # type: ignore[operator]


def test_a_picture_that_would_be_the_same_is_not_drawn() -> None:
    box = seeded_box()
    start(box)
    pictures = []
    box.on_picture = lambda: pictures.append(box.picture())
    box.wait(30)
    assert not pictures


def test_the_panel_shows_exactly_what_was_drawn() -> None:
    box = scripted_box(THROW)
    start(box)
    throw(box)
    box.box.view = None
    shown = box.picture()
    box.box.handle(None, box.clock.now())
    assert box.picture().tobytes() == shown.tobytes()


def test_a_throw_is_in_the_store_before_its_dice_are_seen() -> None:
    box = scripted_box(THROW)
    start(box)
    seen = []

    def look() -> None:
        stored = unfinished(box.store)
        assert stored is not None
        if isinstance(box.view.body, Throw) and box.box.flow.tumble and box.box.flow.tumble.dice:
            seen.append(stored.entries[-1].action)

    box.on_picture = look
    throw(box)
    assert seen
    assert all(action == {"do": "roll", "dice": list(THROW)} for action in seen)


def test_the_loop_ends_when_it_is_told_to() -> None:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    box = seeded_box()
    events.put(Edge(0.0, "roll", True))
    events.put(Stop())
    Loop(box.box, events, FakeClock()).run()
    assert events.empty()


def test_a_press_while_dice_tumble_is_not_lost() -> None:
    box = scripted_box(THROW)
    start(box)
    box.press("roll")
    box.pins.press("keep")
    box.wait(0.05)
    assert box.screen == "choose"
    box.wait(TUMBLED)
    assert box.screen == "choose"


def test_buttons_that_are_dead_are_said_before_what_one_can_play_without() -> None:
    box = seeded_box()
    report(box, "random", ok=False)
    report(box, "buttons", ok=False)
    assert box.view.note == Say.of("note.no_buttons")


@pytest.mark.parametrize(("part", "note"), [("sound", "no_sound"), ("lamps", "no_lamps")])
def test_what_is_lost_but_not_missed_is_said_where_nobody_plays(part: str, note: str) -> None:
    box = seeded_box()
    report(box, part, ok=False)
    assert box.view.note == Say(f"note.{note}")
    start(box)
    assert box.view.note is None
    box.press("left")
    assert (box.screen, box.view.note) == ("menu", Say(f"note.{note}"))
    report(box, "random", ok=False)
    assert box.view.note == Say("note.system_dice")
    report(box, "random", ok=True)
    report(box, part, ok=True)
    assert box.view.note is None


def test_the_place_is_remembered_again_when_the_disk_is_well(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bookmark = Bookmark(tmp_path / "later" / "place.json")
    box = seeded_box(bookmark=bookmark)
    box.press("roll")
    (tmp_path / "later").mkdir()
    box.press("roll")
    place = bookmark.read()
    assert place is not None
    assert place["screen"] == box.screen
    assert len(caplog.records) == 1
