"""Which games the box offers: all presets, and the rule files of a folder."""

import logging
from pathlib import Path

from rules import Rules, RulesError, load, preset_names

CLASSICS = ("zilch", "zilch-10000", "zilch-5000", "diecimila")

log = logging.getLogger(__name__)


def offered(folder: Path | None = None) -> dict[str, Rules]:
    """Rules by preset or path, in the order offered. A bad file is logged, and left out."""
    others = [name for name in preset_names() if name not in CLASSICS]
    games = {name: load(name) for name in (*CLASSICS, *others)}
    for file in sorted(folder.glob("*.toml")) if folder else []:
        try:
            games[str(file)] = load(file)
        except RulesError as error:
            log.error("%s. The game is not offered; dicetower rules check tells all.", error)
    return games
