"""Edges on their way to presses: while the box is held up, and when they come by the thousand."""

import time

import pytest
from boxes import seeded_box

from hw.events import Edge
from hw.pad import LONG
from hw.pins import MOST

STORM = 10_000  # edges


def test_a_bouncing_press_that_waited_while_the_box_was_held_up_is_one_press() -> None:
    box = seeded_box()
    box.press("roll")
    row = box.box.flow.setup.row
    for lasts in (0.002, 0.003, 0.1):
        box.pins.press("keep")
        box.clock.advance(lasts)
        box.pins.release("keep")
        box.clock.advance(0.002)
    box.clock.advance(5.0)
    box.wait(1.0)
    assert box.box.flow.setup.row == row + 1


def test_a_glitch_that_waited_while_the_box_was_held_up_is_nothing() -> None:
    box = seeded_box()
    box.pins.press("roll")
    box.clock.advance(0.005)
    box.pins.release("roll")
    box.clock.advance(5.0)
    box.wait(1.0)
    assert box.screen == "attract"


def test_two_presses_that_waited_are_two() -> None:
    box = seeded_box()
    for _ in range(2):
        box.pins.press("roll")
        box.clock.advance(LONG / 4)
        box.pins.release("roll")
        box.clock.advance(LONG / 4)
    box.clock.advance(5.0)
    box.wait(1.0)
    assert box.screen == "ready"


def test_a_storm_of_edges_is_no_press_and_is_soon_dealt_with() -> None:
    box = seeded_box()
    view, start = box.view, box.clock.now()
    began = time.process_time()
    for number in range(STORM):
        box.box.handle(
            Edge(start + number / STORM, "keep", number % 2 == 0), start + number / STORM
        )
    assert time.process_time() - began < 5.0
    box.clock.advance(1.0)
    box.wait(2.0)
    assert box.screen == "attract"
    assert type(box.view.body) is type(view.body)


def test_through_a_minute_s_storm_the_other_buttons_work_and_nothing_piles_up() -> None:
    box = seeded_box()
    for _ in range(60):
        for _ in range(MOST):
            box.pins.press("keep")
            box.pins.release("keep")
        assert box._events.qsize() <= MOST
        box.wait(1.0)
        assert box.screen == "attract"
    box.press("roll")
    assert box.screen == "new_game"


def test_what_a_storm_ends_with_counts_within_a_second() -> None:
    box = seeded_box()
    for _ in range(MOST):
        box.pins.press("keep")
        box.pins.release("keep")
    box.pins.press("keep")
    box.wait(0.5)
    assert box.screen == "attract"
    box.wait(0.6)
    assert box.screen == "new_game"


def test_a_dead_thread_of_the_pins_is_said(caplog: pytest.LogCaptureFixture) -> None:
    box = seeded_box()
    box.pins.thread_alive = False
    box.wait(1.1)
    assert box.view.note is not None
    assert box.view.note.key == "note.no_buttons"
    assert "the buttons' thread has ended: restart the program" in caplog.text
