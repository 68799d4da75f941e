import errno
from collections.abc import Sequence
from typing import Any

import luma.core.interface.serial
import luma.oled.device
import pytest
from gpiozero import OutputDevice
from hw_pictures import Stroke, draw, pictures, same, steps
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hw.errors import PartError
from hw.events import Event, PartReport
from hw.fakes.chip import Chip, Sh1106, Ssd1306, Ssd1309
from hw.fakes.clock import FakeClock
from hw.fakes.spi import FakeSpi
from hw.panel import ChipName, Panel, PanelLost, PanelThread
from hw.panel.spi import SPEED, Spi, new_spidev
from hw.pins import PinLibrary

MODELS: dict[ChipName, type[Chip]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
}
BLACK = Image.new("1", (128, 64))
DIE = draw(BLACK, [(10, 20, 15, 15, 1)])
OTHER = draw(BLACK, [(50, 20, 15, 15, 1)])

each_chip = pytest.mark.parametrize("name", MODELS)


def fitted(name: ChipName = "ssd1306") -> tuple[Panel, FakeSpi]:
    """A panel and the bus with its chip."""
    bus = FakeSpi(MODELS[name]())
    return Panel(name, Spi(bus.open_pins, new_device=bus.new_device)), bus


class LumasPins:
    """gpiozero's mock pins under the interface of RPi.GPIO, which luma wants."""

    OUT, LOW, HIGH = "output", 0, 1

    def __init__(self, bus: FakeSpi) -> None:
        self._factory = bus.factory

    def setup(self, number: int, function: str) -> None:
        self._factory.pin(number).function = function

    def output(self, number: int, value: int) -> None:
        self._factory.pin(number).state = value


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@each_chip
def test_what_luma_draws_is_seen(name: ChipName) -> None:
    bus = FakeSpi(MODELS[name]())
    serial = luma.core.interface.serial.spi(bus, LumasPins(bus), gpio_DC=5, gpio_RST=6)
    device = getattr(luma.oled.device, name)(serial)
    device.persist = True
    for picture in (DIE, OTHER):
        device.display(picture)
        assert same(bus.chip.picture(), picture)
    assert bus.resets == 1


@each_chip
@settings(max_examples=20)
@given(steps)
def test_every_picture_is_seen_as_it_was_drawn(
    name: ChipName, script: Sequence[list[Stroke] | Image.Image]
) -> None:
    panel, bus = fitted(name)
    for picture in pictures(script):
        panel.show(picture)
        assert same(bus.chip.picture(), picture)


@settings(max_examples=40)
@given(steps, st.integers(0, 1500))
def test_a_panel_unplugged_in_a_frame_shows_the_right_picture_once_all_is_sent_anew(
    script: Sequence[list[Stroke] | Image.Image], unplugged_after: int
) -> None:
    panel, bus = fitted()
    panel.show(DIE)
    for picture in pictures(script):
        bus.unplug(unplugged_after)
        panel.show(picture)
        bus.replug()
        panel.check()
        panel.show(picture)
        assert same(bus.chip.picture(), picture)


def test_a_panel_that_lost_its_power_shows_its_picture_again_without_being_asked() -> None:
    panel, bus = fitted()
    clock, posted = FakeClock(), list[Event]()
    thread = PanelThread(panel, posted.append, clock)
    thread.show(DIE)
    thread.turn()
    bus.replug()
    thread.turn()
    assert same(bus.chip.picture(), DIE)
    assert clock.now() <= 5
    assert posted == []


def test_the_chip_is_reset_before_the_first_picture_and_while_it_is_dark_only() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    assert bus.resets == 1
    panel.check()
    panel.show(OTHER)
    assert bus.resets == 1
    panel.off()
    panel.show(DIE)
    assert bus.resets == 2
    assert same(bus.chip.picture(), DIE)


def test_a_lit_panel_never_goes_dark_while_all_is_sent_anew() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    seen = list[bool]()
    bus.on_change = lambda: seen.append(same(bus.chip.picture(), DIE))
    panel.check()
    panel.show(DIE)
    assert seen
    assert all(seen)


def test_the_clock_is_slowed_to_what_the_chips_take() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    assert bus.max_speed_hz == SPEED


def test_the_same_picture_again_sends_nothing_and_a_die_little() -> None:
    panel, bus = fitted()
    panel.show(BLACK)
    before = bus.bytes_seen
    panel.show(BLACK)
    assert bus.bytes_seen == before
    panel.show(DIE)
    assert bus.bytes_seen - before == 3 * (3 + 16)


def test_the_bus_is_opened_once_and_closing_gives_bus_and_pins_back() -> None:
    panel, bus = fitted()
    for _ in range(3):
        panel.show(DIE)
        panel.off()
    assert bus.opened == 1
    panel.close()
    assert bus.closed == 1
    OutputDevice(5, pin_factory=bus.factory).close()


def test_a_bus_that_is_not_there_is_named_with_what_to_do_and_leaves_nothing_open() -> None:
    bus = FakeSpi(Ssd1306())
    panel = Panel(bus=Spi(bus.open_pins, 1, 0, new_device=bus.new_device))
    for _ in range(3):
        with pytest.raises(PanelLost, match=r"no SPI bus /dev/spidev1.0: switch SPI on"):
            panel.show(DIE)
    OutputDevice(5, pin_factory=bus.factory).close()


def test_a_pin_that_something_else_has_is_named() -> None:
    bus = FakeSpi(Ssd1306())
    panel = Panel(bus=Spi(bus.open_pins, new_device=bus.new_device))
    with (
        OutputDevice(6, pin_factory=bus.factory),
        pytest.raises(PanelLost, match=r"GPIO 5 and 6 cannot be used .*: see that nothing else"),
    ):
        panel.show(DIE)
    panel.show(DIE)
    assert same(bus.chip.picture(), DIE)


class Refusing(FakeSpi):
    """A bus that fails with this number once it is open."""

    def __init__(self, number: int) -> None:
        super().__init__(Ssd1306())
        self._number = number

    def writebytes2(self, data: Any) -> None:
        raise OSError(self._number, "said the kernel")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "group spi"),
        (errno.EIO, "said the kernel"),
        (errno.ENOTTY, "/dev/spidev0.0 is no SPI bus"),
    ],
)
def test_a_bus_that_fails_is_said_and_reported(number: int, words: str) -> None:
    bus, posted = Refusing(number), list[Event]()
    panel = Panel(bus=Spi(bus.open_pins, new_device=bus.new_device))
    thread = PanelThread(panel, posted.append, FakeClock())
    thread.show(DIE)
    thread.turn()
    (report,) = posted
    assert isinstance(report, PartReport)
    assert words in report.why


def test_without_the_pins_library_the_panel_is_lost() -> None:
    def no_pins() -> PinLibrary:
        raise PartError("lgpio is not installed")

    with pytest.raises(PanelLost, match="D/C and reset cannot be used: lgpio is not"):
        Panel(bus=Spi(no_pins)).show(DIE)


def test_without_spidev_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "spidev", None)
    with pytest.raises(PanelLost, match="install python3-spidev"):
        new_spidev()
