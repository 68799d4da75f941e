"""Who plays: looks at the view, and presses what a player in a hurry would."""

from typing import Protocol

from firmware_host.view import Choose, Over, Throw, View
from hw.events import Key

ENOUGH = 300  # points of a turn that are better banked
LANDING = 0.1  # seconds until thrown dice are there; a press then ends the tumbling


class Playable(Protocol):
    """A box with somebody in front of it."""

    @property
    def view(self) -> View: ...

    def press(self, button: Key, /) -> None: ...

    def wait(self, seconds: float) -> None: ...


def move(box: Playable) -> None:
    """One press, whatever is on the screen."""
    match box.view.body:
        case Throw():
            box.wait(LANDING)
            box.press("roll")
        case Choose(bank=int(), turn=turn) if turn >= ENOUGH:
            box.press("bank")
        case _:
            box.press("roll")


def is_over(box: Playable) -> bool:
    return isinstance(box.view.body, Over)
