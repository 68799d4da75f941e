"""The command line as a whole: statuses, one-line errors, and what it loads."""

import logging
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.cli.commands import MODULES

COMMAND = [sys.executable, "-c", "from firmware_host.cli import main; main()"]
FULL = Path("/dev/full")
ONE_LINE = re.compile(r"dicetower: [^\n]+\n")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Status, standard output and standard error of a command."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    status = ended.value.code
    assert isinstance(status, int)
    return status, *capsys.readouterr()


@pytest.mark.parametrize("command", MODULES)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, err = run(capsys, command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"Usage: dicetower {command} ")


def test_the_help_names_every_command_whole(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "-h")
    assert status == 0
    assert re.findall(r"^  (\w[\w-]*)  .*\.$", out, re.MULTILINE) == list(MODULES)
    assert "..." not in out.partition("Commands:")[2]


def test_no_command_shows_the_help_as_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys)
    assert (status, out) == (2, "")
    assert "Commands:" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["scor"],
        ["score"],
        ["--nope"],
        ["score", "zilch", "1", "--nope"],
        ["replay"],
        ["play", "--seed", "seven"],
        ["play", "--language", "de"],
        ["play", "--seed", "1", "--state", "/tmp"],
        ["demo", "--rules", "zlich"],
        ["run", "--settings", "/no/such/file"],
        ["run", "--settings", "/"],
        ["run", "--settings", sys.executable],
    ],
)
def test_wrong_use_is_one_line_on_standard_error(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert ONE_LINE.fullmatch(err)


def test_a_misused_command_points_to_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "score")[2].endswith("; see dicetower score --help\n")


def test_an_unknown_game_of_the_demo_is_answered_with_the_closest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, "demo", "--rules", "Dicimila")[2].endswith("; did you mean diecimila?\n")


def test_pictures_of_the_demo_that_cannot_be_saved_are_wrong_use(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = tmp_path / "missing" / "box.gif"
    status, out, err = run(capsys, "demo", "--rules", "zilch-5000", "--gif", str(place))
    assert (status, out) == (2, "")
    assert str(place) in err
    assert ONE_LINE.fullmatch(err)


def test_the_demo_tells_how_its_game_ended(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "demo", "--rules", "zilch-5000", "--seed", "3")
    assert (status, err) == (0, "")
    assert re.search(r"^1\. \w+ \d+$", out, re.MULTILINE)
    assert run(capsys, "demo", "--rules", "zilch-5000", "--seed", "3")[1] == out


def test_play_without_a_terminal_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "play")
    assert (status, out) == (2, "")
    assert "dicetower demo" in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "--state", "file"], "Directory 'file' is a file"),
        (["play", "--state", "file/x"], "file/x: Not a directory; give another place with --state"),
        (["play", "--sensor", "file"], "file is no serial port: name the sensor's"),
        (["play", "--sensor", "."], ". is no serial port: name the sensor's"),
        (["demo", "--frames", "file"], "Directory 'file' is a file"),
        (["demo", "--frames", "file/x"], "file/x: Not a directory; give another place"),
        (["demo", "--gif", "."], "File '.' is a directory"),
        (["demo", "--gif", "box.png"], "box.png would be no .png: let it end with .gif"),
    ],
)
def test_a_path_of_the_wrong_kind_is_wrong_use(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: str,
) -> None:
    pytest.importorskip("textual")
    monkeypatch.setattr("firmware_host.cli.box._has_terminal", lambda: True)
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert ONE_LINE.fullmatch(err)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_box_whose_games_are_in_use_does_not_start(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = OSError("games.sqlite3 is in use by process 7; stop that one first.")

    def refuse(*_: object) -> None:
        raise busy

    monkeypatch.setattr("firmware_host.run.run", refuse)
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    settings = tmp_path / "dicetower.toml"
    settings.write_text("")
    status, out, err = run(capsys, "run", "--settings", str(settings))
    assert (status, out, err) == (1, "", f"dicetower: {busy}\n")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    throws = b"115\n" * 10_000
    command = subprocess.Popen(
        [*COMMAND, "score", "zilch", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdin
    assert command.stdout
    assert command.stderr
    with command, command.stderr as errors:
        command.stdin.write(throws[:400])
        command.stdin.flush()
        assert command.stdout.readline().startswith(b'{"best": 250')
        command.stdout.close()
        try:
            command.stdin.write(throws)
            command.stdin.close()
        except BrokenPipeError:
            pass  # it has ended already
        assert errors.read() == b""


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
def test_output_that_cannot_be_written_is_one_line_and_a_problem() -> None:
    with FULL.open("wb") as full:
        ended = subprocess.run(
            [*COMMAND, "score", "zilch", "115"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 1
    assert ONE_LINE.fullmatch(ended.stderr)


def test_ctrl_c_ends_without_a_word() -> None:
    command = subprocess.Popen(
        [*COMMAND, "score", "zilch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdin
    assert command.stdout
    with command:
        command.stdin.write(b"5\n")
        command.stdin.flush()
        assert command.stdout.readline()  # so it reads on
        command.send_signal(signal.SIGINT)
        _, err = command.communicate(timeout=20)
    assert (command.returncode, err.strip()) == (130, b"")


NO_BOX = {"textual", "rich", "PIL", "luma", "gpiozero", "sqlite3", "firmware_host.run"}


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (["run", "--settings", "/no/such"], {"textual", "rich", "firmware_host.demo"}),
        (["score", "zilch", "1"], NO_BOX),
        (["replay", "/no/such"], NO_BOX),
        (["rules", "list"], NO_BOX),
    ],
)
def test_a_command_loads_nothing_that_it_does_not_need(
    arguments: list[str], unneeded: set[str]
) -> None:
    program = f"""
import sys
from firmware_host.cli import main
try:
    main({arguments})
except SystemExit:
    print(*sys.modules)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(ended.stdout.split())
    assert "click" in loaded
    assert not unneeded & loaded
