"""Game records: JSON Lines, a header and then one action a line."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import repr as shown
from typing import Any

from rules.actions import Action, Name, from_json, to_json
from rules.files import from_table, load, with_options
from rules.game import Game

VERSION = 1
LONGEST = 1 << 26  # bytes; some hundred thousand turns, while a device may never end


class RecordError(ValueError):
    """A record that can not be played: file, line (from 1), why, and what was legal there."""

    def __init__(self, file: str, line: int, reason: str, legal: tuple[Name, ...] = ()) -> None:
        names = ", ".join(legal) or "nothing"
        super().__init__(f"{file}, line {line}: {reason}; legal: {names}")
        self.file = file
        self.line = line
        self.reason = reason
        self.legal = legal


@dataclass(frozen=True, slots=True)
class Header:
    """A record's first line."""

    rules: str  # a preset or the path of a rule file
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)  # switches set otherwise
    written: Mapping[str, Any] | None = None  # what the rule file said when the game began

    def game(self) -> Game:
        """The game before its first action; ValueError says what does not fit."""
        written = self.written is not None
        rules = from_table(self.written, self.rules) if written else load(self.rules)
        return Game.new(with_options(rules, self.options), self.players)

    def to_json(self) -> dict[str, object]:
        options = {"options": dict(self.options)} if self.options else {}
        written = {} if self.written is None else {"written": dict(self.written)}
        players = list(self.players)
        return {"record": VERSION, "rules": self.rules, **written, **options, "players": players}


@dataclass(frozen=True, slots=True)
class Record:
    header: Header
    actions: tuple[Action, ...]
    games: tuple[Game, ...]  # before the first action, and after each


def read(path: Path) -> Record:
    """The record in a file, played through. Raises RecordError, or OSError of the file."""
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise RecordError(str(path), 1, f"the file is longer than {LONGEST} bytes")
    return parse(content, str(path))


def parse(content: bytes, file: str) -> Record:
    """The record played through; `file` is its name in a RecordError."""
    first, *lines = content.split(b"\n")
    try:
        if not first.strip():
            raise ValueError('the first line is empty; it must be the header, {"record": 1, …}')
        header = _header_in(_object_in(first))
        games = [header.game()]
    except ValueError as error:
        raise RecordError(file, 1, str(error)) from error
    actions: list[Action] = []
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        try:
            actions.append(from_json(_object_in(line)))
            games.append(games[-1].apply(actions[-1]))
        except ValueError as error:
            raise RecordError(file, number, str(error), games[-1].legal) from error
    return Record(header, tuple(actions), tuple(games))


def lines(header: Header, actions: Iterable[Action]) -> Iterator[str]:
    """The lines of a record, without line ends."""
    for thing in (header.to_json(), *map(to_json, actions)):
        yield json.dumps(thing, ensure_ascii=False)


def _header_in(thing: object) -> Header:
    if not isinstance(thing, dict):
        raise ValueError('the first line must be the header, {"record": 1, …}')
    record, rules = thing.get("record"), thing.get("rules")
    options, players = thing.get("options", {}), thing.get("players")
    if type(record) is not int or record != VERSION:
        raise ValueError(f'"record" must be {VERSION}, not {shown(record)}')
    if not isinstance(rules, str):
        raise ValueError('"rules" must name a preset or a rule file')
    if not isinstance(options, dict):
        raise ValueError('"options" must be an object of switches')
    if not isinstance(players, list):
        raise ValueError('"players" must be a list of names')
    return Header(rules, tuple(players), options, thing.get("written"))


def _object_in(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError as error:
        raise ValueError("the line is no UTF-8") from error
    except RecursionError as error:
        raise ValueError("the line is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"the line is no JSON: {error.msg} at column {error.colno}") from error
    except ValueError as error:
        raise ValueError(f"the line is no JSON: {error}") from error


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no number")
