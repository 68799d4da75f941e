"""`dicetower fake-sensor`: a sensor on a pseudo-terminal, for people and tests without one."""

import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from firmware_host.cli.errors import WrongUseError, unusable_files
from firmware_host.cli.options import A_PATH
from firmware_host.cli.streams import AGAIN, is_terminal
from firmware_host.fake_sensor import Bench, CommandError, Quit, carry_out

PROMPT = "> "


@click.command("fake-sensor")
@click.option("--link", type=A_PATH, metavar="PATH", help="Make a name there that stays.")
@click.option("--script", type=A_PATH, metavar="FILE", help="Carry out its commands first.")
def fake_sensor(link: Path | None, script: Path | None) -> None:
    """Be a sensor whose dice are moved by commands.

    It is on a pseudo-terminal. The commands are those of the script, and then those of standard
    input; `help` lists them. A script that does not end with `quit` leaves the sensor running where
    there is no terminal.

    Play in another terminal: dicetower play --sensor PATH
    """
    lines = _lines_of(script) if script else []
    with _ended_by_signals(), _place_for(link) as place, _bench_at(place) as bench:
        named = f"{link}, on {bench.terminal}" if link else bench.terminal
        click.echo(f"the sensor is at {named}; help lists the commands, quit ends")
        with suppress(Quit, KeyboardInterrupt):
            _carry_out_all(bench, lines, f"{script}, line")
            _listen(bench, script is not None)


def _listen(bench: Bench, scripted: bool) -> None:
    """Carry out what is typed or piped."""
    if is_terminal(sys.stdin):
        _converse(bench)
    elif scripted or sys.stdin is None:
        signal.pause()
    else:
        _carry_out_all(bench, sys.stdin, "standard input, line")


def _converse(bench: Bench) -> None:
    """A mistake is told, and nothing more."""
    click.echo(PROMPT, nl=False)
    for line in sys.stdin:
        try:
            _carry_out(bench, line)
        except (CommandError, TimeoutError) as error:
            click.echo(f"{error}")
        click.echo(PROMPT, nl=False)


def _carry_out_all(bench: Bench, lines: Iterable[str], where: str) -> None:
    """The first mistake ends it."""
    for number, line in enumerate(lines, 1):
        try:
            _carry_out(bench, line)
        except CommandError as error:
            raise WrongUseError(f"{where} {number}: {error}") from error


def _carry_out(bench: Bench, line: str) -> None:
    if told := carry_out(bench, line.strip()):
        click.echo(told)


def _say(text: str) -> None:
    """What happens is told between the commands."""
    typing = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    click.echo(f"{AGAIN}{text}\n{PROMPT}" if typing else text, nl=not typing)


def _lines_of(script: Path) -> list[str]:
    try:
        with unusable_files("give a file of commands"):
            return script.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise WrongUseError(f"{script}: is no text; give a file of commands") from error


@contextmanager
def _place_for(link: Path | None) -> Iterator[Path]:
    """Where the sensor's name is made: there, or where nobody looks."""
    if link:
        if link.is_symlink() and not link.exists():  # of one that was killed
            link.unlink()
        yield link
    else:
        with tempfile.TemporaryDirectory(prefix="dicetower-") as folder:
            yield Path(folder, "sensor")


def _bench_at(place: Path) -> Bench:
    try:
        return Bench(place, _say)
    except OSError as error:
        raise WrongUseError(f"{place}: {error.strerror}; give another --link") from error


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A sensor that is stopped, or whose terminal is closed, takes its name away."""
    names = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(name, lambda *_: sys.exit(0)) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)
