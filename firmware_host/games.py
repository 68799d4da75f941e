"""Which games the box offers: all presets, and the rule files of a folder."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from firmware_host.view import Say
from rules import Fault, Rules, RulesError, load, preset_names

CLASSICS = ("zilch", "zilch-10000", "zilch-5000", "diecimila")

log = logging.getLogger(__name__)


class Offer(NamedTuple):
    """What there is to choose from, and what the screen says of that which is not."""

    games: Mapping[str, Rules]  # by preset or path, in order
    notes: Mapping[str, Say]


def offered(folder: Path | None = None) -> Offer:
    """All presets, and the files of `folder`. A bad one is told, and left out."""
    others = [name for name in preset_names() if name not in CLASSICS]
    games = {name: load(name) for name in (*CLASSICS, *others)}
    notes: dict[str, Say] = {}
    for file in rule_files(folder) if folder else []:
        try:
            games[str(file)] = load(readable(file))
        except RulesError as error:
            log.error("%s. The game is not offered; dicetower rules check tells all.", error)
            notes.setdefault("rules", Say.of("note.bad_rules", file=file.name))
    return Offer(games, notes)


def rule_files(folder: Path) -> list[Path]:
    """What the box would offer of a folder, in order, be it good or bad."""
    return sorted(folder.glob("*.toml"))


def readable(file: Path) -> Path:
    """`file`, or `RulesError` for what is none: a pipe would be waited for."""
    try:
        if file.is_file():
            return file
        reason = "it is no file"
    except OSError as error:
        reason = f"it can not be read: {error.strerror}"
    raise RulesError(str(file), Fault("", reason))
