"""A panel that nobody looks at is spared."""

from boxes import scripted_box, seeded_box, start, throw
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rest import DIM_AFTER, OFF_AFTER, SHIFT_EVERY, SHIFTS, Rest

THROW = (1, 5, 2, 2, 3, 4)


def test_the_panel_dims_and_goes_dark_and_a_press_brings_it_back() -> None:
    box = scripted_box(THROW)
    start(box)
    throw(box)
    bright, picture = box.bus.chip.contrast, box.picture().tobytes()
    box.wait(DIM_AFTER)
    assert box.bus.chip.contrast < bright
    box.wait(OFF_AFTER)
    assert not box.bus.chip.lit
    box.press("roll")
    assert box.bus.chip.lit
    assert box.bus.chip.contrast == bright
    assert box.screen == "choose"
    box.wait(SHIFT_EVERY * len(SHIFTS) - box.clock.now() % (SHIFT_EVERY * len(SHIFTS)))
    assert box.picture().tobytes() == picture


def test_the_press_that_wakes_does_nothing_else() -> None:
    for button in ("roll", "bank", "keep"):
        box = seeded_box()
        start(box)
        box.wait(OFF_AFTER + 1)
        view = box.view
        box.press(button)
        assert box.view == view
        box.press("roll")
        assert box.screen == "throw"


def test_a_press_on_a_dimmed_panel_counts() -> None:
    box = seeded_box()
    start(box)
    box.wait(DIM_AFTER + 1)
    box.press("roll")
    assert box.screen == "throw"


def test_the_picture_wanders_so_that_nothing_stands_in_one_place() -> None:
    box = seeded_box()
    start(box)
    pictures = set()
    for _ in range(8):
        box.wait(SHIFT_EVERY)
        pictures.add(box.picture().tobytes())
    assert len(pictures) == len(set(SHIFTS))


def test_no_screen_loses_a_pixel_when_it_wanders() -> None:
    box = scripted_box(THROW)
    start(box)
    throw(box)
    lit = []
    for _ in SHIFTS:
        box.wait(SHIFT_EVERY)
        lit.append(sum(box.picture().convert("L").histogram()[1:]))
    assert len(set(lit)) == 1


def test_a_dark_panel_wakes_the_box_for_the_pins_alone() -> None:
    box = seeded_box()
    box.wait(OFF_AFTER + 1)
    assert box.screen == "attract"
    due = box.box.deadline
    assert due is not None
    assert due - box.clock.now() > 0
    sent = box.bus.bytes_seen
    box.wait(3600)
    assert box.bus.bytes_seen == sent


@given(st.lists(st.tuples(st.floats(0, 1000), st.booleans()), max_size=40))
def test_the_next_change_is_never_in_the_past(steps: list[tuple[float, bool]]) -> None:
    rest, now = Rest(0.0), 0.0
    for pause, used in steps:
        now += pause
        rest.tick(now)
        if used:
            rest.use(now)
        assert rest.deadline is None or rest.deadline > now


def test_a_box_begins_with_its_picture_in_the_middle_whenever_it_is_started() -> None:
    for began in (0.0, 61.0, 3600.0 + 185.0):
        rest = Rest(began)
        assert rest.shift == 0
        rest.tick(began + SHIFT_EVERY)
        assert rest.shift == SHIFTS[1]
