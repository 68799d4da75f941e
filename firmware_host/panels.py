"""The panel of the settings."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_host.settings import PanelSettings
from hw.panel import Bus, I2c, Panel

if TYPE_CHECKING:
    from hw.pins import PinLibrary


def panel_of(settings: PanelSettings, open_pins: "Callable[[], PinLibrary]") -> Panel:
    """A panel that opens its bus with the first picture, and on SPI its pins."""
    return Panel(
        settings.chip,
        _bus(settings, open_pins),
        height=settings.height,
        rotation=settings.rotate,
        offset=settings.column_offset,
        line_offset=settings.line_offset,
        contrast=settings.contrast,
    )


def _bus(settings: PanelSettings, open_pins: "Callable[[], PinLibrary]") -> Bus:
    if settings.interface == "i2c":
        return I2c(settings.bus, settings.address)
    from hw.panel.spi import Spi  # with the library of the pins, which takes long to load

    return Spi(open_pins, settings.spi_port, settings.spi_device, settings.dc, settings.reset)
