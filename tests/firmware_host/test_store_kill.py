"""Killed at any instant, the store has every row it acknowledged, in whole calls."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from firmware_host.store.store import Store

pytestmark = pytest.mark.slow  # `make slow-test`

KILLS = 24

CHILD = """
import sys
from pathlib import Path
from firmware_host.store.rows import Ending, Entry
from firmware_host.store.store import Store

store = Store.open(Path(sys.argv[1]))
HEADER = {"rules": "zilch", "players": ["a"]}
found = store.present()
if found and found.ending is None:
    game, done = found.id, len(found.entries)
else:
    game, done = store.begin(HEADER), 0
if sys.argv[2] == "early":
    print(game, done + 2, flush=True)
while True:
    pair = [Entry(done + n, {"n": done + n, "fill": "x" * 40}, "box", done) for n in (1, 2)]
    done += 2
    if sys.argv[2] == "early":
        input()
    if done < 60:
        store.append(game, pair)
        print(game, done, flush=True)
    else:
        store.append(game, pair, ending=Ending("over", (done,)))
        print(game, done, flush=True)
        game, done = store.begin(HEADER), 0
"""


def kill_after(file: Path, lines: int, mode: str) -> dict[int, int]:
    """Rows acknowledged by game, the child killed once it has told `lines` of them."""
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(file), mode],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        told += [line for line in child.stdout if line.endswith("\n")]
    return {int(game): int(done) for game, done in map(str.split, filter(None, told))}


def rows(file: Path, game: int) -> int:
    with Store.open(file) as store:
        assert (store.notice, store.check()) == (None, None)
        stored = store.load(game).entries  # type: ignore[arg-type]
        assert [entry.action["n"] for entry in stored] == [*range(1, len(stored) + 1)]
        return len(stored)


def test_every_acknowledged_row_survives_a_kill(tmp_path: Path) -> None:
    file, chance = tmp_path / "games.sqlite3", Random(1)
    acknowledged: dict[int, int] = {}
    for _ in range(KILLS):
        acknowledged |= kill_after(file, chance.randrange(1, 60), "good")
        for game, done in acknowledged.items():
            stored = rows(file, game)
            assert stored >= done
            assert stored % 2 == 0  # a call's rows come together
    assert len(acknowledged) > 1


def test_a_row_acknowledged_too_early_would_be_missed(tmp_path: Path) -> None:
    told = kill_after(tmp_path / "games.sqlite3", 1, "early")
    assert [rows(tmp_path / "games.sqlite3", game) < done for game, done in told.items()] == [True]
