"""The link to a sensor: greeting, versions, and when it is silent for too long.

    closed ─opened→ greeting ─HELLO re=0→ up ─BEAT q=0, not rolling→ up and quiet: ARM, OFF, READ
                      │   ↑               │
                      │   └─HELLO of a new boot, or one that follows a refused version
                      └─no version in common→ version

`lost`, or too long a silence, leads from anywhere back to closed.
"""

import logging
from dataclasses import dataclass, field
from typing import Literal

from hw.dice import Answer
from hw.events import PartReport, Post, Reading
from hw.tower import meaning, troubles
from hw.tower.frame import Frame, compose
from hw.tower.link import Link
from hw.tower.stream import Line, Stream
from hw.tower.talk import Talk
from hw.tower.tries import Tries
from hw.tower.uptime import Uptime
from hw.tower.watch import Note, Passed, Watch

PROTOCOL = 1
APP = "dicetower"

OWN_GREETING = 3.0  # s for the sensor's own: opening the port resets many boards
HELLOS = (0.5, 0.5, 1.0, 2.0, 2.0)  # s after each HELLO
HELLO_GAP = 0.25  # s at least between two: greetings must not chase each other
SILENCE = 3 * 2.0 + 0.5  # s: three beats and a little more
REFUSED_SILENCE = 3 * 10.0 + 0.5  # s, of a sensor that only greets since its version was refused
PINGS = (0.25, 0.25, 0.25)  # s after each PING
REOPEN = (1.0, 2.0, 5.0, 10.0)  # s until the port is opened again; the last from then on

Phase = Literal["closed", "greeting", "version", "up"]

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Opening:
    """What is known since the port was opened."""

    stream: Stream = field(default_factory=Stream)
    heard: bool = False  # a good frame; what is before it is the rest of something, or no frame
    greeted: float | None = None  # when our last HELLO was sent
    boot: str | None = None  # of the sensor that answered our greeting last
    uptime: Uptime = field(default_factory=Uptime)


class Session:
    """Knows no port, thread or clock: who has them feeds it, and sends what is `outgoing`.

    What the box asks for takes effect with the next `tick` or `received`. After (re)connecting
    nothing is asked of a sensor until it tells that no result is under way; what is still awaited
    is then asked for anew, and `Armed` posted anew.
    """

    def __init__(
        self,
        post: Post,
        version: str,  # of the box's program, for the sensor; ValueError where it can't be sent
        port: str = "its port",  # as sentences for people call it
        watch: Watch | None = None,
    ) -> None:
        self.reopen_at: float | None = 0.0  # when to open the port; None while it is to be open
        self._post = post
        self._hello = {"proto": PROTOCOL, "app": APP, "ver": version}
        compose("HELLO", 0, self._hello)  # now, rather than when the sensor comes
        self._port = port
        self._watch = watch
        self._link = Link(watch)
        self._talk = Talk(post, self._link)
        self._told: PartReport | None = None
        self._in_vain = 0  # times the port was lost since the sensor was last up
        self._now = 0.0
        self._opening = _Opening()
        self._enter("closed", Tries(self._now, (0.0,)))

    # -- what the box asks for ----------------------------------------------------------------

    def throw(self, token: int, count: int) -> None:
        """ARM, replacing an earlier one; ValueError for a token that is none."""
        self._talk.commands.arm(token, count)

    def read(self, token: int) -> None:
        """READ; ValueError for a token that is none."""
        self._talk.commands.read(token)

    def stop(self) -> None:
        """OFF."""
        self._talk.commands.off()

    def answer(self, reading: Reading, answer: Answer) -> None:
        """ACK, or NAK for a conflict, if the sensor still waits for it."""
        self._talk.answer(reading, answer)

    def ping(self) -> None:
        """PING while the link is up, for a watch that measures how long the answer takes."""
        if self._phase == "up":
            self._talk.ping()

    # -- what becomes of the port -------------------------------------------------------------

    def opened(self, now: float) -> None:
        """The port was opened."""
        self.reopen_at = None
        self._opening = _Opening()
        self._enter("greeting", Tries(now, (OWN_GREETING, *HELLOS)))
        self._now = now

    def lost(self, now: float, why: str, cause: str = "absent") -> None:
        """The port was lost or could not be opened; `why` is one sentence with what to do."""
        self._enter("closed", Tries(now, (REOPEN[min(self._in_vain, len(REOPEN) - 1)],)))
        self.reopen_at = self._tries.due
        self._in_vain += 1
        self._report(PartReport("sensor", False, why, cause))
        self._now = now

    def received(self, data: bytes, now: float) -> None:
        """Octets came in."""
        if self._phase != "closed":
            for line in self._opening.stream.feed(data):
                self._take_line(line, now)
        self.tick(now)

    def tick(self, now: float) -> None:
        """Do what is due."""
        self._now = now
        self._talk.speak(now)
        self._link.tick(now)
        if self._phase != "closed":
            self._try(now)

    @property
    def deadline(self) -> float:
        """When the next `tick` is due or, while the port is closed, when to open it."""
        if self._talk.is_due:
            return self._now
        return min(self._tries.due, self._link.deadline)

    def outgoing(self) -> bytes:
        """What is to be sent; it is given once."""
        return self._link.outgoing()

    # -- greeting -----------------------------------------------------------------------------

    def _take_hello(self, frame: Frame, now: float) -> None:
        try:
            hello = meaning.hello(frame.params)
        except ValueError as error:
            log.warning("the sensor's HELLO makes no sense (%s): update its program", error)
            self._link.refuse(now, re=frame.seq, e="arg")
            return
        if not hello.lowest <= PROTOCOL <= hello.highest:
            self._refuse_version(f"{hello.lowest} to {hello.highest}", now)
            self._link.refuse(now, re=frame.seq, e="ver", want=PROTOCOL)
        elif self._is_answer(frame):
            self._come_up(hello, now)
        elif self._phase != "up" or hello.boot != self._opening.boot:
            self._greet(now)
        else:
            self._link.forget()
            self._answer_hello(frame, now)

    def _is_answer(self, frame: Frame) -> bool:
        """Whether a HELLO answers one of ours on this link."""
        waiting = self._phase == "greeting" and self._opening.greeted is not None
        return waiting and frame.params.get("re") == "0"

    def _answer_hello(self, frame: Frame, now: float) -> None:
        """It is a repeat, or an answer to our answer."""
        if "re" not in frame.params and not self._hello_in(now):
            self._say_hello(now)

    def _greet(self, now: float) -> None:
        """Open the link anew."""
        self._enter("greeting", Tries(now, (self._hello_in(now), *HELLOS)))

    def _hello_in(self, now: float) -> float:
        """Seconds until a HELLO may be sent."""
        greeted = self._opening.greeted
        return 0.0 if greeted is None else max(0.0, greeted + HELLO_GAP - now)

    def _say_hello(self, now: float) -> None:
        self._opening.greeted = now
        self._link.greet(now, **self._hello)

    def _come_up(self, hello: meaning.Hello, now: float) -> None:
        log.info("the sensor %s, boot %s, is there", hello.name, hello.boot)
        if hello.boot == self._opening.boot:
            self._opening.uptime.distrust()
        self._phase = "up"
        self._opening.boot = hello.boot
        self._in_vain = 0
        self._tries = Tries(now, (SILENCE, *PINGS))
        self._report(PartReport("sensor", True, ""))

    def _refuse_version(self, theirs: str, now: float) -> None:
        """Wait for another greeting: the sensor may fall back to an older version."""
        self._enter("version", Tries(now, (REFUSED_SILENCE, *PINGS)))
        self._report(PartReport("sensor", False, *troubles.version(self._port, theirs, PROTOCOL)))

    # -- the line -----------------------------------------------------------------------------

    def _take_line(self, line: Line, now: float) -> None:
        self._show(line, now)
        match line.content:
            case Frame() as frame:
                self._opening.heard = True
                self._take(frame, now)
            case "noise":
                log.debug("noise from the sensor: %r", line.octets)
            case fault if self._opening.heard:
                self._link.refuse(now, e=fault)

    def _take(self, frame: Frame, now: float) -> None:
        if self._phase == "up":
            self._tries = Tries(now, (SILENCE, *PINGS))
        if frame.verb == "HELLO":
            self._take_hello(frame, now)
        elif self._phase == "up" and self._opening.uptime.has_rebooted(frame, now):
            self._greet(now)
        elif self._phase == "up":
            self._talk.take(frame, now)
        elif frame.verb == "NAK" and frame.params.get("e") == "ver":
            self._refuse_version(frame.params.get("want", "?"), now)

    def _show(self, line: Line, now: float) -> None:
        if not self._watch:
            return
        match line.content:
            case Frame() as frame:
                note: Note = "duplicate" if self._link.is_duplicate(frame) else ""
                self._watch(Passed(now, "in", line.octets, note, frame))
            case fault:
                self._watch(Passed(now, "in", line.octets, fault, None))

    # -- phases -------------------------------------------------------------------------------

    def _enter(self, phase: Phase, tries: Tries) -> None:
        """Begin something with nothing outstanding, and nothing known of the sensor."""
        self._phase = phase
        self._tries = tries
        self._link.restart()
        self._talk.begin_anew()
        self._opening.uptime.begin_anew()

    def _try(self, now: float) -> None:
        match self._tries.take(now):
            case "try" if self._phase == "greeting":
                self._say_hello(now)
            case "try":
                self._link.tell(now, "PING")
            case "over":
                self.lost(now, *troubles.silent(self._port))

    def _report(self, report: PartReport) -> None:
        """Post it, unless it is what was posted last."""
        if report != self._told:
            self._told = report
            self._post(report)
