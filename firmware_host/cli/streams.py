"""Standard streams; a process may be started without any of them."""

import io
import sys
from typing import TextIO

AGAIN = "\r\x1b[K"  # to the beginning of a terminal's line, which is wiped


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end."""
    return stream is not None and stream.isatty()


def replace_unknown_letters() -> None:
    """Let output that has not all letters show a question mark, rather than fail."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
