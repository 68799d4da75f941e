"""`dicetower run` in a process of its own, killed and started again. In real time, for once."""

import random
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored_games import unfinished

from firmware_host.screens.start import start_picture
from firmware_host.store.store import Store

pytestmark = pytest.mark.slow  # `make slow-test`

START = start_picture().tobytes().hex()
PROGRAM = Path(__file__).with_name("running_box.py")
STARTED = 20.0  # seconds that a start may take on a busy machine
QUIET = 2.2  # seconds after which no tumbling and no refusal is left


class RunningBox:
    """The process, its buttons, and the last picture on its panel."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "dicetower.toml"
        settings.write_text(f'state_directory = "{folder}"\n')
        with (folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(PROGRAM), str(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                bufsize=0,
            )
        self.shown = ""
        while self.shown in ("", START):
            assert self.sees_another(STARTED), "the box does not start"

    def press(self, *buttons: str) -> None:
        assert self.process.stdin is not None
        for button in buttons:
            self.process.stdin.write(f"{button}\n".encode())

    def sees_another(self, seconds: float) -> bool:
        """Look at the next picture; False when there is none for so long."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return False
        self.shown = self.process.stdout.readline().decode().strip()
        assert self.shown, "the box has ended"
        return True

    def settle(self) -> None:
        while self.sees_another(QUIET):
            pass

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    assert "Traceback" not in (tmp_path / "log").read_text()


def actions(folder: Path) -> list[object]:
    with Store.open(folder / "games.sqlite3") as store:
        stored = unfinished(store)
        assert stored is not None
        return [entry.action for entry in stored.entries]


def test_after_kill_9_the_same_picture_comes_back(folder: Path) -> None:
    box = RunningBox(folder)
    for buttons in (["roll", "roll", "roll"], ["right", "keep"], ["roll"]):
        box.press(*buttons)
        box.settle()
        shown = box.shown
        box.kill()
        box = RunningBox(folder)
        box.settle()
        assert box.shown == shown
    box.kill()


def test_killed_at_any_moment_it_starts_again_with_every_throw_it_had(folder: Path) -> None:
    chance = random.Random(5)
    box = RunningBox(folder)
    box.press("roll", "roll", "roll")
    before: list[object] = []
    for _ in range(4):
        box.settle() if not before else box.sees_another(chance.random())
        box.press(*chance.choices(("keep", "roll", "right"), k=3))
        box.sees_another(chance.random() / 3)
        box.kill()
        after = actions(folder)
        assert after[: len(before)] == before
        before = after
        box = RunningBox(folder)
    box.kill()
