"""`dicetower panel-picture`: what the panel shows once the box and its system have ended."""

from pathlib import Path

import click

from firmware_host.cli.errors import wrong_use
from firmware_host.cli.options import settings_option
from firmware_host.closed import RESTARTING, SAFE_TO_UNPLUG

PICTURES = {"safe": SAFE_TO_UNPLUG, "restart": RESTARTING}


@click.command("panel-picture")
@click.argument("picture", type=click.Choice(list(PICTURES)))
@settings_option
def panel_picture(picture: str, settings_file: Path | None) -> None:
    """Leave the very last picture on the panel.

    The system shows it when it has ended, so it needs no disk that can be written.
    """
    from firmware_host.last_picture import leave
    from firmware_host.settings import SettingsError, read_settings

    with wrong_use(SettingsError):
        settings = read_settings(settings_file)
    leave(settings, PICTURES[picture])
