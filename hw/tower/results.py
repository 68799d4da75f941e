"""What the sensor tells of the dice, and what it is answered."""

import logging

from hw.dice import Answer
from hw.events import Motion, NoThrow, Post, Reading
from hw.tower import meaning
from hw.tower.commands import Commands
from hw.tower.frame import Frame
from hw.tower.link import Link

log = logging.getLogger(__name__)


class Results:
    """Posts each result once, and answers it when the box says so."""

    def __init__(self, post: Post, link: Link, commands: Commands) -> None:
        self._post = post
        self._link = link
        self._commands = commands
        self._owed: Reading | None = None  # posted, and not answered
        self._last: Reading | None = None
        self._moved = False  # since the last one
        self._rolling: int | None = None  # token of the throw whose dice were told to move

    def begin_anew(self) -> None:
        """The link is another: dice that moved may have come to rest long ago."""
        self._rolling = None

    def move(self, frame: Frame) -> None:
        """A MOVE: the dice began to move."""
        self._moved = True
        token = meaning.token(frame.params)
        if token in self._commands.tokens:
            self._rolling = token
            self._post(Motion(token))

    def beat(self, frame: Frame) -> None:
        """A BEAT; after motion that was no throw, as of a hand, the throw is awaited as before."""
        if self._rolling and meaning.is_waiting(frame.params):
            self._commands.still_armed(self._rolling)
            self._rolling = None

    def take(self, frame: Frame, now: float) -> None:
        """A ROLL or BAD; it is repeated until it is answered."""
        if self._link.is_duplicate(frame):
            self._link.answer_again(now)
            return
        self._link.remember(frame)
        self._owed = None
        try:
            reading = meaning.result(frame, self._moved)
        except ValueError as error:
            self._refuse(frame, error, now)
        else:
            self._accept(reading)

    def answer(self, reading: Reading, answer: Answer, now: float) -> None:
        """The box has seen to it. If the sensor began anew meanwhile it sends it again."""
        if reading != self._owed:
            return
        self._owed = None
        if answer == "ack":
            self._link.answer(now, "ACK")
        else:
            self._link.answer(now, "NAK", e=answer)

    def _accept(self, reading: Reading) -> None:
        if self._last and (reading.boot, reading.id) == (self._last.boot, self._last.id):
            reading = reading._replace(moved=self._last.moved)
        else:
            self._last, self._moved = reading, False
        self._owed = reading
        if reading.kind != "nudge":  # of dice that a hand or a bump moved
            self._rolling = None
        if reading.kind == "roll":
            self._commands.fulfil(reading.token, ("ARM", "READ"))
        elif reading.kind == "read" or reading.cause:
            self._commands.fulfil(reading.token, ("READ",))
        self._post(reading)

    def _refuse(self, frame: Frame, error: ValueError, now: float) -> None:
        """A result that makes no sense ends the wait for the throw, unless it is of another."""
        self._link.answer(now, "NAK", e="arg")
        why = f"the sensor's {frame.verb} makes no sense ({error}): enter the dice by hand"
        log.warning(why)
        named = meaning.token(frame.params)
        for token in self._commands.tokens:
            if named in (None, token):
                self._commands.fulfil(token, ("ARM", "READ"))
                self._post(NoThrow(token, why))
