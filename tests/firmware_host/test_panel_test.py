"""`dicetower panel-test`, as the chip shows its picture."""

from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware_host import panels
from firmware_host.cli import main
from firmware_host.panels import panel_of
from firmware_host.screens.panel_card import panel_card
from firmware_host.settings import PanelSettings
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Chip, Sh1106, Ssd1306, Ssd1309
from hw.fakes.spi import FakeSpi
from hw.panel import I2c
from hw.panel import spi as hw_spi
from hw.pins import PinLibrary

CARD = panel_card(["SSD1306", "I2C 1 0X3C"])
CHIPS: dict[str, type[Chip]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}


def seen(monkeypatch: pytest.MonkeyPatch, chip: Chip, settings: PanelSettings) -> Image.Image:
    """What the viewer of this chip sees of the card with these settings."""
    bus = FakeBus(chip)
    monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=bus.open))
    panel_of(settings, no_pins).show(CARD)
    return bus.chip.picture()


def no_pins() -> PinLibrary:
    raise AssertionError("a panel on I2C has no pins of its own")


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None


def edges(picture: Image.Image) -> dict[str, bool]:
    """Which of the card's edges are whole."""
    boxes = {
        "left": (0, 0, 1, 64),
        "top": (0, 0, 128, 1),
        "right": (127, 0, 128, 64),
        "bottom": (0, 63, 128, 64),
    }
    return {name: all(picture.crop(box).convert("L").tobytes()) for name, box in boxes.items()}


@pytest.mark.parametrize("name", CHIPS)
def test_the_right_chip_shows_the_card(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    settings = PanelSettings(chip=name)  # type: ignore[arg-type]
    picture = seen(monkeypatch, CHIPS[name](), settings)
    assert same(picture, CARD)
    assert all(edges(picture).values())


def test_an_sh1106_taken_for_an_ssd1306_loses_the_left_edge_and_ends_in_noise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = seen(monkeypatch, Sh1106(), PanelSettings(chip="ssd1306"))
    assert not edges(picture)["left"]
    assert not edges(picture)["right"]
    assert same(picture.crop((0, 0, 126, 64)), CARD.crop((2, 0, 128, 64)))


def test_an_ssd1306_taken_for_an_sh1106_shows_all_two_columns_to_the_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = seen(monkeypatch, Ssd1306(), PanelSettings(chip="sh1106"))
    assert not edges(picture)["left"]
    assert same(picture.crop((2, 0, 128, 64)), CARD.crop((0, 0, 126, 64)))


def test_a_panel_upside_down_shows_the_card_upright_when_rotated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = seen(monkeypatch, Ssd1306(), PanelSettings(rotate=180))
    assert same(picture.transpose(Image.Transpose.ROTATE_180), CARD)


@pytest.mark.parametrize("columns", [0, 2, 4])
def test_a_column_offset_moves_the_card(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    class Elsewhere(Sh1106):
        FIRST = columns

    settings = PanelSettings(chip="sh1106", column_offset=columns)
    assert same(seen(monkeypatch, Elsewhere(), settings), CARD)


def test_a_line_offset_moves_the_card_up(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = seen(monkeypatch, Ssd1306(), PanelSettings(line_offset=8))
    assert same(picture, ImageChops.offset(CARD, 0, -8))


def test_on_a_panel_half_as_high_each_line_shows_two(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = seen(monkeypatch, Ssd1306(height=32), PanelSettings(height=32))
    assert picture.size == (128, 32)
    for x, y in ((0, 0), (127, 31), (15, 12), (110, 16)):
        pair = (CARD.getpixel((x, 2 * y)), CARD.getpixel((x, 2 * y + 1)))
        assert bool(picture.getpixel((x, y))) == any(pair)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["panel-test", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dicetower.toml"


def test_the_command_says_what_should_be_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text('[panel]\nchip = "sh1106"\naddress = 0x3D\ncontrast = 9\n')
    bus = FakeBus(Sh1106(), address=0x3D)
    monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=bus.open))
    assert run("--settings", str(file)) == 0
    out, err = capsys.readouterr()
    lines = ["SH1106", "I2C 1 0X3D", "ROTATE 0", "OFFSET - 0"]
    assert ", ".join(lines) in out
    assert "rotate = 180" in out
    assert err == ""
    assert same(bus.chip.picture(), panel_card(lines))
    assert (bus.chip.contrast, bus.opened, bus.closed) == (9, 1, 1)


def test_the_command_reaches_a_panel_on_spi(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text('[panel]\ninterface = "spi"\nchip = "ssd1309"\n')
    bus = FakeSpi(Ssd1309())
    monkeypatch.setattr("hw.pins.lgpio_library", lambda _: bus.open_pins())
    monkeypatch.setattr(hw_spi, "Spi", partial(hw_spi.Spi, new_device=bus.new_device))
    assert run("--settings", str(file)) == 0
    assert "nothing comes back" in capsys.readouterr().out
    lines = ["SSD1309", "SPI 0.0", "ROTATE 0", "OFFSET - 0"]
    assert same(bus.chip.picture(), panel_card(lines))


def test_a_panel_that_does_not_answer_is_one_sentence_and_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text("")
    bus = FakeBus(Ssd1306())
    bus.unplug()
    monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=bus.open))
    assert run("--settings", str(file)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "does not answer at 0x3c" in err
    assert err.count("\n") == 1
    assert bus.closed == 1


def test_a_bus_that_is_not_there_is_one_sentence_and_status_1(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text("[panel]\nbus = 250\n")
    assert run("--settings", str(file)) == 1
    assert "no I2C bus /dev/i2c-250" in capsys.readouterr().err
