"""`dicetower games export`: games for other programs."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from firmware_host.cli.errors import WrongUseError, unusable_files
from firmware_host.cli.games_show import in_full
from firmware_host.cli.moves import plain
from firmware_host.cli.options import A_PATH, settings_option
from firmware_host.cli.stored import archive_of, in_short, known, played, record_of
from firmware_host.store.archive import Archive
from firmware_host.store.rows import StoredGame

COLUMNS = (
    *("game", "rules", "began", "row", "player", "do", "dice", "target"),
    *("source", "token", "at", "counts", "turn_points", "score"),
)


@click.command
@click.argument("game", type=click.IntRange(1), required=False)
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
) -> None:
    """Write out a GAME, or all.

    record: JSON Lines that dicetower replay plays, without what was undone; with --all FILE is a
    folder, and each game a file in it. csv: a line for each action, those undone too (counts is 0
    then). json: the object that show --json prints, with --all an array of them.
    """
    if every == (game is not None):
        raise WrongUseError("give the number of one game, or --all")
    if every and form == "record" and output is None:
        raise WrongUseError("a record holds one game; give a folder for them with -o")
    with archive_of(settings_file) as archive:
        numbers = archive.games()[::-1] if game is None else (known(archive, game),)
        games = [archive.load(number) for number in numbers]
        texts = _texts(archive, games, form, every)
    with unusable_files("give another place with -o"):
        _write(texts, output, apart=every and form == "record")


def _texts(archive: Archive, games: list[StoredGame], form: str, every: bool) -> dict[str, str]:
    """What is to be written, by the name of its file in a folder."""
    if form == "record":
        return {f"game-{stored.id}.jsonl": record_of(stored) for stored in games}
    if form == "csv":
        return {"games.csv": _table(games)}
    objects = [{**in_short(archive, stored), **in_full(archive, stored)} for stored in games]
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


def _table(games: Iterable[StoredGame]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    for stored in games:
        table.writerows(_rows(stored))
    return text.getvalue()


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
