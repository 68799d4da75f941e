"""Many lives in one folder, each going on where the one before was killed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from crash.resumed import rows_in

from firmware_host.store.archive import open_archive
from firmware_host.store.chain import Link
from firmware_host.store.errors import StoreError
from firmware_host.store.files import database_in
from firmware_host.store.rows import StoredGame
from kill.lives import Life, log_of
from kill.process import BoxFailedError
from kill.witness import Loss, Witness

LAST_WORDS = 2000  # characters of a log


@dataclass(slots=True)
class Found:
    """What came of them."""

    witness: Witness = field(default_factory=Witness)
    lives: int = 0
    shown: int = 0  # pictures
    unsaved: int = 0  # of them, that say that nothing is saved
    faults: int = 0  # operations that failed, and were followed by well ones
    losses: list[Loss] = field(default_factory=list)


def lived(life: Life, folder: Path, seeds: Sequence[int], stop: Event) -> Found:
    """Live once for each seed, until `stop` is set."""
    folder.mkdir(parents=True)
    found = Found()
    for seed in seeds:
        if stop.is_set():
            break
        try:
            _live_once(life, folder, seed, found)
        except Loss as loss:
            loss.add_note(f"in the life with seed {seed}")
            found.losses.append(loss)
        except BoxFailedError as error:
            raise _with_log(error, folder, seed) from error
    if "Traceback" in log_of(folder).read_text():
        raise _with_log(BoxFailedError("the box has failed"), folder, seeds[-1])
    return found


def _live_once(life: Life, folder: Path, seed: int, found: Found) -> None:
    """Raise Loss for the first thing that is not as it must be, when all is over."""
    losses: list[Loss] = []
    witness = found.witness
    witness.begin(None if life.is_troubled(seed) else _games(folder))
    found.lives += 1
    for line in life.live(folder, seed):
        found.shown += "standing" in line
        found.unsaved += not line.get("saved", True)
        found.faults += line.get("faults", 0)
        try:
            witness.hear(line)
        except Loss as loss:
            losses.append(loss)
    witness.settle(_rows(folder))
    if losses:
        raise losses[0]


def _rows(folder: Path) -> Mapping[int, Sequence[Link]]:
    """All that is stored, by game."""
    if aside := sorted(folder.glob("games.damaged-*")):
        aside[0].rename(folder / f"seen-{aside[0].name}")
        raise Loss("unreadable", f"{aside[0].name} was set aside")
    file = database_in(folder)
    try:
        return rows_in(file) if file.exists() else {}
    except StoreError as error:
        raise Loss("unreadable", str(error)) from error


def _games(folder: Path) -> Mapping[int, StoredGame]:
    """All games that are stored."""
    file = database_in(folder)
    if not file.exists():
        return {}
    with open_archive(file) as archive:
        return {game: archive.load(game) for game in archive.games()}


def _with_log(error: BoxFailedError, folder: Path, seed: int) -> BoxFailedError:
    said = log_of(folder).read_text()[-LAST_WORDS:]
    return BoxFailedError(f"{error}, by the life with seed {seed}:\n{said}")
