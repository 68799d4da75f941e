"""The log while a picture fills the terminal: its newest message, for a line of the picture."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Messages(logging.Handler):
    """Holds the newest message; `arrived` is called from any thread and must not wait."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.newest = ""
        self.arrived: Callable[[], object] = lambda: None

    def emit(self, record: logging.LogRecord) -> None:
        self.newest = self.format(record)
        self.arrived()


@contextmanager
def caught_messages() -> Iterator[Messages]:
    """Take the whole program's log, warnings included, from the terminal."""
    messages, root = Messages(), logging.getLogger()
    logging.captureWarnings(True)
    root.addHandler(messages)
    try:
        yield messages
    finally:
        root.removeHandler(messages)
        logging.captureWarnings(False)
