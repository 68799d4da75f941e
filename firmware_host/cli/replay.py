"""`dicetower replay`: a game record played through the rules."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click

from firmware_host.cli.errors import unusable_files, wrong_use
from firmware_host.cli.moves import effect, move, name, won
from rules import Game
from rules.record import Record, RecordError, read


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the state as one JSON object.")
@click.option("--each", is_flag=True, help="Print every action too.")
def replay(file: Path, as_json: bool, each: bool) -> None:
    """Show how the game recorded in FILE stands by the rules."""
    with wrong_use(RecordError), unusable_files("give a game record, JSON Lines"):
        record = read(file)
    if as_json:
        states = record.games[1:] if each else record.games[-1:]
        lines = [json.dumps(game.state()) for game in states]
    else:
        lines = [*(_moves(record) if each else ()), *_summary(record)]
    if lines:
        click.echo("\n".join(lines))


def _moves(record: Record) -> Iterator[str]:
    for action, (before, after) in zip(record.actions, pairwise(record.games), strict=True):
        yield f"{name(before, before.player)}: {move(before, action)}{effect(after)}"


def _summary(record: Record) -> Iterator[str]:
    game = record.games[-1]
    yield f"{game.rules.title}, {len(record.actions)} actions"
    for place, seat in game.standings():
        yield f"{place:>3}  {game.scores[seat]:>6}  {name(game, seat)}"
    yield _outlook(game)


def _outlook(game: Game) -> str:
    """Who won, or whose move it is and what it can be."""
    if game.winners is not None:
        return f"{won(name(game, seat) for seat in game.winners)}."
    at_risk = f"{game.turn_points} points at risk, {game.dice_left} dice left"
    turn = "a roll-off" if game.roll_off else at_risk
    return f"{name(game, game.player)} to {' or '.join(game.legal)}: {turn}."
