"""`dicetower doctor` finds each fault, that one alone, and leaves all as it was."""

import errno
import importlib.util
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from doctor_machines import HEADER, ROWS, Bench, Slow, no_hardware, refused
from PIL import Image

from firmware_host import panels
from firmware_host.cli import main
from firmware_host.doctor.clock import UNKNOWN
from firmware_host.doctor.machine import clock_error
from firmware_host.doctor.state import LOW, file_system
from firmware_host.store import StoreBusyError, open_store
from hw.panel import I2c, Panel
from hw.panel import spi as hw_spi
from hw.pins import PinLibrary, lgpio_library

HERE = Path(__file__).parents[2]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=lambda n: bench.open_bus(n)))
    monkeypatch.setattr(hw_spi, "Spi", partial(hw_spi.Spi, new_device=bench.spi.new_device))
    yield bench
    bench.close()


class Fault(NamedTuple):
    """Something broken, and what is to be said of it."""

    part: str
    make: Callable[[Bench], object]
    found: str
    what_to_do: str


def overwrite(file: Path, at: int, raw: bytes) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(at)
        damaged.write(raw)


def change(file: Path, statement: str) -> None:
    db = sqlite3.connect(file)
    with db:
        db.execute(statement)
    db.close()


def move_panel(bench: Bench) -> None:
    bench.bus.address = 0x3D


def refuse_bus(number: int, bench: Bench) -> None:
    bench.open_bus = refused(number)


def refuse_random(number: int, bench: Bench) -> None:
    bench.differences["open_random"] = refused(number)


def differ(name: str, value: object, bench: Bench) -> None:
    bench.differences[name] = value


def mount(line: str, bench: Bench) -> None:
    bench.mounts.write_text(bench.mounts.read_text() + line.format(bench.folder) + "\n")


def on_spi(bench: Bench) -> None:
    bench.set("panel", 'interface = "spi"')
    bench.factory = bench.spi.factory


def on_spi_without_bus(bench: Bench) -> None:
    on_spi(bench)
    bench.set("panel", "spi_device = 1")


def on_spi_with_busy_pin(bench: Bench) -> None:
    on_spi(bench)
    bench.take_pin(6)


def make_a_file(bench: Bench) -> None:
    bench.device.unlink()
    bench.device.write_bytes(bytes(5000))


def slow_down(bench: Bench) -> None:
    bench.differences["open_random"] = lambda _: Slow(bench.clock)


FAULTS = {
    "unknown key": Fault(
        "settings", lambda b: b.set("panel", "chipp = 1"), "panel.chipp", "did you mean 'chip'?"
    ),
    "no TOML": Fault("settings", lambda b: b.set("panel", "chip ="), "is not TOML", "mend"),
    "bad rule file": Fault(
        "rules",
        lambda b: (b.rules / "bad.toml").write_text("to_win = true\n"),
        "1 of 2 rule files are not offered",
        "dicetower rules check",
    ),
    "busy pin": Fault("buttons", lambda b: b.take_pin(24), "GPIO 24 (roll)", "free it"),
    "button held": Fault(
        "buttons", lambda b: b.hold(23), "held: keep (GPIO 23)", "check its wires"
    ),
    "I2C off": Fault(
        "panel", partial(refuse_bus, errno.ENOENT), "no I2C bus /dev/i2c-1", "raspi-config"
    ),
    "not in group i2c": Fault(
        "panel", partial(refuse_bus, errno.EACCES), "may not be opened", "group i2c"
    ),
    "panel unplugged": Fault("panel", lambda b: b.bus.unplug(), "not answer at 0x3c", "wires"),
    "panel at 0x3D": Fault("panel", move_panel, "but 0x3d answers", "set address = 0x3D"),
    "SPI off": Fault("panel", on_spi_without_bus, "no SPI bus /dev/spidev0.1", "raspi-config"),
    "busy pin of the panel": Fault("panel", on_spi_with_busy_pin, "GPIO 5 and 6", "else has them"),
    "no random device": Fault("random", lambda b: b.device.unlink(), "No such file", "driver"),
    "not in group hwrng": Fault(
        "random", partial(refuse_random, errno.EACCES), "Permission denied", "60-dicetower.rules"
    ),
    "driver without hardware": Fault(
        "random", partial(differ, "open_random", no_hardware), "No such device", "rng_available"
    ),
    "file for a device": Fault("random", make_a_file, "Not a device", "set dice.device"),
    "stuck source": Fault("random", lambda b: b.give(bytes(2000)), "6 times in a row", "rng test"),
    "counter": Fault("random", lambda b: b.give(bytes(range(256)) * 8), "came again", "rng test"),
    "silent source": Fault("random", lambda b: b.give(b"\x05"), "No byte for 10 s", "dmesg"),
    "slow source": Fault("random", slow_down, "not 1024 bytes in 90 s", "dmesg"),
    "low space": Fault(
        "state", partial(differ, "free_space", lambda _: LOW - 1), "room for 63 MiB", "delete"
    ),
    "in memory": Fault(
        "state", partial(mount, "9 22 0:9 / {} rw - tmpfs tmpfs rw"), "memory (tmpfs)", "raspi-con"
    ),
    "on an overlay": Fault(
        "state", partial(mount, "9 1 0:9 / / rw - overlay overlay rw"), "(overlay)", "raspi-config"
    ),
    "file that is no database": Fault(
        "games", lambda b: overwrite(b.database, 0, bytes(512)), "is damaged", "sets aside"
    ),
    "damaged page": Fault(
        "games",
        lambda b: overwrite(b.database, b.database.stat().st_size - 4096, b"\xa5" * 4096),
        "is damaged",
        "sets aside",
    ),
    "another throw": Fault(
        "games",
        lambda b: change(b.database, "UPDATE actions SET token = 99 WHERE seq = 5"),
        "damaged",
        "sets aside",
    ),
    "newer database": Fault(
        "games",
        lambda b: change(b.database, "PRAGMA user_version = 99"),
        "newer dicetower",
        "update",
    ),
    "clock not synchronised": Fault(
        "clock",
        partial(differ, "clock_error", lambda: UNKNOWN),
        "nothing has set it",
        "timedatectl",
    ),
    "kernel that does not tell the time": Fault(
        "clock",
        partial(differ, "clock_error", refused(errno.EPERM)),
        "not permitted",
        "timedatectl",
    ),
}


def test_a_well_box_is_well(bench: Bench) -> None:
    findings = bench.examine()
    assert [*findings] == [
        "settings",
        "rules",
        "buttons",
        "panel",
        "random",
        "state",
        "games",
        "clock",
    ]
    assert [f for f in findings.values() if not f.ok or f.what_to_do] == []


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_each_fault_is_found_and_no_other(bench: Bench, fault: Fault) -> None:
    fault.make(bench)
    findings = bench.examine()
    found = findings.pop(fault.part)
    assert not found.ok
    assert fault.found in found.how
    assert fault.what_to_do in found.what_to_do
    if fault.part != "settings":  # without them other parts may be looked for
        assert [other for other in findings.values() if not other.ok] == []


def test_a_missing_folder_of_rule_files_is_found(bench: Bench) -> None:
    (bench.rules / "ours.toml").unlink()
    bench.rules.rmdir()
    assert (
        bench.examine()["rules"].how
        == f"rules_directory: {bench.rules} is no folder that may be read"
    )


@pytest.mark.parametrize("where", ["/sys/dicetower", "/proc/dicetower"])
def test_a_state_directory_that_cannot_be_written_is_found(bench: Bench, where: str) -> None:
    bench.keys[""] = f'state_directory = "{where}"\n'
    found = bench.examine()["state"]
    assert (found.ok, found.how.startswith(f"{where} cannot be written")) == (False, True)


@pytest.mark.parametrize(("call", "broken"), [("fsync", refused(errno.EIO)), ("pread", bytes)])
def test_a_disk_that_does_not_keep_what_is_written_is_found(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, call: str, broken: Callable[..., object]
) -> None:
    monkeypatch.setattr(os, call, lambda *given: broken(given[:0]))
    found = bench.examine()["state"]
    assert (found.ok, found.what_to_do) == (False, "change the card or disk")


def test_a_state_directory_to_be_made_is_well_and_not_made(bench: Bench) -> None:
    there = bench.folder / "one" / "two"
    bench.keys[""] = f'state_directory = "{there}"\n'
    findings = bench.examine()
    assert findings["state"].ok
    assert "not there yet" in findings["state"].how
    assert findings["games"].ok
    assert not there.parent.exists()


def test_while_a_box_runs_its_pins_are_left_alone_and_its_panel_is_asked(bench: Bench) -> None:
    bench.take_pin(24)
    with open_store(bench.state):
        findings = bench.examine()
    assert findings["buttons"].ok is None
    assert f"process {os.getpid()}" in findings["buttons"].how
    assert findings["games"].how == f"{bench.database} is in use by process {os.getpid()}"
    assert findings["games"].ok is False
    assert findings["panel"].ok


def test_while_a_box_runs_its_panel_on_spi_is_left_alone(bench: Bench) -> None:
    on_spi(bench)
    with open_store(bench.state):
        assert bench.examine()["panel"].ok is None
    assert bench.spi.opened == 0


def test_no_box_starts_meanwhile_and_one_can_afterwards(bench: Bench) -> None:
    def open_pins(folder: Path) -> PinLibrary:
        with pytest.raises(StoreBusyError):
            open_store(bench.state)
        return bench.open_pins(folder)

    bench.differences["open_pins"] = open_pins
    assert bench.examine()["buttons"].ok
    open_store(bench.state).close()


def test_the_panel_keeps_its_picture(bench: Bench) -> None:
    picture = Image.new("1", (128, 64), 1)
    Panel(bus=I2c(open_bus=bench.bus.open), contrast=9).show(picture)
    before = (bench.bus.chip.picture().tobytes(), bench.bus.chip.contrast, bench.bus.chip.lit)
    assert bench.examine()["panel"].ok
    chip = bench.bus.chip
    assert (chip.picture().tobytes(), chip.contrast, chip.lit) == before
    assert bench.bus.closed == 1


def test_a_panel_on_spi_keeps_its_picture(bench: Bench) -> None:
    on_spi(bench)
    chip = bench.spi.chip
    Panel(bus=hw_spi.Spi(bench.spi.open_pins, new_device=bench.spi.new_device)).show(
        Image.new("1", (128, 64), 1)
    )
    seen, resets = chip.picture().tobytes(), bench.spi.resets
    bench.spi.factory.reset()  # the program that showed it has ended
    assert bench.examine()["panel"].ok
    bench.spi.writebytes(b"\xe3")  # a command that does nothing: resets are counted with it
    assert (chip.picture().tobytes(), bench.spi.resets, chip.lit) == (seen, resets, True)


@pytest.mark.parametrize("damage", [b"", b"\xa5" * 4096])
def test_the_games_stay_as_they_were_to_the_byte(bench: Bench, damage: bytes) -> None:
    overwrite(bench.database, 0, damage)

    def files() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in bench.state.iterdir()}

    before = files()
    assert bench.examine()["games"].ok is not bool(damage)
    assert files() == before


def test_damage_that_is_only_in_the_log_yet_is_found(bench: Bench) -> None:
    with open_store(bench.state) as store:
        store.append(store.begin(HEADER), ROWS)
        change(bench.database, "UPDATE actions SET token = 99 WHERE game = 2 AND seq = 5")
        log = bench.database.with_name("games.sqlite3-wal")
        kept = (bench.database.read_bytes(), log.read_bytes())
    bench.database.write_bytes(kept[0])
    log.write_bytes(kept[1])
    assert not bench.examine()["games"].ok
    assert (bench.database.read_bytes(), log.read_bytes()) == kept


@pytest.mark.parametrize(
    ("place", "kind"),
    [("/", "ext4"), ("/run/user", "tmpfs"), ("/runner", "ext4"), ("/a b/c", "vfat")],
)
def test_a_folder_is_on_the_file_system_mounted_nearest(
    tmp_path: Path, place: str, kind: str
) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(
        "1 0 0:1 / / rw - rootfs none rw\n"
        "22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"
        "23 22 0:9 / /run rw shared:2 master:3 - tmpfs tmpfs rw\n"
        "24 22 8:1 / /a\\040b rw - vfat /dev/mmcblk0p1 rw\n"
    )
    assert file_system(Path(place), table) == kind


def test_the_kernel_tells_how_right_its_clock_is() -> None:
    assert 0 <= clock_error() <= UNKNOWN


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is None, reason="lgpio is not installed")
def test_a_gpiochip_that_cannot_be_opened_is_found(bench: Bench) -> None:
    bench.differences["open_pins"] = partial(lgpio_library, chip=9999)
    found = bench.examine()["buttons"]
    assert "the GPIO chip cannot be opened" in found.how
    assert found.what_to_do == "add the user to the group gpio"


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
    assert [line.split()[0] for line in out.splitlines()] == ["ok"] * 8


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
    assert out.count("\n") == 8


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


def test_an_environment_without_defaults_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "relative")
    status, _, err = doctor(capsys, "--settings", str(tmp_path / "missing.toml"))
    assert status == 2
    assert "state_directory" in err


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
    assert (run.returncode, run.stderr, len(parts)) == (1, "", 8)
    assert "lgpio is not installed" in parts["buttons"]["how"]
    assert parts["buttons"]["what_to_do"] == "install lgpio 0.2.2 or newer"
    assert "no I2C bus /dev/i2c-250" in parts["panel"]["how"]
