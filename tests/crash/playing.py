"""A box that plays on a disk: `python -m crash.playing FOLDER SEED PRESSES [unsafe]`.

Each picture is told as a line of JSON, and an answer awaited, so that it is known what the disk had
been told by then.
"""

import json
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.store import Store
from hw.events import Key
from hw.fakes.dice import SeededDice

KEYS: dict[Key, int] = {"roll": 6, "bank": 3, "keep": 3, "right": 2, "left": 1}
"""How often each is pressed, beside the others."""

STILL = 1.2  # s in which dice come to rest


def shown(box: FakeBox) -> dict[str, Any]:
    """What the players have been told, as far as it must last."""
    ledger, game = box.box.ledger, box.box.flow.game
    return {
        "game": ledger.game,
        "seq": ledger.seq,
        "saved": ledger.saved,
        "standing": game and [list(game.scores), list(game.throw), game.phase, game.player],
    }


def play(folder: Path, seed: int, presses: int, *, unsafe: bool) -> None:
    """Press at random; `unsafe`: the store does not wait for its disk."""
    chance = Random(seed)
    with closing(Store.open(folder / "games.sqlite3")) as store:
        if unsafe:
            store._db.execute("PRAGMA synchronous=OFF")
        box = FakeBox(
            lambda post: SeededDice(seed, post),
            store=store,
            bookmark=Bookmark(folder / "place.json"),
        )
        box.on_picture = lambda: _tell(shown(box))
        for _ in range(presses):
            box.press(*chance.choices([*KEYS], [*KEYS.values()]))
            box.wait(STILL)
    _tell({"over": True})


def _tell(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), unsafe="unsafe" in sys.argv[4:])
