"""Dice: one protocol, whoever throws."""

from typing import Protocol


class Dice(Protocol):
    """Throws dice when asked; later a `Thrown` event arrives, or a `NoThrow` that says why not."""

    def throw(self, token: int, count: int) -> None:
        """Ask for `count` dice under `token`; a later request replaces an earlier one."""

    def close(self) -> None:
        """Stop whatever thread waits for dice."""
