"""Commands that are told to end, at any time."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from firmware_host import panels
from firmware_host.cli import main
from firmware_host.cli import panel_test as module
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.panel import I2c

ROOT = Path(__file__).parents[2]

SIGNALLED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), int(sys.argv[2]))

sys.meta_path.insert(0, Finder())
from firmware_host.cli import main
main(sys.argv[3:])
"""
"""A command that is sent a signal while it loads a module."""


def signalled(name: signal.Signals, loading: str, *arguments: str) -> tuple[int, str]:
    """Status and standard error."""
    ended = subprocess.run(
        [sys.executable, "-c", SIGNALLED, loading, str(int(name)), *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ended.returncode, ended.stderr.strip()


def test_ctrl_c_while_the_command_line_is_loaded_ends_without_a_word() -> None:
    assert signalled(signal.SIGINT, "click", "rules", "list") == (-signal.SIGINT, "")


def test_ctrl_c_while_a_command_is_loaded_ends_without_a_word() -> None:
    assert signalled(signal.SIGINT, "rules.files", "rules", "list") == (130, "")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("loading", ["PIL", "transitions", "firmware_host.run"])
def test_a_box_that_is_told_to_stop_while_it_loads_ends_well(
    tmp_path: Path, name: signal.Signals, loading: str
) -> None:
    settings = tmp_path / "dicetower.toml"
    settings.write_text(
        f'state_directory = "{tmp_path}"\n[panel]\nbus = 250\n[dice]\ndevice = "/dev/urandom"\n'
    )
    status, err = signalled(name, loading, "run", "--settings", str(settings))
    assert status == 0
    assert "Traceback" not in err


class Attended:
    """A person at the keyboard of `panel-test`, who ends it in some way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
        self.bus = FakeBus(Ssd1306())
        self.lit = False
        self._file = file
        file.write_text("")
        monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=self.bus.open))
        monkeypatch.setattr(module, "is_terminal", lambda _: True)
        monkeypatch.setattr("click.prompt", self._wait)

    def _wait(self, *_: object, **__: object) -> None:
        self.lit = self.bus.chip.lit
        self.end()

    def end(self) -> None:
        """Press Enter."""

    def run(self) -> int:
        with pytest.raises(SystemExit) as ended:
            main(["panel-test", "--settings", str(self._file)])
        assert isinstance(ended.value.code, int)
        return ended.value.code


@pytest.fixture
def attended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Attended:
    return Attended(monkeypatch, tmp_path / "dicetower.toml")


def test_after_enter_the_panel_is_dark(attended: Attended) -> None:
    assert attended.run() == 0
    assert (attended.lit, attended.bus.chip.lit, attended.bus.closed) == (True, False, 1)


@pytest.mark.parametrize(
    ("name", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_however_the_panel_test_is_ended_the_panel_is_dark(
    attended: Attended, name: signal.Signals, status: int
) -> None:
    attended.end = lambda: signal.raise_signal(name)  # type: ignore[method-assign]
    assert attended.run() == status
    assert (attended.lit, attended.bus.chip.lit, attended.bus.closed) == (True, False, 1)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_where_nobody_can_end_it_the_panel_stays_lit_and_that_is_said(
    attended: Attended, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "is_terminal", lambda _: False)
    assert attended.run() == 0
    assert attended.bus.chip.lit
    assert "stays lit until the box is started" in capsys.readouterr().out


def test_a_panel_that_is_pulled_out_meanwhile_is_one_sentence(
    attended: Attended, capsys: pytest.CaptureFixture[str]
) -> None:
    attended.end = attended.bus.unplug  # type: ignore[method-assign]
    assert attended.run() == 1
    assert "does not answer" in capsys.readouterr().err
