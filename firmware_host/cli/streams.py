"""Standard streams; a process may be started without any of them."""

from typing import TextIO

AGAIN = "\r\x1b[K"  # to the beginning of a terminal's line, which is wiped


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end."""
    return stream is not None and stream.isatty()
