"""What carries messages to a panel: a control byte, and then commands or bytes of the picture."""

from collections.abc import Sequence
from typing import Protocol

from hw.errors import PartError

COMMANDS = b"\x00"  # control byte: commands follow
DATA = b"\x40"  # control byte: bytes of the picture follow


class PanelLost(PartError):  # noqa: N818  # says what happened, as the log does
    """The panel or its bus does not answer."""


class Bus(Protocol):
    """Opened with the first use and kept; PanelLost from any method but `close`."""

    @property
    def check_every(self) -> float:
        """Seconds between two questions whether the panel is `still_on`."""

    def send(self, messages: Sequence[bytes]) -> None:
        """Send in this order, up to the first that fails."""

    def still_on(self) -> bool:
        """Whether a chip that was switched on seems to be so still; asked right after that, too."""

    def reset(self) -> None:
        """Put the chip into the state after power-up, where there is a wire for it."""

    def close(self) -> None:
        """Leave the panel as it is."""
