"""`make pull-test`: 1000 games in fake time and 20 in real time, and their figures."""

import logging
import tempfile
from pathlib import Path

from pull.rigs import Rig, SteppedRig, ThreadedRig
from pull.session import session

LIVES: tuple[tuple[type[Rig], int, int, float], ...] = (
    # kind, boxes, games of each, chance that something is pulled before a move
    (SteppedRig, 40, 25, 0.08),
    (ThreadedRig, 4, 5, 0.08),
)


def main() -> None:
    logging.disable()  # it is full of troubles
    with tempfile.TemporaryDirectory() as folder:
        for kind, boxes, games, pulling in LIVES:
            for seed in range(boxes):
                where = Path(folder) / f"{kind.__name__}-{seed}"
                print(session(kind, where, seed, games, pulling), flush=True)


if __name__ == "__main__":
    main()
