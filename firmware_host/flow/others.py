"""Putting a game away, and going on with another one."""

from transitions import EventData

from firmware_host.flow.effects import PutAway, TakeUp
from firmware_host.flow.places import place_left
from firmware_host.flow.undo import Undo


class Others(Undo):
    """Callbacks of what the menu and the new-game screen say of unfinished games."""

    @property
    def can_put_away(self) -> bool:
        """Whether the game goes on some other day: it is on the disk, and not over."""
        return self.saved is True and self.playing.phase != "over"

    def put_away(self, _: EventData | None = None) -> None:
        place = place_left(self)
        self.stop_awaiting()
        self.effects.append(PutAway(place))
        self.leave()

    def open_others(self, _: EventData) -> None:
        self.other = 0

    def has_several_others(self, _: EventData) -> bool:
        return len(self.others) > 1

    def previous_other(self, _: EventData) -> None:
        self.other = (self.other - 1) % len(self.others)

    def next_other(self, _: EventData) -> None:
        self.other = (self.other + 1) % len(self.others)

    def has_others(self, _: EventData) -> bool:
        return bool(self.others)

    def take_up(self, _: EventData) -> None:
        """Go on with the game under the cursor; whoever has it brings the flow to its screen."""
        chosen = self.others[self.other]
        if self.game is not None:
            self.put_away()
        self.effects.append(TakeUp(chosen))

    def has_no_game(self, _: EventData) -> bool:
        return self.game is None
