"""Sensors on pseudo-terminals, faster than real ones, and ports on which something is wrong."""

import grp  # noqa: F401  # nobody may be unable to import it when it is needed
import os
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.fake_sensor import Bench
from hw.clock import SystemClock
from hw.sensor.device import talk
from hw.tower import session

PATIENCE = 10.0  # s; a test that waits so long has failed
FASTER = 20  # times: a throw is over in a tenth of a second
NOBODY = 65534


class FastClock(SystemClock):
    """The sensor's time; the host's is the real one."""

    def now(self) -> float:
        return time.monotonic() * FASTER


class Told:
    """What a bench says, waited for."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.reactions: dict[str, Callable[[], object]] = {}  # to texts that begin so, once each
        self._more = threading.Condition()

    def __call__(self, text: str) -> None:
        with self._more:
            self.texts.append(text)
            self._more.notify_all()
        for beginning in [begin for begin in self.reactions if text.startswith(begin)]:
            reaction = self.reactions.pop(beginning)
            threading.Thread(target=reaction).start()  # this one is in the midst of its turn

    def wait_for(self, beginning: str) -> str:
        """The newest text that begins so."""
        with self._more:
            there = self._more.wait_for(lambda: self._found(beginning), PATIENCE)
            assert there, f"{beginning!r} is not among {self.texts}"
            return self._found(beginning)[-1]

    def _found(self, beginning: str) -> list[str]:
        return [text for text in self.texts if text.startswith(beginning)]


@contextmanager
def bench_at(link: Path, told: Told | None = None) -> Iterator[Bench]:
    with Bench(link, told or Told(), FastClock()) as bench:
        yield bench


@contextmanager
def silent_port(link: Path) -> Iterator[Path]:
    """A port at whose other end nobody is."""
    ends = os.openpty()
    tty.setraw(ends[1])
    link.symlink_to(os.ttyname(ends[1]))
    yield link
    for end in ends:
        os.close(end)


@contextmanager
def forbidden_port(link: Path) -> Iterator[Path]:
    """A port that may not be opened; not even by root, who is nobody meanwhile."""
    with silent_port(link):
        port, user = link.resolve(), os.geteuid()
        port.chmod(0)
        if user == 0:
            os.seteuid(NOBODY)
        try:
            yield port
        finally:
            os.seteuid(user)


def greet_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host does not wait long for the greeting of a sensor that has been up for a while."""
    monkeypatch.setattr(session, "OWN_GREETING", 0.1)


def speak_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sensors that start from now on speak TDP/2 alone."""
    monkeypatch.setattr(talk, "PROTO", 2)
    monkeypatch.setattr(talk, "LOWEST", 2)
