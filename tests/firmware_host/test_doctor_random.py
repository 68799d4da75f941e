"""What the doctor advises about a random device, tried."""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from doctor_machines import Bench, bench_in

from firmware_host.cli import main


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


def test_the_command_that_tells_more_tests_the_same_device(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.close()
    bench.device = bench.folder / "a device"
    bench.keys["dice"] = f'device = "{bench.device}"\n'
    bench.give(bytes(2000))
    advice = bench.examine()["random"].what_to_do
    assert advice == f"dicetower rng test '{bench.device}' tells more"
    bench.give(bytes(2000))
    command = shlex.split(advice.removesuffix(" tells more"))
    with pytest.raises(SystemExit) as ended:
        main([*command[1:], "--bytes", "2000"])
    assert ended.value.code == 1
    assert capsys.readouterr().out.startswith(f"{bench.device}: 2000 bytes{os.linesep}")
