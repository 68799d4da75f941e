"""`dicetower play`, `run` and `demo`: the box in a terminal, on its parts, and by itself."""

import logging
import os
import queue
import sys
from pathlib import Path

import click

from firmware_host.cli.errors import (
    ProblemError,
    WrongUseError,
    unusable_files,
    wrong_use,
)
from firmware_host.cli.options import A_FILE, A_FOLDER, A_PATH, a_port, settings_option, written_as
from firmware_host.cli.streams import is_terminal
from firmware_host.stopping import stopped_by_signals
from hw.events import Event

LANGUAGES = click.Choice(["en", "fi", "it"])
SEED = click.IntRange(0, 999_999)  # as long as the screen has room to say it


@click.command
@settings_option
def run(settings_file: Path | None) -> None:
    """Be the box, on this machine's buttons, panel and dice."""
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with stopped_by_signals(events.put):  # from now on: what follows takes long to load
        from firmware_host.run import run
        from firmware_host.service import is_service
        from firmware_host.settings import SettingsError, read_settings

        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
        logging.getLogger("transitions").setLevel(logging.WARNING)  # it tells of every press
        try:
            settings = read_settings(settings_file)
        except SettingsError as error:
            if is_service():
                _show_wrong_settings()
            raise WrongUseError(str(error)) from error
        run(settings, events)


@click.command
@click.option("--seed", type=SEED, metavar="N", help="Throw the same dice again; nothing is saved.")
@click.option("--language", type=LANGUAGES, help="Of the box; else as the settings say.")
@click.option("--state", type=A_FOLDER, metavar="DIR", help="Keep the games there.")
@click.option(
    "--sensor", type=A_PATH, callback=a_port, metavar="PORT", help="Real dice are read there."
)
def play(seed: int | None, language: str | None, state: Path | None, sensor: Path | None) -> int:
    """Play in this terminal, on a box without hardware."""
    if seed is not None and state:
        raise WrongUseError("a game with --seed is not kept; leave out --state or --seed")
    if not _has_terminal():
        raise WrongUseError(
            "play needs a terminal; run it in one (ssh -t from afar), or try dicetower demo"
        )
    try:
        from firmware_host.settings import SettingsError, read_settings
        from firmware_host.simulator import play
    except ModuleNotFoundError as error:
        if error.name != "textual":
            raise
        raise ProblemError(
            "play needs Textual; run: pip install 'dicetower[sim]', or where the box is a package: "
            "sudo apt install python3-textual"
        ) from error
    with wrong_use(SettingsError):
        settings = read_settings()
    if state:
        with unusable_files("give another place with --state"):
            state.mkdir(parents=True, exist_ok=True)
    folder = state or settings.state_directory
    port = sensor or settings.sensor.port
    return play(language or settings.language, folder, seed, settings.rules_directory, port)


@click.command
@click.option("--rules", default="zilch", show_default=True, help="The game that is played.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides all throws.")
@click.option("--language", type=LANGUAGES, default="en", show_default=True)
@click.option("--frames", type=A_FOLDER, metavar="DIR", help="Save every picture there.")
@click.option(
    "--gif",
    type=A_FILE,
    callback=written_as(".gif"),
    metavar="FILE",
    help="Save a moving picture.",
)
def demo(rules: str, seed: int, language: str, frames: Path | None, gif: Path | None) -> None:
    """Let the box play a whole game by itself, without hardware."""
    from firmware_host.cli.score import rules_named
    from firmware_host.demo import EndlessGameError, demo

    rules_named(rules)
    with unusable_files("give another place for the pictures"):
        try:
            click.echo(demo(rules, seed, frames, gif, language))
        except EndlessGameError as error:
            raise ProblemError(f"{rules}: {error}") from error


def _show_wrong_settings() -> None:
    """Say on the panel why the box does not start; which panel it has, the defaults may tell."""
    from firmware_host.closed import WRONG_SETTINGS
    from firmware_host.last_picture import leave
    from firmware_host.settings import default_settings
    from hw.errors import PartError

    try:
        leave(default_settings(), WRONG_SETTINGS)
    except PartError as error:
        logging.warning("%s", error)


def _has_terminal() -> bool:
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(map(is_terminal, streams)) and os.environ.get("TERM") != "dumb"
