"""`dicetower score`: what throws are worth."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import click

from firmware_host.cli.errors import WrongUseError, suggestion, wrong_use
from rules import Rules, RulesError, load, preset_names
from rules.dice import Dice, parse
from rules.scoring import report, score_table

LONGEST = 10_000  # bytes of a line; what never ends must not be waited for


@click.command
@click.argument("rules")
@click.argument("dice", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a throw.")
def score(rules: str, dice: tuple[str, ...], as_json: bool) -> None:
    """Show what a throw of DICE is worth by RULES.

    RULES is a preset such as zilch or diecimila, or a rule file. DICE are one to six faces: 1 1 5,
    or 115. Without any, throws are read from standard input, one a line.
    """
    played = rules_named(rules)
    for throw in _throws(dice):
        click.echo(json.dumps(report(played, throw)) if as_json else _words(played, throw))


def rules_named(name: str) -> Rules:
    """The rules of a preset or file, with the closest preset suggested for a name that is none."""
    try:
        return load(name)
    except RulesError as error:
        meant = "" if Path(name).exists() else suggestion(name, preset_names())
        raise WrongUseError(f"{error}{meant}") from error


def _throws(dice: tuple[str, ...]) -> Iterable[Dice]:
    if not dice:
        return _throws_typed()
    with wrong_use(ValueError):
        return [parse(" ".join(dice))]


def _throws_typed() -> Iterator[Dice]:
    if sys.stdin is None:
        raise WrongUseError("there are no dice, and no standard input to read them from; give dice")
    if sys.stdin.isatty():
        click.echo("Type throws, one a line; Ctrl-D ends.", err=True)
    for number, text in enumerate(_lines(sys.stdin.buffer), start=1):
        if not text.strip():
            continue
        try:
            yield parse(text)
        except ValueError as error:
            raise WrongUseError(f"standard input, line {number}: {error}") from error


def _lines(stream: BinaryIO) -> Iterator[str]:
    """Lines, whatever ends them; one that is too long for any throw comes in parts."""
    while line := stream.readline(LONGEST):
        yield from line.decode("utf-8", "replace").splitlines()


def _words(rules: Rules, throw: Dice) -> str:
    """The throw's worth for people, the best keep first."""
    keeps = sorted(score_table(rules)[throw].items(), key=lambda keep: (-keep[1], keep[0]))
    worth = f"best {keeps[0][1]}" if keeps else "blank"
    lines = [f"{_faces(dice):13}{points:>6}" for dice, points in keeps]
    return "\n".join([f"{_faces(throw)}: {worth}", *(f"  {line}" for line in lines)])


def _faces(dice: Dice) -> str:
    return " ".join(map(str, dice))
