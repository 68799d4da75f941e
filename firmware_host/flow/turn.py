"""A turn: throwing, choosing, banking, and what the variations add."""

from transitions import EventData

from firmware_host.flow.by_hand import ByHand
from firmware_host.flow.selection import Selection
from firmware_host.flow.tray import frozen
from firmware_host.view import MEND, MENU, stops
from rules import Bank, Challenge, Game, Keep, Take


class Turn(ByHand):
    """Callbacks of the screens of a turn."""

    # -- choosing -----------------------------------------------------------------------------

    def preselect(self, _: EventData | None = None) -> None:
        game = self.playing
        best = game.best_keep
        assert best is not None  # a throw to choose from has one
        self.selection = Selection.of(game.throw, tuple(game.keeps), best)
        self.cursor = MEND if self.can_mend else self.selection.kept.index(True)

    def cursor_left(self, _: EventData) -> None:
        self._move_cursor(-1)

    def cursor_right(self, _: EventData) -> None:
        self._move_cursor(+1)

    def _move_cursor(self, by: int) -> None:
        row = self.stops
        self.cursor = row[(row.index(self.cursor) + by) % len(row)]

    @property
    def stops(self) -> tuple[int, ...]:
        """Where the cursor can stand, from left to right."""
        return stops(len(self.chosen.throw), self.can_mend)

    def on_menu(self, _: EventData) -> bool:
        return self.cursor == MENU

    def on_mend(self, _: EventData) -> bool:
        return self.cursor == MEND

    def can_toggle(self, _: EventData) -> bool:
        return self.chosen.toggled(self.cursor) is not None

    def toggle(self, _: EventData) -> None:
        self.selection = self.chosen.toggled(self.cursor)

    def has_choice(self, _: EventData) -> bool:
        return any(self.chosen.kept)

    def keeps_last(self, _: EventData) -> bool:
        return all(self.chosen.kept)

    def keep(self, _: EventData) -> None:
        self.tray = frozen(self.tray, self.chosen.throw, self.chosen.kept)
        self.act(Keep(self.chosen.dice))

    @property
    def after_choice(self) -> Game:
        """The game as it would be with the chosen dice kept."""
        return self.playing.apply(Keep(self.chosen.dice))

    # -- banking ------------------------------------------------------------------------------

    def can_bank_choice(self, _: EventData) -> bool:
        return any(self.chosen.kept) and self.after_choice.bank_refusal is None

    def keep_and_bank(self, _: EventData) -> None:
        self.act(Keep(self.chosen.dice), Bank())

    def can_bank(self, _: EventData) -> bool:
        return self.playing.bank_refusal is None

    def bank(self, _: EventData) -> None:
        self.act(Bank())

    # -- taking over and challenging ----------------------------------------------------------

    def take(self, _: EventData) -> None:
        self.act(Take())

    def can_challenge(self, _: EventData) -> bool:
        return "challenge" in self.playing.legal

    @property
    def rivals(self) -> tuple[int, ...]:
        """The seats that the player may challenge, from the next one on."""
        seats = len(self.playing.players)
        return tuple((self.playing.player + step) % seats for step in range(1, seats))

    def open_challenge(self, _: EventData) -> None:
        self.rival = 0

    def has_rivals(self, _: EventData) -> bool:
        return len(self.rivals) > 1

    def previous_rival(self, _: EventData) -> None:
        self.rival = (self.rival - 1) % len(self.rivals)

    def next_rival(self, _: EventData) -> None:
        self.rival = (self.rival + 1) % len(self.rivals)

    def challenge(self, _: EventData) -> None:
        self.act(Challenge(self.rivals[self.rival]))
