"""`dicetower doctor` finds each fault, and that one alone."""

import errno
import importlib.util
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from doctor_machines import (
    Bench,
    Slow,
    bench_in,
    change,
    move_panel,
    no_hardware,
    on_spi,
    overwrite,
    refused,
)
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_host.doctor.clock import UNKNOWN
from firmware_host.doctor.machine import clock_error
from firmware_host.doctor.settings import check_settings
from firmware_host.doctor.state import LOW, nearest_mount
from firmware_host.settings import files
from hw.pins import lgpio_library


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


class Fault(NamedTuple):
    """Something broken, and what is to be said of it."""

    part: str
    make: Callable[[Bench], object]
    found: str
    what_to_do: str


def refuse_bus(number: int, bench: Bench) -> None:
    bench.open_bus = refused(number)


def refuse_random(number: int, bench: Bench) -> None:
    bench.differences["open_random"] = refused(number)


def differ(name: str, value: object, bench: Bench) -> None:
    bench.differences[name] = value


def mount(line: str, bench: Bench) -> None:
    bench.mounts.write_text(bench.mounts.read_text() + line.format(bench.folder) + "\n")


def hold_to_supply(bench: Bench) -> None:
    bench.set("buttons", "pull_up = false")
    bench.hold(24, high=True)


def on_spi_without_bus(bench: Bench) -> None:
    on_spi(bench)
    bench.set("panel", "spi_device = 1")


def on_spi_with_busy_pin(bench: Bench) -> None:
    on_spi(bench)
    bench.take_pin(6)


def take_buzzer_s_pin(bench: Bench) -> None:
    bench.set("sound", "pin = 12")
    bench.take_pin(12)


def take_lamp_s_pin(bench: Bench) -> None:
    set_outputs(bench)
    bench.take_pin(26)


def set_outputs(bench: Bench) -> None:
    bench.factory = MockFactory(pin_class=MockPWMPin)
    bench.set("sound", "pin = 12")
    bench.set("lamps", "roll = 16\nbank = 26")


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
    "pipe for a rule file": Fault(
        "rules",
        lambda b: os.mkfifo(b.rules / "pipe.toml"),
        "pipe.toml: it is no file",
        "move it away",
    ),
    "rule file that leads nowhere": Fault(
        "rules",
        lambda b: (b.rules / "link.toml").symlink_to("/nowhere"),
        "link.toml: it is no file",
        "move it away",
    ),
    "busy pin": Fault("buttons", lambda b: b.take_pin(24), "GPIO 24 (roll)", "free it"),
    "button held": Fault(
        "buttons", lambda b: b.hold(23), "held: keep (GPIO 23)", "COM and NO, not NC"
    ),
    "button to the supply held": Fault(
        "buttons", hold_to_supply, "held: roll (GPIO 24)", "COM and NO, not NC"
    ),
    "busy pin of the buzzer": Fault("sound", take_buzzer_s_pin, "12 is already in use", "free it"),
    "busy pin of a lamp": Fault("lamps", take_lamp_s_pin, "GPIO 26 (bank)", "free it"),
    "I2C off": Fault(
        "panel", partial(refuse_bus, errno.ENOENT), "no I2C bus /dev/i2c-1", "raspi-config"
    ),
    "file with a bus's name": Fault(
        "panel", partial(refuse_bus, errno.ENOTTY), "/dev/i2c-1 is no I2C bus", "restart the Pi"
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
        "Game 1 is not what was stored: row 5 was changed",
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
        "sound",
        "lamps",
        "random",
        "sensor",
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


def test_the_file_that_was_read_is_named_and_so_is_none(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench.examine()["settings"].how == f"read {bench.file}: every key fits"
    monkeypatch.setenv("DICETOWER_SETTINGS", str(bench.file))
    assert check_settings(None)[1].how == f"read {bench.file}: every key fits"
    monkeypatch.delenv("DICETOWER_SETTINGS")
    monkeypatch.setattr(files, "SYSTEM_FILE", bench.folder / "none.toml")
    monkeypatch.setenv("HOME", str(bench.folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert check_settings(None)[1].how == "there is no file: all is as by default"


def test_it_is_said_that_a_button_without_wires_passes(bench: Bench) -> None:
    assert "press each" in bench.examine()["buttons"].how


def test_a_buzzer_and_lamps_that_are_set_are_taken_and_given_back(bench: Bench) -> None:
    set_outputs(bench)
    for _ in range(2):
        findings = bench.examine()
        assert (findings["sound"].ok, findings["lamps"].ok) == (True, True)
        assert findings["sound"].how.startswith("GPIO 12 taken")
        assert findings["lamps"].how.startswith("GPIO 16 and GPIO 26 taken")


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


@pytest.mark.parametrize(
    ("call", "broken"), [("fsync", refused(errno.EIO)), ("pread", lambda *_: b"")]
)
def test_a_disk_that_does_not_keep_what_is_written_is_found(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, call: str, broken: Callable[..., object]
) -> None:
    monkeypatch.setattr(os, call, broken)
    found = bench.examine()["state"]
    assert (found.ok, found.what_to_do) == (False, "change the card or disk")


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
    assert nearest_mount(Path(place), table).kind == kind


def test_the_kernel_tells_how_right_its_clock_is() -> None:
    assert 0 <= clock_error() <= UNKNOWN


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is None, reason="lgpio is not installed")
def test_a_gpiochip_that_cannot_be_opened_is_found(bench: Bench) -> None:
    bench.differences["open_pins"] = partial(lgpio_library, chip=9999)
    found = bench.examine()["buttons"]
    assert "the GPIO chip cannot be opened" in found.how
    assert found.what_to_do == "add the user to the group gpio"
