"""What is said while the link is up: commands and results, and how the sensor does."""

import logging

from hw.dice import Answer
from hw.events import Post, Reading
from hw.tower import meaning
from hw.tower.commands import Commands
from hw.tower.frame import Frame
from hw.tower.link import Link
from hw.tower.rate import Rate
from hw.tower.results import Results

LINES, LINES_TIME = 10, 60.0  # of the sensor's words that go to the log, in so many s

log = logging.getLogger(__name__)


class Talk:
    """Takes what the sensor says, and says what the box asks for, once the sensor is `quiet`."""

    def __init__(self, post: Post, link: Link) -> None:
        self.commands = Commands(post, link)
        self._link = link
        self._results = Results(post, link, self.commands)
        self._answers: list[tuple[Reading, Answer]] = []
        self._pings = False  # one is to be sent
        self._words = Rate(LINES, LINES_TIME)
        self._quiet = False  # it told, on this link, that no result is under way

    @property
    def is_due(self) -> bool:
        """Whether there is something to say now."""
        return bool(self._answers or self._pings or (self._quiet and self.commands.next))

    def answer(self, reading: Reading, answer: Answer) -> None:
        """Have a result answered."""
        self._answers.append((reading, answer))

    def ping(self) -> None:
        """Have a PING sent."""
        self._pings = True

    def begin_anew(self) -> None:
        """The link begins anew, with a sensor of which nothing is known."""
        self.commands.begin_anew()
        self._results.begin_anew()
        self._quiet = self._pings = False

    def speak(self, now: float) -> None:
        """Say what there is to say."""
        for reading, answer in self._answers:
            self._results.answer(reading, answer, now)
        self._answers.clear()
        if self._pings:
            self._pings = False
            self._link.tell(now, "PING")
        if self._quiet:
            self.commands.say(now)

    def take(self, frame: Frame, now: float) -> None:
        """A frame of the sensor's other than HELLO."""
        match frame.verb:
            case "ROLL" | "BAD":
                self._results.take(frame, now)
            case "MOVE":
                self._results.move(frame)
            case "ACK" | "NAK":
                self.commands.settle(frame, now)
            case "BEAT":
                self._quiet = self._quiet or meaning.is_quiet(frame.params)
                self._results.beat(frame)
            case "LOG":
                self._pass_on(frame, now)
            case "PONG":
                pass
            case _:
                self._link.refuse(now, re=frame.seq, e="verb")

    def _pass_on(self, frame: Frame, now: float) -> None:
        if self._words.allows(now):
            level, text = meaning.words(frame.params)
            log.log(level, "the sensor says: %s", text)
