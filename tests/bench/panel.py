"""Bytes on the bus, and the processor time from a press to the last of them."""

import statistics
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from figures import Figure, median_time, processor_time
from luma_whole import LumaPanel

from firmware_host.bookmark import Bookmark
from firmware_host.demo.robot import Robot
from firmware_host.fakebox import HELD, PAUSE, FakeBox
from firmware_host.store.store import Store
from hw.events import Key
from hw.fakes.dice import SeededDice

SEED = 1
DEBOUNCED = 0.02  # fake seconds until a press counts


def bytes_on_the_bus() -> Figure:
    """All bytes of a whole game, against whole frames for the same pictures, each seen once."""
    pictures, before = 0, b""

    def count() -> None:
        nonlocal pictures, before
        picture = box.picture().tobytes()
        pictures, before = pictures + (picture != before), picture

    box = FakeBox(lambda post: SeededDice(SEED, post))
    box.on_picture = count
    robot = Robot(box)
    robot.choose_game("zilch")
    robot.play_to_end()
    whole = pictures * LumaPanel().frame_bytes()
    share = box.bus.bytes_seen / whole
    return Figure(
        "bytes on the bus over a whole game of zilch, against luma's whole frames",
        f"{box.bus.bytes_seen} of {whole} bytes in {pictures} pictures: {share:.1%}",
        "at most 12 %",
        share <= 0.12,
    )


def press_to_last_byte() -> Figure:
    """Median over the presses of a game, with a store on the disk."""
    luma = LumaPanel()
    frame = median_time(luma.draw_and_send, 300)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "g.sqlite3") as store:
        bookmark = Bookmark(Path(folder) / "place.json")
        box = TimedBox(store=store, bookmark=bookmark)
        robot = Robot(box)
        robot.choose_game("zilch-5000")
        robot.play_to_end()
    press = statistics.median(box.times)
    return Figure(
        "processor time from edge to last byte, against luma drawing and packing one frame",
        f"{press * 1e3:.2f} ms against {frame * 1e3:.2f} ms: {press / frame:.2f} ×"
        f" (median of {len(box.times)} presses)",
        "at most 1.5 ×",
        press <= 1.5 * frame,
    )


class TimedBox(FakeBox):
    """Times each press from its edge until the picture that it makes is on the panel."""

    def __init__(self, **parts: Any) -> None:
        self.times: list[float] = []
        super().__init__(lambda post: SeededDice(SEED, post), **parts)

    def press(self, *buttons: Key) -> None:
        for button in buttons:
            self.times.append(processor_time(partial(self._push, button)))
            self.wait(HELD)
            self.pins.release(button)
            self.wait(PAUSE)

    def _push(self, button: Key) -> None:
        self.pins.press(button)
        self.wait(DEBOUNCED)
