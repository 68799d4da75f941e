"""The panel at the other end of a serial line, where no power cut reaches it."""

import contextlib
import threading
import time
from typing import IO

from hw.fakes.chip import Ssd1306

ASKED, END = b"?\n", b"\n"
ENDED = 20.0  # s


class Panel:
    """Shows what the line brought, until the line is cut; `close` then waits for the last of it."""

    def __init__(self, out: IO[bytes], into: IO[bytes]) -> None:
        self._out = out
        self._into = into
        self._lock = threading.Lock()
        self._chip = Ssd1306()
        self._picture = self._dark = self._chip.picture().tobytes()
        self._first: bytes | None = None  # that is not dark
        self._since = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="panel")
        self._thread.start()

    @property
    def picture(self) -> bytes:
        """What it shows."""
        with self._lock:
            return self._picture

    def is_still(self, seconds: float) -> bool:
        """Whether it has shown the same for so long; the first picture only says that it starts."""
        with self._lock:
            stands = time.monotonic() - self._since >= seconds
            return stands and self._picture not in (self._first, self._dark)

    def close(self) -> None:
        self._thread.join(ENDED)

    def _run(self) -> None:
        for line in self._out:
            if line == ASKED:
                self._answer()
            elif line.endswith(END):  # else the power was cut in it
                with self._lock:
                    self._chip.write(bytes.fromhex(line.decode()))
                    self._look()

    def _answer(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # the power was cut before the answer
            self._into.write(b"%02x\n" % self._chip.status)

    def _look(self) -> None:
        picture = self._chip.picture().tobytes()
        if picture != self._picture:
            self._picture, self._since = picture, time.monotonic()
            self._first = self._first or picture
