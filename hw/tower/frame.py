"""The grammar of one frame: `$` body `*` check, where the body is verb, number and parameters."""

import re
from binascii import crc_hqx
from collections.abc import Mapping
from typing import Literal, NamedTuple

END = b"\r\n"
TO_HOST = 192  # octets of a line with its end
TO_DEVICE = 64  # the same the other way: a small receive buffer holds it

Fault = Literal["crc", "form", "long"]
"""What is wrong with a line that began as a frame, in the words of a NAK."""

_CHECKED = re.compile(rb"\$(.*)\*([0-9A-F]{4})", re.DOTALL)
_PARAM = "[a-z][a-z0-9]{0,7}=[!-#%-)+-~]*"  # of the printable ones neither space, $ nor *
_BODY = re.compile(f"([A-Z]{{3,8}}) (0|[1-9][0-9]{{0,2}})((?: {_PARAM})*)")
_LAST = 255


class Frame(NamedTuple):
    """A frame that passed its check; a parameter's value is as it was on the line."""

    verb: str
    seq: int
    params: Mapping[str, str]


def parse(line: bytes) -> Frame | Fault:
    """The frame in a line that begins with `$`, given without its end."""
    checked = _CHECKED.fullmatch(line)
    if not (checked and line.isascii()):
        return "form"
    body, check = checked.groups()
    return _parse_body(body.decode("ascii")) if _check(body) == check else "crc"


def compose(verb: str, seq: int, params: Mapping[str, object], limit: int = TO_DEVICE) -> bytes:
    """The line of a frame with its end; ValueError when it breaks the grammar or the limit."""
    body = " ".join([verb, str(seq), *(f"{key}={value}" for key, value in params.items())])
    if isinstance(_parse_body(body), str):
        raise ValueError(f"{body!r} is no body of a frame: see hw/tower/frame.py for the grammar")
    octets = body.encode("ascii")
    line = b"$" + octets + b"*" + _check(octets) + END
    if len(line) > limit:
        raise ValueError(
            f"{body!r} makes a line of {len(line)} octets: at most {limit} may be sent"
        )
    return line


def _check(body: bytes) -> bytes:
    return b"%04X" % crc_hqx(body, 0xFFFF)


def _parse_body(body: str) -> Frame | Literal["form"]:
    parts = _BODY.fullmatch(body)
    if not parts:
        return "form"
    verb, seq, tail = parts.groups()
    pairs = [pair.split("=", 1) for pair in tail.split()]
    params = dict(pairs)
    if int(seq) > _LAST or len(params) < len(pairs):
        return "form"
    return Frame(verb, int(seq), params)
