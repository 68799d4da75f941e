"""The model of the chips against luma, unmodified, and against what the datasheets say."""

from collections.abc import Sequence
from typing import Any

import luma.core.interface.serial
import luma.oled.device
import pytest
import smbus2
from hw_pictures import Stroke, draw, pictures, same, steps
from hypothesis import HealthCheck, given, settings
from PIL import Image

from hw.fakes.bus import FakeBus
from hw.fakes.chip import Chip, Sh1106, Ssd1306, Ssd1309

CHIPS = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
WHITE, BLACK = Image.new("1", (128, 64), 1), Image.new("1", (128, 64))
ON = b"\x00\xa1\xc8\x8d\x14\xaf"  # upright, pump, on

# luma 3.16 draws with a method that Pillow 13 advises against.
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


@pytest.fixture(params=["one transaction", "blocks of 32"])
def open_luma(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Opens luma's device over a fake bus, as its own smbus2 and as a bus it is given."""

    def opened(name: str, bus: FakeBus) -> Any:
        monkeypatch.setattr(smbus2, "SMBus", bus.open)
        blocks = request.param == "blocks of 32"
        serial = luma.core.interface.serial.i2c(bus=bus if blocks else None)
        device = getattr(luma.oled.device, name)(serial)
        device.persist = True  # nothing to do at exit
        return device

    return opened


@pytest.mark.parametrize("name", CHIPS)
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_what_luma_draws_is_seen(
    name: str, open_luma: Any, script: Sequence[list[Stroke] | Image.Image]
) -> None:
    bus = FakeBus(CHIPS[name]())
    device = open_luma(name, bus)
    for picture in pictures(script):
        device.display(picture)
        assert same(bus.chip.picture(), picture)


def test_an_sh1106_sold_as_an_ssd1306_shows_noise(open_luma: Any) -> None:
    bus = FakeBus(Sh1106())
    open_luma("ssd1306", bus).display(WHITE)
    assert not same(bus.chip.picture(), WHITE)


def test_an_ssd1306_sold_as_an_sh1106_shows_the_picture_two_pixels_aside(open_luma: Any) -> None:
    bus = FakeBus(Ssd1306())
    device = open_luma("sh1106", bus)
    bus.chip.write(b"\x00\x20\x02")
    picture = draw(BLACK, [(10, 10, 0, 0, 1)])
    device.display(picture)
    assert lit_pixels(bus.chip) == {(12, 10)}


@pytest.mark.parametrize("chip", CHIPS.values())
def test_a_panel_is_dark_until_switched_on_and_then_shows_noise(chip: type[Chip]) -> None:
    panel = chip()
    assert same(panel.picture(), BLACK)
    panel.write(ON)
    assert not same(panel.picture(), BLACK)


def test_an_ssd1306_is_dark_without_its_pump_and_an_ssd1309_has_none() -> None:
    for panel in (Ssd1306(), Ssd1309()):
        panel.write(b"\x00\xaf")
        assert same(panel.picture(), BLACK) == (type(panel) is Ssd1306)


@pytest.mark.parametrize("chip", CHIPS.values())
def test_a_reset_forgets_everything_but_the_memory(chip: type[Chip]) -> None:
    panel = blank(chip)
    panel.write(b"\x00\x81\x11")
    panel.reset()
    assert not panel.lit
    assert panel.contrast == 0x7F
    panel.write(ON)
    assert same(panel.picture(), BLACK)


@pytest.mark.parametrize("chip", CHIPS.values())
def test_switches_for_all_pixels_and_for_inverse(chip: type[Chip]) -> None:
    panel = chip()
    panel.write(ON + b"\xa5")
    assert same(panel.picture(), WHITE)
    panel.write(b"\x00\xa4")
    noise = panel.picture()
    panel.write(b"\x00\xa7")
    assert not same(panel.picture(), noise)
    panel.write(b"\x00\xa6")
    assert same(panel.picture(), noise)


def lit_pixels(panel: Chip) -> set[tuple[int, int]]:
    seen = panel.picture()
    return {(x, y) for x in range(128) for y in range(64) if seen.getpixel((x, y))}


def blank(chip: type[Chip]) -> Chip:
    """An upright panel that is on, with an empty memory and page addressing."""
    panel = chip()
    panel.write(ON)
    for page in panel.memory:
        page[:] = bytes(len(page))
    return panel


@pytest.mark.parametrize("chip", CHIPS.values())
def test_page_addressing_puts_bytes_side_by_side_with_the_lowest_bit_on_top(
    chip: type[Chip],
) -> None:
    panel = blank(chip)
    panel.write(bytes([0x00, 0xB2, 0x05 + chip.FIRST, 0x10]))
    panel.write(b"\x40\x01\x80")
    assert lit_pixels(panel) == {(5, 16), (6, 23)}


def test_page_addressing_wraps_on_an_ssd1306_and_stops_on_an_sh1106() -> None:
    for chip, seen in ((Ssd1306, {(127, 0), (0, 0)}), (Sh1106, set[tuple[int, int]]())):
        panel = blank(chip)
        last = chip.COLUMNS - 1
        panel.write(bytes([0x00, 0xB0, last & 0x0F, 0x10 | last >> 4]))
        panel.write(b"\x40\x01\x01")
        assert lit_pixels(panel) == seen


def test_horizontal_addressing_fills_its_window_row_by_row() -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x00\x20\x00\x21\x0a\x0b\x22\x01\x02")
    panel.write(b"\x40" + b"\x01" * 5)
    assert lit_pixels(panel) == {(10, 8), (11, 8), (10, 16), (11, 16)}
    panel.write(b"\x40\x03")  # the fifth byte was at the start again
    assert lit_pixels(panel) == {(10, 8), (11, 8), (11, 9), (10, 16), (11, 16)}


def test_vertical_addressing_fills_its_window_column_by_column() -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x00\x20\x01\x21\x0a\x0b\x22\x01\x03")
    panel.write(b"\x40" + b"\x01" * 4)
    assert lit_pixels(panel) == {(10, 8), (10, 16), (10, 24), (11, 8)}


def test_each_addressing_mode_obeys_only_its_own_commands() -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x00\x21\x0a\x0b\x22\x01\x02")  # a window, while pages are addressed
    panel.write(b"\x40\x01")
    assert lit_pixels(panel) == {(0, 0)}
    panel.write(b"\x00\x20\x00\xb5\x07\x11")  # a page, while a window is
    panel.write(b"\x40\x01")
    assert lit_pixels(panel) == {(0, 0), (1, 0)}


def test_an_sh1106_knows_page_addressing_only() -> None:
    panel = blank(Sh1106)
    panel.write(b"\x00\x20")
    assert 0x20 in panel.unknown


def test_each_command_may_have_a_control_byte_of_its_own() -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x80\xb1\x80\x03\x80\x10\x40\x01")
    assert lit_pixels(panel) == {(3, 8)}


def test_mounting_remaps_turn_the_picture() -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x00\xa0\xc0\xb0\x00\x10")
    panel.write(b"\x40\x01")
    assert lit_pixels(panel) == {(127, 63)}


@pytest.mark.parametrize("command", [b"\x48", b"\xd3\x08"], ids=["start line", "display offset"])
def test_lines_are_moved_up(command: bytes) -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x00\xb1\x00\x10" + command)
    panel.write(b"\x40\x01")
    assert lit_pixels(panel) == {(0, 0)}


def test_lines_beyond_the_multiplex_ratio_are_dark() -> None:
    panel = blank(Ssd1306)
    panel.write(b"\x00\xa8\x1f\xa5")
    panel.write(b"\x00\xa4\xb7\x00\x10")
    panel.write(b"\x40\xff")
    assert lit_pixels(panel) == set()


def test_a_bus_without_an_answer_raises_as_the_kernel_does() -> None:
    bus = FakeBus(Ssd1306())
    with pytest.raises(OSError, match="Remote I/O") as wrong_address:
        bus.write_i2c_block_data(0x3D, 0, [0xAF])
    assert wrong_address.value.errno == 121
    bus.unplug()
    with pytest.raises(OSError, match="Remote I/O"):
        bus.i2c_rdwr(smbus2.i2c_msg.write(0x3C, b"\x00\xaf"))


def test_a_panel_unplugged_in_a_transaction_has_taken_the_bytes_before() -> None:
    bus = FakeBus(blank(Ssd1306))
    bus.unplug(after=3)  # address, control and one of the data
    with pytest.raises(OSError, match="Remote I/O"):
        bus.i2c_rdwr(smbus2.i2c_msg.write(0x3C, b"\x40\x01\x01"))
    assert lit_pixels(bus.chip) == {(0, 0)}


def test_a_replugged_panel_has_forgotten_everything() -> None:
    bus = FakeBus(blank(Ssd1306))
    bus.unplug()
    bus.replug()
    assert not bus.chip.lit
    assert bus.chip.contrast == 0x7F


def test_every_byte_on_the_bus_is_counted() -> None:
    bus = FakeBus(Ssd1306())
    bus.write_i2c_block_data(0x3C, 0x00, [0xAE, 0xAF])
    bus.i2c_rdwr(*(smbus2.i2c_msg.write(0x3C, b"\x40\x01") for _ in range(2)))
    assert bus.bytes_seen == 4 + 2 * 3
    assert bus.transactions == 2


@pytest.mark.parametrize("count", [33, 40])
def test_an_smbus_block_holds_32_bytes(count: int) -> None:
    with pytest.raises(ValueError, match="holds 32 bytes"):
        FakeBus(Ssd1306()).write_i2c_block_data(0x3C, 0x40, [0] * count)


def test_the_bus_refuses_more_than_the_kernel_takes() -> None:
    bus = FakeBus(Ssd1306())
    with pytest.raises(OSError, match="42 messages"):
        bus.i2c_rdwr(*[smbus2.i2c_msg.write(0x3C, b"\x00\xe3")] * 43)


@pytest.mark.parametrize("chip", CHIPS.values())
def test_a_chip_tells_whether_it_is_switched_on(chip: type[Chip]) -> None:
    bus = FakeBus(chip())
    assert status(bus) == chip.MODEL | 0x40
    bus.chip.write(ON)
    assert status(bus) == chip.MODEL
    bus.replug()
    assert status(bus) == chip.MODEL | 0x40


def test_reading_without_a_panel_raises_as_the_kernel_does() -> None:
    bus = FakeBus(Ssd1306())
    bus.unplug()
    with pytest.raises(OSError, match="Remote I/O"):
        status(bus)


def status(bus: FakeBus) -> int:
    answer = smbus2.i2c_msg.read(0x3C, 1)
    bus.i2c_rdwr(answer)
    return bytes(answer)[0]
