"""The ledger: writes down what happened, and holds it back while the disk fails."""

import logging
from collections import deque

from firmware_host.flow.effects import Abandon, Begin, Record
from firmware_host.store import (
    Ending,
    Entry,
    GameId,
    Store,
    StoreDamagedError,
    StoredGame,
    StoreError,
)

log = logging.getLogger(__name__)

Written = Begin | Record | Abandon


class Ledger:
    """Everything the players did, in order, on its way to the store.

    What could not be written is tried again, first of all, with the next thing that happens and
    whenever it is asked for: saving resumes by itself when the disk is well.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[Written] = deque()
        self._played: list[Written] = []  # all of the present game
        self._damaged = False  # what the store has is still to be set aside
        self.game: GameId | None = None
        self.seq = 0  # rows of the game that are written

    @property
    def saved(self) -> bool | None:
        """Whether everything so far outlives a power cut; None where it is not meant to."""
        if self._store.path is None and self._store.notice is None:
            return None
        return self._store.saved and not self._waiting

    @property
    def waits(self) -> bool:
        """Whether something is still to be written."""
        return bool(self._waiting)

    def take_up(self, stored: StoredGame) -> None:
        """Go on writing a game that was written before."""
        self.game, self.seq = stored.id, len(stored.entries)
        self._played = [Begin(stored.header)]
        self._played += [Record((e.action,), e.source, e.token) for e in stored.entries]

    def write(self, happened: Written) -> None:
        """Write down what happened, on the disk on return if `saved` says so."""
        failed_before = self.waits
        self._played = [happened] if isinstance(happened, Begin) else [*self._played, happened]
        self._waiting.append(happened)
        self._catch_up(failed_before)

    def try_again(self) -> None:
        """Write what could not be written before."""
        if self.waits:
            self._catch_up(failed_before=True)

    def _catch_up(self, failed_before: bool) -> None:
        try:
            self._write_waiting()
        except StoreError as error:
            if not failed_before:
                log.error("%s The game goes on unsaved.", error)
            return
        if failed_before:
            log.warning("Games are saved again, with everything played meanwhile.")

    def _write_waiting(self) -> None:
        try:
            if not self._damaged:
                self._write_all()
        except StoreDamagedError as error:
            log.error("%s", error)
            self._damaged = True
        if self._damaged:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._store.replace_damaged()
        self._damaged = False
        log.error("%s", self._store.notice)
        self._waiting = deque(self._played)  # the new file knows nothing of this game
        self._write_all()

    def _write_all(self) -> None:
        while self._waiting:
            self._put(self._waiting[0])
            self._waiting.popleft()

    def _put(self, happened: Written) -> None:
        match happened:
            case Begin(header):
                self.game, self.seq = self._store.begin(header), 0
            case Record(actions, source, token, scores):
                entries = [
                    Entry(self.seq + number, action, source, token)
                    for number, action in enumerate(actions, start=1)
                ]
                ending = None if scores is None else Ending("over", scores)
                self._store.append(self._started, entries, ending)
                self.seq += len(entries)
            case Abandon(scores):
                self._store.end(self._started, "given_up", scores)

    @property
    def _started(self) -> GameId:
        if self.game is None:
            raise RuntimeError("an action was written before its game began")
        return self.game
