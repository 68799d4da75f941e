"""Boxes for tests: on the fake parts, with the dice the test wants."""

from collections.abc import Sequence
from typing import Any

from firmware_host.fakebox import FakeBox
from hw.events import Button, Key
from hw.fakes.dice import ScriptedDice, SeededDice

TUMBLED = 1.2  # seconds after which thrown dice lie still


def scripted_box(*throws: Sequence[int], **more: Any) -> FakeBox:
    """A box that throws `throws` in order."""
    return FakeBox(lambda post: ScriptedDice(throws, post), **more)


def seeded_box(seed: int = 1, **more: Any) -> FakeBox:
    return FakeBox(lambda post: SeededDice(seed, post), **more)


def start(box: FakeBox, game: int = 0, players: int = 2) -> None:
    """From attract to the first player's turn; `game` counts from the first that is offered."""
    more: list[Button] = ["right"] * ((players - 2) % 16)
    games: list[Button] = ["right"] * game
    box.press("roll", *games, "keep", *more, "roll")
    if box.screen == "in_force":
        box.press("roll")


def hand_box(**more: Any) -> FakeBox:
    """A box with a game of two who throw dice of their own, about to enter the first throw."""
    box = scripted_box(**more)
    box.box.flow.setup = box.box.flow.setup.with_dice("hand")
    ok: Key = "ok" if more.get("profile") == "three" else "roll"
    box.press(ok, ok, ok)
    assert box.screen == "by_hand"
    return box


def throw(box: FakeBox) -> None:
    """Press ROLL and wait until the dice lie still."""
    box.press("roll")
    box.wait(TUMBLED)
