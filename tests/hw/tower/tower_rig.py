"""A session in fake time, whose lines are written and read as plain bodies."""

import binascii
import json
import re
from pathlib import Path
from typing import Any

from hw.events import Event, PartReport
from hw.tower.session import Session
from hw.tower.watch import Watch

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "sensor" / "vectors.json").read_text()
)
BOOT = "7C3E"
GREETING = f"proto=1 min=1 dev=pipcam fw=0.3.1 ser=E6614C31 boot={BOOT} dice=6 caps=conf,pos,lux"
OURS = "HELLO 0 proto=1 app=dicetower ver=0.1.0"
QUIET = "BEAT 250 st=idle up=10 last=0 q=0 lost=0 n=0"


def line(body: str) -> bytes:
    """The line of a body, made without the code under test."""
    return b"$%s*%04X\r\n" % (body.encode(), binascii.crc_hqx(body.encode(), 0xFFFF))


def bodies(data: bytes) -> list[str]:
    """The bodies of whole lines, whose checks are right."""
    found = [octets[1:-5].decode() for octets in data.split(b"\r\n") if octets]
    assert b"".join(map(line, found)) == data
    return found


def without_number(body: str) -> str:
    return re.sub(r"^(\w+) \d+", r"\1", body)


class Rig:
    """Tells its session what came over the line, and moves time from deadline to deadline."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.now = 100.0
        self.posted: list[Event] = []
        self.session = Session(self.posted.append, "0.1.0", "/dev/dice", watch)

    def open(self) -> None:
        self.session.opened(self.now)

    def come_up(self, *, quiet: bool = True) -> None:
        """Open the port to a sensor that greets; what that posts and sends is left out."""
        self.open()
        self.hear("HELLO 0 " + GREETING)
        self.hear("HELLO 1 " + GREETING + " re=0")
        if quiet:
            self.hear(QUIET)
        self.posted.clear()

    def arm(self, token: int = 41, count: int = 6) -> None:
        """Have the sensor wait for a throw."""
        self.session.throw(token, count)
        (sent,) = self.tick()
        assert without_number(sent) == f"ARM tok={token} n={count}"
        self.hear(f"ACK 251 re={sent.split()[1]}")
        self.posted.clear()

    def hear(self, *frames: str | bytes) -> list[str]:
        """What is sent when these bodies, or whole lines, come in."""
        octets = (frame if isinstance(frame, bytes) else line(frame) for frame in frames)
        self.session.received(b"".join(octets), self.now)
        return self.sent()

    def tick(self) -> list[str]:
        """What is sent without anything coming in."""
        self.session.tick(self.now)
        return self.sent()

    def wait(self, seconds: float) -> list[tuple[float, str]]:
        """What is sent meanwhile, each with the seconds since the beginning."""
        begin, end, sent = self.now, self.now + seconds, []
        while self.session.reopen_at is None and self.session.deadline <= end:
            self.now = max(self.now, self.session.deadline)
            sent += [(round(self.now - begin, 3), body) for body in self.tick()]
        self.now = end
        return sent

    def sent(self) -> list[str]:
        return bodies(self.session.outgoing())

    def take_posted(self) -> list[Event]:
        posted = self.posted.copy()
        self.posted.clear()
        return posted

    @property
    def reports(self) -> list[PartReport]:
        return [event for event in self.posted if isinstance(event, PartReport)]
