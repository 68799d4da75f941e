"""From a TOML table to a dataclass, by the type hints of its fields."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from firmware_host.settings.keys import Range, SettingsError, Taken

T = TypeVar("T")

_KINDS = {str: "text in quotes", int: "a whole number", bool: "true or false"}


def read_table(kind: type[T], table: Mapping[str, Any], prefix: str = "") -> T:
    """A `kind` with the values of `table`; `SettingsError` names the key, behind `prefix`."""
    hints = get_type_hints(kind, include_extras=True)
    for name in table:
        if name not in hints:
            raise SettingsError(f"{prefix}{name}: unknown key; {_advice(name, hints)}")
    return kind(**{name: _fit(hints[name], value, prefix + name) for name, value in table.items()})


def _fit(hint: Any, value: Any, key: str) -> Any:
    """`value` as `hint` wants it."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _held_to(parts[1:], _fit(parts[0], value, key), key)
    if origin in (Union, UnionType):  # with None, which TOML cannot say
        return _fit(parts[0], value, key)
    if origin is Literal:
        return _chosen(parts, value, key)
    if hint is Path:
        return _path(value, key)
    if isinstance(hint, type) and is_dataclass(hint):
        return read_table(hint, _table(value, key), f"{key}.")
    return _plain(hint, value, key)


def _plain(kind: type[T], value: Any, key: str) -> T:
    if type(value) is not kind:  # a bool is an int, but nobody means pin True
        raise SettingsError(f"{key}: {_toml(value)} does not fit; give {_KINDS[kind]}")
    return value


def _held_to(annotations: Iterable[Any], value: Any, key: str) -> Any:
    for annotation in annotations:
        if isinstance(annotation, Range | Taken) and (complaint := annotation.complaint(value)):
            raise SettingsError(f"{key}: {complaint}")
    return value


def _chosen(choices: tuple[Any, ...], value: Any, key: str) -> Any:
    if type(value) is not type(choices[0]) or value not in choices:
        known = ", ".join(map(_toml, choices))
        raise SettingsError(f"{key}: {_toml(value)} is not known; give one of {known}")
    return value


def _path(value: Any, key: str) -> Path:
    if not isinstance(value, str) or not value.startswith("/") or "\0" in value:
        raise SettingsError(f"{key}: {_toml(value)} is no whole path; give one that begins with /")
    return Path(value)


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise SettingsError(f"{key}: {_toml(value)} does not fit; make it a section, [{key}]")
    return value


def _advice(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"did you mean '{close[0]}'?" if close else f"known here: {', '.join(known)}"


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
