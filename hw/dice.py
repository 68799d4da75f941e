"""Dice: one protocol, whoever throws."""

from typing import Literal, Protocol

from hw.events import Reading

Answer = Literal["ack", "conflict"]
"""A reading is stored, or another of the same name was stored before."""


class Dice(Protocol):
    """Throws dice when asked; later a `Thrown` event arrives, or a `NoThrow` that says why not."""

    def throw(self, token: int, count: int) -> None:
        """Ask for `count` dice under `token`; a later request replaces an earlier one."""

    def close(self) -> None:
        """Stop whatever thread waits for dice."""


class RealDice(Dice, Protocol):
    """People throw when `Armed` was posted; each `Reading` waits for its answer."""

    def read(self, token: int) -> None:
        """Have the dice for `token` read as they lie."""

    def answer(self, reading: Reading, answer: Answer) -> None:
        """Tell the sensor that its reading is safe, so that it stops repeating it."""

    def stop(self) -> None:
        """No throw is awaited any more."""
