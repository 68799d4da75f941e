"""The box at the other end of the line, as far as it is heard."""

import threading
from collections.abc import Callable
from urllib.parse import unquote

from firmware_host.sensor_words import reading_in_words
from hw.tower import meaning
from hw.tower.frame import Frame

USUAL = 6  # dice, as long as the box has not asked for a number of them


class Box:
    """Knows how many dice are to be thrown now, and says what happens in plain English."""

    def __init__(self, say: Callable[[str], None], on_due: Callable[[], None]) -> None:
        self.dice = USUAL  # of the newest throw that was asked for
        self._say = say
        self._on_due = on_due  # called when a throw is asked for
        self._due = threading.Event()
        self._arm: Frame | None = None  # the newest; the same again is a repeat
        self._unanswered: Frame | None = None  # an ARM
        self._result: Frame | None = None

    @property
    def is_due(self) -> bool:
        """Whether a throw was asked for, and has not been made."""
        return self._due.is_set()

    @property
    def most(self) -> int:
        """How many dice the next throw has, at most."""
        return self.dice if self.is_due else USUAL

    def wait(self, seconds: float) -> bool:
        """Wait until a throw is due; False if none is by then."""
        return self._due.wait(seconds)

    def forget(self) -> None:
        """The throw was made, or the sensor does not know of it any more."""
        self._due.clear()

    def asks(self, frame: Frame) -> None:
        """A frame of the box's came in."""
        match frame.verb:
            case "HELLO":
                self._arm = None
                self._say(f"the box greets: {unquote(frame.params.get('app', 'unnamed'))}")
            case "ARM" if frame != self._arm:
                self._arm = self._unanswered = frame
            case "OFF":
                self.forget()
                self._say("the box awaits no throw")
            case "ACK" | "NAK" if self._result:
                self._take_answer(frame, self._result)

    def is_told(self, frame: Frame) -> None:
        """A frame of the sensor's went out."""
        match frame.verb:
            case "ACK" if (arm := self._unanswered) and frame.params["re"] == str(arm.seq):
                self._unanswered = None
                self._become_due(arm)
            case "ROLL" | "BAD" if frame != self._result:
                self._result = frame
                self._say(f"told: {reading_in_words(meaning.result(frame, moved=True))}")

    def _become_due(self, arm: Frame) -> None:
        self.dice = int(arm.params["n"])
        self._due.set()
        self._say(f"the box awaits {self.dice} dice (token {arm.params['tok']})")
        self._on_due()

    def _take_answer(self, frame: Frame, result: Frame) -> None:
        if frame.params.get("re") != str(result.seq):
            return
        self._result = None
        if frame.verb == "NAK":
            self._say(f"the box refuses it: {frame.params.get('e', 'no reason')}")
        else:
            self._say("the box has it")
