"""The rules: keep lists, tables and whole games."""

import random
import time
from functools import partial
from itertools import combinations_with_replacement

from figures import Figure, processor_time

from rules import Bank, Game, Keep, Roll, Rules, load, preset_names
from rules.scoring import ScoreTable, best_splits, score_table

THROWS = 200_000
GAMES = 300
ENOUGH = 500  # points of a turn that the simple policy banks


def keep_lists() -> Figure:
    """All keeps with points of throws as they fall, the table warm, against pyfarkle's lists."""
    dice = random.Random(1)
    throws = [tuple(dice.randint(1, 6) for _ in range(6)) for _ in range(THROWS)]
    table = score_table(load("zilch"))
    for throw in throws:
        table[throw]

    def look_up() -> None:
        for throw in throws:
            table[throw]

    ours = THROWS / processor_time(look_up)
    theirs = _pyfarkle(throws[:500])
    against = "pyfarkle is not installed" if theirs is None else f"{ours / theirs:,.0f} × pyfarkle"
    return Figure(
        "keep lists a second, six dice, unsorted, pure Python",
        f"{ours:,.0f} a second, {against}",
        "1,000,000 a second and 100 × pyfarkle",
        ours >= 1_000_000 and (theirs is None or ours >= 100 * theirs),
    )


def _pyfarkle(throws: list[tuple[int, ...]]) -> float | None:
    """Holds with points listed a second by the public package, None where it is not installed."""
    try:
        from pyfarkle.game import PlayerAI
    except ImportError:
        return None
    player = PlayerAI("bench")

    def list_holds() -> None:
        for throw in throws:
            player.roll = throw
            player.ai_holds()

    return len(throws) / processor_time(list_holds)


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
    began = time.perf_counter()
    actions = sum(_play(rules, dice) for _ in range(GAMES))
    rate = GAMES / (time.perf_counter() - began)
    return Figure(
        "whole two-player games of zilch a second through Game.apply",
        f"{rate:.0f} games a second, {rate * actions / GAMES:,.0f} actions a second",
        "300 a second",
        rate >= 300,
    )


def _play(rules: Rules, dice: random.Random) -> int:
    game, actions = Game.new(rules, ["Aino", "Bruno"]), 0
    while game.phase != "over":
        game, actions = game.apply(_action(game, dice)), actions + 1
    return actions


def _action(game: Game, dice: random.Random) -> Roll | Keep | Bank:
    if game.phase == "choose":
        best = game.best_keep
        assert best is not None  # a throw to choose from has one
        return Keep(best)
    if game.turn_points >= ENOUGH and game.bank_refusal is None:
        return Bank()
    return Roll(tuple(dice.choices(range(1, 7), k=game.dice_to_throw)))
