"""A settings file with every key, its default and its documentation."""

import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from firmware_host.settings.keys import Says
from firmware_host.settings.model import Settings

_HEAD = "# Settings of dicetower. What is left out has the value shown here."


def example() -> str:
    """TOML text that says the same as an empty file; lines without a default are comments."""
    return "\n".join([_HEAD, *_lines(Settings), ""])


def _lines(kind: Any) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    for item in fields(kind):
        hint = hints[item.name]
        if is_dataclass(hint):
            yield f"\n[{item.name}]"
            yield from _lines(hint)
        else:
            yield from _key(item, next(a for a in get_args(hint) if isinstance(a, Says)))


def _key(item: "Field[Any]", says: Says) -> Iterator[str]:
    unset = item.default is MISSING or item.default is None
    yield f"# {says.text}"
    yield f"{'# ' if unset else ''}{item.name} = {says.shown or _toml(item.default)}"


def _toml(value: Any) -> str:
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
