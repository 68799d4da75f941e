"""Anything at all happens to a box with a sensor: it is never at a loss."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sensor_boxes import BAD, SensorBox

from firmware_host.flow.table import UNDER_SENSOR
from hw.events import BUTTONS
from rules import load, with_options

EVERYTHING = with_options(
    load("zilch"),
    {
        "challenge": True,
        "take_over": True,
        "build_on_frozen": True,
        "last_die_bonus": 500,
        "six_of_a_kind_wins": True,
        "wipe_out_twos": 4,
        "target": 2000,
    },
)

Deed = Callable[[SensorBox], object]

FACES = st.integers(1, 6)
THROWN = st.lists(FACES, min_size=1, max_size=6).map(
    lambda faces: lambda box: box.tray.throw(*faces)
)
WANTED = st.lists(FACES, min_size=6, max_size=6).map(
    lambda faces: lambda box: box.tray.throw(*faces[: _wanted(box)])
)
LAID = st.lists(FACES, max_size=3).map(lambda faces: lambda box: box.tray.place(*faces))
PRESSED = st.sampled_from(BUTTONS).map(lambda button: lambda box: box.press(button))
WAITED = st.sampled_from([0.3, 1.0, 3.0, 12.0]).map(lambda pause: lambda box: box.wait(pause))


def _wanted(box: SensorBox) -> int:
    return box.flow.game.dice_to_throw or 6 if box.flow.game else 6


def take(box: SensorBox) -> None:
    box.tray.take()


def pull(box: SensorBox) -> None:
    box.wire.unplug(box.clock.now())


def plug(box: SensorBox) -> None:
    box.wire.plug()


def reboot(box: SensorBox) -> None:
    box.sensor.reboot()


def restart(box: SensorBox) -> None:
    box.restart()


def blind(box: SensorBox) -> None:
    box.tray.blind = "" if box.tray.blind else "light"


HAPPENED = st.sampled_from([take, pull, plug, plug, reboot, restart, blind])
DEEDS: st.SearchStrategy[list[Deed]] = st.lists(
    st.one_of(PRESSED, PRESSED, WANTED, WANTED, THROWN, LAID, WAITED, WAITED, HAPPENED),
    max_size=50,
)


def must_make_sense(box: SensorBox) -> None:
    flow = box.flow
    if flow.awaited:
        assert flow.awaited.dice == flow.playing.dice_to_throw
        assert flow.awaited.source != "sensor" or box.screen in UNDER_SENSOR
        assert flow.awaited.source != "hand" or flow.entry is not None
    if flow.checked:
        assert box.screen in ("check", "menu", "scores", "ask")
    if box.screen == "waiting":
        assert flow.awaited is not None
    if flow.game:
        assert flow.past == () or flow.past[-1].before.apply(flow.past[-1].action) == flow.game


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 999), st.booleans(), DEEDS)
def test_whatever_happens_the_box_knows_what_it_waits_for(
    tmp_path_factory: pytest.TempPathFactory, seed: int, quiet: bool, deeds: list[Deed]
) -> None:
    folder = tmp_path_factory.mktemp("box")
    faults = {} if quiet else {"faults": BAD}
    box = SensorBox(folder, seed=seed, games={"ours": EVERYTHING}, **faults)
    box.begin()
    for deed in deeds:
        deed(box)
        must_make_sense(box)
    stored, game = box.store.present(), box.flow.game
    if stored and game and stored.ending is None:
        assert box.record.games[-1] == game
    assert box.store.check() is None
    box.stop()
