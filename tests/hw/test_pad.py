import tracemalloc
from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.events import BUTTONS, KEYS, Button, Edge, Key
from hw.pad import DEBOUNCE, LONG, Kind, Pad, Press

TICK = 1 / 1024  # s; neither 15 nor 700 ms is a multiple, so nothing hangs on the last bit

gaps = st.lists(
    st.one_of(st.integers(1, 15), st.integers(16, 60), st.integers(600, 900)).map(
        lambda ticks: ticks * TICK
    ),
    max_size=12,
)
"""Seconds from one edge to the next; the button is up before the first and alternates."""


def edges_of(gaps: Sequence[float], button: Button = "roll") -> list[Edge]:
    return [Edge(at, button, down=number % 2 == 0) for number, at in enumerate(accumulate(gaps))]


def pad_at_rest(buttons: Sequence[Key] = BUTTONS) -> Pad:
    """A pad that has known since before 0 that every button is up."""
    pad = Pad(buttons)
    pad.levels(-1.0, dict.fromkeys(buttons, False))
    assert pad.poll(0.0) == []
    return pad


def kinds(presses: Sequence[Press]) -> list[Kind]:
    return [press.kind for press in presses]


def fed(*edges: tuple[float, bool], until: float = 10.0) -> list[Press]:
    """The presses of one button whose level changes as given."""
    pad = pad_at_rest()
    for at, down in edges:
        pad.edge(Edge(at, "roll", down))
    return pad.poll(until)


def by_definition(edges: Sequence[Edge]) -> list[Press]:
    """The same from the whole of the line at once: stretches that last longer than 15 ms count."""
    stretches = [
        (edge.at, after.at, edge.down)
        for edge, after in pairwise([*edges, Edge(1e9, "roll", True)])
    ]
    turns: list[tuple[float, bool]] = []
    for start, end, down in stretches:
        if end - start > DEBOUNCE and down != (turns[-1][1] if turns else False):
            turns.append((start, down))
    presses: list[Press] = []
    for (start, down), (end, _) in pairwise([*turns, (1e9, True)]):
        presses.append(Press("roll", start + DEBOUNCE, "short" if down else "release"))
        held = [
            max(start + LONG, first)
            for first, last, is_down in stretches
            if is_down and last > start + LONG and first < end and first >= start
        ]
        if down and held:
            presses.append(Press("roll", held[0], "long"))
    return presses


@given(gaps)
def test_presses_are_what_the_line_says_by_definition(gaps: list[float]) -> None:
    pad = pad_at_rest()
    for edge in edges_of(gaps):
        pad.edge(edge)
    assert pad.poll(1e6) == by_definition(edges_of(gaps))


@given(gaps, st.lists(st.floats(0, 5), max_size=10))
def test_it_does_not_matter_when_and_how_often_the_pad_is_polled(
    gaps: list[float], polls: list[float]
) -> None:
    pad, given_presses = pad_at_rest(), list[Press]()
    happenings: list[float | Edge] = [*edges_of(gaps), *polls]
    for happening in sorted(happenings, key=lambda h: h.at if isinstance(h, Edge) else h):
        if isinstance(happening, Edge):
            pad.edge(happening)
        else:
            given_presses += pad.poll(happening)
    assert given_presses + pad.poll(1e6) == by_definition(edges_of(gaps))


@given(gaps)
def test_polling_at_each_deadline_gives_each_press_at_its_own_time(gaps: list[float]) -> None:
    pad, given_presses = pad_at_rest(), list[Press]()
    for edge, after in pairwise([*edges_of(gaps), Edge(1e6, "roll", True)]):
        pad.edge(edge)
        while (deadline := pad.deadline) is not None and deadline < after.at:
            presses = pad.poll(deadline)
            assert [press.at for press in presses] == [deadline] * len(presses)
            given_presses += presses
    assert given_presses == by_definition(edges_of(gaps))
    assert pad.deadline is None


def told(edges: Sequence[Edge], coming: Sequence[float]) -> list[Press]:
    """The presses where each edge comes at its time, and the pad is polled whenever it asks for it.

    Between those that come at once, nobody finds the time to poll.
    """
    pad, presses = pad_at_rest(), list[Press]()
    for edge, now, then in zip(edges, coming, [*coming[1:], 1e9], strict=True):
        pad.edge(edge, now)
        presses += pad.poll(edge.at)
        while (due := pad.deadline) is not None and max(due, now) < then:
            presses += pad.poll(max(due, now))
    return presses


short_gaps = st.lists(st.integers(1, 60).map(lambda ticks: ticks * TICK), min_size=1, max_size=12)


@given(short_gaps, st.floats(0, 0.5))
def test_edges_that_all_come_late_by_as_much_are_the_same_presses(
    gaps: list[float], late: float
) -> None:
    edges = [*edges_of(gaps), Edge(sum(gaps) + 0.1, "roll", len(gaps) % 2 == 0)]
    coming = [edge.at + late for edge in edges]
    short = [press for press in told(edges, coming) if press.kind != "long"]
    assert short == [press for press in by_definition(edges) if press.kind != "long"]


@given(
    st.lists(st.tuples(*[st.integers(1, 5).map(lambda ticks: ticks * TICK)] * 2), max_size=3),
    st.floats(0.001, 1),
    st.integers(0, 40),
)
def test_a_switch_that_bounces_while_the_machine_stalls_is_pressed_and_let_go_once(
    bounces: list[tuple[float, float]], stall: float, begins: int
) -> None:
    swings = [gap for bounce in bounces for gap in bounce]
    edges = edges_of([TICK, *swings, 0.2, *swings])
    start = begins * TICK  # in the bouncing, or a little later
    coming = [max(edge.at, start + stall) if edge.at >= start else edge.at for edge in edges]
    presses = [press for press in told(edges, coming) if press.kind != "long"]
    assert kinds(presses) == ["short", "release"]


def test_levels_that_are_read_while_edges_are_still_to_come_mislead_nobody() -> None:
    pad = pad_at_rest()
    pad.edge(Edge(1.0, "roll", True), 1.0)
    assert kinds(pad.poll(1.02)) == ["short"]
    pad.edge(Edge(1.002, "roll", False), 1.03)  # late, and the next waits
    pad.levels(1.031, {"roll": True})
    pad.edge(Edge(1.004, "roll", True), 1.032)
    assert pad.poll(1.2) == []


@given(st.lists(st.tuples(gaps, st.sampled_from(("left", "right", "bank"))), max_size=3))
def test_buttons_do_not_disturb_each_other(lines: list[tuple[list[float], Button]]) -> None:
    lines = [(gaps, button) for button, gaps in {button: gaps for gaps, button in lines}.items()]
    pad = pad_at_rest()
    edges = [edge for gaps, button in lines for edge in edges_of(gaps, button)]
    for edge in sorted(edges, key=lambda edge: edge.at):
        pad.edge(edge)
    presses = pad.poll(1e6)
    assert presses == sorted(presses, key=lambda press: press.at)
    for gaps, button in lines:
        alone = [(press.at, press.kind) for press in by_definition(edges_of(gaps))]
        assert [(p.at, p.kind) for p in presses if p.button == button] == alone


@given(gaps, st.sets(st.integers(0, 11)), st.booleans())
def test_whatever_edges_are_lost_a_reading_puts_things_right(
    gaps: list[float], lost: set[int], down: bool
) -> None:
    pad = pad_at_rest()
    for number, edge in enumerate(edges_of(gaps)):
        if number not in lost:
            pad.edge(edge)
    pad.poll(20.0)
    pad.levels(20.0, {"roll": down})
    pad.poll(29.0)
    pad.levels(29.0, {"roll": False})
    pad.poll(30.0)
    pad.edge(Edge(31.0, "roll", True))
    pad.edge(Edge(31.1, "roll", False))
    assert kinds(pad.poll(32.0)) == ["short", "release"]


def test_a_press_counts_once_the_level_has_been_stable() -> None:
    assert fed((1.0, True), until=1.014) == []
    assert fed((1.0, True), until=1.016) == [Press("roll", 1.0 + DEBOUNCE, "short")]


@pytest.mark.parametrize("level", [True, False])
def test_a_glitch_is_nothing(level: bool) -> None:
    before = [] if level else [(0.0, True)]
    glitch = [(0.1, level), (0.105, not level)]
    assert fed(*before, *glitch, until=0.5) == fed(*before, until=0.5)


def test_a_bouncing_switch_gives_one_press_and_one_release() -> None:
    bounces = [
        (at + i / 1000, (i % 2 == 0) == down)
        for at, down in ((1.0, True), (1.2, False))
        for i in range(9)
    ]
    assert kinds(fed(*bounces)) == ["short", "release"]


def test_a_long_press_is_given_while_the_button_is_still_held() -> None:
    assert fed((1.0, True), until=1.71)[1:] == [Press("roll", 1.0 + LONG, "long")]


def test_a_button_let_go_at_the_last_moment_gives_no_long_press() -> None:
    assert kinds(fed((1.0, True), (1.0 + LONG - 0.001, False))) == ["short", "release"]


def test_a_press_and_its_release_seen_late_are_both_given() -> None:
    assert kinds(fed((1.0, True), (1.1, False), until=9.0)) == ["short", "release"]


# -- before a button's level is known ---------------------------------------------------------

HELD = [
    [],
    [(0.0, False), (0.001, True)],  # a contact wobbles
    [(0.0, False), (0.001, True), (0.002, False), (0.003, True)],
    [(0.0, True)],  # the edge before was lost
]


@pytest.mark.parametrize("edges", HELD)
@pytest.mark.parametrize("read_at", [0.0005, 0.0015, 0.004, 0.5, None])
def test_a_button_held_at_the_start_gives_no_press_and_then_a_lone_release_is_nothing(
    edges: list[tuple[float, bool]], read_at: float | None
) -> None:
    pad, presses = Pad(), list[Press]()
    for at, down in [*edges, (3.0, False)]:
        if read_at is not None and read_at < at:
            before = [level for when, level in edges if when < read_at]
            pad.levels(read_at, {"roll": before[-1] if before else True})
            read_at = None
        pad.edge(Edge(at, "roll", down))
        presses += pad.poll(at)
    assert presses + pad.poll(4.0) == []
    pad.edge(Edge(5.0, "roll", True))
    assert kinds(pad.poll(5.1)) == ["short"]


def test_a_button_held_at_the_start_is_known_to_be_down_once_that_has_lasted() -> None:
    pad = Pad()
    pad.levels(0.0, {"roll": True, "bank": False})
    assert pad.deadline == DEBOUNCE
    assert pad.poll(DEBOUNCE) == []
    assert pad.deadline is None
    assert pad.poll(9.0) == []


def test_a_button_pushed_after_its_first_level_has_lasted_is_a_press() -> None:
    pad = Pad()
    pad.levels(0.0, {"roll": False})
    pad.edge(Edge(DEBOUNCE, "roll", True))
    assert kinds(pad.poll(0.1)) == ["short"]


@given(gaps, st.booleans(), st.integers(0, 12))
def test_until_a_first_level_has_lasted_there_is_no_press(
    gaps: list[float], read: bool, first: int
) -> None:
    """Whichever edge is the first to be seen, and whether or not the levels are read by then."""
    edges = edges_of(gaps)[first:]
    pad = Pad()
    if read and edges:
        pad.levels(edges[0].at, {"roll": not edges[0].down})
    lasted = [
        edge.at + DEBOUNCE
        for edge, after in pairwise([*edges, Edge(1e9, "roll", True)])
        if after.at - edge.at > DEBOUNCE
    ]
    presses = polled(pad, edges) + pad.poll(1e6)
    assert all(press.at > lasted[0] for press in presses)


# -- edges that were lost ---------------------------------------------------------------------


def test_a_release_without_a_press_is_nothing() -> None:
    assert fed((1.0, False)) == []


def test_a_press_whose_edge_was_lost_is_found_by_reading_the_levels() -> None:
    pad = pad_at_rest()
    pad.levels(0.0, {"roll": False})
    pad.levels(1.0, {"roll": True})
    assert pad.deadline == 1.0 + DEBOUNCE
    assert kinds(pad.poll(1.1)) == ["short"]


def test_a_release_whose_edge_was_lost_is_found_by_reading_the_levels() -> None:
    pad = pad_at_rest()
    pad.edge(Edge(0.5, "roll", True))
    pad.poll(0.9)
    pad.levels(1.0, {"roll": False})
    assert kinds(pad.poll(1.1)) == ["release"]


def test_a_reading_that_agrees_changes_nothing() -> None:
    pad = pad_at_rest()
    pad.edge(Edge(0.995, "roll", True))
    pad.levels(1.0, {"roll": True})
    assert pad.poll(1.02) == [Press("roll", 0.995 + DEBOUNCE, "short")]


def test_an_edge_that_arrives_after_the_reading_that_found_it_is_no_second_press() -> None:
    pad = pad_at_rest()
    pad.levels(0.0, {"roll": False})
    pad.levels(1.0, {"roll": True})
    pad.edge(Edge(0.99, "roll", True))
    assert kinds(pad.poll(1.1)) == ["short"]


def test_presses_found_while_taking_an_edge_are_due_at_once() -> None:
    pad = pad_at_rest()
    pad.edge(Edge(1.0, "roll", True))
    pad.edge(Edge(1.5, "roll", False))
    assert pad.deadline == 1.0 + DEBOUNCE


STORM = 10_000  # edges in a second


def storm(start: float, button: Key = "roll") -> list[Edge]:
    """A second of a line that changes all the time, up at its end."""
    return [Edge(start + number / STORM, button, down=number % 2 == 0) for number in range(STORM)]


def polled(pad: Pad, edges: Sequence[Edge]) -> list[Press]:
    """What comes of edges when the pad is polled after each of them."""
    presses: list[Press] = []
    for edge in edges:
        pad.edge(edge)
        presses += pad.poll(edge.at)
    return presses


def test_a_storm_of_edges_is_no_press() -> None:
    pad = pad_at_rest()
    assert polled(pad, storm(1.0)) == []
    assert pad.poll(9.0) == []


def test_a_storm_on_one_button_hides_no_press_of_another() -> None:
    pad = pad_at_rest()
    press = [Edge(1.3, "bank", True), Edge(1.4, "bank", False)]
    edges = sorted([*storm(1.0), *press], key=lambda edge: edge.at)
    assert [(p.button, p.kind) for p in polled(pad, edges)] == [
        ("bank", "short"),
        ("bank", "release"),
    ]


def test_a_storm_that_ends_with_the_button_down_is_one_press() -> None:
    pad = pad_at_rest()
    assert polled(pad, [*storm(1.0), Edge(2.0, "roll", True)]) == []
    assert pad.poll(2.02) == [Press("roll", 2.0 + DEBOUNCE, "short")]


def test_a_storm_leaves_nothing_behind_even_when_nobody_polls() -> None:
    pad = pad_at_rest()
    for start in range(3):
        for edge in storm(float(start)):
            pad.edge(edge)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for edge in storm(3.0):
            pad.edge(edge)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 10_000  # bytes: less than one for each edge
    assert pad.poll(9.0) == []


@given(gaps, st.data())
def test_a_storm_between_presses_adds_none(gaps: list[float], data: st.DataObject) -> None:
    true = edges_of([gap + 2.0 for gap in gaps])
    quiet = [edge for edge in true if not edge.down]
    after = data.draw(st.sampled_from(quiet)).at if quiet else 0.0
    edges = sorted([*true, *storm(after + 0.5)[:1000]], key=lambda edge: edge.at)
    pad = pad_at_rest()
    presses = polled(pad, edges) + pad.poll(1e6)
    assert presses == by_definition(true)


@given(gaps, st.data())
def test_of_a_storm_with_lost_edges_come_at_most_the_pauses_that_were_seen(
    gaps: list[float], data: st.DataObject
) -> None:
    edges = [edge for edge in edges_of(gaps) if not data.draw(st.booleans())]
    pad = pad_at_rest()
    shorts = [press for press in polled(pad, edges) + pad.poll(1e6) if press.kind == "short"]
    pauses = [
        edge
        for edge, after in pairwise([*edges, Edge(1e9, "roll", False)])
        if edge.down and after.at - edge.at > DEBOUNCE
    ]
    assert len(shorts) <= len(pauses)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.floats(0.03, 0.9)), max_size=8),
    st.lists(st.floats(0.0, 0.004), min_size=80, max_size=80),
)
def test_stamps_slightly_out_of_order_change_no_press(
    turns: list[tuple[int, float]], errors: list[float]
) -> None:
    """Each turn of the button bounces a few times, a millisecond apart, and then lasts."""
    true: list[Edge] = []
    at, down = 1.0, False
    for bounces, lasts in turns:
        down = not down
        levels = [down if number % 2 == 0 else not down for number in range(2 * bounces - 1)]
        true += [Edge(at + number / 1000, "roll", level) for number, level in enumerate(levels)]
        at = true[-1].at + lasts
    stamped = [edge._replace(at=edge.at - error) for edge, error in zip(true, errors, strict=False)]
    right, wrong = pad_at_rest(), pad_at_rest()
    expected = polled(right, true) + right.poll(1e6)
    found = polled(wrong, stamped) + wrong.poll(1e6)
    shown = [[press for press in some if press.kind != "long"] for some in (expected, found)]
    assert kinds(shown[0]) == kinds(shown[1])
    for one, other in zip(*shown, strict=True):
        assert abs(one.at - other.at) <= 0.005


def test_a_pad_has_the_buttons_of_its_profile() -> None:
    pad = Pad(KEYS["hold-six"])
    pad.levels(0.0, dict.fromkeys(KEYS["hold-six"], False))
    pad.edge(Edge(1.0, "hold_4", True))
    assert pad.poll(1.1) == [Press("hold_4", 1.0 + DEBOUNCE, "short")]
