"""Options that several commands have, and what a path on a command line may be."""

from collections.abc import Callable
from pathlib import Path

import click

Checked = Callable[[click.Context, click.Parameter, Path | None], Path | None]

A_PATH = click.Path(path_type=Path, readable=False)  # who reads it says why it cannot
A_FILE = click.Path(path_type=Path, readable=False, dir_okay=False)
A_FOLDER = click.Path(path_type=Path, readable=False, file_okay=False)

A_GAME = click.IntRange(1, 2**63 - 1)  # as many as SQLite can count

settings_option = click.option(
    "--settings", "settings_file", type=A_PATH, metavar="FILE", help="The settings to use."
)


def written_as(ending: str) -> Checked:
    """A file's name may end so or with no ending at all: another would belie what is in it."""

    def check(_: click.Context, __: click.Parameter, file: Path | None) -> Path | None:
        if file and file.suffix.lower() not in ("", ending):
            raise click.BadParameter(f"{file} would be no {file.suffix}: let it end with {ending}")
        return file

    return check


def a_port(_: click.Context, __: click.Parameter, port: Path | None) -> Path | None:
    """A serial port, which may come later: a sensor that is not there yet is plugged in."""
    if port and (port.is_file() or port.is_dir()):
        raise click.BadParameter(f"{port} is no serial port: name the sensor's")
    return port
