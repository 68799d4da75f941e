"""Who plays: looks at the view, and presses what a player in a hurry would."""

from firmware_host.view import Choose, Over, Throw
from pull.rigs import Rig

ENOUGH = 300  # points of a turn that are better banked
LANDING = 0.1  # seconds until thrown dice are there; a press then ends the tumbling


def move(rig: Rig) -> None:
    """One press, whatever is on the screen."""
    match rig.view.body:
        case Throw():
            rig.wait(LANDING)
            rig.press("roll")
        case Choose(bank=int(), turn=turn) if turn >= ENOUGH:
            rig.press("bank")
        case _:
            rig.press("roll")


def is_over(rig: Rig) -> bool:
    return isinstance(rig.view.body, Over)
