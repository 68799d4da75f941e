"""The flow: holds which screen the box is on, the game, and what is chosen on the screen."""

import logging
from collections.abc import Callable, Mapping

from transitions import EventData, Machine

from firmware_host.flow.effects import Abandon, Begin, Effect, Record, RequestThrow
from firmware_host.flow.refusals import refusal_of
from firmware_host.flow.selection import Selection
from firmware_host.flow.setup import Setup
from firmware_host.flow.table import STATES, TRANSITIONS
from firmware_host.flow.tray import frozen
from firmware_host.flow.tumble import Tumble
from firmware_host.view import ALL_FREE, Say, Tray
from hw.events import Button, Source, Thrown
from rules import Action, Bank, Game, Keep, Roll, Rules
from rules.actions import to_json
from rules.outcome import Blank, ThrewOff, WipedOut

REFUSAL_SHOWN = 2.0  # seconds
ATTRACT_STEP = 0.5  # seconds a picture of the attract screen stands
LAST_TOKEN = 65535
STANDINGS_A_PAGE = 4

# A press that leads nowhere is refused on the screen; it is nothing to warn of in the log.
logging.getLogger("transitions").setLevel(logging.ERROR)


class Flow:
    """The model of the state machine. It reads no clock: every call says what time it is.

    What it wants done outside is left in `effects`, in order, for the box to take.
    """

    state: str
    trigger: Callable[..., bool]  # given by the machine

    def __init__(self, rule_sets: Mapping[str, Rules], name_of: Callable[[int], str]) -> None:
        self.setup = Setup(tuple(rule_sets.items()))
        self.name_of = name_of
        self.game: Game | None = None
        self.selection: Selection | None = None
        self.tray: Tray = ALL_FREE
        self.tumble: Tumble | None = None
        self.cursor = 0  # a die on `choose` (-1 is ☰), an item on `menu`
        self.page = 0
        self.token = 0
        self.best: tuple[str, int] | None = None  # name and score since power-up
        self.saved: bool | None = None  # on the disk; None where it is not meant to be
        self.notes: dict[str, Say] = {}  # standing trouble by what it is about
        self.refusal: Say | None = None
        self.refused_at = 0.0
        self.now = 0.0
        self.effects: list[Effect] = []
        self.machine = Machine(
            self,
            states=list(STATES),
            transitions=TRANSITIONS,
            initial="attract",
            auto_transitions=False,
            send_event=True,
            ignore_invalid_triggers=True,
        )

    # -- what happens -------------------------------------------------------------------------

    def press(self, button: Button, now: float) -> None:
        """A button went down: something changes, or the reason why not is shown."""
        self.now, self.refusal = now, None
        if not self.trigger(f"press_{button}"):
            self.refusal, self.refused_at = refusal_of(self, button), now

    def thrown(self, event: Thrown, now: float) -> None:
        """A throw arrived; one that nobody waits for (any more) is nothing."""
        self.now = now
        self.trigger("arrived", throw=event)

    def tick(self, now: float) -> None:
        """Time passed: let go of what was only shown for a while."""
        self.now = now
        if self.refusal and now >= self.refused_at + REFUSAL_SHOWN:
            self.refusal = None
        if self.tumble and self.tumble.is_over(now):
            self.trigger("still")

    @property
    def deadline(self) -> float | None:
        """When `tick` is next due, for the time of the last call."""
        due = []
        if self.refusal:
            due.append(self.refused_at + REFUSAL_SHOWN)
        if self.tumble:
            due.append(self.tumble.deadline(self.now))
        if self.state == "attract":
            due.append((self.attract_step + 1) * ATTRACT_STEP)
        return min(due, default=None)

    @property
    def attract_step(self) -> int:
        return int(self.now / ATTRACT_STEP + 1e-6)

    def take_effects(self) -> list[Effect]:
        effects, self.effects = self.effects, []
        return effects

    @property
    def playing(self) -> Game:
        """The game; only screens that have one may ask."""
        if self.game is None:
            raise RuntimeError(f"the screen {self.state} has no game")
        return self.game

    # -- new game -----------------------------------------------------------------------------

    def previous_value(self, _: EventData) -> None:
        self.setup = self.setup.changed(-1)

    def next_value(self, _: EventData) -> None:
        self.setup = self.setup.changed(+1)

    def next_row(self, _: EventData) -> None:
        self.setup = self.setup.next_row()

    def begin(self, _: EventData) -> None:
        names = tuple(self.name_of(seat + 1) for seat in range(self.setup.players))
        name, rules = self.setup.chosen
        self.game = Game.new(rules, names)
        self.effects.append(Begin({"record": 1, "rules": name, "players": list(names)}))

    # -- a turn -------------------------------------------------------------------------------

    def ask_for_throw(self, _: EventData | None = None) -> None:
        self.token = self.token % LAST_TOKEN + 1
        game = self.playing
        count, lying = game.dice_to_throw, self.selection.left if self.selection else ()
        if not (game.frozen and game.dice_left):
            self.tray, lying = ALL_FREE, ()
        # After a restart it is not known what lay there.
        self.tumble = Tumble(self.now, lying if len(lying) == count else (None,) * count)
        self.effects.append(RequestThrow(self.token, count))

    def is_awaited(self, event: EventData) -> bool:
        throw: Thrown = event.kwargs["throw"]
        return self.tumble is not None and self.tumble.dice is None and throw.token == self.token

    def roll(self, event: EventData) -> None:
        throw: Thrown = event.kwargs["throw"]
        self._act(Roll(throw.dice), source=throw.source, token=throw.token)
        assert self.tumble is not None  # is_awaited
        self.tumble.land(throw.dice, self.now)

    def has_landed(self, _: EventData) -> bool:
        return self.tumble is not None and self.tumble.dice is not None

    def end_tumble(self, _: EventData) -> None:
        self.tumble = None

    def preselect(self, _: EventData | None = None) -> None:
        keeps = self.playing.keeps
        by_points = sorted(keeps, key=lambda dice: (-keeps[dice], len(dice)))
        self.selection = Selection.best(self.playing.throw, by_points)
        self.cursor = self.selection.kept.index(True)

    def cursor_left(self, _: EventData) -> None:
        self._move_cursor(-1)

    def cursor_right(self, _: EventData) -> None:
        self._move_cursor(+1)

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
        self._act(Keep(self.chosen.dice))

    def can_bank_choice(self, _: EventData) -> bool:
        return any(self.chosen.kept) and self.after_choice.bank_refusal is None

    def keep_and_bank(self, _: EventData) -> None:
        self._act(Keep(self.chosen.dice), Bank())

    def can_bank(self, _: EventData) -> bool:
        return self.playing.bank_refusal is None

    def bank(self, _: EventData) -> None:
        self._act(Bank())

    def _move_cursor(self, by: int) -> None:
        stops = len(self.chosen.throw) + 1  # the dice, and ☰ left of them
        self.cursor = (self.cursor + 1 + by) % stops - 1

    def _act(
        self, *actions: Action, source: Source | None = None, token: int | None = None
    ) -> None:
        game = self.playing
        for action in actions:
            game = game.apply(action)
        self.game = game
        over = game.phase == "over"
        written = tuple(to_json(action) for action in actions)
        self.effects.append(Record(written, source, token, game.scores if over else None))
        if over:
            self._remember_best(game)

    def _remember_best(self, game: Game) -> None:
        score = max(game.scores)
        if self.best is None or score > self.best[1]:
            self.best = (game.players[game.scores.index(score)], score)

    @property
    def chosen(self) -> Selection:
        if self.selection is None:
            raise RuntimeError(f"the screen {self.state} has no dice to choose from")
        return self.selection

    @property
    def after_choice(self) -> Game:
        """The game as it would be with the chosen dice kept."""
        return self.playing.apply(Keep(self.chosen.dice))

    # -- where play goes on -------------------------------------------------------------------

    def in_start(self, _: EventData) -> bool:
        return self.playing.phase == "start"

    def in_choose(self, _: EventData) -> bool:
        return self.playing.phase == "choose"

    def in_decide(self, _: EventData) -> bool:
        return self.playing.phase == "decide"

    def in_roll_off(self, _: EventData) -> bool:
        return self.playing.phase == "roll_off"

    def in_over(self, _: EventData) -> bool:
        return self.playing.phase == "over"

    def was_roll_off(self, _: EventData) -> bool:
        return isinstance(self.playing.last, ThrewOff)

    def was_lost(self, _: EventData) -> bool:
        return isinstance(self.playing.last, Blank | WipedOut)

    # -- menu and scores ----------------------------------------------------------------------

    def open_menu(self, _: EventData) -> None:
        self.cursor = 0

    @property
    def menu_items(self) -> tuple[str, ...]:
        """What the menu offers, by the keys of its words."""
        over = self.playing.phase == "over"
        return ("go_on", "scores") if over else ("go_on", "scores", "give_up")

    def previous_item(self, _: EventData) -> None:
        self.cursor = (self.cursor - 1) % len(self.menu_items)

    def next_item(self, _: EventData) -> None:
        self.cursor = (self.cursor + 1) % len(self.menu_items)

    def item_is_go_on(self, _: EventData) -> bool:
        return self.menu_items[self.cursor] == "go_on"

    def item_is_scores(self, _: EventData) -> bool:
        return self.menu_items[self.cursor] == "scores"

    def item_is_give_up(self, _: EventData) -> bool:
        return self.menu_items[self.cursor] == "give_up"

    def give_up(self, _: EventData) -> None:
        self.effects.append(Abandon(self.playing.scores))
        self.game = None

    def first_page(self, _: EventData) -> None:
        self.page = 0

    @property
    def pages(self) -> int:
        return -(-len(self.playing.players) // STANDINGS_A_PAGE)

    def has_pages(self, _: EventData) -> bool:
        return self.pages > 1

    def previous_page(self, _: EventData) -> None:
        self.page = (self.page - 1) % self.pages

    def next_page(self, _: EventData) -> None:
        self.page = (self.page + 1) % self.pages
