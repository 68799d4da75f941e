"""A box in fake time on a disk that fails: `python -m kill.stepped FOLDER SEED HOW...`.

HOW: `early` for a store that acknowledges too early, `trouble` for a disk that fails at the start.
"""

import logging
import os
import signal
import sys
from pathlib import Path
from random import Random

from firmware_host.bookmark import Bookmark
from firmware_host.box import RESAVE
from firmware_host.fakebox import FakeBox
from firmware_host.store.files import database_in
from firmware_host.store.opening import open_store
from hw.fakes.dice import SeededDice
from kill.faults import Faults
from kill.keys import any_key
from kill.telling import install, tell

PRESSES = 40
OPERATIONS = 300  # about as many as there are in so many presses
STILL = 1.2  # s in which dice come to rest
MORE, LESS = 0.12, 0.25  # how likely a fault begins, and ends, before a press


def main(folder: Path, seed: int, how: list[str]) -> None:
    logging.disable()  # it is full of troubles
    chance, faults = Random(seed), Faults()
    if "trouble" in how:
        faults.begin_any(chance)
    faults.kill(chance.randrange(OPERATIONS))
    database = database_in(folder)
    box = FakeBox(
        lambda post: SeededDice(seed, post),
        store=open_store(folder),
        bookmark=Bookmark.beside(database),
    )
    for _ in range(PRESSES):
        _change(faults, chance, box)
        box.press(any_key(chance))
        box.wait(STILL)
    os.kill(os.getpid(), signal.SIGKILL)


def _change(faults: Faults, chance: Random, box: FakeBox) -> None:
    if not faults.are_on:
        if chance.random() < MORE:
            faults.begin_any(chance)
    elif chance.random() < LESS:
        faults.mend()
        box.wait(RESAVE + 1)
        tell({"mended": box.box.ledger.saved, "faults": faults.counted()})


if __name__ == "__main__":
    install(early="early" in sys.argv[3:])
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
