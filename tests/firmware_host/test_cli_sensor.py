"""`dicetower sensor`: all that passes over the line, and one sentence about what is wrong."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from sensor_rigs import (
    PATIENCE,
    Told,
    bench_at,
    forbidden_port,
    greet_soon,
    silent_port,
    speak_another_version,
)

from firmware_host.cli import main, sensor, sensor_lines
from firmware_host.cli.sensor_lines import Item, Lines, PlainLines
from firmware_host.fake_sensor import Bench
from hw.events import PartReport
from hw.tower.watch import Passed


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "sensor"


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def bench(link: Path, told: Told) -> Iterator[Bench]:
    with bench_at(link, told) as bench:
        yield bench


class Run:
    """`dicetower sensor` with these words to its end, or until such a frame passed."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], *words: object, until: str | None = None
    ) -> None:
        with pytest.MonkeyPatch.context() as patch:
            if until:
                patch.setattr(Lines, "show", _interrupted_by(until))
                words = (*words, "--seconds", PATIENCE)
            with pytest.raises(SystemExit) as ended:
                main(["sensor", *map(str, words)])
        self.status = ended.value.code
        self.out, self.err = capsys.readouterr()

    @property
    def items(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    def lines(self, way: str) -> list[str]:
        """Verbs of the frames that went so."""
        return [item["verb"] for item in self.items if item.get("way") == way and "verb" in item]


def _interrupted_by(until: str) -> Callable[[Lines, Item, float], None]:
    """Somebody presses Ctrl-C when this comes: a frame, or trouble."""
    show = Lines.show

    def show_and_interrupt(lines: Lines, item: Item, now: float) -> None:
        show(lines, item, now)
        if isinstance(item, Passed) and item.frame and until == f"{item.way} {item.frame.verb}":
            raise KeyboardInterrupt
        if isinstance(item, PartReport) and until == "trouble" and not item.ok:
            raise KeyboardInterrupt

    return show_and_interrupt


def test_every_line_is_shown_with_its_time_and_summed_up(
    bench: Bench, link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(capsys, "--port", link, until="in PONG")
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    shown, summary = lines[:-6], dict(line.split(maxsplit=1) for line in lines[-6:])
    assert all(0.0 <= float(line.split()[0]) < PATIENCE for line in shown)
    words = [line.split()[1:3] for line in shown]
    for expected in (["<", "$HELLO"], [">", "$HELLO"], ["<", "$BEAT"], ["=", "the"]):
        assert expected in words
    assert list(summary) == ["in", "damaged", "out", "NAKs", "answers", "state"]
    assert summary["damaged"] == "0 crc, 0 form, 0 long"
    assert "(least, median, most)" in summary["answers"]
    assert ", 0 dice in the tray, " in summary["state"]


def test_programs_read_json_lines(
    bench: Bench, link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(capsys, "--port", link, "--json", until="in PONG")
    assert (run.status, run.err) == (0, "")
    *items, summary = run.items
    assert {item["kind"] for item in items} >= {"line", "report", "log"}
    hello = next(item for item in items if item.get("verb") == "HELLO" and item["way"] == "in")
    assert hello["params"]["dev"] == "fake"
    assert hello["line"].startswith("$HELLO 0 proto=1 ")
    assert hello["note"] == ""
    assert summary["kind"] == "summary"
    assert summary["counts"]["in"] == len(run.lines("in"))
    assert summary["beat"]["n"] == "0"
    times = summary["round_trip_ms"]
    assert 0 < times["min"] <= times["median"] <= times["max"] < 1000 * PATIENCE
    assert "PING" in run.lines("out")


def test_what_nobody_asked_for_is_told_in_words_and_taken(
    bench: Bench, link: Path, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    told.reactions["the box greets"] = lambda: bench.throw(1, 5, 5)
    told.reactions["the box has it"] = bench.unplug
    run = Run(capsys, "--port", link, until="trouble")
    assert "= thrown: 1 5 5\n" in run.out
    assert "> $ACK " in run.out


def test_a_throw_of_the_box_s_is_left_for_it(
    bench: Bench,
    link: Path,
    told: Told,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    greet_soon(monkeypatch)
    bench.type("!ARM 1 tok=41 n=2")
    told.wait_for("!ACK ")
    bench.throw(3, 4)
    told.wait_for("told: thrown: 3 4")
    first = Run(capsys, "--port", link, until="in PONG")
    assert "= thrown: 3 4; it is the box's, and is left for it\n" in first.out
    assert "1 not acknowledged" in first.out
    assert "$ACK" not in first.out
    again = Run(capsys, "--port", link, "--json", until="in ROLL")
    assert "ROLL" in again.lines("in")


def test_damage_and_noise_are_named_and_do_no_harm_to_a_terminal(
    bench: Bench, link: Path, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    told.reactions["the box greets"] = bench.disturb
    run = Run(capsys, "--port", link, until="out NAK")
    assert run.status == 0
    assert "< \\x00\\xff#%&  (noise)\n" in run.out
    assert "(DAMAGED: its check is wrong)\n" in run.out
    assert "\ndamaged  1 crc, 0 form, 0 long\n" in run.out
    assert "\nNAKs     0 in, 1 out\n" in run.out


def test_a_pulled_cable_is_trouble_at_the_end(
    bench: Bench, link: Path, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    told.reactions["the box greets"] = bench.unplug
    run = Run(capsys, "--port", link, until="trouble")
    assert f"= trouble: there is no sensor at {link}: plug it in" in run.out
    assert (run.status, run.err) == (
        1,
        f"dicetower: there is no sensor at {link}: plug it in, or set another port\n",
    )


def test_a_sensor_that_is_not_there_is_told_at_once(
    link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(capsys, "--port", link)
    assert (run.status, run.out) == (1, "")
    assert run.err == f"dicetower: there is no sensor at {link}: plug it in, or set another port\n"


def test_a_port_that_another_program_holds_is_told_at_once(
    bench: Bench, link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serial.Serial(str(link), exclusive=True):
        run = Run(capsys, "--port", link)
    assert (run.status, run.out) == (1, "")
    assert "another program holds the sensor's port" in run.err


def test_a_port_that_may_not_be_opened_is_told_at_once(
    link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with forbidden_port(link) as port:
        run = Run(capsys, "--port", port)
    assert (run.status, run.out) == (1, "")
    assert "may not be opened: add this user to the group" in run.err


def test_what_is_no_serial_port_is_told_at_once(
    link: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link.touch()
    for place in (link, link.parent):
        run = Run(capsys, "--port", place)
        assert (run.status, run.out) == (2, "")
        assert f"{place} is no serial port" in run.err
    settings = tmp_path / "dicetower.toml"
    settings.write_text(f'[sensor]\nport = "{link}"\n')
    run = Run(capsys, "--settings", settings)
    assert (run.status, run.out) == (1, "")
    assert "see that it is a serial port" in run.err


def test_a_silent_sensor_is_a_problem(link: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with silent_port(link):
        run = Run(capsys, "--port", link, "--seconds", 0.1)
    assert run.status == 1
    assert "in       0 good" in run.out
    assert run.err.startswith(f"dicetower: nothing good was heard from {link}; ")


def test_a_sensor_of_another_version_is_shown_and_is_a_problem(
    link: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_another_version(monkeypatch)
    with bench_at(link):
        run = Run(capsys, "--port", link, until="trouble")
    assert run.status == 1
    assert "< $HELLO 0 proto=2 min=2 " in run.out
    assert f"the sensor at {link} speaks TDP/2 to 2, not TDP/1: update" in run.err


def test_the_port_of_the_settings_is_watched(
    bench: Bench, link: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "dicetower.toml"
    settings.write_text(f'[sensor]\nport = "{link}"\n')
    assert Run(capsys, "--settings", settings, until="in BEAT").status == 0


def test_without_a_port_in_the_settings_it_is_that_of_the_udev_rule(
    tmp_path: Path, link: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sensor, "SENSOR_LINK", link)
    settings = tmp_path / "dicetower.toml"
    settings.touch()
    assert f"no sensor at {link}" in Run(capsys, "--settings", settings).err


@pytest.mark.parametrize(
    "words", [["--seconds", "0"], ["--seconds", "soon"], ["--settings", "/nowhere.toml"], ["x"]]
)
def test_wrong_use_is_one_line_and_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(capsys, *words)
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)


def test_ctrl_c_ends_it_with_the_summary(bench: Bench, link: Path) -> None:
    program = [sys.executable, "-m", "firmware_host.cli", "sensor", "--port", str(link)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        program, 0, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as run:
        assert run.stdout
        assert b"$HELLO" in run.stdout.readline()
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, err) == (0, b"")
    assert b"\nstate    " in out


def test_in_a_terminal_the_state_stands_below_the_newest_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sensor_lines, "is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "40")
    lines = PlainLines()
    lines.begin(7.0)
    lines.show(Passed(7.5, "in", b"rubbish", "noise", None), 7.6)
    wiped, first, wiped_again, state = capsys.readouterr().out.replace("\n", "\r").split("\r")
    assert (wiped, wiped_again) == ("", "")
    assert first == "    0.500  < rubbish  (noise)"
    assert state == "no state yet | in 0, out 0, damaged 0 |"[: 40 - 1]
