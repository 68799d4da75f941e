"""What the flow holds beside the screen it is on, and how an action happens."""

from collections.abc import Callable, Mapping

from firmware_host.flow.effects import Effect, Record
from firmware_host.flow.selection import Selection
from firmware_host.flow.setup import Setup
from firmware_host.flow.tumble import Tumble
from firmware_host.view import ALL_FREE, Say, Tray
from hw.events import Source
from rules import Action, Game, Rules
from rules.actions import to_json


class FlowState:
    """The game, what is chosen on the screen, and what is shown for a while."""

    state: str  # the screen; given by the machine
    trigger: Callable[..., bool]  # given by the machine

    def __init__(self, rule_sets: Mapping[str, Rules], name_of: Callable[[int], str]) -> None:
        self.setup = Setup(tuple(rule_sets.items()))
        self.name_of = name_of
        self.game: Game | None = None
        self.selection: Selection | None = None
        self.tray: Tray = ALL_FREE
        self.tumble: Tumble | None = None
        self.cursor = 0  # a die of the throw; -1 is ☰
        self.item = 0  # of the menu
        self.rival = 0  # of those that may be challenged
        self.page = 0
        self.token = 0
        self.best: tuple[str, int] | None = None  # name and score since power-up
        self.saved: bool | None = None  # on the disk; None where it is not meant to be
        self.notes: dict[str, Say] = {}  # standing trouble by what it is about
        self.refusal: Say | None = None
        self.refused_at = 0.0
        self.now = 0.0
        self.effects: list[Effect] = []

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

    def act(self, *actions: Action, source: Source | None = None, token: int | None = None) -> None:
        """Let actions happen in the game, to be recorded all or none."""
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
