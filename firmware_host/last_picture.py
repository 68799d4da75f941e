"""Putting a picture on the panel that stays there when this process has ended."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from firmware_host.panels import panel_of
from firmware_host.rest import DIM
from firmware_host.runtime import runtime_directory
from firmware_host.screens.drawing import draw
from firmware_host.settings import Settings
from firmware_host.view import View
from firmware_host.words import Words

if TYPE_CHECKING:
    from hw.pins import PinLibrary


def leave(settings: Settings, view: View) -> None:
    """Show the view on the panel, which no box may have; `PartError` where none answers."""
    with runtime_directory() as folder, ExitStack() as opened:

        def open_pins() -> "PinLibrary":
            from hw.pins import lgpio_library  # takes long to load, and is for SPI alone

            return lgpio_library(folder())

        panel = panel_of(settings.panel, open_pins)
        opened.callback(panel.close)
        panel.set_contrast(DIM)  # it may stay for days
        panel.show(draw(view, Words(settings.language)))
