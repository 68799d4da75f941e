"""The talk with the host: what each of its frames makes of the sensor, and what it is told."""

from . import messages
from .frame import BENCH, Frame, FrameError, parse
from .greeting import Greeting
from .link import Link
from .outbox import Outbox
from .reader import Look
from .stream import Stream
from .tray import Result, Tray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PROTO = 1  # highest version of the protocol that is spoken
LOWEST = 1

BEAT = 500, 10000  # ms, least and most
SETTLE = 200, 3000
LAST = 65535  # token, and number of a result

COMMANDS = ("ARM", "OFF", "READ", "SET")  # the host repeats these until they are answered
SILENT = ("ACK", "NAK", "PONG", "BEAT", "MOVE", "LOG")  # never answered


class Talk:
    """Hands whole lines to `write`. Times are milliseconds since power-up."""

    def __init__(
        self, write: "Callable[[bytes], object]", tray: Tray, dice: int, about: str, boot: str
    ) -> None:
        self.seen = Look()  # the newest one
        self.checked = False  # a frame with its check came: a program listens, no terminal
        self._tray = tray
        self._dice = dice  # that the tray can hold
        self._boot = boot
        self._about = f"proto={PROTO} min={LOWEST} {about}"
        self._stream = Stream()
        self._link = Link(write)
        self._outbox = Outbox(self._link)
        self._greeting = Greeting()
        self._now = 0
        self._beat = 2000  # ms
        self._beat_at = 0
        self._last = 0  # number of the newest result
        self._verbs = {
            "HELLO": self._hello,
            "PING": self._ping,
            "ACK": self._acked,
            "NAK": self._naked,
            "ARM": self._arm,
            "OFF": self._off,
            "READ": self._read,
            "SET": self._set,
        }

    def received(self, octets: bytes, now: int) -> None:
        """Take what came from the host, in any pieces."""
        self._now = now
        for octet in octets:
            try:
                line = self._stream.take(octet)
            except FrameError as error:
                self._link.nak(now, f"e={error.code}")
                continue
            if line:
                self._take(line)

    def tick(self, now: int) -> None:
        """Send what is due."""
        self._now = now
        if self._greeting.is_due(now):
            self._link.open(self._about)
        if self._greeting.up:
            self._outbox.tick(now)
            self._tell_state()

    def tell(self, result: Result) -> None:
        """Tell what became of the dice, until the host has it."""
        self._last = self._last % LAST + 1
        params = f"boot={self._boot} id={self._last} {messages.params(result)}"
        self._outbox.put("BAD" if result.cause else "ROLL", params, result.token > 0)

    def tell_once(self, verb: str, params: str) -> None:
        """Tell what may be missed."""
        if self._greeting.up:
            self._link.send(verb, params)

    def tell_motion(self) -> None:
        """Tell that dice began to move."""
        self.tell_once("MOVE", f"tok={self._tray.token}")

    def _tell_state(self) -> None:
        if self._now < self._beat_at:
            return
        self._beat_at = self._now + self._beat
        lux = f" lux={self.seen.lux}" if self.seen.lux >= 0 else ""
        self._link.send(
            "BEAT",
            f"st={self._tray.state()} up={self._now // 1000} last={self._last} "
            f"q={len(self._outbox)} lost={self._outbox.lost} n={len(self.seen.faces)}{lux}",
        )

    def _take(self, line: bytes) -> None:
        try:
            frame = parse(line)
        except FrameError as error:
            self._link.nak(self._now, f"e={error.code}", line[0] == BENCH)
            return
        self.checked = self.checked or not frame.bench
        self._greeting.heard(self._now)
        try:
            self._carry_out(frame)
        except FrameError as error:
            self._link.nak(self._now, f"re={frame.seq} e={error.code}", frame.bench)

    def _carry_out(self, frame: Frame) -> None:
        verb = self._verbs.get(frame.verb)
        if frame.verb in COMMANDS and self._link.is_done(frame):
            self._link.ack(frame)
        elif verb:
            verb(frame)
        elif frame.verb not in SILENT:
            raise FrameError("verb")

    def _hello(self, frame: Frame) -> None:
        if not LOWEST <= frame.number("proto", 0, LAST) <= PROTO:
            self._greeting.refused(self._now)
            raise FrameError(f"ver want={PROTO}")
        self._greeting.greeted()
        self._link.forget()
        self._outbox.hurry(self._now)
        self._beat_at = self._now
        self._link.send("HELLO", f"{self._about} re={frame.seq}", frame.bench)

    def _ping(self, frame: Frame) -> None:
        self._link.send("PONG", f"re={frame.seq} up={self._now // 1000}", frame.bench)

    def _acked(self, frame: Frame) -> None:
        if self._outbox.is_sent_as(frame.params.get("re")):
            self._outbox.acked()

    def _naked(self, frame: Frame) -> None:
        code = frame.params.get("e", "")
        if "re" not in frame.params:
            self._outbox.damaged()
        elif self._outbox.is_sent_as(frame.params["re"]):
            self._outbox.naked(code)
        elif code == "ver":
            self._greeting.refused(self._now)

    def _arm(self, frame: Frame) -> None:
        self._tray.arm(frame.number("tok", 1, LAST), frame.number("n", 1, self._dice))
        self._link.ack(frame)
        if self._tray.settling.rolling:
            self.tell_motion()

    def _off(self, frame: Frame) -> None:
        self._tray.disarm()
        self._link.ack(frame)

    def _read(self, frame: Frame) -> None:
        token = frame.number("tok", 1, LAST)
        if self._tray.settling.rolling:
            raise FrameError("state")
        self._tray.read(token, self._now)
        self._link.ack(frame)

    def _set(self, frame: Frame) -> None:
        beat, settle = self._beat, self._tray.settling.settle
        if "beat" in frame.params:
            beat = frame.number("beat", *BEAT)
        if "settle" in frame.params:
            settle = frame.number("settle", *SETTLE)
        self._beat_at += beat - self._beat
        self._beat, self._tray.settling.settle = beat, settle
        self._link.ack(frame)
