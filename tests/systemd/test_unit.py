"""The files for systemd, as far as systemd's own tools can tell without a Pi."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_host.settings.files import SYSTEM_STATE
from firmware_host.store.opening import KEPT, OVERLAY

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "systemd"
UNIT = FOLDER / "dicetower.service"
SAFE = 10  # in tenths: systemd's figure for how much the service could do to the system
HANGS = 60.0  # seconds that none of the tools takes

analyze = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed"
)


def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANGS)


def text(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def values(key: str) -> list[str]:
    """What the unit says of this key, line by line."""
    return re.findall(rf"^{key}=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)


def verified(tmp_path: Path, unit: str) -> str:
    """What systemd finds in the unit, with a program in place of the box."""
    file = tmp_path / UNIT.name
    file.write_text(unit.replace("/usr/bin/dicetower", shutil.which("true") or ""), "utf-8")
    return run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", file).stderr


@analyze
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    assert UNIT.name not in verified(tmp_path, UNIT.read_text("utf-8"))


@analyze
@pytest.mark.parametrize(
    ("right", "wrong"),
    [("\nRestart=", "\nRestrat="), ("=always", "=alwais"), ("ExecStart=/", "ExecStart=/nowhere/")],
)
def test_systemd_would_find_a_mistake(tmp_path: Path, right: str, wrong: str) -> None:
    unit = UNIT.read_text("utf-8")
    assert right in unit
    assert UNIT.name in verified(tmp_path, unit.replace(right, wrong))


def rated(unit: Path, threshold: int) -> "subprocess.CompletedProcess[str]":
    how = ("--offline=true", f"--threshold={threshold}", "--no-pager")
    return run("systemd-analyze", "security", *how, unit)


@analyze
def test_the_sandbox_is_safe_by_systemd_s_own_measure() -> None:
    assert "Overall exposure level" in (done := rated(UNIT, SAFE)).stdout, done.stderr
    assert done.returncode == 0, done.stdout


@analyze
def test_the_measure_would_find_a_sandbox_with_holes(tmp_path: Path) -> None:
    unit = UNIT.read_text("utf-8")
    open_unit = re.sub(r"^(System|Protect|Capability).*$", "", unit, flags=re.MULTILINE)
    (file := tmp_path / UNIT.name).write_text(open_unit, "utf-8")
    assert rated(file, SAFE).returncode != 0


def test_its_documentation_is_what_the_package_installs() -> None:
    (urls,) = values("Documentation")
    manual, page = urls.split()
    assert manual == "man:dicetower(1)"
    assert (FOLDER / "debian/dicetower.1").exists()
    folder, _, name = page.removeprefix("file:").rpartition("/")
    assert folder == "/usr/share/doc/dicetower"
    assert name in text("debian/dicetower.docs").split()
    assert "dh_compress -X.md" in text("debian/rules")


def edited(command: str, line: str) -> str:
    done = subprocess.run(["sed", command], input=line, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_way_into_the_overlay_and_back_changes_nothing_else_of_the_command_line() -> None:
    into, back = re.findall(r"sudo sed -i '(.+)' /boot/firmware/cmdline.txt", text("README.md"))
    line = "console=tty1 root=PARTUUID=1-02"
    by_raspi_config, by_hand = f"overlayroot=tmpfs {line}", f"overlayroot=tmpfs:recurse=0 {line}"
    for before in (by_raspi_config, by_hand):
        assert OVERLAY.search(before)
        assert edited(into, before) == by_hand
        assert edited(back, before) == line
    assert KEPT.search(by_hand)


def test_it_never_gives_the_box_up() -> None:
    assert (values("Restart"), values("StartLimitIntervalSec")) == (["always"], ["0"])


def test_lgpio_s_pipe_and_the_working_directory_are_the_service_s_own() -> None:
    assert values("RuntimeDirectory") == ["dicetower"]
    assert values("RuntimeDirectoryMode") == ["0700"]
    assert values("WorkingDirectory") == ["%t/dicetower"]
    assert "LG_WD=%t/dicetower" in values("Environment")


def writable() -> list[Path]:
    """The folders it may write to, each of which may be missing."""
    (paths,) = map(str.split, values("ReadWritePaths"))
    assert all(path.startswith("-/") for path in paths)
    return [Path(path.removeprefix("-")) for path in paths]


def test_the_games_are_where_the_commands_look_for_them() -> None:
    (state,) = re.findall(r"^d (\S+) (\d+) (\S+) (\S+)$", text("dicetower.tmpfiles"), re.MULTILINE)
    assert state == (str(SYSTEM_STATE), "0750", *values("User") * 2)
    assert SYSTEM_STATE in writable()


def test_a_disk_of_the_games_own_is_waited_for_and_done_without() -> None:
    mounts = [f"{'-'.join(place.parts[1:])}.mount" for place in writable()]
    assert [*map(str.split, values("Wants"))] == [*map(str.split, values("After"))] == [mounts]
    assert values("Requires") == values("RequiresMountsFor") == values("StateDirectory") == []
    assert all(str(place) in text("README.md") for place in writable())


def test_the_user_has_every_group_that_opens_a_part() -> None:
    sysusers = text("dicetower.sysusers")
    rules = text("60-dicetower.rules")
    groups = set(re.findall(r"^g (\w+) ", sysusers, re.MULTILINE))
    joined = set(re.findall(r"^m dicetower (\w+)$", sysusers, re.MULTILINE))
    said = [
        file.read_text("utf-8")
        for folder in ("hw", "firmware_host")
        for file in (ROOT / folder).rglob("*.py")
    ]
    asked = set(re.findall(r"the user to the group (\w+)", "\n".join(said)))
    assert joined == groups == asked | set(re.findall(r'GROUP="(\w+)"', rules))
    assert values("User") == re.findall(r"^u (\w+) ", sysusers, re.MULTILINE)


def test_every_class_of_devices_that_is_a_module_is_loaded_before() -> None:
    module = {"i2c": "i2c-dev", "spi": "spidev", "ttyACM": "cdc_acm", "ttyUSB": "usbserial"}
    built_in = {"gpiochip"}
    classes = set(re.findall(r"char-(\w+)", "\n".join(values("DeviceAllow"))))
    lines = text("dicetower.modules-load").splitlines()
    assert classes - built_in == module.keys()
    assert {line for line in lines if not line.startswith("#")} == set(module.values())


def test_the_hardware_watchdog_counts_no_further_than_a_pi_s() -> None:
    conf = configparser.ConfigParser()
    conf.read_string(text("dicetower-watchdog.conf"))
    assert 0 < conf.getint("Manager", "RuntimeWatchdogSec") < 16


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not there")
def test_the_user_and_its_groups_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    run("systemd-sysusers", f"--root={tmp_path}", FOLDER / "dicetower.sysusers")
    passwd, group = ((tmp_path / "etc" / name).read_text("utf-8") for name in ("passwd", "group"))
    assert re.search(r"^dicetower:x:\d+:\d+:Dice tower:/:/usr/sbin/nologin$", passwd, re.MULTILINE)
    members = re.findall(r"^(\w+):x:\d+:dicetower$", group, re.MULTILINE)
    assert sorted(members) == ["dialout", "gpio", "hwrng", "i2c", "spi"]


SHUTDOWN = FOLDER / "dicetower.shutdown"


@pytest.mark.parametrize(
    ("what_follows", "shown"),
    [
        ("poweroff", "panel-picture safe\n"),
        ("halt", "panel-picture safe\n"),
        ("reboot", "panel-picture restart\n"),
        ("kexec", "panel-picture restart\n"),
        ("exit", ""),
    ],
)
def test_the_last_picture_is_the_right_one(tmp_path: Path, what_follows: str, shown: str) -> None:
    box = tmp_path / "dicetower"
    box.write_text('#!/bin/sh\necho "$@"\n')
    box.chmod(0o755)
    script = tmp_path / "shutdown"
    script.write_text(SHUTDOWN.read_text("utf-8").replace("/usr/bin/dicetower", str(box)))
    assert run("sh", script, what_follows).stdout == shown


def test_the_last_picture_is_a_program() -> None:
    assert SHUTDOWN.stat().st_mode & 0o111 == 0o111
    assert run("sh", "-n", SHUTDOWN).returncode == 0


def test_the_readme_names_every_file() -> None:
    named = set(re.findall(r"^\| `([^`]+)` \|", text("README.md"), re.MULTILINE))
    there = {file.name for file in FOLDER.iterdir() if not file.name.startswith(("README", "__"))}
    assert named == {f"{name}/" if (FOLDER / name).is_dir() else name for name in there}
