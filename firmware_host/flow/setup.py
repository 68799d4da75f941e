"""The choices of the new-game screen."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from firmware_host.flow.house_rules import Options, following, in_force, normal
from hw.events import DiceSource
from rules import SWITCHES, Rules, Switch, preset_names, with_options
from rules.files import to_table

MOST_PLAYERS = 16
Row = Literal["game", "players", "house_rules", "dice", "others"]
ROWS: tuple[Row, ...] = ("game", "players", "house_rules", "dice", "others")


@dataclass(frozen=True, slots=True)
class Setup:
    """Which game, for how many, with which switches set otherwise, and where the cursor is."""

    rule_sets: tuple[tuple[str, Rules], ...]  # by preset or path, in the order they are offered
    dice_sources: tuple[DiceSource, ...]  # likewise
    game: int = 0
    players: int = 2
    options_by_game: tuple[tuple[int, Options], ...] = ()
    row: int = 0
    switch: int = 0  # on the screen of house rules
    dice: DiceSource = "box"
    others: bool = False  # whether there are unfinished games to go on with instead

    @property
    def name(self) -> str:
        """The preset, or the path of the rule file."""
        return self.rule_sets[self.game][0]

    @property
    def options(self) -> Options:
        """The switches of the chosen game that are set otherwise."""
        return dict(self.options_by_game).get(self.game, ())

    @property
    def in_force(self) -> Options:
        """What is to be told before the first throw."""
        return in_force(self.base, self.options)

    @property
    def base(self) -> Rules:
        """The chosen game without house rules."""
        return self.rule_sets[self.game][1]

    @property
    def written(self) -> dict[str, object] | None:
        """What a rule file says, to be kept with the game: it may be edited before that ends."""
        return None if self.name in preset_names() else to_table(self.base)

    @property
    def rules(self) -> Rules:
        """The chosen game with its house rules."""
        return with_options(self.base, dict(self.options))

    @property
    def rows(self) -> tuple[Row, ...]:
        return ROWS if self.others else ROWS[:-1]

    @property
    def at(self) -> Row:
        return self.rows[self.row]

    @property
    def shown_switch(self) -> Switch:
        return SWITCHES[self.switch]

    @property
    def has_values(self) -> bool:
        """Whether the present row has more than one value."""
        return self.at != "game" or len(self.rule_sets) > 1

    def with_next_dice(self, by: int = 1) -> "Setup":
        """Other dice to play with, from the last to the first."""
        sources = self.dice_sources
        return self.with_dice(sources[(sources.index(self.dice) + by) % len(sources)])

    def with_dice(self, dice: DiceSource) -> "Setup":
        return replace(self, dice=dice)

    def next_row(self) -> "Setup":
        return self.with_row(self.row + 1)

    def with_row(self, row: int) -> "Setup":
        return replace(self, row=row % len(self.rows))

    def with_others(self, others: bool) -> "Setup":
        """With the row of other games, or without."""
        return replace(self, others=others).with_row(self.row)

    def changed(self, by: int) -> "Setup":
        """The value of the present row moved on, from the last to the first."""
        if self.at == "game":  # which has house rules of its own
            return replace(self, game=(self.game + by) % len(self.rule_sets))
        if self.at == "dice":
            return self.with_next_dice(by)
        return replace(self, players=(self.players - 1 + by) % MOST_PLAYERS + 1)

    def another_switch(self, by: int) -> "Setup":
        return replace(self, switch=(self.switch + by) % len(SWITCHES))

    def switched(self) -> "Setup":
        """The shown switch set to its next value."""
        return self._with(following(self.base, self.options, self.shown_switch))

    def _with(self, options: Options) -> "Setup":
        by_game = dict(self.options_by_game) | {self.game: options}
        return replace(self, options_by_game=tuple(by_game.items()))

    def like(self, rules: object, players: int, options: object) -> "Setup":
        """The choices of an earlier game, as far as they can still be had."""
        names = [name for name, _ in self.rule_sets]
        if rules not in names:
            return self
        same = replace(self, game=names.index(rules), players=min(max(players, 1), MOST_PLAYERS))
        fit = normal(same.base, options) if isinstance(options, Mapping) else None
        return same._with(fit or ())
