"""Rules from TOML files: the presets and anybody's own."""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from reprlib import repr as shown
from typing import Any

from rules.counters_file import CountersReader
from rules.dice import FACES
from rules.faults import Fault, RulesError
from rules.ruleset import SWITCHES, Rules, faults_in

LONGEST = 1 << 20  # bytes of a rule file that are read, while a device may never end

_PRESETS = Path(__file__).with_name("presets")


@cache
def preset_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _PRESETS.glob("*.toml")))


def load(name_or_path: str | Path) -> Rules:
    """The rules of a preset or a rule file; RulesError names the file, the key and the reason."""
    rules, faults = _read(name_or_path)
    if rules is None:
        raise RulesError(str(name_or_path), faults[0])
    return rules


def check(name_or_path: str | Path) -> list[Fault]:
    """All that is wrong with a rule file; nothing when a game can be played by it.

    RulesError when it can not be read at all.
    """
    return _read(name_or_path)[1]


def with_options(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """The rules with some switches set otherwise; RulesError names the option and the reason."""
    switches = {switch.name: getattr(rules, switch.name) for switch in SWITCHES}
    for fault in faults_in(switches | dict(options)):
        raise RulesError("options", fault)
    return replace(rules, **options)


def to_table(rules: Rules) -> dict[str, Any]:
    """The rules as a rule file could have them, as plain data."""
    switches = {switch.name: getattr(rules, switch.name) for switch in SWITCHES}
    counters = rules.counters
    kinds = {
        str(count): {str(face): points for face, points in zip(FACES, row, strict=True)}
        for count, row in enumerate(counters.kinds, start=1)
    }
    straights = {f"{low}-{high}": points for low, high, points in counters.straights}
    written = asdict(counters) | {"kinds": kinds, "straights": straights}
    return {"title": rules.title, **switches, "counters": written}


def from_table(table: object, name: str) -> Rules:
    """Rules that `to_table` wrote; RulesError names the key and the reason."""
    if not isinstance(table, dict):
        raise RulesError(name, Fault("", "the rules must be a table"))
    rules, faults = _rules_in(dict(table), name)
    if rules is None:
        raise RulesError(name, faults[0])
    return rules


def _read(name_or_path: str | Path) -> tuple[Rules | None, list[Fault]]:
    """The rules, or None and at least one fault."""
    content = _content(name_or_path)
    try:
        table = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return None, [Fault("", f"the file is no TOML: {error}")]
    return _rules_in(table, Path(name_or_path).stem)


def _content(name_or_path: str | Path) -> bytes:
    try:
        with _path(name_or_path).open("rb") as file:
            return file.read(LONGEST)
    except (FileNotFoundError, ValueError):  # no file has a name with a null or half a character
        known = ", ".join(preset_names())
        reason = f"there is no such file and no such preset; presets are {known}"
    except OSError as error:
        reason = f"the file can not be read ({error.strerror}); give a rule file or a preset"
    raise RulesError(str(name_or_path), Fault("", reason))


def _path(name_or_path: str | Path) -> Path:
    is_preset = name_or_path in preset_names()
    return _PRESETS / f"{name_or_path}.toml" if is_preset else Path(name_or_path)


def _rules_in(table: dict[str, Any], name: str) -> tuple[Rules | None, list[Fault]]:
    title, reader = table.pop("title", name), CountersReader()
    counters = reader.read(table.pop("counters", {}))
    faults = [*_title_faults(title), *faults_in(table), *reader.faults]
    return (None, faults) if faults else (Rules(counters, title, **table), [])


def _title_faults(title: object) -> list[Fault]:
    if isinstance(title, str) and title and title.isprintable():
        return []
    return [Fault("title", f"must be a line of text, not {shown(title)}")]
