"""A box that plays many games in a row with its parts coming and going, and what is left of it."""

import statistics
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from pull.chaos import PULLING, Chaos
from pull.games import Open, Tally, bring_all_back, play_one
from pull.memory import fill_caches, growth, held, tracing
from pull.rigs import Rig

GROWTH = 128 << 10  # bytes in the second half of a session: the present game may be a long one
OPENED = 0.1  # seconds within which each part has opened what it keeps open


@dataclass(frozen=True)
class Session:
    """What came of it; `__str__` is for people."""

    kind: str
    tally: Tally
    pulls: dict[str, int]
    presses: list[float]  # seconds from push to last byte
    before: Open
    playing: tuple[Open, Open]  # after the start, and when everything is back
    after: Open
    growth: int  # bytes

    def __str__(self) -> str:
        bus, views = self.tally.bus, self.tally.views
        pulled = ", ".join(f"{part} {times}" for part, times in sorted(self.pulls.items()))
        late = statistics.quantiles(self.presses, n=100)[98]
        return (
            f"{self.kind}: {self.tally.games} games, pulled {pulled}\n"
            f"  bytes on the bus: {statistics.median(bus):.0f} a game,"
            f" {sum(bus) / sum(views):.0f} a screen change ({sum(views)})\n"
            f"  push to last byte: median {statistics.median(self.presses) * 1e3:.1f} ms,"
            f" 99 % within {late * 1e3:.1f} ms, most {max(self.presses) * 1e3:.1f} ms\n"
            f"  descriptors and threads: {_words(self.before)} before,"
            f" {_words(self.playing[0])} at the start, {_words(self.playing[1])} at the end,"
            f" {_words(self.after)} after; memory grew by {self.growth / 1024:.0f} KiB"
        )


def session(
    kind: type[Rig], folder: Path, seed: int, games: int, pulling: float = PULLING
) -> Session:
    """Play `games` and a few more; AssertionError for whatever is not as it must be."""
    folder.mkdir()
    before = Open.now()
    rig = kind(folder, seed, players=seed % 3 + 1, required=bool(seed % 2))
    chaos = Chaos(rig, seed, pulling)
    tally = Tally()
    with tracing(), rig.parts, closing(chaos):
        rig.wait(OPENED)
        started = Open.now()
        fill_caches(rig.loop.box.flow.setup.rules)
        _play(rig, chaos, tally, games // 2)
        halfway = held()
        _play(rig, chaos, tally, games // 2)
        grown, lines = growth(halfway, held())
        playing = (started, Open.now())
    result = Session(
        kind.__name__, tally, chaos.pulls, rig.presses, before, playing, Open.now(), grown
    )
    assert playing[0] == playing[1], result
    assert before == result.after, result
    assert grown < GROWTH, f"{result}\n{lines}"
    return result


def _play(rig: Rig, chaos: Chaos, tally: Tally, games: int) -> None:
    """Play so many more games, until every part was pulled, and until everything is back."""
    games += tally.games
    while tally.games < games or not chaos.is_through:
        play_one(rig, chaos, tally)
    bring_all_back(rig, chaos, tally)


def _words(held: Open) -> str:
    return f"{held.descriptors} and {held.threads}"
