"""Octets as they come, in any pieces, made into lines."""

import re
from typing import Literal, NamedTuple

from hw.tower.frame import TO_HOST, Fault, Frame, parse

_MARK = re.compile(rb"([\r\n$])")
_ROOM = TO_HOST - 1  # octets of a line before its end


class Line(NamedTuple):
    """One line without its end; of one that is too long, the beginning."""

    octets: bytes
    content: Frame | Fault | Literal["noise"]


class Stream:
    """Keeps no more than one line, whatever comes.

    `$` begins a frame anywhere but in the rest of one that was too long; what was before it on its
    line is noise, as is every line without it.
    """

    def __init__(self) -> None:
        self._line = bytearray()
        self._skipping = False  # the rest of a frame that was too long

    def feed(self, data: bytes) -> list[Line]:
        """The lines that `data` brings to their end."""
        pieces = _MARK.split(data)
        lines = [self._take(piece) for piece in pieces if piece]
        return [line for line in lines if line]

    def _take(self, piece: bytes) -> Line | None:
        if piece in (b"\r", b"\n"):
            return self._end()
        if piece == b"$" and not self._skipping:
            return self._begin()
        self._add(piece)
        return None

    def _end(self) -> Line | None:
        octets, skipped = bytes(self._line), self._skipping
        self._line.clear()
        self._skipping = False
        if skipped:
            return Line(octets, "long")
        if octets.startswith(b"$"):
            return Line(octets, parse(octets))
        return Line(octets, "noise") if octets else None

    def _begin(self) -> Line | None:
        torn = bytes(self._line)
        self._line[:] = b"$"
        return Line(torn, "noise") if torn else None

    def _add(self, piece: bytes) -> None:
        room = _ROOM - len(self._line)
        self._skipping = self._skipping or (len(piece) > room and self._line.startswith(b"$"))
        self._line += piece[:room]
