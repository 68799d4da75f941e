"""Octets in any pieces, made into lines, in a buffer that never grows."""

from .frame import BENCH, FRAME, LONGEST_IN, FrameError

_ENDS = b"\r\n"
_NOISE = 0
_LINE = 1
_SKIPPING = 2


class Stream:
    """The host's side of the line; `noise` counts the lines that were neither "$" nor "!"."""

    def __init__(self, limit: int = LONGEST_IN) -> None:
        self.noise = 0
        self._line = bytearray(limit - 1)
        self._length = 0  # of what is in the buffer, or of noise, of which nothing is kept
        self._kind = _NOISE

    def take(self, octet: int) -> bytes:
        """The line that `octet` ends, else b""; FrameError("long") at the end of one too long."""
        if octet in _ENDS:
            return self._end()
        typed = octet == BENCH and not self._length
        if typed or (octet == FRAME and self._kind != _SKIPPING):
            self._begin(octet)
        else:
            self._add(octet)
        return b""

    def _begin(self, octet: int) -> None:
        self.noise += self._length > 0
        self._kind = _LINE
        self._line[0] = octet
        self._length = 1

    def _add(self, octet: int) -> None:
        if self._kind == _NOISE:
            self._length = 1
        elif self._length == len(self._line):
            self._kind = _SKIPPING
        else:
            self._line[self._length] = octet
            self._length += 1

    def _end(self) -> bytes:
        kind, length = self._kind, self._length
        self._kind = _NOISE
        self._length = 0
        if kind == _SKIPPING:
            raise FrameError("long")
        if kind == _LINE:
            return bytes(self._line[:length])
        self.noise += length > 0
        return b""
