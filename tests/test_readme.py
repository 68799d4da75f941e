"""What the README promises."""

import re
from pathlib import Path

import pytest

from firmware_host.cli.commands import dicetower
from firmware_host.settings.example import example
from firmware_host.settings.model import SENSOR_LINK
from hw.tower.port import GROUP
from rules import preset_names
from rules.record import parse

ROOT = Path(__file__).parent.parent
MADE = {".venv", "build"}  # folders that are no part of the project
PACKAGES = ("rules", "hw", "firmware_host")
NO_TESTS = {"play", "deb", "clean"}  # what make does besides
README = (ROOT / "README.md").read_text("utf-8")


def fenced(language: str, beginning: str) -> str:
    """The fenced block that begins so."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return next(block for block in blocks if block.startswith(beginning))


def test_the_settings_shown_are_all_there_are_with_their_defaults() -> None:
    assert fenced("toml", "# Settings").strip() == example().strip()


def test_the_record_shown_can_be_played() -> None:
    record = parse(fenced("", '{"record"').encode(), "README.md")
    assert record.games[-1].turn_points == 150


def test_every_command_is_listed_and_every_command_listed_is_there() -> None:
    listed = re.findall(r"^\| `(?!dicetower)([\w-]+) ", README, re.MULTILINE)
    assert sorted(listed) == sorted(dicetower.list_commands(None))  # type: ignore[arg-type]


def test_it_counts_the_games_there_are() -> None:
    assert re.findall(r"knows (\d+) games", README) == [str(len(preset_names()))]


def test_the_services_user_is_in_every_group_that_the_box_may_ask_for() -> None:
    said = [
        file.read_text("utf-8")
        for folder in ("hw", "firmware_host")
        for file in (ROOT / folder).rglob("*.py")
    ]
    asked = set(re.findall(r"the user to the group (\w+)", "\n".join(said)))
    users = (ROOT / "systemd/dicetower.sysusers").read_text("utf-8")
    joined = re.findall(r"^m dicetower (\w+)", users, re.MULTILINE)
    assert asked | {GROUP} == set(joined)


def test_the_udev_rule_gives_a_sensor_the_name_and_the_group_that_the_program_knows() -> None:
    rules = (ROOT / "systemd/60-dicetower.rules").read_text("utf-8")
    assert re.findall(r'SUBSYSTEM=="tty", GROUP="(\w+)", .*SYMLINK\+="(.+)"', rules) == [
        (GROUP, SENSOR_LINK.name)
    ]
    gone_to, labels = (set(re.findall(rf'{word}="(\w+)"', rules)) for word in ("GOTO", "LABEL"))
    assert gone_to == labels


def anchors(page: Path) -> set[str]:
    """What a link into a page may name: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def told_by(readme: Path) -> list[Path]:
    """The modules of a folder, and of those below it that have no page of their own."""
    return [
        module
        for module in readme.parent.rglob("[!_]*.py")
        if next(folder for folder in module.parents if (folder / readme.name).exists())
        == readme.parent
    ]


@pytest.mark.parametrize(
    "readme",
    [page for part in PACKAGES for page in sorted((ROOT / part).rglob("README.md"))],
    ids=lambda page: str(page.parent.relative_to(ROOT)),
)
def test_a_folders_page_names_every_module(readme: Path) -> None:
    text = readme.read_text("utf-8")
    for module in told_by(readme):
        path = module.relative_to(readme.parent)
        ways = [path.name, *(f"{folder}/" for folder in path.parents[:-1])]
        assert any(f"`{way}" in text or f"/{way}`" in text for way in ways), path


def test_the_tests_page_lists_every_target_that_tests() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    page = (ROOT / "tests/README.md").read_text("utf-8")
    (targets,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    listed = re.findall(r"^\| `make ([\w-]+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(set(targets.split()) - NO_TESTS)


def test_links_lead_to_files_and_headings() -> None:
    for page in ROOT.glob("**/*.md"):
        if not MADE & set(page.relative_to(ROOT).parts):
            for link in re.findall(r"\]\((?!http)([^)]+)\)", page.read_text("utf-8")):
                path, _, anchor = link.partition("#")
                goal = page.parent / path if path else page
                assert goal.exists(), f"{page}: {link}"
                assert not anchor or anchor in anchors(goal), f"{page}: {link}"
