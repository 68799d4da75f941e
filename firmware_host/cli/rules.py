"""`dicetower rules`: which games there are, what they are, and what is wrong with one's own."""

import json

import click

from firmware_host.cli.errors import command_needed, wrong_use
from firmware_host.cli.rules_table import in_few_words, in_full
from firmware_host.cli.score import rules_named
from rules import RulesError, check, load, preset_names
from rules.files import to_table

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


@click.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """List the games, show one of them, check a rule file."""
    command_needed(ctx)


@rules.command("list")
@as_json
def list_games(as_json: bool) -> None:
    """List the games there are, presets of rules."""
    games = {name: load(name) for name in preset_names()}
    if as_json:
        click.echo(json.dumps([{"name": name, "title": of.title} for name, of in games.items()]))
    else:
        lines = (f"{name:20}{of.title:22}{in_few_words(of)}" for name, of in games.items())
        click.echo("\n".join(lines))


@rules.command
@click.argument("name")
@as_json
def show(name: str, as_json: bool) -> None:
    """Show what scores by the rules NAME, what a turn is, and who wins.

    NAME is a preset, or a rule file.
    """
    of = rules_named(name)
    if as_json:
        click.echo(json.dumps(to_table(of)))
    else:
        click.echo("\n".join(in_full(of)))


@rules.command("check")
@click.argument("file")
@as_json
def check_file(file: str, as_json: bool) -> int:
    """Tell everything that is wrong with a rule FILE.

    Exit status 0: a game can be played by it, 1: not, 2: it can not be read.
    """
    with wrong_use(RulesError):
        faults = check(file)
    if as_json:
        click.echo(json.dumps({"file": file, "faults": [fault._asdict() for fault in faults]}))
    else:
        click.echo("\n".join(f"{file}: {fault}" for fault in faults) or f"{file} can be played")
    return 1 if faults else 0
