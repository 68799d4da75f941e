"""Dice: one protocol, whoever throws."""

from typing import Protocol


class Dice(Protocol):
    """Throws dice when asked; the throw arrives later as a `Thrown` event."""

    def throw(self, token: int, count: int) -> None:
        """Ask for `count` dice under `token`; a later request replaces an earlier one."""

    def close(self) -> None:
        """Stop whatever thread waits for dice."""
