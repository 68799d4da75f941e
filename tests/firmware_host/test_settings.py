"""Settings are read from one file, and a wrong one is told in one line."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unprivileged import unprivileged

from firmware_host.settings import (
    ButtonSettings,
    DiceSettings,
    PanelSettings,
    Settings,
    SettingsError,
    files,
    read_settings,
    settings_file,
)
from firmware_host.settings.example import example
from firmware_host.settings.model import SENSOR_LINK

NOWHERE = {"HOME": "/nowhere"}
NO_STATE = Path("/nowhere/system")


@pytest.fixture(autouse=True)
def no_system_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test may put the system's file."""
    file = tmp_path / "etc.toml"
    monkeypatch.setattr(files, "SYSTEM_FILE", file)
    monkeypatch.setattr(files, "SYSTEM_STATE", NO_STATE)  # this machine may have a box of its own
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def test_without_a_file_all_is_default() -> None:
    settings = read_settings(environ=NOWHERE)
    assert settings == Settings(state_directory=Path("/nowhere/.local/state/dicetower"))
    assert settings.language == "en"
    assert settings.panel == PanelSettings(
        "i2c", "ssd1306", 64, 1, 0x3C, 0, 0, 5, 6, 0, None, 0, 127
    )
    assert settings.dice == DiceSettings(Path("/dev/hwrng"))


def test_what_a_file_says_replaces_the_default(file: Path) -> None:
    file.write_text(
        'language = "fi"\nstate_directory = "/srv/games"\n'
        "[buttons]\nleft = 5\npull_up = false\n"
        '[panel]\nchip = "sh1106"\naddress = 0x3D\nrotate = 180\ncolumn_offset = 2\n'
        '[dice]\ndevice = "/dev/random"\nrequire_hardware = true\n'
    )
    assert read_settings(file, NOWHERE) == Settings(
        language="fi",
        state_directory=Path("/srv/games"),
        buttons=ButtonSettings(left=5, pull_up=False),
        panel=PanelSettings(chip="sh1106", address=0x3D, rotate=180, column_offset=2),
        dice=DiceSettings(Path("/dev/random"), require_hardware=True),
    )


def test_the_example_says_every_default(file: Path) -> None:
    file.write_text(example(), encoding="utf-8")
    assert read_settings(file, NOWHERE) == read_settings(environ=NOWHERE)


def test_the_example_s_unset_lines_can_be_used_as_they_are(file: Path) -> None:
    file.write_text(re.sub(r"(?m)^# (\w+ = )", r"\1", example()), encoding="utf-8")
    settings = read_settings(file, NOWHERE)
    assert settings.panel.column_offset == 2
    assert settings.sensor.port == SENSOR_LINK
    assert settings.state_directory == Path("/var/lib/dicetower")


def test_the_first_of_the_places_that_is_there_is_read(
    tmp_path: Path, file: Path, no_system_file: Path
) -> None:
    user = tmp_path / ".config" / "dicetower" / "dicetower.toml"
    user.parent.mkdir(parents=True)
    environ = {"HOME": str(tmp_path), "XDG_STATE_HOME": "/state"}
    pins: list[int] = []
    for place in (no_system_file, user, tmp_path / "named.toml", file):
        place.write_text(f"[buttons]\nleft = {4 + len(pins)}\n")
        if place.name == "named.toml":
            environ[files.VARIABLE] = str(place)
        given = file if place == file else None
        pins.append(read_settings(given, environ).buttons.left)
    assert pins == [4, 5, 6, 7]


def test_a_file_may_begin_with_a_mark_of_its_encoding(file: Path) -> None:
    file.write_bytes(b'\xef\xbb\xbflanguage = "fi"\n')
    assert read_settings(file, NOWHERE).language == "fi"


def user_s_folder(home: Path) -> Path:
    folder = home / ".config" / "dicetower"
    folder.mkdir(parents=True)
    return folder


def test_a_link_of_the_usual_name_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    link = user_s_folder(tmp_path) / "dicetower.toml"
    link.symlink_to("/nowhere")
    with pytest.raises(SettingsError, match=rf"{link}: cannot be read \(No such file"):
        read_settings(environ={"HOME": str(tmp_path)})


def test_a_usual_folder_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    folder = user_s_folder(tmp_path)
    folder.rmdir()
    folder.symlink_to("/nowhere")
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings(environ={"HOME": str(tmp_path)})


@pytest.fixture
def home() -> Iterator[Path]:
    """One that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_usual_folder_that_may_not_be_entered_is_told(home: Path) -> None:
    user_s_folder(home).chmod(0)
    with unprivileged(), pytest.raises(SettingsError, match=r"cannot be read \(Permission denied"):
        read_settings(environ={"HOME": str(home)})


def test_a_home_that_may_not_be_entered_holds_no_settings_of_this_user(home: Path) -> None:
    user_s_folder(home)
    home.chmod(0)
    with unprivileged():
        assert settings_file(environ={"HOME": str(home)}) is None
    home.chmod(0o755)


@pytest.mark.parametrize("variable", ["STATE_DIRECTORY", "HOME"])
def test_a_variable_of_no_use_is_named_where_it_would_count(file: Path, variable: str) -> None:
    environ = {"HOME": "/h", variable: "rel"}
    file.write_text("")
    with pytest.raises(SettingsError, match=rf"^\${variable}: rel is no whole path"):
        read_settings(file, environ)
    file.write_text('state_directory = "/srv/games"')
    assert read_settings(file, environ).state_directory == Path("/srv/games")


@pytest.mark.parametrize(
    ("environ", "directory"),
    [
        ({"STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/h"}, "/var/lib/a"),
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/dicetower"),
        ({"XDG_STATE_HOME": "relative", "HOME": "/h"}, "/h/.local/state/dicetower"),
        ({"STATE_DIRECTORY": "", "HOME": "/h"}, "/h/.local/state/dicetower"),
        ({}, "/nowhere/system"),
    ],
)
def test_games_are_kept_where_the_system_says(environ: dict[str, str], directory: str) -> None:
    assert read_settings(environ=environ).state_directory == Path(directory)


@pytest.mark.parametrize(
    ("user", "there", "environ", "directory"),
    [
        ("root", True, {"HOME": "/root"}, "{}"),
        ("root", True, {"HOME": "/root", "XDG_STATE_HOME": "/x"}, "/x/dicetower"),
        ("root", False, {"HOME": "/root"}, "/root/.local/state/dicetower"),
        ("player", True, {"HOME": "/h"}, "/h/.local/state/dicetower"),
        ("owner", True, {"HOME": "/"}, "{}"),
    ],
)
def test_root_and_the_box_s_user_have_the_box_s_games_where_there_is_a_box(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    user: str,
    there: bool,
    environ: dict[str, str],
    directory: str,
) -> None:
    state = tmp_path if there else tmp_path / "none"
    monkeypatch.setattr(files, "SYSTEM_STATE", state)
    owner = tmp_path.stat().st_uid
    users = {"root": 0, "owner": owner, "player": owner + 1000}
    monkeypatch.setattr("os.geteuid", lambda: users[user])
    assert str(read_settings(environ=environ).state_directory) == directory.format(state)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("langage = 'en'", "langage: unknown key; did you mean 'language'?"),
        ("[button]\nleft = 4", "button: unknown key; did you mean 'buttons'?"),
        ("[buttons]\nrol = 4", "buttons.rol: unknown key; did you mean 'roll'?"),
        ("[dice]\nx = 4", "dice.x: unknown key; known here: device, require_hardware"),
        ("panel = 3", "panel: 3 does not fit; make it a section, [panel]"),
        ("language = 'sv'", 'language: "sv" is not known; give one of "en", "fi", "it"'),
        ("language = 1", 'language: 1 is not known; give one of "en", "fi", "it"'),
        ("state_directory = 'games'", "is no whole path; give one that begins with /"),
        ("state_directory = ''", "is no whole path; give one that begins with /"),
        ("[buttons]\nroll = true", "buttons.roll: true does not fit; give a whole number"),
        ("[buttons]\nroll = 4.0", "buttons.roll: 4.0 does not fit; give a whole number"),
        ("[buttons]\nroll = 'GPIO4'", 'buttons.roll: "GPIO4" does not fit; give a whole number'),
        ("[buttons]\nroll = 28", "buttons.roll: 28 is out of range; give 0 to 27"),
        ("[buttons]\nroll = -1", "buttons.roll: -1 is out of range; give 0 to 27"),
        ("[buttons]\nroll = 3", "buttons.roll: 3 is taken by I²C; choose another"),
        ("[buttons]\nroll = 0", "buttons.roll: 0 is taken by a HAT's memory; choose another"),
        ("[buttons]\nroll = 25", "buttons.bank: pin 25 is buttons.roll's too; give each its own"),
        ("[sound]\npin = 23", "sound.pin: pin 23 is buttons.keep's too; give each its own pin"),
        ("[lamps]\nbank = 24", "lamps.bank: pin 24 is buttons.roll's too; give each its own pin"),
        ("[lamps]\nroll = 4\nbank = 4", "lamps.bank: pin 4 is lamps.roll's too"),
        ("[sound]\npin = 12\n[lamps]\nroll = 12", "lamps.roll: pin 12 is sound.pin's too"),
        ("[sound]\npin = 2", "sound.pin: 2 is taken by I²C; choose another"),
        ("[sound]\nvolume = 0", "sound.volume: 0 is out of range; give 1 to 5"),
        ("[sound]\nmute = 1", "sound.mute: 1 does not fit; give true or false"),
        ("[buttons]\npull_up = 1", "buttons.pull_up: 1 does not fit; give true or false"),
        ("[panel]\nrotate = false", "panel.rotate: false is not known; give one of 0, 180"),
        ("[panel]\nrotate = 90", "panel.rotate: 90 is not known; give one of 0, 180"),
        ("[panel]\naddress = 0x78", "panel.address: 120 is out of range; give 8 to 119"),
        ("[panel]\ncontrast = 256", "panel.contrast: 256 is out of range; give 0 to 255"),
        ("[panel]\ncolumn_offset = 1.5", "panel.column_offset: 1.5 does not fit"),
        ("[panel]\ncolumn_offset = 128", "panel.column_offset: 128 is out of range"),
        (
            "[panel]\ninterface = 'usb'",
            'panel.interface: "usb" is not known; give one of "i2c", "spi"',
        ),
        ("[panel]\nheight = 48", "panel.height: 48 is not known; give one of 64, 32"),
        ("[panel]\nline_offset = 64", "panel.line_offset: 64 is out of range"),
        ("[panel]\nspi_device = 2", "panel.spi_device: SPI port 0 has no device 2; give 0 or 1"),
        ("[panel]\ninterface = 'spi'\ndc = 6", "panel.reset: pin 6 is panel.dc's too"),
        (
            "[panel]\ninterface = 'spi'\n[buttons]\nleft = 5",
            "panel.dc: pin 5 is buttons.left's too",
        ),
        ("[panel]\ninterface = 'spi'\ndc = 8", "the panel's SPI: pin 8 is panel.dc's too"),
        ("[panel]\nbus = 2024-01-01", 'panel.bus: "2024-01-01" does not fit'),
        ("[dice]\ndevice = 4", "dice.device: 4 is no whole path"),
        ("[sensor]\nport = 'ttyACM0'", 'sensor.port: "ttyACM0" is no whole path'),
        (
            "[dice]\nrequire_hardware = 1",
            "dice.require_hardware: 1 does not fit; give true or false",
        ),
        ("[buttons\nleft = 4", "is not TOML (Expected ']'"),
    ],
)
def test_a_wrong_file_is_told_with_file_key_reason_and_cure(
    file: Path, text: str, told: str
) -> None:
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        read_settings(file, NOWHERE)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert told in message
    assert "\n" not in message
    assert isinstance(caught.value, ValueError)


def test_a_file_that_is_not_utf_8_is_told(file: Path) -> None:
    file.write_bytes(b'language = "\xff"')
    with pytest.raises(SettingsError, match="is not TOML"):
        read_settings(file, NOWHERE)


def test_a_named_file_that_is_missing_is_told(file: Path) -> None:
    for path, environ in ((file, NOWHERE), (None, {files.VARIABLE: str(file)})):
        with pytest.raises(SettingsError, match=r"mine\.toml: cannot be read \(No such file"):
            read_settings(path, environ)


def test_the_default_pins_have_no_second_use() -> None:
    i2c, spi, uart = {0, 1, 2, 3}, {*range(7, 12), *range(16, 22)}, {14, 15}
    pwm, one_wire, clocks = {12, 13, 18, 19}, {4}, {4, 5, 6}
    pins = set(ButtonSettings().pins.values())
    assert len(pins) == 5
    assert pins.isdisjoint(i2c | spi | uart | pwm | one_wire | clocks)


@given(pins=st.lists(st.integers(4, 27), min_size=5, max_size=5))
def test_any_five_different_free_pins_will_do_and_no_others(pins: list[int]) -> None:
    left, right, keep, roll, bank = pins
    buttons = ButtonSettings(left, right, keep, roll, bank)
    if len(set(pins)) == 5:
        settings = Settings(state_directory=Path("/nowhere"), buttons=buttons)
        assert [*settings.buttons.pins.values()] == pins
    else:
        with pytest.raises(SettingsError, match="give each its own"):
            Settings(state_directory=Path("/nowhere"), buttons=buttons)
