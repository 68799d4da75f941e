"""Where the box was when the power went: a hint beside the games, never the truth."""

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from firmware_host.store.files import give_to_owner_of, sync_folder

log = logging.getLogger(__name__)


class BookmarkError(OSError):
    """The bookmark cannot be read or written; the box can do without."""


class Bookmark:
    """A small JSON object in the file `path`.

    A power cut may bring back an older one or none, unless it was meant to last; a killed process
    never leaves half of one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._new = path.with_name(path.name + ".new")

    @classmethod
    def beside(cls, database: Path) -> Self:
        """The bookmark of a box that keeps its games there."""
        return cls(database.with_name("place.json"))

    def write(self, place: Mapping[str, Any], lasting: bool = False) -> None:
        """Replace what was remembered; raise `BookmarkError` when the disk refuses.

        What is to be lasting waits for the disk.
        """
        data = json.dumps(place).encode()
        try:
            with open(self._new, "wb", opener=_at_once) as file:
                give_to_owner_of(self._path.parent, file.fileno())
                file.write(data)
                if lasting:
                    file.flush()
                    os.fsync(file.fileno())
            self._new.replace(self._path)
            if lasting:
                sync_folder(self._path.parent)
        except OSError as error:
            raise _cannot("written", self._path, error) from error

    def read(self) -> dict[str, Any] | None:
        """What was remembered, None for a file that is missing, empty, damaged or another's."""
        try:
            with open(self._path, "rb", opener=_at_once) as file:
                place = json.loads(file.read())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _cannot("read", self._path, error) from error
        except (ValueError, RecursionError):
            return None
        return place if isinstance(place, dict) else None


def read(bookmark: Bookmark | None) -> dict[str, Any] | None:
    """What was remembered there, if anything; that it cannot be read is logged."""
    try:
        return bookmark.read() if bookmark else None
    except BookmarkError as error:
        log.warning("%s", error)
        return None


def _at_once(path: str, flags: int) -> int:
    """Opens a file, and does not wait for the other end of a pipe that has its name."""
    return os.open(path, flags | os.O_NONBLOCK, 0o666)


def _cannot(done: str, path: Path, error: OSError) -> BookmarkError:
    return BookmarkError(
        f"{path} cannot be {done} ({os.strerror(error.errno or 0)}); "
        "the box will start on another screen than it was left on."
    )
