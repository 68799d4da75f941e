"""`dicetower games verify`: whether every game is what was stored."""

import json
import re
from pathlib import Path
from typing import Any

import click

from firmware_host.cli.errors import ProblemError, WrongUseError
from firmware_host.cli.options import settings_option
from firmware_host.cli.stored import archive_of, known
from firmware_host.store.archive import SHORTEST_HASH, Archive
from firmware_host.store.rows import GameId

_A_NUMBER = re.compile(r"[0-9]{1,15}")
_A_HASH = re.compile(rf"(?:[0-9A-Fa-f]{{2}}){{{SHORTEST_HASH},32}}")


@click.command
@click.argument("what", metavar="[GAME|HASH]", default="")
@settings_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def verify(what: str, settings_file: Path | None, as_json: bool) -> int:
    """Tell whether the games are what was stored, and which row is not.

    GAME is the number of one game. HASH is that of a row, its first 16 digits at least; the code
    on the last screen of a game is one of its last row.

    Exit status 0: all is what was stored, 1: something is not, or no row has that hash.

    --json prints one object: ok, games (how many were looked at), faults (each with game, null for
    the file's own, and what); with a HASH also game, row, and last (whether it is the last row's).
    """
    found: dict[str, Any] = {}
    with archive_of(settings_file) as archive:
        if _A_NUMBER.fullmatch(what):
            looked_at = [known(archive, int(what))]
        elif what:
            found = _with_hash(archive, what)
            looked_at = [found["game"]]
        else:
            looked_at = list(archive.games()[::-1])
        faults = _faults(archive, looked_at, whole=not what)
    if as_json:
        told = {"ok": not faults, "games": len(looked_at), "faults": faults, **found}
        click.echo(json.dumps(told))
    else:
        click.echo("\n".join(_lines(faults, looked_at, found)))
    return 1 if faults else 0


def _with_hash(archive: Archive, text: str) -> dict[str, Any]:
    if not _A_HASH.fullmatch(text):
        raise WrongUseError(
            f"{text} is no game's number and no hash; of one give 16 to 64 digits, two for a byte"
        )
    found = archive.with_hash(bytes.fromhex(text))
    if found is None:
        raise ProblemError(f"no row of any game has the hash {text}")
    return {"game": found.game, "row": found.link.name, "last": found.is_last}


def _faults(archive: Archive, games: list[GameId], whole: bool) -> list[dict[str, Any]]:
    of_file = archive.fault() if whole else None
    faults: list[dict[str, Any]] = [{"game": None, "what": of_file}] if of_file else []
    for game in games:
        if fault := archive.fault_of(game):
            faults.append({"game": game, "what": fault})
    return faults


def _lines(
    faults: list[dict[str, Any]], looked_at: list[GameId], found: dict[str, Any]
) -> list[str]:
    lines = [str(fault["what"]) for fault in faults]
    if found:
        where = "its last row" if found["last"] else "after which it went on"
        lines.insert(0, f"Game {found['game']}: {found['row']}, {where}.")
    if not faults:
        whose = f"game {looked_at[0]}" if len(looked_at) == 1 else f"all {len(looked_at)} games"
        lines.append(f"The chain of {whose} holds: nothing was changed, removed or inserted.")
    return lines
