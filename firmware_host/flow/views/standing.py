"""Who stands where, and what a turn is about."""

from firmware_host.view import STANDINGS_A_PAGE, Standing
from rules import Game


def place(game: Game, seat: int) -> int:
    return next(place for place, at in game.standings() if at == seat)


def standings(game: Game, page: int) -> tuple[Standing, ...]:
    first = page * STANDINGS_A_PAGE
    turn = None if game.phase == "over" else game.player
    return tuple(
        Standing(place, game.players[seat], game.scores[seat], now=seat == turn)
        for place, seat in game.standings()[first : first + STANDINGS_A_PAGE]
    )


def at_stake(game: Game) -> int:
    """The turn's points, those taken over included."""
    return game.turn_points + game.taken
