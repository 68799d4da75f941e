"""The package for the Pi, as far as it can be told without Debian's tools."""

import importlib.util
import re
import subprocess
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest

from firmware_host.cli.commands import MODULES
from firmware_host.settings import Settings
from firmware_host.settings.example import example
from firmware_host.settings.table import read_table

ROOT = Path(__file__).parent.parent
DEBIAN = ROOT / "systemd/debian"
CONTROL = (DEBIAN / "control").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

STATE = {"state_directory": "/nowhere"}
NAMES = {
    "font-roboto": "fonts-roboto-unhinted",
    "pillow": "python3-pil",
    "pyserial": "python3-serial",
}
"""What Debian calls otherwise than python3- and PyPI's name."""


def packager() -> ModuleType:
    spec = importlib.util.spec_from_file_location("package", ROOT / "systemd/package.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PACKAGER = packager()


def test_it_depends_on_debians_packages_of_all_that_the_project_needs_from_pypi() -> None:
    asked = [requirement.split(">=") for requirement in PROJECT["dependencies"]]
    wanted = {NAMES.get(name.lower(), f"python3-{name.lower()}"): bound for name, bound in asked}
    there = dict(re.findall(r"(python3-[\w.]+|fonts-[\w-]+)(?: \(>= ([\d.]+)\))?,", CONTROL))
    bounds = {name: bound for name, bound in wanted.items() if name.startswith("python3-")}
    assert {name: there.get(name) for name in bounds} == bounds
    assert wanted.keys() - bounds.keys() <= there.keys()


def test_the_installed_settings_say_nothing_and_hold_every_key_with_its_default() -> None:
    text = PACKAGER.settings()
    assert read_table(Settings, tomllib.loads(text) | STATE) == read_table(Settings, STATE)
    uncommented = re.sub(r"^#(\w+ = )", r"\1", text, flags=re.MULTILINE)
    shown = re.sub(r"^# (\w+ = )", r"\1", example(), flags=re.MULTILINE)
    assert uncommented == shown
    assert tomllib.loads(uncommented).keys() == Settings.__dataclass_fields__.keys()


def test_the_changelog_has_the_projects_version() -> None:
    entry = PACKAGER.changelog(PACKAGER.project_version(), datetime(2026, 1, 2, tzinfo=UTC))
    assert entry.startswith(f"dicetower ({PROJECT['version']}) ")
    assert entry.endswith("  Fri, 02 Jan 2026 00:00:00 +0000\n")


def test_the_manual_page_lists_every_command_for_users() -> None:
    page = (DEBIAN / "dicetower.1").read_text("utf-8").replace("\\-", "-")
    commands = page.partition(".SH COMMANDS")[2].partition(".SH ")[0]
    listed = re.findall(r"^\.B ([\w-]+)$", commands, re.MULTILINE)
    assert sorted(listed) == sorted(MODULES)


def test_the_installed_pages_lead_to_what_is_installed(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    PACKAGER.lay_out(tree, "0", datetime(2026, 1, 2, tzinfo=UTC))
    docs = (DEBIAN / "dicetower.docs").read_text("utf-8").split()
    lists = [(DEBIAN / f"dicetower.{kind}").read_text("utf-8") for kind in ("links", "install")]
    there = {*docs, *re.findall(r" usr/share/doc/dicetower/(\w+)$", "\n".join(lists), re.MULTILINE)}
    assert {Path(page).parts[0] for page in PACKAGER.PAGES} <= there
    for name in PACKAGER.PAGES:
        page = tree / name
        goals = PACKAGER.LINK.findall(page.read_text("utf-8"))
        assert goals
        for goal in ((page.parent / goal).resolve() for goal in goals):
            assert goal.exists(), f"{name}: {goal}"
            assert goal.relative_to(tree.resolve()).parts[0] in there, f"{name}: {goal}"


def test_only_pictures_and_whole_rows_are_left_out_of_the_installed_pages(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    PACKAGER.lay_out(tree, "0", datetime(2026, 1, 2, tzinfo=UTC))
    for name in PACKAGER.PAGES:
        whole, installed = ((root / name).read_text("utf-8") for root in (ROOT, tree))
        left_out = set(whole.splitlines()) - set(installed.splitlines())
        assert {line[0] for line in left_out} <= {"!", "|"}, left_out


def test_every_file_for_the_system_is_put_into_the_package() -> None:
    rules = (DEBIAN / "rules").read_text("utf-8")
    for file in (ROOT / "systemd").iterdir():
        if file.is_file() and file.suffix not in (".md", ".py"):
            assert f"systemd/{file.name}" in rules or file.name in PACKAGER.FOUND_BY_NAME


def stand_in(tool: Path, line: str) -> None:
    tool.write_text(f"#!/bin/sh\n{line}\n")
    tool.chmod(0o755)


def script(name: str, order: str, tools: Path) -> int:
    """How a script of the package ends, with these tools before the system's."""
    path = f"{tools}:/usr/bin:/bin"
    command = ["sh", str(DEBIAN / f"dicetower.{name}"), order]
    return subprocess.run(command, check=False, env={"PATH": path}).returncode


@pytest.mark.skipif(Path("/var/lib/dicetower").exists(), reason="the package is installed here")
def test_the_folder_of_the_games_is_made_where_systemd_does_nothing(tmp_path: Path) -> None:
    called = tmp_path / "called"
    for tool in ("systemd-sysusers", "deb-systemd-invoke", "udevadm", "install"):
        stand_in(tmp_path / tool, f'echo "{tool} $*" >> {called}')
    assert script("postinst", "configure", tools=tmp_path) == 0
    calls = called.read_text().splitlines()
    made = "install -d -m 750 -o dicetower -g dicetower /var/lib/dicetower"
    assert calls.index("systemd-sysusers dicetower.conf") < calls.index(made)


@pytest.mark.parametrize(("removed", "mounted", "status"), [(0, 1, 0), (1, 0, 0), (1, 1, 1)])
def test_purging_fails_where_games_are_left_but_not_where_a_disk_was_mounted(
    tmp_path: Path, removed: int, mounted: int, status: int
) -> None:
    stand_in(tmp_path / "rm", f"exit {removed}")
    stand_in(tmp_path / "mountpoint", f"exit {mounted}")
    assert script("postrm", "purge", tools=tmp_path) == status
