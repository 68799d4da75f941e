"""What every bus of a panel promises, over fakes and over smbus2 down to its system calls."""

import errno
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import luma.core.interface.serial
import luma.oled.device
import pytest
import smbus2.smbus2
from hw_pictures import draw, same
from i2c_kernel import I2cKernel
from PIL import Image

from hw.fakes.bus import FakeBus
from hw.fakes.chip import Chip, Ssd1306
from hw.fakes.spi import FakeSpi
from hw.panel import Bus, I2c, Panel, PanelLost
from hw.panel.i2c import Smbus
from hw.panel.spi import Spi, SpiDev

BLACK = Image.new("1", (128, 64))
DIE = draw(BLACK, [(10, 20, 15, 15, 1)])
OTHER = draw(BLACK, [(50, 20, 15, 15, 1)])

# -- Bus --------------------------------------------------------------------------------------


class Wired(NamedTuple):
    """A panel's bus and what is at its other end."""

    bus: Bus
    chip: Chip
    far_end: FakeBus | FakeSpi


def i2c(_patch: pytest.MonkeyPatch) -> Wired:
    far_end = FakeBus(Ssd1306())
    return Wired(I2c(open_bus=far_end.open), far_end.chip, far_end)


def smbus(patch: pytest.MonkeyPatch) -> Wired:
    far_end = FakeBus(Ssd1306())
    kernel = I2cKernel(far_end)
    patch.setattr(smbus2.smbus2, "ioctl", kernel.ioctl)
    return Wired(I2c(open_bus=kernel.open), far_end.chip, far_end)


def spi(_patch: pytest.MonkeyPatch) -> Wired:
    far_end = FakeSpi(Ssd1306())
    return Wired(Spi(far_end.open_pins, new_device=far_end.new_device), far_end.chip, far_end)


@pytest.fixture(params=[i2c, smbus, spi])
def wired(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wired]:
    made: Wired = request.param(monkeypatch)
    yield made
    made.bus.close()


def test_what_a_bus_sends_is_seen(wired: Wired) -> None:
    panel = Panel(bus=wired.bus)
    for picture in (DIE, OTHER):
        panel.show(picture)
        assert same(wired.chip.picture(), picture)
    assert wired.bus.check_every > 0


@pytest.mark.parametrize("after", [0, 1, 40, 500])
def test_a_bus_whose_panel_comes_back_shows_the_right_picture_without_being_opened_anew(
    wired: Wired, after: int
) -> None:
    panel = Panel(bus=wired.bus)
    panel.show(DIE)
    wired.far_end.unplug(after)
    with suppress(PanelLost):
        panel.show(OTHER)
    wired.far_end.replug()
    panel.check()
    panel.show(OTHER)
    assert same(wired.chip.picture(), OTHER)
    assert wired.far_end.opened == 1


def test_a_bus_is_opened_with_its_first_use_and_again_after_it_was_closed(wired: Wired) -> None:
    wired.bus.close()
    assert wired.far_end.opened == 0
    for times in (1, 2):
        wired.bus.still_on()
        assert wired.far_end.opened == times
        wired.bus.close()
        wired.bus.close()


def no_spi() -> Bus:
    far_end = FakeSpi(Ssd1306())
    return Spi(far_end.open_pins, 1, 0, new_device=far_end.new_device)


@pytest.mark.parametrize("make", [lambda: I2c(255), no_spi], ids=["smbus2", "spi"])
def test_a_bus_that_is_not_there_is_a_lost_panel_and_can_be_closed(make: Callable[[], Bus]) -> None:
    bus = make()
    for use in (lambda: bus.send([b"\x00\xaf"]), bus.still_on):
        with pytest.raises(PanelLost, match=r"raspi-config|under \[panel\]"):
            use()
    bus.close()


# -- Smbus and SpiDev -------------------------------------------------------------------------


@pytest.fixture(params=["fake", "smbus2"])
def opened(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Any, Chip]]:
    """A `Smbus` and the chip at 0x3C on it."""
    bus = FakeBus(Ssd1306())
    kernel = I2cKernel(bus)
    monkeypatch.setattr(smbus2.smbus2, "ioctl", kernel.ioctl)
    made: Smbus = kernel.open(1) if request.param == "smbus2" else bus.open(1)
    yield made, bus.chip
    made.close()


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
def test_what_luma_draws_over_an_smbus_is_seen(opened: tuple[Any, Chip]) -> None:
    made, chip = opened
    device = luma.oled.device.ssd1306(luma.core.interface.serial.i2c(bus=made, address=0x3C))
    device.persist = True
    device.display(DIE)
    assert same(chip.picture(), DIE)


def test_an_smbus_tells_an_address_where_nothing_answers(opened: tuple[Any, Chip]) -> None:
    made, _ = opened
    made.i2c_rdwr(smbus2.i2c_msg.write(0x3C, b"\x00\xe3"))
    with pytest.raises(OSError, match="Remote I/O"):
        made.i2c_rdwr(smbus2.i2c_msg.write(0x3D, b"\x00\xe3"))


@pytest.mark.parametrize("name", ["fake", "spidev"])
def test_an_spi_bus_that_is_not_there_says_so_and_can_be_closed(name: str) -> None:
    device: SpiDev = FakeSpi(Ssd1306())
    if name == "spidev":
        device = pytest.importorskip("spidev", reason="spidev is not installed").SpiDev()
    with pytest.raises(OSError, match="No such file") as missing:
        device.open(9, 9)
    assert missing.value.errno == errno.ENOENT
    device.close()
