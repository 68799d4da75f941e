"""The rules: keep lists, tables and whole games."""

import random
from functools import partial
from itertools import combinations_with_replacement

import rivals
from figures import Figure, processor_time

from rules import Bank, Game, Keep, Roll, Rules, load, preset_names
from rules.dice import FACES, Dice
from rules.scoring import ScoreTable, best_splits, score_table

THROWS = 200_000
GAMES = 300
FEW = 500  # throws of a slow rival
FEW_GAMES = 20
ENOUGH = 500  # points of a turn that the simple policy banks


def keep_lists() -> Figure:
    """All keeps with points of throws as they fall, the table warm."""
    dice = random.Random(1)
    throws = [_throw(dice, 6) for _ in range(THROWS)]
    table = score_table(load("zilch"))

    def look_up() -> None:
        for throw in throws:
            table[throw]

    look_up()
    ours = THROWS / processor_time(look_up)
    pyfarkle = rivals.pyfarkle_lists(throws[:FEW])
    simulation = rivals.farkle_simulation_lists(throws)
    return Figure(
        "keep lists a second, six dice, unsorted, pure Python",
        f"{ours:,.0f} a second, {_times(ours, pyfarkle, 'pyfarkle')},"
        f" {_times(ours, simulation, 'farkle-simulation')}",
        "1,000,000 a second and 100 × pyfarkle",
        ours >= 1_000_000 and (pyfarkle is None or ours >= 100 * pyfarkle),
    )


def _times(ours: float, theirs: float | None, rival: str) -> str:
    return f"{rival} is not installed" if theirs is None else f"{ours / theirs:,.1f} × {rival}"


def tables() -> Figure:
    """Building a preset's table with the keeps of every throw of one to six dice."""
    slowest = max((processor_time(partial(_fill, name)), name) for name in preset_names())
    return Figure(
        "processor time to build the slowest preset's table, every throw of 1 to 6 dice",
        f"{slowest[0] * 1e3:.1f} ms ({slowest[1]})",
        "under 50 ms",
        slowest[0] < 0.05,
    )


def _fill(name: str) -> None:
    table = ScoreTable(best_splits(load(name).counters.patterns()))
    for count in range(1, 7):
        for throw in combinations_with_replacement(range(1, 7), count):
            table[throw]


def whole_games() -> Figure:
    """Two players, the best keep of every throw, banking at 500."""
    dice, rules = random.Random(1), load("zilch")
    _play(rules, dice)  # the table is warm
    throws = 0

    def play() -> None:
        nonlocal throws
        throws = sum(_play(rules, dice) for _ in range(GAMES))

    seconds = processor_time(play)
    pyfarkle = _times(
        throws / seconds, rivals.pyfarkle_games(FEW_GAMES), "pyfarkle's throws a second"
    )
    return Figure(
        "whole two-player games of zilch a second through Game.apply",
        f"{GAMES / seconds:.0f} a second, {pyfarkle}",
        "300 a second",
        GAMES / seconds >= 300,
    )


def _play(rules: Rules, dice: random.Random) -> int:
    """The number of throws of a game."""
    game, throws = Game.new(rules, ["Aino", "Bruno"]), 0
    while game.phase != "over":
        action = _action(game, dice)
        game, throws = game.apply(action), throws + isinstance(action, Roll)
    return throws


def _action(game: Game, dice: random.Random) -> Roll | Keep | Bank:
    if game.phase == "choose":
        best = game.best_keep
        assert best is not None  # a throw to choose from has one
        return Keep(best)
    if game.turn_points >= ENOUGH and game.bank_refusal is None:
        return Bank()
    return Roll(_throw(dice, game.dice_to_throw))


def _throw(dice: random.Random, count: int) -> Dice:
    return tuple(dice.choices(FACES, k=count))
