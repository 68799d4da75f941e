"""Games in a few words, for tests."""

from typing import Any

from rules import Action, Bank, Challenge, Game, Keep, Roll, Take, load, with_options

BLANK = "223346"  # six dice without a counter in all four games


def new(preset: str = "diecimila", players: int = 2, **options: Any) -> Game:
    """A game before its first throw."""
    return Game.new(with_options(load(preset), options), ["Aino", "Bruno", "Chiara"][:players])


def play(game: Game, script: str) -> Game:
    """The game after a script: `133562` is a roll, `+15` a keep, `vs1` a challenge."""
    for word in script.split():
        game = game.apply(action(word))
    return game


def action(word: str) -> Action:
    match word:
        case "bank":
            return Bank()
        case "take":
            return Take()
    if word.startswith("vs"):
        return Challenge(int(word[2:]))
    dice = tuple(map(int, word.strip("+")))
    return Keep(dice) if word.startswith("+") else Roll(dice)
