"""Moves of a game in words, for people at a terminal."""

from collections.abc import Iterable

from rules import Game
from rules.actions import Action, Challenge, Keep, Roll
from rules.outcome import Banked, Blank, Kept, Missed, SixAlike, ThrewOff, WipedOut


def move(game: Game, action: Action) -> str:
    """What is done in `game`."""
    match action:
        case Roll(dice) | Keep(dice):
            return f"{action.do} {' '.join(map(str, dice))}"
        case Challenge(target):
            return f"{action.do} {name(game, target)}"
    return action.do


def effect(game: Game) -> str:
    """What the last action brought, where the next move would not tell."""
    match game.last:
        case Kept(taken=taken, bonus=bonus):
            more = [f", {taken} taken over" if taken else "", f", bonus {bonus}" if bonus else ""]
            return f"{''.join(more)}, {game.turn_points} at risk"
        case Blank(lost=lost, cost=cost):
            return f", blank: {lost} lost{f', and {cost} more' if cost else ''}"
        case WipedOut(player=player):
            return f", wiped out: now {game.scores[player]}"
        case Missed():
            return ", missed: once more"
        case Banked(player=player, points=points, challenged=challenged):
            rival = "" if challenged is None else f" from {name(game, challenged)}"
            return f" {points}{rival}, now {game.scores[player]}"
        case ThrewOff(thrown=thrown):
            return f", worth {thrown[-1]}"
        case SixAlike():
            return ", six alike"
    return ""


def won(names: Iterable[str]) -> str:
    """Who has won."""
    return f"{' and '.join(names)} won"


def name(game: Game, seat: int) -> str:
    """A player's name."""
    return plain(game.players[seat])


def plain(text: str) -> str:
    """A text without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
