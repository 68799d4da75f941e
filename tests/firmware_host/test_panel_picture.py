"""`dicetower panel-picture`: what stays on the panel when the system has ended."""

from functools import partial
from pathlib import Path

import pytest

from firmware_host import panels
from firmware_host.cli import main
from firmware_host.cli.panel_picture import PICTURES
from firmware_host.closed import WRONG_SETTINGS
from firmware_host.rest import DIM
from firmware_host.screens.drawing import draw
from firmware_host.words import LANGUAGES, Words
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306, Ssd1309
from hw.fakes.spi import FakeSpi
from hw.panel import I2c
from hw.panel import spi as hw_spi


def run(*arguments: str) -> int:
    return status_of("panel-picture", *arguments)


def status_of(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> FakeBus:
    panel = FakeBus(Ssd1306())
    monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=panel.open))
    return panel


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dicetower.toml"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_stays_on_the_panel_dimly(
    bus: FakeBus, file: Path, capsys: pytest.CaptureFixture[str], name: str, language: str
) -> None:
    file.write_text(f'language = "{language}"\n')
    assert run(name, "--settings", str(file)) == 0
    assert capsys.readouterr() == ("", "")
    wanted = draw(PICTURES[name], Words(language))
    assert (bus.chip.lit, bus.chip.picture().tobytes()) == (True, wanted.tobytes())
    assert (bus.chip.contrast, bus.opened, bus.closed) == (DIM, 1, 1)


def test_a_panel_on_spi_is_reached(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    file.write_text('[panel]\ninterface = "spi"\nchip = "ssd1309"\n')
    bus = FakeSpi(Ssd1309())
    monkeypatch.setattr("hw.pins.lgpio_library", lambda _: bus.open_pins())
    monkeypatch.setattr(hw_spi, "Spi", partial(hw_spi.Spi, new_device=bus.new_device))
    assert run("safe", "--settings", str(file)) == 0
    assert bus.chip.picture().tobytes() == draw(PICTURES["safe"], Words("en")).tobytes()


def test_without_a_panel_it_is_one_sentence_and_status_1(
    bus: FakeBus, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.touch()
    bus.unplug()
    assert run("safe", "--settings", str(file)) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), bus.closed) == ("", 1, 1)
    assert "does not answer" in err


def test_it_makes_no_file(
    bus: FakeBus, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    file.touch()
    assert run("restart", "--settings", str(file)) == 0
    assert [*tmp_path.iterdir()] == [file]


def test_another_picture_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("sunset") == 2
    assert "sunset" in capsys.readouterr().err


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))


@pytest.mark.usefixtures("service")
def test_a_service_with_wrong_settings_says_so_on_the_panel(
    bus: FakeBus, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('langauge = "fi"\n')
    assert status_of("run", "--settings", str(file)) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert bus.chip.lit
    assert bus.chip.picture().tobytes() == draw(WRONG_SETTINGS, Words("en")).tobytes()


@pytest.mark.usefixtures("service")
def test_a_service_with_wrong_settings_and_no_panel_says_both_in_the_log(
    bus: FakeBus, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_text('langauge = "fi"\n')
    bus.unplug()
    assert status_of("run", "--settings", str(file)) == 2
    assert "does not answer" in caplog.text


def test_who_types_wrong_settings_reads_it_where_they_typed(bus: FakeBus, file: Path) -> None:
    file.write_text('langauge = "fi"\n')
    assert status_of("run", "--settings", str(file)) == 2
    assert not bus.opened
