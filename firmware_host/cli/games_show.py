"""One stored game, row by row."""

from collections.abc import Iterator
from typing import Any

from firmware_host.cli.moves import effect, move, name
from firmware_host.cli.stored import Played, played
from firmware_host.store.archive import Archive
from firmware_host.store.rows import StoredGame, standing
from rules import Game
from rules.actions import from_json

_GOES_ON = ("take", "challenge")  # what a turn begins with, besides a throw


def in_full(archive: Archive, stored: StoredGame) -> dict[str, Any]:
    """The header and every action as they are stored, for programs."""
    count = {entry.seq for entry in standing(stored.entries)}
    links = [link for link in archive.links(stored.id) if link.kind == "action"]
    rows = [
        {
            "row": entry.seq,
            "action": entry.action,
            "source": entry.source,
            "token": entry.token,
            "at": entry.at,
            "boot": link.stamp.boot,
            "counter": link.stamp.counter,
            "hash": link.hash.hex(),
            "counts": entry.seq in count,
        }
        for entry, link in zip(stored.entries, links, strict=True)
    ]
    return {"header": stored.header, "rows": rows}


def lines_of(stored: StoredGame) -> Iterator[str]:
    """Each turn under the name of its player, for people."""
    turn_ended, player = True, -1
    for row in played(stored):
        undoes = "undo" in row.entry.action
        if not undoes and (turn_ended or row.before.player != player):
            player = row.before.player
            yield f"{name(row.before, player)}, {row.before.scores[player]} points"
        yield f"{row.entry.seq:>5}  {_line(row)}"
        turn_ended = not undoes and _ends_a_turn(row)


def _line(row: Played) -> str:
    entry = row.entry
    if "undo" in entry.action:
        return f"undo {entry.action['undo']}"
    done = f"{move(row.before, from_json(entry.action))}{effect(row.after)}"
    source = f"  [{entry.source}]" if entry.source else ""
    return f"{done}{source}{'' if row.counts else '  (undone)'}"


def _ends_a_turn(row: Played) -> bool:
    return _is_between_turns(row.after) and row.entry.action.get("do") not in _GOES_ON


def _is_between_turns(game: Game) -> bool:
    return game.phase in ("start", "roll_off", "over")
