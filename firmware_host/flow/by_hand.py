"""Entering real dice with the buttons."""

from transitions import EventData

from firmware_host.flow import hand_entry
from firmware_host.flow.hand_entry import HandEntry
from firmware_host.flow.sensing import Sensing


class ByHand(Sensing):
    """Callbacks of the screen where dice are entered."""

    @property
    def entering(self) -> HandEntry:
        """The dice entered so far; only the screen that shows them may ask."""
        if self.entry is None:
            raise RuntimeError(f"the screen {self.state} has no dice to enter")
        return self.entry

    def is_entering(self, _: EventData) -> bool:
        return self.entry is not None

    def previous_stop(self, _: EventData) -> None:
        self.entry = self.entering.moved(-1)

    def next_stop(self, _: EventData) -> None:
        self.entry = self.entering.moved(+1)

    def entry_on_menu(self, _: EventData) -> bool:
        return self.entering.face == hand_entry.MENU

    def is_last_entry(self, _: EventData) -> bool:
        return self.entering.missing == 1

    def take_die(self, _: EventData) -> None:
        self.entry = self.entering.taking()

    def has_entered(self, _: EventData) -> bool:
        return bool(self.entering.dice)

    def take_back_die(self, _: EventData) -> None:
        self.entry = self.entering.without_last()

    def enter_throw(self, _: EventData) -> None:
        self.land(self.entering.taking().dice, "hand")
