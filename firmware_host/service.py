"""What systemd hears of the box: that it is up, what is wrong, and that it is alive.

The states are those of sd_notify(3), `READY=1` and so on.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Protocol

from hw.clock import Clock

WELL = "all is well"

log = logging.getLogger(__name__)


class Health(Protocol):
    """As much of the box as systemd is told."""

    @property
    def alive(self) -> bool:
        """Whether nothing has died that only a restart mends."""

    @property
    def troubles(self) -> Sequence[str]:
        """What is wrong, in words."""


class Service:
    """Passes states to `tell`, from the loop's thread; without it does nothing.

    Whoever is told restarts the box when no ping came for twice `ping_every` seconds.
    """

    def __init__(
        self,
        tell: Callable[[str], None] | None = None,
        now: float = 0.0,
        ping_every: float | None = None,
    ) -> None:
        self._tell = tell
        self._ping_every = ping_every
        self._status: str | None = None
        self.deadline = now if tell else None
        """When `turned` is next due even if nothing happens."""

    def turned(self, box: Health, now: float) -> None:
        """The loop has turned: say that the first time, and what is news since; ping when due."""
        if self._tell is None:
            return
        if self._status is None:
            self._tell("READY=1")
        self._say("; ".join(box.troubles) or WELL)
        if self.deadline is not None and now >= self.deadline:
            self.deadline = now + self._ping_every if self._ping_every else None
            if self._ping_every and box.alive:
                self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The loop turns no more."""
        if self._tell is not None:
            self._tell("STOPPING=1")

    def _say(self, status: str) -> None:
        if self._tell is not None and status != self._status:
            self._status = status
            self._tell(f"STATUS={' '.join(status.split())}")


class Notifier:
    """Sends states to the socket of systemd; where that fails, the log has it once."""

    def __init__(self, address: str) -> None:
        abstract = address.startswith("@")
        self._address = f"\0{address[1:]}" if abstract else address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)  # the loop waits for nobody
        self._trouble = ""

    def __call__(self, state: str) -> None:
        try:
            self._socket.sendto(state.encode(), self._address)
        except OSError as error:
            self._complain(f"systemd cannot be told {state} ({error.strerror or error})")
        else:
            self._trouble = ""

    def close(self) -> None:
        self._socket.close()

    def _complain(self, trouble: str) -> None:
        if not self._trouble:
            log.warning("%s", trouble)
        self._trouble = trouble


def is_service(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether systemd started this process, and nobody sits before it."""
    return bool(environ.get("NOTIFY_SOCKET"))


def open_service(
    clock: Clock, parts: ExitStack, environ: Mapping[str, str] = os.environ
) -> Service:
    """For who started this process, if that is systemd; its socket is closed with the `parts`."""
    address = environ.get("NOTIFY_SOCKET")
    if not address:
        return Service()
    notifier = Notifier(address)
    parts.callback(notifier.close)
    return Service(notifier, clock.now(), _ping_every(environ))


def _ping_every(environ: Mapping[str, str]) -> float | None:
    """Half of the seconds after which systemd gives this process up; None where it does not."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    ours = environ.get("WATCHDOG_PID") in (None, "", str(os.getpid()))
    return int(microseconds) / 2e6 if ours and microseconds.isdecimal() else None
