"""What the sensor's frames mean. ValueError names the parameter that makes no sense."""

import logging
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar, get_args
from urllib.parse import unquote

from hw.events import Cause, Kind, Reading
from hw.tower.frame import Frame

LAST = 65535  # token, and number of a result
WORDS = 120  # characters of the sensor's that go to the log at once

FACES: Mapping[str, int | None] = {str(face): face for face in range(1, 7)}
FACES_OR_UNREAD = {**FACES, "?": None}
KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}
CAUSES: Mapping[str, Cause] = {cause: cause for cause in get_args(Cause)}
LEVELS = {"debug": logging.DEBUG, "warn": logging.WARNING, "error": logging.ERROR}

Params = Mapping[str, str]
T = TypeVar("T")


class Hello(NamedTuple):
    """The sensor's greeting."""

    boot: str
    lowest: int  # version of the protocol it speaks
    highest: int
    name: str  # for people: what it is, and the version of its program


def hello(params: Params) -> Hello:
    """What a HELLO says."""
    return Hello(
        _take(params, "boot", _boot),
        _take(params, "min", _whole(0, LAST)),
        _take(params, "proto", _whole(0, LAST)),
        f"{params.get('dev', 'unnamed')} {params.get('fw', '')}".rstrip(),
    )


def result(frame: Frame, moved: bool) -> Reading:
    """What a ROLL or BAD says; `moved` tells whether a MOVE came before it."""
    params, good = frame.params, frame.verb == "ROLL"
    count = _take(params, "n", _whole(1 if good else 0, LAST))
    faces = FACES if good else FACES_OR_UNREAD
    if good or "ms" in params:
        _take(params, "ms", _whole(0))
    return Reading(
        boot=_take(params, "boot", _boot),
        id=_take(params, "id", _whole(1, LAST)),
        token=_take(params, "tok", _whole(0, LAST)),
        kind=_take(params, "k", KINDS.__getitem__) if good else None,
        cause=None if good else _take(params, "e", CAUSES.__getitem__),
        dice=_take(params, "v", _each(count, faces.__getitem__)),
        sure=_take(params, "c", _each(count, _whole(0, 100))),
        spots=_take(params, "p", _each(count, _spot)) if "p" in params else (),
        wanted=_take(params, "want", _whole(0, LAST)) if "want" in params else None,
        moved=moved,
    )


def token(params: Params) -> int | None:
    """The throw that a frame is about, 0 for none; None where it tells nothing sensible."""
    try:
        return _take(params, "tok", _whole(0, LAST))
    except ValueError:
        return None


def is_quiet(beat: Params) -> bool:
    """Whether a BEAT tells that no result is under way, and that no dice roll."""
    return beat.get("q") == "0" and beat.get("st") != "rolling"


def is_waiting(beat: Params) -> bool:
    """Whether a BEAT tells that a throw is awaited, and that none is under way."""
    return beat.get("q") == "0" and beat.get("st") == "armed"


def uptime(params: Params) -> int | None:
    """Seconds since the sensor started, where it tells."""
    text = params.get("up", "")
    return int(text) if text.isdecimal() else None


def words(log: Params) -> tuple[int, str]:
    """Level and text of a LOG, in characters that do no harm to a terminal or a log file."""
    text = "".join(filter(str.isprintable, unquote(log.get("t", ""))))
    return LEVELS.get(log.get("lvl", ""), logging.INFO), text[:WORDS]


def _take(params: Params, key: str, convert: Callable[[str], T]) -> T:
    try:
        return convert(params[key])
    except (KeyError, ValueError):
        raise ValueError(f"{key}={params[key]}" if key in params else f"no {key}") from None


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    def convert(text: str) -> int:
        if not (text.isdecimal() and low <= int(text) and (high is None or int(text) <= high)):
            raise ValueError(text)
        return int(text)

    return convert


def _each(count: int, convert: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    def convert_all(text: str) -> tuple[T, ...]:
        parts = text.split(",") if text else []
        if len(parts) != count:
            raise ValueError(text)
        return tuple(map(convert, parts))

    return convert_all


def _spot(text: str) -> tuple[int, int]:
    per_mille = _whole(0, 1000)
    x, _, y = text.partition(":")
    return per_mille(x), per_mille(y)


def _boot(text: str) -> str:
    if not re.fullmatch("[0-9A-Fa-f]{4}", text):
        raise ValueError(text)
    return text
