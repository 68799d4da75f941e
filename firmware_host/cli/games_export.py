"""`dicetower games export`: games for other programs."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from firmware_host.cli.errors import ProblemError, WrongUseError, unusable_files
from firmware_host.cli.games_show import in_full
from firmware_host.cli.moves import plain
from firmware_host.cli.options import A_GAME, A_PATH, settings_option
from firmware_host.cli.stored import archive_of, in_short, known, played, record_of
from firmware_host.store.archive import Archive
from firmware_host.store.errors import GameDamagedError
from firmware_host.store.rows import StoredGame

COLUMNS = (
    *("game", "rules", "began", "row", "player", "do", "dice", "target"),
    *("source", "token", "at", "counts", "turn_points", "score"),
)
Make = Callable[[Archive, StoredGame], Any]
"""Makes of a game what is to be written of it."""


@click.command
@click.argument("game", type=A_GAME, required=False)
@click.option("--all", "every", is_flag=True, help="Every game, the oldest first.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["record", "csv", "json"]),
    default="record",
    show_default=True,
)
@click.option("-o", "--output", type=A_PATH, metavar="FILE", help="Write there.")
@settings_option
def export(
    game: int | None, every: bool, form: str, output: Path | None, settings_file: Path | None
) -> int:
    """Write out a GAME, or all that can be.

    record: JSON Lines that dicetower replay plays, without what was undone; with --all FILE is a
    folder, and each game a file in it. csv: a line for each action, those undone too (counts is 0
    then). json: the object that show --json prints, with --all an array of them.

    Exit status 1: a game was left out, and why is said.
    """
    if every == (game is not None):
        raise WrongUseError("give the number of one game, or --all")
    if every and form == "record" and output is None:
        raise WrongUseError("a record holds one game; give a folder for them with -o")
    with archive_of(settings_file) as archive:
        make, faults = _MAKE[form], list[str]()
        if game is None:
            made, faults = _all_made(archive, make)
        else:
            made = {game: make(archive, archive.load(known(archive, game)))}
    with unusable_files("give another place with -o"):
        _write(_texts(made, form, every), output, apart=every and form == "record")
    for fault in faults:
        click.echo(f"dicetower: {fault} It is left out.", err=True)
    return 1 if faults else 0


def _all_made(archive: Archive, make: Make) -> tuple[dict[int, Any], list[str]]:
    """All games, and what is wrong with those that can't be among them."""
    made: dict[int, Any] = {}
    faults = []
    for game in archive.games()[::-1]:
        try:
            made[game] = make(archive, archive.load(game))
        except GameDamagedError as damage:
            faults.append(str(damage))
        except ProblemError as problem:
            faults.append(f"{problem.message}.")
    return made, faults


def _texts(made: Mapping[int, Any], form: str, every: bool) -> dict[str, str]:
    """What is to be written, by the name of its file in a folder."""
    if form == "record":
        return {f"game-{game}.jsonl": record for game, record in made.items()}
    if form == "csv":
        return {"games.csv": _table(row for rows in made.values() for row in rows)}
    objects = list(made.values())
    return {"games.json": json.dumps(objects if every else objects[0]) + "\n"}


def _write(texts: dict[str, str], output: Path | None, apart: bool) -> None:
    if output is None:
        click.echo("".join(texts.values()), nl=False)
    elif apart:
        output.mkdir(exist_ok=True)
        for name, text in texts.items():
            (output / name).write_text(text, encoding="utf-8")
    else:
        output.write_text("".join(texts.values()), encoding="utf-8")


def _table(rows: Iterable[Mapping[str, object]]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _as_record(_: Archive, stored: StoredGame) -> str:
    return record_of(stored)


def _as_rows(_: Archive, stored: StoredGame) -> list[Mapping[str, object]]:
    return list(_rows(stored))


def _as_object(archive: Archive, stored: StoredGame) -> dict[str, Any]:
    return {**in_short(archive, stored), **in_full(archive, stored)}


_MAKE: Mapping[str, Make] = {"record": _as_record, "csv": _as_rows, "json": _as_object}


def _rows(stored: StoredGame) -> Iterable[dict[str, object]]:
    for entry, before, after, counts in played(stored):
        yield {
            **_cells(entry.action),
            "game": stored.id,
            "rules": plain(stored.header["rules"]),
            "began": stored.at,
            "row": entry.seq,
            "player": plain(before.players[before.player]),
            "source": entry.source,
            "token": entry.token,
            "at": entry.at,
            "counts": int(counts),
            "turn_points": after.turn_points,
            "score": after.scores[before.player],
        }


def _cells(action: Mapping[str, Any]) -> dict[str, object]:
    if "undo" in action:
        return {"do": "undo", "target": action["undo"]}
    return {**action, "dice": " ".join(map(str, action.get("dice", ())))}
