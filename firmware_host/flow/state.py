"""What the flow holds beside the screen it is on, and how an action happens."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from firmware_host.flow.awaited import Awaited
from firmware_host.flow.effects import Effect, Record
from firmware_host.flow.hand_entry import HandEntry
from firmware_host.flow.mending import Mending
from firmware_host.flow.other_game import OtherGame
from firmware_host.flow.selection import Selection
from firmware_host.flow.setup import Setup
from firmware_host.flow.tumble import Tumble
from firmware_host.view import ALL_FREE, Say, Tray
from hw.events import DiceSource, Reading, Source
from rules import Action, Game, Roll, Rules
from rules.actions import to_json

BLINK = 0.1  # seconds

Best = tuple[str, int]
"""Who had the most points, and how many."""


class Step(NamedTuple):
    """One action of the game."""

    before: Game
    action: Action
    source: Source | None = None  # of a throw
    token: int | None = None


class Played(NamedTuple):
    """A game, every action that led to it, and those that were taken back, in order."""

    game: Game
    past: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()


class FlowState:
    """The game, what is chosen on the screen, and what is shown for a while."""

    state: str  # the screen; given by the machine
    trigger: Callable[..., bool]  # given by the machine

    def __init__(
        self,
        rule_sets: Mapping[str, Rules],
        name_of: Callable[[int], str],
        dice_sources: tuple[DiceSource, ...] = ("box", "hand"),
    ) -> None:
        self.setup = Setup(tuple(rule_sets.items()), dice_sources)
        self.name_of = name_of
        self.game: Game | None = None
        self.past: tuple[Step, ...] = ()  # every action of the game
        self.undone: tuple[Step, ...] = ()  # taken back, in order, until something else happens
        self.awaited: Awaited | None = None
        self.reading: Reading | None = None  # the sensor's newest of the throw on the screen
        self.newest_reading: Reading | None = None  # of whatever throw, or none
        self.sensor_trouble: Say | None = None
        self.entry: HandEntry | None = None
        self.checked: Mending | None = None
        self.selection: Selection | None = None
        self.tray: Tray = ALL_FREE
        self.tumble: Tumble | None = None
        self.cursor = 0  # a die of the throw; -1 is ☰
        self.item = 0  # of the menu
        self.rival = 0  # of those that may be challenged
        self.page = 0
        self.other = 0  # of `others`
        self.others: tuple[OtherGame, ...] = ()
        self.token = 0  # of the newest throw that was awaited
        self.best_before: Best | None = None  # since power-up, but for the present game
        self.saved: bool | None = None  # on the disk; None where it is not meant to be
        self.code: str | None = None  # of the game as it has ended and is saved; None until then
        self.notes: dict[str, Say] = {}  # standing trouble by what it is about
        self.refusal: Say | None = None
        self.refused_at = 0.0
        self.now = 0.0
        self.effects: list[Effect] = []

    def offer(self, others: tuple[OtherGame, ...]) -> None:
        """These are the unfinished games that can be gone on with instead."""
        self.others = others
        self.other = min(self.other, max(len(others) - 1, 0))
        self.setup = self.setup.with_others(bool(others))

    def leave(self) -> None:
        """There is no game any more, nor anything of it."""
        self.best_before, self.game = self.best, None
        self.past = self.undone = ()
        self.reading = self.selection = self.tumble = None
        self.tray = ALL_FREE

    @property
    def playing(self) -> Game:
        """The game; only screens that have one may ask."""
        if self.game is None:
            raise RuntimeError(f"the screen {self.state} has no game")
        return self.game

    @property
    def chosen(self) -> Selection:
        """The dice that are chosen; only screens that have some may ask."""
        if self.selection is None:
            raise RuntimeError(f"the screen {self.state} has no dice to choose from")
        return self.selection

    def act(
        self,
        *actions: Action,
        source: Source | None = None,
        token: int | None = None,
        undoes: int = 0,
    ) -> None:
        """Let actions happen in the game, to be recorded all or none.

        `undoes` tells how many of the newest actions, which the game is without already, they
        take the place of.
        """
        game = self.playing
        for action in actions:
            step = Step(game, action, source, token)
            self.undone = self.undone[1:] if self.undone[:1] == (step,) else ()
            self.past = (*self.past, step)
            game = game.apply(action)
        self.game = game
        over = game.phase == "over"
        written = tuple(to_json(action) for action in actions)
        self.effects.append(Record(written, source, token, game.scores if over else None, undoes))

    @property
    def newest_throw(self) -> tuple[int, ...]:
        """The dice as they lie, where the newest action is a throw; otherwise ()."""
        newest = self.past[-1].action if self.past else None
        return newest.dice if isinstance(newest, Roll) else ()

    @property
    def thrown_by(self) -> Source | None:
        """Who threw, where the newest action is a throw."""
        return self.past[-1].source if self.newest_throw else None

    def take_back(self, count: int) -> tuple[Step, ...]:
        """Back to the game as it was before its newest `count` actions, which are returned."""
        kept = len(self.past) - count
        steps, self.past = self.past[kept:], self.past[:kept]
        self.game = steps[0].before
        return steps

    @property
    def lying(self) -> tuple[tuple[int, ...], int]:
        """The frozen dice beside the newest throw or else the next, and how many dice that has."""
        game, thrown = self.playing, self.newest_throw
        at, free = (self.past[-1].before, len(thrown)) if thrown else (game, game.dice_to_throw)
        return at.frozen if at.dice_left else (), free

    @property
    def best(self) -> Best | None:
        """Name and score of the best since power-up."""
        game, before = self.game, self.best_before
        if game is None or game.phase != "over":
            return before
        score = max(game.scores)
        if before and before[1] >= score:
            return before
        return game.players[game.scores.index(score)], score

    def refuse(self, why: Say, now: float) -> None:
        """A button was pressed that means nothing on this screen: show why."""
        before, self.now = self.shown_refusal, now
        self.answer_with(why, before)

    def answer_with(self, why: Say, before: Say | None) -> None:
        """Show why nothing happened; `before` is the reason that was shown until now."""
        # The same reason again blinks, so that this press is seen to be answered, too.
        self.refusal, self.refused_at = why, self.now + (BLINK if why == before else 0.0)

    @property
    def shown_refusal(self) -> Say | None:
        """Why the last press did nothing, as long as that is shown."""
        return self.refusal if self.now >= self.refused_at else None
