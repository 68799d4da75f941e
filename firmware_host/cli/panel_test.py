"""`dicetower panel-test`: a picture that tells whether the panel's settings are right."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.errors import wrong_use
from firmware_host.cli.options import settings_option
from firmware_host.cli.signals import ended_by_signals
from firmware_host.cli.streams import is_terminal

if TYPE_CHECKING:
    from firmware_host.settings import PanelSettings

EXPECTED = """\
The panel shows now, if its settings fit:
  - a line one pixel wide along all four edges, whole
  - 1 at the top left, 2 at the top right, 3 and 4 below them
  - an arrow that points up, and a field of even grey
  - {}
"""

REMEDIES = """\
If not, change this under [panel] in the settings, and try again:
  the left line is missing, the right edge is noise   chip = "sh1106"
  all is two columns to the right                     chip = "ssd1306"
  still columns to the left or right                  column_offset = 2, or another number
  lines from one edge are at the other                line_offset = 8, or another number
  the arrow points down                               rotate = 180
  every other line is missing, or half of all lines   height = 32 for 64, or 64 for 32
  too bright, or too dark                             contrast, 0 to 255
"""

DARK = {
    "i2c": 'It answered. If it is dark all the same: contrast = 127, or another chip = "…".\n',
    "spi": "On SPI nothing comes back, so it may be missing. If it is dark, see that all seven\n"
    "wires are where the settings say: dc, reset, spi_port and spi_device.\n",
}

LEFT_ON = "Nobody is at a keyboard to end this: the panel stays lit until the box is started."


@click.command("panel-test")
@settings_option
def panel_test(settings_file: Path | None) -> None:
    """Show a picture that tells if the panel's settings fit.

    Stop the box first: two programs on one panel make neither's picture.
    """
    from firmware_host.settings import SettingsError, read_settings

    with wrong_use(SettingsError):
        settings = read_settings(settings_file).panel
    _show(settings)


def _show(settings: "PanelSettings") -> None:
    from firmware_host.panels import panel_of
    from firmware_host.runtime import runtime_directory
    from firmware_host.screens.panel_card import panel_card
    from hw.pins import lgpio_library

    lines, attended = _lines(settings), is_terminal(sys.stdin)
    with ended_by_signals(), runtime_directory() as folder, ExitStack() as opened:
        panel = panel_of(settings, lambda: lgpio_library(folder()))
        opened.callback(panel.close)
        if attended:
            opened.callback(panel.off)  # however this ends
        panel.show(panel_card(lines))
        click.echo(EXPECTED.format(", ".join(lines)) + REMEDIES + DARK[settings.interface])
        if attended:
            click.prompt("Enter switches it off", default="", show_default=False, prompt_suffix=".")
        else:
            click.echo(LEFT_ON)


def _lines(settings: "PanelSettings") -> list[str]:
    """The settings in use, in capitals."""
    place = {
        "i2c": f"I2C {settings.bus} 0X{settings.address:02X}",
        "spi": f"SPI {settings.spi_port}.{settings.spi_device}",
    }
    offset = "-" if settings.column_offset is None else str(settings.column_offset)
    return [
        settings.chip.upper(),
        place[settings.interface],
        f"ROTATE {settings.rotate}",
        f"OFFSET {offset} {settings.line_offset}",
    ]
