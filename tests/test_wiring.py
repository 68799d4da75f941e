"""The wiring page, held to the settings, the header and what the box says."""

import re
import tomllib
from collections import Counter
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_host.settings import ButtonSettings, PanelSettings, Settings
from firmware_host.settings.files import SYSTEM_FILE
from firmware_host.settings.keys import Says
from firmware_host.settings.model import SPI_PINS, SPI_SELECTS
from firmware_host.settings.table import read_table
from hw.events import KEYS, Profile

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "wiring.md").read_text("utf-8")

HEADER: dict[int, str] = {
    number: {"3V3": "3.3 V", "5V": "5 V"}.get(pin.name, pin.name)
    for number, pin in MockFactory().board_info.headers["J8"].pins.items()
}
"""What is on each pin of a Pi's header, as gpiozero has it."""

NOWHERE = {"state_directory": "/nowhere"}
DEFAULTS = read_table(Settings, NOWHERE)
SECTIONS = ("buttons", "panel", "sound", "lamps")

PANELS: tuple[Literal["i2c", "spi"], ...] = ("i2c", "spi")
BUILDS = tuple(product(PANELS, KEYS))


class Row(NamedTuple):
    """A row of a pin table."""

    what: str
    signal: str  # "GPIO17", "GND", "3.3 V"
    pins: tuple[int, ...]  # of the header
    key: str  # of the settings, "" for none
    value: int | None  # that has to be written there

    @property
    def gpio(self) -> int | None:
        return int(self.signal[4:]) if self.signal.startswith("GPIO") else None


def part_of(heading: str) -> str:
    """The text below a heading, up to the next."""
    return re.split(r"^##+ ", TEXT.split(f"# {heading}\n")[1], maxsplit=1, flags=re.M)[0]


def rows_of(heading: str) -> list[Row]:
    pattern = r"^\| (.+?) \| (GPIO\d+|GND|3\.3 V) \| ([\d, ]+) \| (?:–|`([\w.]+)(?: = (\d+))?`) \|$"
    found = re.findall(pattern, part_of(heading), re.M)
    assert len(found) == part_of(heading).count("\n|") - 2, f"{heading}: a row is not understood"
    return [
        Row(what, signal, tuple(map(int, pins.split(", "))), key, int(value) if value else None)
        for what, signal, pins, key, value in found
    ]


PANEL_HEADINGS = {"i2c": "Panel on I²C", "spi": "Panel on SPI"}
BESIDE_HOLDS = "Panel on SPI, beside hold-six"
HEADINGS = re.findall(r"^### (.+)$", TEXT, re.M)
ALL = [row for heading in HEADINGS for row in rows_of(heading)]


def build(panel: Literal["i2c", "spi"], profile: Profile) -> list[Row]:
    """All that is wired for one box with lamps and a buzzer."""
    rows = rows_of(PANEL_HEADINGS[panel])
    if (panel, profile) == ("spi", "hold-six"):
        moved = {row.what: row for row in rows_of(BESIDE_HOLDS)}
        rows = [moved.get(row.what, row) for row in rows]
    buttons = rows_of(f"Buttons, {profile}")
    return [*rows, *buttons, *rows_of("Lamps"), *rows_of("Buzzer")]


def pin_of(settings: Settings, key: str) -> int | None:
    pin: int | None = attrgetter(key)(settings)
    return pin


def said_of(section: str) -> dict[str, Says]:
    """What the settings say about each key of a section."""
    hints = get_type_hints(type(getattr(DEFAULTS, section)), include_extras=True)
    said = {
        name: [part for part in get_args(hint) if isinstance(part, Says)]
        for name, hint in hints.items()
    }
    return {f"{section}.{name}": says for name, (says,) in said.items()}


SAID = {key: says for section in SECTIONS for key, says in said_of(section).items()}


def suggested(key: str) -> int | None:
    """The pin of a key by itself, or the one that the settings suggest."""
    shown = SAID[key].shown
    return int(shown) if pin_of(DEFAULTS, key) is None and shown else pin_of(DEFAULTS, key)


def settings_of(rows: list[Row], panel: str, profile: str) -> Settings:
    """What the page says to set for a build; SettingsError where the box would refuse it."""
    table: dict[str, Any] = NOWHERE | {
        "panel": {"interface": panel},
        "buttons": {"profile": profile},
    }
    for row in rows:
        if row.value is not None:
            section, name = row.key.split(".")
            table.setdefault(section, {})[name] = row.value
    return read_table(Settings, table)


@pytest.mark.parametrize("row", ALL, ids=attrgetter("what"))
def test_every_signal_is_on_the_header_pin_it_says(row: Row) -> None:
    assert [HEADER[pin] for pin in row.pins] == [row.signal] * len(row.pins)


@pytest.mark.parametrize("row", [row for row in ALL if row.key], ids=attrgetter("key"))
def test_every_pin_with_a_setting_is_its_default_or_is_to_be_written(row: Row) -> None:
    assert row.gpio == (pin_of(DEFAULTS, row.key) if row.value is None else row.value)


@pytest.mark.parametrize("heading", ["Lamps", "Buzzer"])
def test_lamps_and_buzzer_have_the_pins_that_the_settings_suggest(heading: str) -> None:
    wired = {row.key: row.value for row in rows_of(heading) if row.key}
    assert wired == {key: suggested(key) for key in wired}


@pytest.mark.parametrize("profile", KEYS)
def test_each_profile_has_its_buttons(profile: Profile) -> None:
    wired = {row.key: row.gpio for row in rows_of(f"Buttons, {profile}") if row.key}
    pins = ButtonSettings(profile=profile).pins
    assert wired == {f"buttons.{key}": pin for key, pin in pins.items()}


def test_the_buses_of_the_panels_are_on_their_own_pins() -> None:
    i2c = [row.gpio for row in rows_of(PANEL_HEADINGS["i2c"]) if row.gpio is not None]
    assert i2c == [2, 3]
    _, data, clock = SPI_PINS[PanelSettings().spi_port]
    select = SPI_SELECTS[PanelSettings().spi_port][PanelSettings().spi_device]
    spi = [row.gpio for row in rows_of(PANEL_HEADINGS["spi"]) if row.gpio and not row.key]
    assert spi == [data, clock, select]


@pytest.mark.parametrize(("panel", "profile"), BUILDS)
def test_no_pin_is_wired_twice_in_a_build_and_the_box_takes_its_settings(
    panel: Literal["i2c", "spi"], profile: Profile
) -> None:
    rows = build(panel, profile)
    used = Counter(pin for row in rows for pin in row.pins)
    assert [pin for pin, times in used.items() if times > 1] == []
    settings = settings_of(rows, panel, profile)
    wired = {row.key: row.gpio for row in rows if row.key}
    assert wired == {key: pin_of(settings, key) for key in wired}


def lines_of(heading: str) -> dict[str, Any]:
    """The lines of the settings that are shown there."""
    (lines,) = re.findall(r"```toml\n(.*?)```", part_of(heading), re.S)
    return tomllib.loads(lines)


@pytest.mark.parametrize(
    ("heading", "rows", "panel", "profile"),
    [
        ("Panel on SPI", [], "spi", "five"),
        (BESIDE_HOLDS, rows_of(BESIDE_HOLDS), "spi", "hold-six"),
        ("Buzzer", rows_of("Lamps") + rows_of("Buzzer"), "i2c", "five"),
    ],
)
def test_the_lines_to_write_are_those_of_the_tables(
    heading: str, rows: list[Row], panel: str, profile: str
) -> None:
    written = read_table(Settings, NOWHERE | lines_of(heading))
    assert written == settings_of(rows, panel, profile)


@pytest.mark.parametrize("heading", PANEL_HEADINGS.values())
def test_the_chips_to_choose_from_are_those_of_the_settings(heading: str) -> None:
    named = set(re.findall(r'"(\w+)"', part_of(heading))) - {"spi"}
    chips = set(get_args(get_type_hints(PanelSettings)["chip"]))
    default = {PanelSettings().chip} if heading == PANEL_HEADINGS["i2c"] else set()
    assert named == chips - default


def test_the_pins_it_warns_of_are_those_with_5_v() -> None:
    warned = re.findall(r"pins (\d+) and (\d+) are 5 V", TEXT)
    assert warned == [tuple(str(pin) for pin, signal in HEADER.items() if signal == "5 V")]


SIGNAL = r"(GPIO\d+|GND|3\.3 V|5 V)"


def test_the_headers_that_are_drawn_are_the_tables() -> None:
    sides = re.findall(rf"^(\S.*?) +{SIGNAL} +\((\d+)\) +\(\d+\)", TEXT, re.M)
    sides += [
        (what, signal, pin)
        for pin, signal, what in re.findall(rf"\(\d+\) \((\d+)\) +{SIGNAL} +(\S.*)$", TEXT, re.M)
    ]
    drawn = {(what, signal, int(pin)) for what, signal, pin in sides}
    rows = build("i2c", "five") + rows_of(PANEL_HEADINGS["spi"])
    assert drawn == {(row.what, row.signal, pin) for row in rows for pin in row.pins}


def test_every_signal_that_is_drawn_is_on_its_header_pin() -> None:
    drawings = part_of("Drawings")
    drawn = [(signal, int(pin)) for signal, pin in re.findall(rf"{SIGNAL} +\((\d+)\)", drawings)]
    drawn += [(signal, int(pin)) for pin, signal in re.findall(rf"\((\d+)\) +{SIGNAL}", drawings)]
    assert len(drawn) > 30
    assert [(signal, pin) for signal, pin in drawn if HEADER[pin] != signal] == []


@pytest.mark.parametrize("key", SAID)
def test_the_header_pin_that_the_settings_name_is_right(key: str) -> None:
    if named := re.search(r"header pin (\d+)", SAID[key].text, re.I):
        assert HEADER[int(named[1])] == f"GPIO{suggested(key)}"


def filled_in(message: str) -> str:
    """A pattern of what the program says, where a number of the message may be a field."""
    return re.sub(r"\b\d+\b", r"({[^}]+}|\g<0>)", re.escape(message))


def test_every_message_of_the_trouble_table_is_one_that_the_box_says() -> None:
    left = "\n".join(re.findall(r"^\| (.+?) \|", part_of("Trouble"), re.M))
    said = "\n".join(
        file.read_text("utf-8")
        for folder in ("hw", "firmware_host")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".toml")
    )
    messages = re.findall(r"`([^`]+)`", left)
    assert len(messages) > 15
    assert [message for message in messages if not re.search(filled_in(message), said)] == []


def test_every_file_it_names_is_one_of_the_installed_package() -> None:
    assert set(re.findall(r"\S*dicetower\.toml", TEXT)) == {str(SYSTEM_FILE)}
    installed = re.findall(r"`/usr/share/dicetower/(\S+)`", TEXT)
    assert installed
    assert all((ROOT / name).exists() for name in installed)
    assert "~/" not in TEXT
