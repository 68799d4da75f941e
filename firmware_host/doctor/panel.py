"""The panel and its bus."""

from contextlib import closing
from dataclasses import replace

from firmware_host.doctor.finding import Finding, failed
from firmware_host.doctor.machine import OpenPins
from firmware_host.panels import panel_of
from firmware_host.settings import PanelSettings, Settings
from hw.panel import PanelLost

ADDRESSES = (0x3C, 0x3D)  # that such panels can have; others' chips are not spoken to


def check_panel(settings: Settings, open_pins: OpenPins, box: str | None) -> Finding:
    """Whether the panel answers, or on SPI its bus and pins can be had. It keeps its picture.

    I2C lets two programs speak in turn, so there a box may run meanwhile.
    """
    panel = settings.panel
    if box and panel.interface == "spi":
        how = f"not tested: the box runs (process {box}) and has the panel's pins"
        return Finding("panel", None, how, "stop the box, and run this again")
    try:
        _ask(panel, open_pins)
    except PanelLost as lost:
        return _elsewhere(panel, open_pins, lost) or failed("panel", lost)
    return Finding("panel", True, _what_was_done(panel))


def _elsewhere(panel: PanelSettings, open_pins: OpenPins, lost: PanelLost) -> Finding | None:
    """A panel at another address than that of the settings."""
    others = ADDRESSES if panel.interface == "i2c" else ()
    for address in others:
        if address == panel.address:
            continue
        try:
            _ask(replace(panel, address=address), open_pins)
        except PanelLost:
            continue
        how = f"{failed('panel', lost).how}; but {address:#04x} answers"
        return Finding("panel", False, how, f"set address = 0x{address:X} under [panel]")
    return None


def _ask(panel: PanelSettings, open_pins: OpenPins) -> None:
    with closing(panel_of(panel, open_pins)) as opened:
        opened.check()


def _what_was_done(panel: PanelSettings) -> str:
    if panel.interface == "i2c":
        return f"{panel.address:#04x} on I2C bus {panel.bus} answers"
    name, pins = f"/dev/spidev{panel.spi_port}.{panel.spi_device}", f"{panel.dc} and {panel.reset}"
    return (
        f"opened {name} and GPIO {pins}; on SPI nothing comes back, so only "
        "dicetower panel-test shows whether a panel is there"
    )
