"""A disk that is one file in user space, and remembers what was written to it and when."""

import errno
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import run
from typing import Any

from mfusepy import FUSE, FuseOSError, Operations

from crash.states import Flush, Step, Write

NAME = "disk"
READY = 5.0  # s until the file must be there


class Recorder(Operations):  # type: ignore[misc]
    """The file's content, and every step since `steps` was emptied."""

    def __init__(self, content: bytes) -> None:
        self._content = bytearray(content)
        self.steps: list[Step] = []

    @property
    def content(self) -> bytes:
        """What is on it now."""
        return bytes(self._content)

    def getattr(self, path: str, fh: Any = None) -> dict[str, int]:
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o700, "st_nlink": 2}
        if path == f"/{NAME}":
            return {
                "st_mode": stat.S_IFREG | 0o600,
                "st_nlink": 1,
                "st_size": len(self._content),
            }
        raise FuseOSError(errno.ENOENT)

    def readdir(self, path: str, fh: Any) -> list[str]:
        return [".", "..", NAME]

    def read(self, path: str, size: int, offset: int, fh: Any) -> bytes:
        return bytes(self._content[offset : offset + size])

    def write(self, path: str, data: bytes, offset: int, fh: Any) -> int:
        self._content[offset : offset + len(data)] = data
        self.steps.append(Write(offset, bytes(data)))
        return len(data)

    def fsync(self, path: str, datasync: int, fh: Any) -> int:
        self.steps.append(Flush)
        return 0

    def flush(self, path: str, fh: Any) -> int:
        return 0


@contextmanager
def recorded(content: bytes, where: Path) -> Iterator[tuple[Recorder, Path]]:
    """The recorder and its file, in the folder `where`, for as long as the context lasts."""
    recorder = Recorder(content)
    thread = threading.Thread(target=_serve, args=(recorder, where), name="disk", daemon=True)
    thread.start()
    file = where / NAME
    try:
        _wait_for(file)
        yield recorder, file
    finally:
        run(["fusermount3", "-u", "-z", str(where)], check=False)
        thread.join(READY)


def _serve(recorder: Recorder, where: Path) -> None:
    FUSE(recorder, str(where), foreground=True, nothreads=True, direct_io=True)


def _wait_for(file: Path) -> None:
    """Asked from another process: this one's lock may be wanted to answer."""
    waiting = ["timeout", str(READY), "sh", "-c", f"until test -e {file}; do sleep 0.05; done"]
    run(waiting, check=True)
