"""`dicetower panel-picture`: what the panel shows once the box and its system have ended."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.errors import wrong_use
from firmware_host.cli.options import settings_option
from firmware_host.closed import RESTARTING, SAFE_TO_UNPLUG

if TYPE_CHECKING:
    from firmware_host.settings import Settings
    from firmware_host.view import View
    from hw.pins import PinLibrary

PICTURES = {"safe": SAFE_TO_UNPLUG, "restart": RESTARTING}


@click.command("panel-picture")
@click.argument("picture", type=click.Choice(list(PICTURES)))
@settings_option
def panel_picture(picture: str, settings_file: Path | None) -> None:
    """Leave the very last picture on the panel.

    The system shows it when it has ended, so it needs no disk that can be written.
    """
    from firmware_host.settings import SettingsError, read_settings

    with wrong_use(SettingsError):
        settings = read_settings(settings_file)
    _leave(settings, PICTURES[picture])


def _leave(settings: "Settings", view: "View") -> None:
    from firmware_host.panels import panel_of
    from firmware_host.rest import DIM
    from firmware_host.runtime import runtime_directory
    from firmware_host.screens.drawing import draw
    from firmware_host.words import Words

    with runtime_directory() as folder, ExitStack() as opened:

        def open_pins() -> "PinLibrary":
            from hw.pins import lgpio_library  # takes long to load, and is for SPI alone

            return lgpio_library(folder())

        panel = panel_of(settings.panel, open_pins)
        opened.callback(panel.close)
        panel.set_contrast(DIM)  # it may stay for days
        panel.show(draw(view, Words(settings.language)))
