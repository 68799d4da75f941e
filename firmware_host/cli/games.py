"""`dicetower games`: what was played, whether it is what was stored, and away with it."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from firmware_host.cli.errors import ProblemError, WrongUseError, command_needed
from firmware_host.cli.games_export import export
from firmware_host.cli.games_show import in_full, lines_of
from firmware_host.cli.games_verify import verify
from firmware_host.cli.options import A_GAME, settings_option
from firmware_host.cli.stored import archive_of, database_of, in_short, known, line_of
from firmware_host.cli.streams import is_terminal
from firmware_host.store.archive import Archive
from firmware_host.store.errors import StoreBusyError, StoreDamagedError
from firmware_host.store.rows import GameId
from firmware_host.store.store import Store

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


@click.group(invoke_without_command=True)
@click.pass_context
def games(ctx: click.Context) -> None:
    """List, show, export, verify and delete games.

    All but delete also work while the box is running, and change nothing.
    """
    command_needed(ctx)


games.add_command(export)
games.add_command(verify)


@games.command("list")
@settings_option
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the newest N.")
@as_json
def list_games(settings_file: Path | None, last: int | None, as_json: bool) -> int:
    """List all games, the newest first.

    --json prints an array of objects: game (its number), began and ended_at (seconds since 1970,
    null without a clock), rules, players, scores (by seat), winners (their seats, null for a game
    that was not played to its end), ended ("over", "given_up" or null), throws (how many by whom),
    hash (of its last row); or game and fault of one that is damaged.
    """
    with archive_of(settings_file) as archive:
        lines = [_line(archive, game) for game in archive.games()[:last]]
    if as_json:
        click.echo(json.dumps(lines))
    else:
        click.echo("\n".join(map(_for_people, lines)) or "no game was played yet")
    return 1 if any("fault" in line for line in lines) else 0


@games.command
@click.argument("game", type=A_GAME)
@settings_option
@as_json
def show(game: int, settings_file: Path | None, as_json: bool) -> None:
    """Show a game turn by turn, what was undone too.

    --json prints the object that list prints, with header and rows. A row has row (its number),
    action, source, token, at, boot, counter, hash and counts (false where it was undone, or
    undoes).
    """
    with archive_of(settings_file) as archive:
        stored = archive.load(known(archive, game))
        short = in_short(archive, stored)
        rows = in_full(archive, stored)
    if as_json:
        click.echo(json.dumps({**short, **rows}))
    else:
        click.echo("\n".join([line_of(short).strip(), *lines_of(stored)]))


@games.command
@click.argument("game", type=A_GAME)
@settings_option
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(game: int, settings_file: Path | None, yes: bool) -> None:
    """Delete a whole game, for ever, while no box has the games open."""
    if not (yes or is_terminal(sys.stdin)):
        raise WrongUseError("nobody is there to be asked; say --yes to delete without a question")
    with archive_of(settings_file) as archive:
        what = " ".join(_for_people(_line(archive, known(archive, game))).split())
    with _store_of(settings_file) as store:
        if yes or click.confirm(f"Delete game {what}\nfor ever?", err=True):
            store.delete(GameId(game))
            click.echo(f"Game {game} is deleted.")
        else:
            click.echo("Nothing was deleted.")


def _store_of(settings_file: Path | None) -> Store:
    try:
        store = Store.open(database_of(settings_file))
    except StoreBusyError as busy:
        raise ProblemError(
            f"{busy} If it is the service, run: sudo systemctl stop dicetower"
        ) from busy
    if store.notice:
        store.close()
        raise ProblemError(store.notice)
    return store


def _line(archive: Archive, game: GameId) -> dict[str, Any]:
    try:
        return in_short(archive, archive.load(game))
    except StoreDamagedError as damage:
        return {"game": game, "fault": str(damage)}


def _for_people(line: dict[str, Any]) -> str:
    return f"{line['game']:>5}  {line['fault']}" if "fault" in line else line_of(line)
