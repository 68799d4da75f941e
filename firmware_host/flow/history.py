"""The turns that were played, as the scores remember them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_host.flow.state import Step
from firmware_host.view import TURNS_A_PAGE, PlayedTurn
from rules import Game
from rules.outcome import Banked, Blank, SixAlike, WipedOut


class Page(NamedTuple):
    """Some turns of one player, the newest first."""

    seat: int
    turns: tuple[PlayedTurn, ...]


def pages_of(past: Sequence[Step], game: Game) -> tuple[Page, ...]:
    """Every player's pages, from the one on whose move it is; at least one for each."""
    played: list[list[PlayedTurn]] = [[] for _ in game.players]
    for seat, change, score in _ends_of_turns(past, game):
        played[seat].append(PlayedTurn(len(played[seat]) + 1, change, score))
    seats = [(game.player + step) % len(game.players) for step in range(len(game.players))]
    return tuple(page for seat in seats for page in _pages(seat, tuple(reversed(played[seat]))))


def _pages(seat: int, turns: tuple[PlayedTurn, ...]) -> Iterator[Page]:
    for first in range(0, max(len(turns), 1), TURNS_A_PAGE):
        yield Page(seat, turns[first : first + TURNS_A_PAGE])


def _ends_of_turns(past: Sequence[Step], game: Game) -> Iterator[tuple[int, int, int]]:
    """Seat, change of the score and score after it, of each turn that has ended."""
    games = [*(step.before for step in past), game]
    for before, after in pairwise(games):
        last = after.last
        if last is not before.last and isinstance(last, Banked | Blank | WipedOut | SixAlike):
            seat = last.player
            yield seat, after.scores[seat] - before.scores[seat], after.scores[seat]
