"""One end of the line: numbers its frames, repeats what must arrive, answers what has arrived."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hw.tower.frame import END, Frame, compose, parse
from hw.tower.rate import Rate
from hw.tower.watch import Note, Passed, Watch

REPEATS = (0.25, 0.5, 1.0, 2.0)  # s until a frame is sent again; the last from then on
HURRIES = 3  # repeats at once, when the peer tells that it heard something damaged
REFUSALS = 5  # of those that may pass; so many end the frame
NAKS = 5  # a second

ENDING = frozenset({"verb", "arg", "ver", "conflict"})
PASSING = frozenset({"busy", "state"})

Outcome = Literal["done", "refused"]
"""Of the frame that was repeated until it was answered."""


@dataclass(slots=True)
class _Outstanding:
    seq: int
    line: bytes
    due: float
    repeats: int = 0
    hurries: int = 0
    refusals: int = 0


@dataclass(slots=True)
class _Received:
    """The peer's last reliable frame."""

    frame: Frame
    answer: tuple[str, Mapping[str, object]] | None = None


class Link:
    """Sends at most one reliable frame at a time, and knows the peer's last one."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch
        self._naks = Rate(NAKS, 1.0)
        self.restart()

    def restart(self) -> None:
        """Begin anew: frames count from 1, nothing is outstanding, nothing is remembered."""
        self._seq = 0
        self._out = bytearray()
        self._outstanding: _Outstanding | None = None
        self._received: _Received | None = None

    @property
    def free(self) -> bool:
        """Whether a reliable frame may be sent."""
        return self._outstanding is None

    @property
    def deadline(self) -> float:
        """When the outstanding frame is to be repeated; never, if there is none."""
        return self._outstanding.due if self._outstanding else math.inf

    def outgoing(self) -> bytes:
        """What is to be sent; it is given once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def greet(self, now: float, **params: object) -> None:
        """Send a HELLO, which is always number 0."""
        self._send(compose("HELLO", 0, params), now)

    def tell(self, now: float, verb: str, **params: object) -> None:
        """Send a frame once."""
        self._send(compose(verb, self._next(), params), now)

    def command(self, now: float, verb: str, params: Mapping[str, object]) -> None:
        """Send a frame, and again until it is answered."""
        seq = self._next()
        line = compose(verb, seq, params)
        self._outstanding = _Outstanding(seq, line, now + REPEATS[0])
        self._send(line, now)

    def refuse(self, now: float, **params: object) -> None:
        """Send a NAK, unless there were too many of late."""
        if self._naks.allows(now):
            self.tell(now, "NAK", **params)

    def tick(self, now: float) -> None:
        """Repeat what is due."""
        waiting = self._outstanding
        if waiting and now >= waiting.due:
            waiting.repeats += 1
            waiting.due = now + REPEATS[min(waiting.repeats, len(REPEATS) - 1)]
            self._send(waiting.line, now, "repeat")

    def settle(self, frame: Frame, now: float) -> Outcome | None:
        """What an ACK or NAK of the peer makes of the outstanding frame; None if nothing."""
        waiting = self._outstanding
        if not waiting:
            return None
        answered = frame.params.get("re")
        if answered is None and frame.verb == "NAK":
            self._hurry(waiting, now)
        if answered != str(waiting.seq) or not self._ends(waiting, frame):
            return None
        self._outstanding = None
        return "done" if frame.verb == "ACK" else "refused"

    def is_duplicate(self, frame: Frame) -> bool:
        """Whether this is the peer's last reliable frame come again."""
        return self._received is not None and self._received.frame == frame

    def remember(self, frame: Frame) -> None:
        """This reliable frame of the peer's was taken; an `answer` is owed."""
        self._received = _Received(frame)

    def forget(self) -> None:
        """The peer begins anew: what it sent last will not be repeated."""
        self._received = None

    def answer(self, now: float, verb: Literal["ACK", "NAK"], **params: object) -> None:
        """Answer the peer's last reliable frame."""
        if self._received:
            self._received.answer = verb, params
            self.answer_again(now)

    def answer_again(self, now: float) -> None:
        """Answer a duplicate as before; silence while the answer is owed."""
        received = self._received
        if not (received and received.answer):
            return
        verb, params = received.answer
        if verb == "ACK":
            self.tell(now, "ACK", re=received.frame.seq)
        else:
            self.refuse(now, re=received.frame.seq, **params)

    def _hurry(self, waiting: _Outstanding, now: float) -> None:
        if waiting.hurries < HURRIES:
            waiting.hurries += 1
            self._send(waiting.line, now, "repeat")

    @staticmethod
    def _ends(waiting: _Outstanding, frame: Frame) -> bool:
        reason = frame.params.get("e")
        waiting.refusals += reason in PASSING
        return frame.verb == "ACK" or reason in ENDING or waiting.refusals >= REFUSALS

    def _next(self) -> int:
        self._seq = self._seq % 255 + 1
        return self._seq

    def _send(self, line: bytes, now: float, note: Note = "") -> None:
        self._out += line
        if self._watch:
            octets = line.removesuffix(END)
            frame = parse(octets)
            assert isinstance(frame, Frame)
            self._watch(Passed(now, "out", octets, note, frame))
