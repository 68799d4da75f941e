"""How a command ends when it cannot do what was asked: one sentence, and an exit status."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path

import click


class WrongUseError(click.ClickException):
    """What the user gave cannot be used."""

    exit_code = 2


class ProblemError(click.ClickException):
    """The command found or met a problem."""

    exit_code = 1


def command_needed(ctx: click.Context) -> None:
    """A group of commands called without one shows its help, as wrong use."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(WrongUseError.exit_code)


@contextmanager
def wrong_use(*blamed: type[ValueError]) -> Iterator[None]:
    """What raises one of these is what the user gave; their messages say what to do."""
    try:
        yield
    except blamed as error:
        raise WrongUseError(str(error)) from error


@contextmanager
def unusable_files(advice: str, given: Path | None = None) -> Iterator[None]:
    """A file that the disk refuses is the user's, who gets the disk's word for it and `advice`.

    It is called what the user called it, where that is `given`.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise
        raise WrongUseError(f"{given or error.filename}: {error.strerror}; {advice}") from error


def suggestion(name: str, known: Iterable[str]) -> str:
    """A question that ends a message about an unknown name; "" when no known one is close."""
    close = get_close_matches(name.lower(), known, n=1)
    return f"; did you mean {close[0]}?" if close else ""
