"""What the README promises."""

import re
from pathlib import Path

from firmware_host.cli.commands import dicetower
from firmware_host.settings.example import example
from firmware_host.settings.model import SENSOR_LINK
from hw.tower.port import GROUP
from rules import preset_names
from rules.record import parse

ROOT = Path(__file__).parent.parent
MADE = {".venv", "build"}  # folders that are no part of the project
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


def test_links_lead_to_files_and_headings() -> None:
    for page in ROOT.glob("**/*.md"):
        if not MADE & set(page.relative_to(ROOT).parts):
            for link in re.findall(r"\]\((?!http)([^)]+)\)", page.read_text("utf-8")):
                path, _, anchor = link.partition("#")
                goal = page.parent / path if path else page
                assert goal.exists(), f"{page}: {link}"
                assert not anchor or anchor in anchors(goal), f"{page}: {link}"
