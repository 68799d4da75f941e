"""The wires of the random source and of the disk, to be pulled."""

import os
import random
import resource
from collections.abc import Callable
from pathlib import Path

from firmware_host.store.store import Store

PutBack = Callable[[], None]
PIECE = 4096  # bytes that a pipe holds at least


class RandomWire:
    """A pipe in the random device's place, kept full of good bytes until it is pulled."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self._chance = random.Random(seed)
        self._file, self._good = -1, False
        self._plug_in()

    def pull(self, chance: random.Random) -> PutBack:
        chance.choice((self._end, self._vanish, self._stick))()
        return self.put_back

    def put_back(self) -> None:
        self.close()
        self.path.unlink(missing_ok=True)
        self._plug_in()

    def top_up(self) -> None:
        if self._good:
            self._write(self._chance.randbytes(PIECE))

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file, self._good = -1, False

    def _plug_in(self) -> None:
        os.mkfifo(self.path)
        self._file = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        self._good = True
        self.top_up()

    def _end(self) -> None:
        self._drain()
        self.close()

    def _vanish(self) -> None:
        self._end()
        self.path.unlink()

    def _stick(self) -> None:
        self._drain()
        self._good = False
        self._write(bytes(PIECE))

    def _write(self, raw: bytes) -> None:
        try:
            os.write(self._file, raw)
        except BlockingIOError:
            return  # it is full

    def _drain(self) -> None:
        try:
            while os.read(self._file, PIECE):
                pass
        except BlockingIOError:
            return  # it is empty


class Disk:
    """The state directory, whose disk can be full, read-only, or somewhere else."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder = folder
        self._store = store

    def pull(self, chance: random.Random) -> PutBack:
        return chance.choice((self._fill, self._protect, self._move_away))()

    def _fill(self) -> PutBack:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    def _protect(self) -> PutBack:
        self._store._db.execute("PRAGMA query_only = TRUE")

        def put_back() -> None:
            self._store._db.execute("PRAGMA query_only = FALSE")

        return put_back

    def _move_away(self) -> PutBack:
        away = self._folder.with_name("away")
        self._folder.rename(away)

        def put_back() -> None:
            away.rename(self._folder)

        return put_back
