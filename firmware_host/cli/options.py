"""Options that several commands have."""

from pathlib import Path

import click

A_PATH = click.Path(path_type=Path, readable=False)  # who reads it says why it cannot

settings_option = click.option(
    "--settings", "settings_file", type=A_PATH, metavar="FILE", help="The settings to use."
)
