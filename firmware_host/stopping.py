"""Being told to stop from outside."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from hw.events import Post, Stop


@contextmanager
def stopped_by_signals(post: Post) -> Iterator[None]:
    """Post a `Stop` on SIGTERM, on Ctrl-C, and when the terminal is closed.

    Nothing is raised: in the midst of an import Python may swallow that.
    """
    names = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as under nohup
        names.append(signal.SIGHUP)
    before = {name: signal.signal(name, lambda *_: post(Stop())) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
