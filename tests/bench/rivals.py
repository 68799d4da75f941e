"""Public packages for the same family of games; a figure is None where one is not installed."""

from collections.abc import Sequence
from typing import Any

from figures import processor_time

Throws = Sequence[tuple[int, ...]]

TARGET = 10_000  # of pyfarkle's games


def pyfarkle_lists(throws: Throws) -> float | None:
    """Throws a second whose keeps pyfarkle lists with their points, to choose the best."""
    try:
        from pyfarkle.game import PlayerAI
    except ImportError:
        return None
    player = PlayerAI("Aino")

    def list_keeps() -> None:
        for throw in throws:
            player.roll = throw
            player.ai_holds()

    return len(throws) / processor_time(list_keeps)


def farkle_simulation_lists(throws: Throws) -> float | None:
    """Throws a second whose best keep of each size farkle-simulation knows, its memory warm."""
    try:
        from farkle_simulation.components.utils import max_scoring_combination
    except ImportError:
        return None

    def look_up() -> None:
        for throw in throws:
            max_scoring_combination(tuple(sorted(throw)))  # it knows no others

    look_up()
    return len(throws) / processor_time(look_up)


def pyfarkle_games(games: int) -> float | None:
    """Throws a second in whole games of two of pyfarkle's players."""
    try:
        from pyfarkle.game import FarkleGame
    except ImportError:
        return None
    throws = 0

    def play() -> None:
        nonlocal throws
        for _ in range(games):
            game = FarkleGame("Super Sally", "Super Sally")
            while game.players[0].totalscore < TARGET > game.players[1].totalscore:
                throws += _turn(game.player)
                game.next_player()

    seconds = processor_time(play)
    return throws / seconds


def _turn(player: Any) -> int:
    """Throws of a turn."""
    throws = 0
    player.newturn()
    while True:
        player.rollem()
        throws += 1
        if player.is_farkle:
            return throws
        keep, may_bank = player.ai_holds()
        player.hold(keep)
        if may_bank and player.can_bank:
            player.bank()
            return throws
