"""What throw is being waited for."""

from typing import NamedTuple

from hw.events import DiceSource


class Awaited(NamedTuple):
    """Dice that are still to come."""

    token: int
    dice: int  # how many
    source: DiceSource
    armed: bool = False  # the sensor said that it is ready for them
    asked: bool = False  # the tray is to be read as it lies, and has not been
    spent: bool = False  # they were thrown, but can't be scored as they are
