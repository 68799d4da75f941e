"""A box that plays some games in a row, and the figures of it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from sensor_games.chaos import Chaos
from sensor_games.games import Tally, must_be_right, play_one
from sensor_games.mischief import Mischief
from sensor_games.player import Player
from sensor_games.rigs import Kind, Rig
from sensor_games.table import Table

QUIET = 10.0  # s after a game, in which nothing more may come


@dataclass
class Figures:
    """Of any number of games; `__str__` is for people."""

    tally: Tally = field(default_factory=Tally)
    made: int = 0  # throws by people
    void: int = 0  # of these, made anew before they counted
    wrong_unasked: int = 0  # dice below the line of certainty that were taken as they were read
    mends: list[int] = field(default_factory=list)  # presses for each throw with one wrong die
    presses: int = 0
    octets: int = 0
    mischief: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        tally = self.tally
        by = ", ".join(f"{source} {count}" for source, count in tally.counted.most_common())
        happened = ", ".join(f"{what} {times}" for what, times in self.mischief.most_common())
        throws = sum(tally.counted.values())
        return (
            f"{tally.games} games, {throws} throws that counted ({by});"
            f" {self.made} made, {self.void} of them made anew\n"
            f"  lost {tally.lost}, doubled {tally.doubled}, otherwise than they lay {tally.wrong},"
            f" wrong dice accepted unasked {self.wrong_unasked}\n"
            f"  {tally.undone} throws mended after they counted; with one wrong die"
            f" {_mean(self.mends)} presses each\n"
            f"  {self.presses / max(1, throws):.1f} presses a throw"
            f"{f' and {self.octets / throws:.0f} octets on the line' if self.octets else ''}\n"
            f"  {happened}"
        )


def session(
    rig_of: Callable[[Path, int, Kind], Rig], folder: Path, seed: int, kind: Kind, games: int
) -> Figures:
    """Play so many games; AssertionError for whatever is not as it must be."""
    rig, figures = rig_of(folder, seed, kind), Figures()
    table = Table(rig.tray, rig.chance)
    mischief = Mischief(rig, table)
    player, chaos = Player(rig, table, mischief), Chaos(rig)
    try:
        for _ in range(games):
            play_one(rig, table, player, chaos.step)
            chaos.end()
            rig.wait(QUIET)
            must_be_right(rig, table, figures.tally)
    finally:
        rig.close()
    assert player.wrong_unasked == 0
    figures.made, figures.void = table.physical, table.void
    figures.wrong_unasked, figures.mends = player.wrong_unasked, player.mends
    figures.presses, figures.octets = player.presses, rig.octets
    figures.mischief.update({**mischief.done, **chaos.done, "restart": rig.restarts})
    return figures


def together(parts: list[Figures]) -> Figures:
    """The sum of all."""
    whole = Figures()
    for part in parts:
        whole.tally.join(part.tally)
        whole.made += part.made
        whole.void += part.void
        whole.wrong_unasked += part.wrong_unasked
        whole.mends += part.mends
        whole.presses += part.presses
        whole.octets += part.octets
        whole.mischief += part.mischief
    return whole


def _mean(numbers: list[int]) -> str:
    return f"{mean(numbers):.1f}" if numbers else "no"
