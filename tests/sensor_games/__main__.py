"""`make sensor-games`: 1000 games in fake time and 20 in real time, and their figures."""

import logging
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from sensor_games.rigs import Kind, Rig
from sensor_games.running import RunningRig
from sensor_games.session import Figures, session, together
from sensor_games.stepped import SteppedRig

SHORT: dict[str, int] = {
    "zilch": 1500,
    "zilch-10000": 1000,
    "zilch-5000": 1000,
    "diecimila": 2000,
}
"""Targets with which a game is over in a minute or two."""

Lives = tuple[Callable[[Path, int, Kind], Rig], int, int, bool]

LIVES: tuple[Lives, ...] = (
    # of each kind of game: boxes, games of each, and whether they are short
    (SteppedRig, 24, 10, True),
    (SteppedRig, 10, 1, False),
    (RunningRig, 1, 5, True),
)


def main() -> None:
    logging.disable()  # it is full of troubles
    with tempfile.TemporaryDirectory() as folder:
        for number, lives in enumerate(LIVES):
            where = Path(folder) / str(number)
            where.mkdir()
            print(f"{lives[0].__name__}, {'short' if lives[3] else 'whole'} games:", flush=True)
            print(_play(where, *lives), flush=True)


def _play(
    folder: Path,
    rig_of: Callable[[Path, int, Kind], Rig],
    boxes: int,
    games: int,
    short: bool,
) -> Figures:
    parts = []
    for rules, target in SHORT.items():
        for seed in range(boxes):
            kind = Kind(rules, seed % 3 + 1, target if short else None)
            try:
                parts.append(session(rig_of, folder / f"{rules}-{seed}", seed, kind, games))
            except BaseException:
                print(f"{rig_of.__name__}: {kind}, seed {seed}", file=sys.stderr)
                raise
    return together(parts)


if __name__ == "__main__":
    main()
