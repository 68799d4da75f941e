"""`dicetower doctor`: lines for people, an object for programs, statuses."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from doctor_machines import (
    Bench,
    bench_in,
    move_panel,
    refused,
)

from firmware_host.cli import main
from firmware_host.doctor.finding import Part
from firmware_host.settings import files

HERE = Path(__file__).parents[2]
PARTS = len(get_args(Part))


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


def doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code, *capsys.readouterr()


@pytest.fixture
def shown(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """The bench, for the command to look at."""
    monkeypatch.setattr("firmware_host.doctor.Machine", bench.machine)
    return bench


def test_a_well_box_is_a_line_a_part_and_status_0(
    shown: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    shown.write_settings()
    status, out, err = doctor(capsys, "--settings", str(shown.file))
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["ok"] * PARTS


def test_a_fault_is_marked_with_what_to_do_and_status_1(
    shown: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    move_panel(shown)
    shown.write_settings()
    status, out, _ = doctor(capsys, "--settings", str(shown.file))
    (line,) = (line for line in out.splitlines() if not line.startswith("ok"))
    assert line.startswith("WRONG  panel ")
    assert line.endswith("; but 0x3d answers → set address = 0x3D under [panel]")
    assert status == 1


def test_a_line_stays_one_whatever_the_file_says(
    shown: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    shown.set("panel", '"chip\\nok" = 1')
    shown.write_settings()
    _, out, _ = doctor(capsys, "--settings", str(shown.file))
    assert "chip?ok" in out
    assert out.count("\n") == PARTS


def test_what_was_not_tested_is_not_called_well(
    shown: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    shown.differences["clock_error"] = refused(errno.EPERM)
    shown.write_settings()
    status, out, _ = doctor(capsys, "--settings", str(shown.file))
    assert out.splitlines()[-1].startswith("?      clock ")
    assert status == 1


def test_programs_read_one_object(shown: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    shown.write_settings()
    status, out, _ = doctor(capsys, "--settings", str(shown.file), "--json")
    told = json.loads(out)
    assert (status, told["ok"]) == (0, True)
    assert {tuple(part) for part in told["parts"]} == {("part", "ok", "how", "what_to_do")}
    move_panel(shown)
    shown.give(bytes(2000))
    status, out, _ = doctor(capsys, "--settings", str(shown.file), "--json")
    told = json.loads(out)
    assert (status, told["ok"]) == (1, False)
    assert [part["part"] for part in told["parts"] if not part["ok"]] == ["panel", "random"]


@pytest.mark.parametrize("variable", ["STATE_DIRECTORY", "HOME"])
def test_an_environment_without_defaults_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    variable: str,
) -> None:
    for other in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setattr(files, "SYSTEM_STATE", tmp_path / "none")  # else it is root's
    monkeypatch.setenv(variable, "relative")
    status, _, err = doctor(capsys, "--settings", str(tmp_path / "missing.toml"))
    assert status == 2
    assert err == f"dicetower: ${variable}: relative is no whole path; let it begin with /\n"


def test_without_lgpio_and_without_a_pi_every_part_is_told(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text("raise ImportError('no library')")
    settings = tmp_path / "dicetower.toml"
    settings.write_text(f'state_directory = "{tmp_path}"\n[panel]\nbus = 250\n')
    command = [sys.executable, "-m", "firmware_host.cli", "doctor", "--settings", str(settings)]
    path = os.pathsep.join((str(tmp_path), str(HERE)))
    run = subprocess.run(
        [*command, "--json"],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    parts = {part["part"]: part for part in json.loads(run.stdout)["parts"]}
    assert (run.returncode, run.stderr, len(parts)) == (1, "", PARTS)
    assert "lgpio is not installed" in parts["buttons"]["how"]
    assert parts["buttons"]["what_to_do"] == "install lgpio 0.2.2 or newer"
    assert "no I2C bus /dev/i2c-250" in parts["panel"]["how"]
