"""All commands, and how each ends: with a status, and at most one line of error."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from firmware_host.cli.errors import command_needed
from firmware_host.cli.streams import replace_unknown_letters

INTERRUPTED = 130  # what a shell expects of a program ended by Ctrl-C

MODULES = {
    "play": "box",
    "run": "box",
    "demo": "box",
    "rules": "rules",
    "score": "score",
    "replay": "replay",
    "games": "games",
    "doctor": "doctor",
    "panel-test": "panel_test",
    "panel-picture": "panel_picture",
    "rng": "rng",
    "sensor": "sensor",
    "fake-sensor": "fake_sensor",
}
"""The commands, in the order of the help, and the module of each."""


class Commands(click.Group):
    """Imports a command with what it needs when it is asked for: the box must start fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(MODULES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in MODULES:
            return None
        module = import_module(f"{__package__}.{MODULES[name]}")
        command: click.Command = getattr(module, name.replace("-", "_"))
        return command


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="dicetower")
@click.pass_context
def dicetower(ctx: click.Context) -> None:
    """A dice box that throws, plays and scores Zilch, Diecimila and their relatives."""
    command_needed(ctx)


def run_command(arguments: Sequence[str] | None) -> int:
    """Run one command, by default that of the process, and return its status."""
    replace_unknown_letters()
    try:
        return dicetower.main(arguments, "dicetower", standalone_mode=False) or 0
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as error:
        _say(_sentence(error))
        return error.exit_code
    except OSError as error:
        _say(_trouble(error))
        return 1


def _sentence(error: click.ClickException) -> str:
    """What is wrong, and where to read more about a command that was used wrongly."""
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx:
        return f"{message.rstrip('.')}; see {error.ctx.command_path} --help"
    return message


def _trouble(error: OSError) -> str:
    if error.strerror is None:  # one of ours, a whole sentence
        return str(error)
    if error.filename is not None:
        return f"{error.filename}: {error.strerror}; see that it can be used"
    _give_up_output()
    return f"writing failed ({error.strerror}); see that there is room where it goes"


def _give_up_output() -> None:
    """What standard output did not take would be tried, and complained about, again at exit."""
    if sys.stdout is None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _say(message: str) -> None:
    click.echo(f"dicetower: {' '.join(message.split())}", err=True)
