"""`dicetower play` on a real pseudo-terminal."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

from firmware_host.store.store import Store

PATIENCE = 20.0  # s until something must have come

OTHER_SCREEN, FIRST_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"


class Terminal:
    """`dicetower play` on a pseudo-terminal of 80 x 24."""

    def __init__(self, folder: Path) -> None:
        self._master, slave = pty.openpty()
        program = "from firmware_host.cli import main; main(['play', '--state', {!r}])"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program.format(str(folder))],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
            start_new_session=True,
        )
        os.close(slave)
        self.shown = b""

    def read_until(self, text: bytes) -> None:
        while text not in self.shown:
            assert self._read(), self.shown

    def type(self, text: bytes) -> None:
        os.write(self._master, text)

    def end(self) -> int:
        """Read until it ends; the exit status."""
        while self._read():
            pass
        os.close(self._master)
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        """Whether there was more to read before it ended."""
        assert select.select([self._master], [], [], PATIENCE)[0], self.shown
        try:
            piece = os.read(self._master, 65536)
        except OSError:  # how a terminal says that nobody is left at the other end
            return False
        self.shown += piece
        return bool(piece)


def test_play_in_a_terminal_and_quit(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.read_until("⣿".encode())
    terminal.type(b"q")
    assert terminal.end() == 0
    assert terminal.shown.count(OTHER_SCREEN) == terminal.shown.count(FIRST_SCREEN) == 1


def test_a_second_player_at_the_same_games_is_told_in_one_line(tmp_path: Path) -> None:
    with Store.open(tmp_path / "games.sqlite3"):
        terminal = Terminal(tmp_path)
        assert terminal.end() == 1
    assert terminal.shown.startswith(b"dicetower: ")
    assert terminal.shown.count(b"\n") == 1
    assert b"is in use by process" in terminal.shown
