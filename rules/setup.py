"""What stays the same for a whole game."""

from dataclasses import dataclass, field
from reprlib import repr as shown

from rules.dice import Dice
from rules.ruleset import Rules
from rules.scoring import ScoreTable, score_table


@dataclass(frozen=True, slots=True)
class Setup:
    rules: Rules
    players: tuple[str, ...]  # names, by seat
    scores: ScoreTable = field(repr=False, compare=False)  # follows from the rules

    @staticmethod
    def of(rules: Rules, players: tuple[str, ...]) -> "Setup":
        """ValueError when there is no player or a name is no text."""
        if not players:
            raise ValueError("a game needs at least one player")
        for name in players:
            if fault := _name_fault(name):
                raise ValueError(fault)
        return Setup(rules, players, score_table(rules))

    def table(self, frozen: Dice) -> ScoreTable:
        """What throws are worth beside the dice frozen in their set."""
        build = frozen and self.rules.build_on_frozen
        return self.scores.beside(frozen) if build else self.scores


def _name_fault(name: object) -> str | None:
    if not isinstance(name, str):
        return f"a player's name must be text, not {shown(name)}"
    if not name:
        return "a player's name must not be empty"
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        return f"the player's name {shown(name)} is no text that can be written down"
    return None
