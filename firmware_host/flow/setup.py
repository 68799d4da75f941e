"""The choices of the new-game screen."""

from dataclasses import dataclass, replace
from typing import Literal

from rules import Rules

MOST_PLAYERS = 6
Row = Literal["game", "players"]
ROWS: tuple[Row, ...] = ("game", "players")


@dataclass(frozen=True, slots=True)
class Setup:
    """Which game, for how many, and the row the cursor is on."""

    rule_sets: tuple[tuple[str, Rules], ...]  # by name, in the order they are offered
    game: int = 0
    players: int = 2
    row: int = 0

    @property
    def chosen(self) -> tuple[str, Rules]:
        return self.rule_sets[self.game]

    def next_row(self) -> "Setup":
        return replace(self, row=(self.row + 1) % len(ROWS))

    def changed(self, by: int) -> "Setup":
        """The value of the present row moved on, from the last to the first."""
        if ROWS[self.row] == "game":
            return replace(self, game=(self.game + by) % len(self.rule_sets))
        return replace(self, players=(self.players - 1 + by) % MOST_PLAYERS + 1)

    def like(self, rules: str, players: int, row: int = 0) -> "Setup":
        """The choices of an earlier game, as far as they can still be had."""
        names = [name for name, _ in self.rule_sets]
        game = names.index(rules) if rules in names else self.game
        players = min(max(players, 1), MOST_PLAYERS)
        return replace(self, game=game, players=players, row=row)
