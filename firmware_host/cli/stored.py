"""Stored games for the commands that read them: opened, replayed, and in short."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from firmware_host.cli.errors import ProblemError, WrongUseError, wrong_use
from firmware_host.cli.moves import plain, won
from firmware_host.settings import SettingsError, read_settings
from firmware_host.store.archive import Archive, open_archive
from firmware_host.store.files import database_in
from firmware_host.store.rows import Entry, GameId, StoredGame, standing
from rules import Game
from rules.actions import from_json
from rules.dice import ALL_DICE
from rules.record import RecordError, parse

NO_DATE = "no date"


class Played(NamedTuple):
    """One row of a game, and the game around it."""

    entry: Entry
    before: Game
    after: Game
    counts: bool  # neither undone nor an undoing


def database_of(settings_file: Path | None) -> Path:
    """Where the games are."""
    with wrong_use(SettingsError):
        return database_in(read_settings(settings_file).state_directory)


@contextmanager
def archive_of(settings_file: Path | None) -> Iterator[Archive]:
    """The games, which may be a running box's; nothing is changed."""
    with open_archive(database_of(settings_file)) as archive:
        yield archive


def known(archive: Archive, number: int) -> GameId:
    """The game of that number; where there is none, it is wrong use."""
    if not archive.has(GameId(number)):
        raise WrongUseError(f"there is no game {number}; see dicetower games list")
    return GameId(number)


def record_of(stored: StoredGame) -> str:
    """The game record: what was undone is left out."""
    actions = (entry.action for entry in standing(stored.entries))
    return "".join(f"{json.dumps(line)}\n" for line in (stored.header, *actions))


def played(stored: StoredGame) -> Iterator[Played]:
    """Every row with the game before and after it; `ProblemError` where its rules are gone."""
    count = {entry.seq for entry in standing(stored.entries)}
    try:
        games = [parse(json.dumps(stored.header).encode(), f"game {stored.id}").games[0]]
        for entry in stored.entries:
            before = games[-1]
            if "undo" in entry.action:
                games.pop()
            else:
                games.append(before.apply(from_json(entry.action)))
            yield Played(entry, before, games[-1], entry.seq in count)
    except ValueError as error:
        raise ProblemError(f"game {stored.id} cannot be played any more: {error}") from error


def in_short(archive: Archive, stored: StoredGame) -> dict[str, Any]:
    """One line of the list, as the JSON object for programs."""
    ending = stored.ending
    return {
        "game": stored.id,
        "began": stored.at,
        "rules": stored.header["rules"],
        "players": stored.header["players"],
        "scores": ending.scores if ending else _scores_now(stored),
        "winners": winners(stored),
        "ended": ending.reason if ending else None,
        "ended_at": ending.at if ending else None,
        "throws": _throws(stored),
        "hash": archive.last_hash(stored.id).hex(),
    }


def winners(stored: StoredGame) -> list[int] | None:
    """The seats of who has won; None where it did not end so, or its rules are gone.

    Played again is only what the scores do not tell: a tie, and six equal dice, which may win.
    """
    if stored.ending is None or stored.ending.reason != "over":
        return None
    scores = stored.ending.scores
    leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(leaders) == 1 and not _ends_with_six_alike(stored):
        return leaders
    game = _game_now(stored)
    return None if game is None or game.winners is None else list(game.winners)


def when(at: float | None) -> str:
    """A time for people; it is not known where nothing had set the clock."""
    if at is None:
        return NO_DATE
    try:
        return f"{datetime.fromtimestamp(at).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):  # of a year that no calendar has
        return NO_DATE


def line_of(short: Mapping[str, Any]) -> str:
    """`in_short` for people."""
    scores = short["scores"] or ["?"] * len(short["players"])
    pairs = zip(short["players"], scores, strict=True)
    players = ", ".join(f"{plain(name)} {score}" for name, score in pairs)
    ended = {"over": "over", "given_up": "given up", None: "not over"}[short["ended"]]
    winning = [plain(short["players"][seat]) for seat in short["winners"] or ()]
    result = f"; {won(winning)}" if winning else ""
    throws = ", ".join(f"{count} by {source}" for source, count in short["throws"].items())
    return "  ".join(
        (
            f"{short['game']:>5}",
            f"{when(short['began']):16}",
            f"{plain(Path(short['rules']).stem):18}",
            f"{ended:8}",
            f"{players}{result}; throws: {throws or 'none'}",
        )
    )


def _scores_now(stored: StoredGame) -> list[int] | None:
    """The scores of a game that has not ended, None where its rules are gone."""
    game = _game_now(stored)
    return None if game is None else list(game.scores)


def _game_now(stored: StoredGame) -> Game | None:
    """The game after its last action, None where its rules are gone."""
    try:
        return parse(record_of(stored).encode(), f"game {stored.id}").games[-1]
    except RecordError:
        return None


def _ends_with_six_alike(stored: StoredGame) -> bool:
    last = next(reversed(standing(stored.entries)), None)
    dice = last.action.get("dice", ()) if last else ()
    return len(dice) == ALL_DICE and len(set(dice)) == 1


def _throws(stored: StoredGame) -> dict[str, int]:
    """How many throws count, by who threw them."""
    return dict(Counter(entry.source for entry in standing(stored.entries) if entry.source))
