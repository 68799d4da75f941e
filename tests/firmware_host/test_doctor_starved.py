"""`dicetower doctor` gives every part its line, whatever the machine refuses it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from doctor_machines import Bench, bench_in, refused

from firmware_host import runtime
from firmware_host.doctor.finding import Part

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


def test_without_a_folder_for_a_while_only_what_needs_one_is_not_tested(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "_temporary", refused(28))
    findings = bench.examine()
    assert {*findings} == {*get_args(Part)}
    assert [part for part, found in findings.items() if not found.ok] == ["buttons", "games"]
    assert "no folder for lgpio's pipe (No space left" in findings["buttons"].how
    assert findings["buttons"].what_to_do == "make room in /tmp"
    assert findings["games"].ok is None


def test_what_the_system_refuses_one_check_hinders_no_other(bench: Bench) -> None:
    bench.mounts.unlink()
    findings = bench.examine()
    assert {*findings} == {*get_args(Part)}
    assert [(part, found.ok) for part, found in findings.items() if not found.ok] == [
        ("state", None)
    ]
    assert "No such file" in findings["state"].how


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGHUP])
def test_when_it_is_ended_nothing_is_left_behind(tmp_path: Path, name: signal.Signals) -> None:
    device, settings, temporary = tmp_path / "hwrng", tmp_path / "file", tmp_path / "tmp"
    temporary.mkdir()
    os.mkfifo(device)
    settings.write_text(
        f'state_directory = "{tmp_path}"\n[dice]\ndevice = "{device}"\n[panel]\nbus = 250\n'
    )
    silent = os.open(device, os.O_RDWR)  # it is listened to for 10 s
    command = [sys.executable, "-m", "firmware_host.cli", "doctor", "--settings", str(settings)]
    environ = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, text=True
    ) as doctor:
        assert doctor.stdout
        while "lamps" not in doctor.stdout.readline():
            pass
        assert [*temporary.iterdir()] != []
        doctor.send_signal(name)
        _, err = doctor.communicate(timeout=20)
    os.close(silent)
    assert (doctor.returncode, err) == (128 + name, "")
    assert [*temporary.iterdir()] == []
