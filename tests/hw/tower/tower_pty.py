"""A sensor at the other end of a real terminal, which a test speaks for."""

import os
import queue
import select
import time
import tty
from contextlib import suppress
from pathlib import Path

from tower_rig import GREETING, QUIET, line

from hw.events import Event

SOON = 5.0  # s; a test that waits so long has failed
BETWEEN = 0.05  # s between two greetings


class Cable:
    """A port at `path`, which may be pulled and plugged in again under the same name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None
        self._heard = b""
        self._last = ""

    def plug(self) -> None:
        self._heard, self._last = b"", ""
        self._ends = os.openpty()
        tty.setraw(self._ends[1])
        self.path.symlink_to(os.ttyname(self._ends[1]))

    def pull(self) -> None:
        if self._ends:
            self.path.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def say(self, *frames: str | bytes) -> None:
        octets = (frame if isinstance(frame, bytes) else line(frame) for frame in frames)
        os.write(self._sensor, b"".join(octets))

    def hear(self, wait: float = SOON) -> str:
        """The body of the next line from the box that is not the one before repeated."""
        end = time.monotonic() + wait
        before = self._last
        while self._last == before:
            self._last = self._next_line(end)
        return self._last

    def _next_line(self, end: float) -> str:
        while b"\r\n" not in self._heard:
            left = max(0.0, end - time.monotonic())
            if not select.select([self._sensor], [], [], left)[0]:
                raise TimeoutError(f"the box sends no line, but {self._heard!r}")
            self._heard += os.read(self._sensor, 4096)
        octets, _, self._heard = self._heard.partition(b"\r\n")
        body = octets[1:-5].decode()
        assert line(body) == octets + b"\r\n"
        return body

    def greet(self, boot: str = "7C3E") -> None:
        """As a sensor that was just powered does, until the box may arm it."""
        greeting = GREETING.replace("7C3E", boot)
        self._greet_until_heard("HELLO 0 " + greeting)
        self.say("HELLO 1 " + greeting + " re=0", QUIET)

    def _greet_until_heard(self, greeting: str) -> None:
        """What is said before the box opens the port is lost."""
        end = time.monotonic() + SOON
        self._last = ""
        while time.monotonic() < end:
            self.say(greeting)
            with suppress(TimeoutError):
                assert self.hear(BETWEEN).startswith("HELLO 0 ")
                return
        raise TimeoutError("the box does not greet")

    @property
    def _sensor(self) -> int:
        assert self._ends, "the cable is pulled"
        return self._ends[0]


class Inbox:
    """What is posted, waited for."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def post(self, event: Event) -> None:
        self._events.put(event)

    def next(self) -> Event:
        return self._events.get(timeout=SOON)

    @property
    def is_empty(self) -> bool:
        return self._events.empty()
