"""What MicroPython runs in the tests: the sensor, with dice that come through a pipe."""

import gc
import json
import select
import sys

gc.collect()
BARE = gc.mem_alloc()  # type: ignore[attr-defined]  # the interpreter's and this program's

from device.pico import serve  # type: ignore[import-not-found]  # noqa: E402
from device.reader import Look, Reader  # type: ignore[import-not-found]  # noqa: E402


class Piped(Reader):  # type: ignore[misc]
    """Each line of the pipe is a look that lasts, or asks for the heap: its most is written."""

    caps = "conf,pos,lux"

    def __init__(self, looks: str, figures: str) -> None:
        self._pipe = open(looks)  # noqa: PTH123, SIM115
        self._waiting = select.poll()
        self._waiting.register(self._pipe, select.POLLIN)
        self._figures = figures
        self._look = Look()
        self._most = 0

    def look(self, now: int) -> Look:
        gc.collect()
        self._most = max(self._most, gc.mem_alloc())  # type: ignore[attr-defined]
        if self._waiting.poll(0):
            self._take(json.loads(self._pipe.readline()))
        return self._look

    def _take(self, line: dict[str, object]) -> None:
        if line:
            self._look = Look(**line)
        else:
            with open(self._figures, "w") as file:  # noqa: PTH123
                file.write(str(self._most - BARE))


serve(Piped(sys.argv[1], sys.argv[2]), "board", "0001")
