"""A turn: throwing, choosing, banking, and what the variations add."""

from transitions import EventData

from firmware_host.flow.effects import RequestThrow
from firmware_host.flow.selection import Selection
from firmware_host.flow.state import FlowState
from firmware_host.flow.tray import frozen, laid_out
from firmware_host.flow.tumble import Tumble
from hw.events import NoThrow, Thrown
from rules import Bank, Challenge, Game, Keep, Roll, Take
from rules.outcome import Blank, ThrewOff, WipedOut

LAST_TOKEN = 65535


class Turn(FlowState):
    """Callbacks of the screens of a turn."""

    # -- throwing -----------------------------------------------------------------------------

    def ask_for_throw(self, _: EventData | None = None) -> None:
        self.token = self.token % LAST_TOKEN + 1
        game = self.playing
        count, lying = game.dice_to_throw, self.selection.left if self.selection else ()
        if not (game.frozen and game.dice_left):
            self.tray, lying = laid_out((), count), ()
        # After a restart it is not known what lay there.
        self.tumble = Tumble(self.now, lying if len(lying) == count else (None,) * count)
        self.effects.append(RequestThrow(self.token, count))

    @property
    def awaits_throw(self) -> bool:
        """Whether dice were kept, or taken over, for a throw that has not come."""
        game = self.playing
        if game.phase == "start":
            return game.taken > 0
        return game.phase == "decide" and game.dice_left > 0

    def in_between(self, _: EventData) -> bool:
        return self.awaits_throw

    def is_awaited(self, event: EventData) -> bool:
        throw: Thrown | NoThrow = event.kwargs["throw"]
        return self.tumble is not None and self.tumble.dice is None and throw.token == self.token

    def roll(self, event: EventData) -> None:
        throw: Thrown = event.kwargs["throw"]
        self.act(Roll(throw.dice), source=throw.source, token=throw.token)
        assert self.tumble is not None  # is_awaited
        self.tumble.land(throw.dice, self.now)

    def has_landed(self, _: EventData) -> bool:
        return self.tumble is not None and self.tumble.dice is not None

    def end_tumble(self, _: EventData) -> None:
        self.tumble = None

    def was_roll_off(self, _: EventData) -> bool:
        return isinstance(self.playing.last, ThrewOff)

    def was_lost(self, _: EventData) -> bool:
        return isinstance(self.playing.last, Blank | WipedOut)

    # -- choosing -----------------------------------------------------------------------------

    def preselect(self, _: EventData | None = None) -> None:
        game = self.playing
        best = game.best_keep
        assert best is not None  # a throw to choose from has one
        self.selection = Selection.of(game.throw, tuple(game.keeps), best)
        self.cursor = self.selection.kept.index(True)

    def cursor_left(self, _: EventData) -> None:
        self._move_cursor(-1)

    def cursor_right(self, _: EventData) -> None:
        self._move_cursor(+1)

    def _move_cursor(self, by: int) -> None:
        stops = len(self.chosen.throw) + 1  # the dice, and ☰ left of them
        self.cursor = (self.cursor + 1 + by) % stops - 1

    def on_menu(self, _: EventData) -> bool:
        return self.cursor == -1

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
