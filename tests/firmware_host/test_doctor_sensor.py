"""`dicetower doctor` finds each fault of the sensor, disturbs no box, and takes nothing from it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from doctor_machines import Bench as Machine
from doctor_machines import bench_in
from sensor_rigs import (
    Told,
    bench_at,
    forbidden_port,
    greet_soon,
    silent_port,
    speak_another_version,
)

from firmware_host.cli import main
from firmware_host.doctor import Finding
from firmware_host.doctor import sensor as module
from firmware_host.doctor.sensor import check_sensor
from firmware_host.fake_sensor import Bench
from firmware_host.settings import SensorSettings, Settings
from firmware_host.store.opening import open_store
from hw.clock import SystemClock


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A well machine whose sensor is at `link`."""
    for machine in bench_in(tmp_path, monkeypatch):
        machine.differences["clock"] = SystemClock()
        machine.set("sensor", f'port = "{tmp_path / "sensor"}"')
        yield machine


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


class HurryingClock(SystemClock):
    """A tenth of a second passes with each look at it."""

    def __init__(self) -> None:
        self._looks = 0

    def now(self) -> float:
        self._looks += 1
        return self._looks / 10


def examined(machine: Machine) -> Finding:
    """What is found of the sensor; all else is well."""
    findings = machine.examine()
    others = [finding for part, finding in findings.items() if part != "sensor"]
    assert [finding for finding in others if finding.ok is not True] == []
    return findings["sensor"]


def test_without_a_sensor_all_is_well(machine: Machine) -> None:
    del machine.keys["sensor"]
    assert examined(machine) == Finding("sensor", True, "no port is set: the box does without")


def test_a_sensor_that_answers_is_well_and_its_state_is_told(
    bench: Bench, machine: Machine, link: Path
) -> None:
    finding = examined(machine)
    assert finding.ok is True
    assert finding.how.startswith(f"fake 0.1.0 at {link} answers: ")
    assert "0 dice in the tray, newest result 0, 0 not acknowledged" in finding.how


def test_an_absent_sensor(machine: Machine, link: Path) -> None:
    assert examined(machine) == Finding(
        "sensor", False, f"there is no sensor at {link}", "plug it in, or set another port"
    )


def test_a_silent_sensor(machine: Machine, link: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PIECE", 0.001)
    machine.differences["clock"] = HurryingClock()
    with silent_port(link):
        assert examined(machine) == Finding(
            "sensor",
            False,
            f"the sensor at {link} does not answer",
            "unplug it, and plug it in again",
        )


def test_a_sensor_of_another_version(
    machine: Machine, link: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_another_version(monkeypatch)
    with bench_at(link):
        finding = examined(machine)
    assert finding.ok is False
    assert finding.how == f"the sensor at {link} speaks TDP/2 to 2, not TDP/1"
    assert finding.what_to_do == "update the older program"


def test_a_port_that_another_program_holds(bench: Bench, machine: Machine, link: Path) -> None:
    with serial.Serial(str(link), exclusive=True):
        assert examined(machine) == Finding(
            "sensor",
            False,
            f"another program holds the sensor's port {link}",
            "close that program",
        )


def test_a_port_that_may_not_be_opened(machine: Machine, link: Path) -> None:
    with forbidden_port(link) as port:
        settings = Settings(state_directory=machine.state, sensor=SensorSettings(port))
        finding = check_sensor(settings, machine.machine(), None)  # nobody may see the others
    assert finding.ok is False
    assert finding.how == f"the sensor's port {port} may not be opened"
    assert finding.what_to_do.startswith("add this user to the group ")


def test_what_is_no_serial_port(machine: Machine, link: Path) -> None:
    link.touch()
    finding = examined(machine)
    assert finding.ok is False
    assert finding.what_to_do == "see that it is a serial port"


def test_a_result_that_was_not_acknowledged_is_told_and_left_for_the_box(
    bench: Bench, machine: Machine, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    greet_soon(monkeypatch)
    bench.type("!ARM 1 tok=41 n=2")
    told.wait_for("!ACK ")
    bench.throw(3, 4)
    told.wait_for("told: thrown: 3 4")
    finding = examined(machine)
    assert finding.ok is False
    assert "1 not acknowledged" in finding.how
    assert finding.what_to_do == "start the box: it takes what it was not told yet"
    assert "the box has it" not in told.texts


def test_a_sensor_that_never_tells_its_state(
    bench: Bench, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    finding = examined(machine)
    assert finding.ok is False
    assert "does not tell its state" in finding.how


def test_a_running_box_keeps_its_sensor_to_itself(
    bench: Bench, machine: Machine, told: Told
) -> None:
    with open_store(machine.state):
        finding = machine.examine()["sensor"]
    assert finding.ok is None
    assert finding.what_to_do == "stop the box, and run this again"
    assert told.texts == []


def test_the_command_tells_of_it(
    bench: Bench,
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware_host.doctor.Machine", machine.machine)
    machine.write_settings()
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--settings", str(machine.file), "--json"])
    parts = {part["part"]: part for part in json.loads(capsys.readouterr().out)["parts"]}
    assert ended.value.code == 0
    assert parts["sensor"]["ok"] is True
