"""Signals that end a command."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """On SIGTERM and when the terminal is closed, put away all that is open, as on Ctrl-C."""
    names = [name for name in (signal.SIGTERM, signal.SIGHUP) if _is_deadly(name)]
    for name in names:
        signal.signal(name, _end)
    try:
        yield
    finally:
        for name in names:
            signal.signal(name, signal.SIG_DFL)


def _is_deadly(name: signal.Signals) -> bool:
    return signal.getsignal(name) is signal.SIG_DFL  # not under nohup


def _end(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)  # as the shell has it
