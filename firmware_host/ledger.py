"""The ledger: writes down what happened, and holds it back while the disk fails."""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from firmware_host.flow.effects import Abandon, Begin, Record
from firmware_host.held_game import HeldGame
from firmware_host.store.errors import GameDamagedError, StoreDamagedError, StoreError
from firmware_host.store.readings import Expected
from firmware_host.store.rows import Ending, GameId, StoredGame, code_of, standing
from firmware_host.store.store import Store
from hw.events import Reading
from hw.wall_clock import WallClock, no_wall_clock

MOST_READINGS = 100  # in memory; the sensor repeats no older ones
MOST_GAMES = 50  # held back; the oldest go first, for a box without a disk must not fill up

log = logging.getLogger(__name__)

Written = Begin | Record | Abandon
Answer = TypeVar("Answer")


class Ledger:
    """Everything the players did, in order, on its way to the store.

    What could not be written is tried again with the next thing that happens and whenever it is
    asked for: saving resumes by itself when the disk is well. Where the file is not the one that
    was written to before, the present game is written into it from its beginning.
    """

    def __init__(self, store: Store, wall_clock: WallClock = no_wall_clock) -> None:
        self._store = store
        self._wall_clock = wall_clock
        self._games: deque[HeldGame] = deque(maxlen=MOST_GAMES)  # unsaved ones, and the present one
        well = store.path is None or store.saved
        self._trouble = None if well else store.notice or ""  # why nothing is saved
        self._has_left_out = False  # a damaged game
        self._is_put_away = False  # the present game
        self._is_placed = True  # the store knows which game is the present one
        self._expected: tuple[int, int] | None = None  # token and number of dice
        self._is_told = True  # the store knows what is expected
        self._readings: dict[tuple[str, int], Reading] = {}  # the newest, by name
        self._untold: deque[Reading] = deque(maxlen=MOST_READINGS)  # that the store lacks

    @property
    def store(self) -> Store:
        """Where it is written."""
        return self._store

    @property
    def game(self) -> GameId | None:
        """The present game, None before it is stored."""
        return self._games[-1].id if self._games else None

    @property
    def seq(self) -> int:
        """How many actions of the present game are stored."""
        return self._games[-1].seq if self._games else 0

    @property
    def saved(self) -> bool | None:
        """Whether everything so far outlives a power cut; None where it is not meant to."""
        return None if self._store.path is None else self._trouble is None and self._store.lasts

    @property
    def code(self) -> str | None:
        """What stands for the present game as it has ended; None until that is saved."""
        return self._games[-1].code if self.saved and self._games else None

    @property
    def is_damaged(self) -> bool:
        """Whether something that was stored was found damaged, and play goes on without it."""
        was_set_aside = bool(self._store.notice) and self._store.saved and self._store.lasts
        return was_set_aside or self._has_left_out

    def left(self) -> StoredGame | None:
        """The game that the box was left with, unfinished or over; it is no more if it is damaged.

        Raise `StoreDamagedError` or `StoreError` as the store does.
        """
        try:
            stored = self._store.present()
            if stored:
                standing(stored.entries)  # or it is damaged
        except GameDamagedError as damage:
            log.error("%s It cannot be played on, and stays in the store.", damage)
            self._has_left_out = True
            self.put_away()
            return None
        was_given_up = stored and stored.ending and stored.ending.reason == "given_up"
        return None if was_given_up else stored

    def newest_header(self) -> Mapping[str, Any] | None:
        """How the game that was begun last was begun, as far as that can be known; as `left`."""
        try:
            return self._store.newest_header()
        except GameDamagedError as damage:
            log.error("%s", damage)
            return None

    def take_up(self, stored: StoredGame, expected: Expected | None) -> None:
        """Go on writing a game that was written before, and with the throw that it waits for."""
        entries = list(stored.entries)
        played = HeldGame(stored.header, stored.at, entries, stored.ending, stored.id, len(entries))
        played.code = self._code_of(played)
        self._begin(played)
        self._expected = (expected.token, expected.dice) if expected else None

    def switch_to(self, stored: StoredGame) -> None:
        """Go on with another game instead of the present one: on the disk on return, as `write`."""
        self.take_up(stored, None)
        self._is_placed = False
        self._attempt(self._save)

    def put_away(self) -> None:
        """There is no present game any more; an unfinished one stays so."""
        self._is_put_away, self._is_placed = True, False
        self._attempt(self._save)

    def others(self, limit: int) -> tuple[tuple[GameId, bytes], ...]:
        """The newest unfinished games but the present one, with their last hashes.

        There are none while games are not saved: what was put away then would be lost.
        """
        return (self._asked(lambda: self._store.others(limit)) or ()) if self.saved else ()

    def load(self, game: GameId) -> StoredGame | None:
        """A game as it is stored; None where it is not there, or cannot be read.

        What was done to one game is no reason to set the others aside.
        """
        try:
            return self._asked(lambda: self._loaded(game))
        except ValueError:  # another file was begun
            return None

    def write(self, *happened: Written) -> None:
        """Write down what happened, on the disk on return if `saved` says so.

        Of what happened in one game after another all is written, or nothing.
        """
        at = self._wall_clock()
        for one in happened:
            self._take_in(one, at)
        self._attempt(self._save)

    def try_again(self) -> bool:
        """Look whether all is still where it was saved; if not, or not yet, save it.

        Return whether that was to be done, and was done.
        """
        if self._store.path is None or (self._trouble is None and self._store.saved):
            return False
        self._attempt(self._save)
        return self._trouble is None

    def expect(self, token: int, dice: int) -> None:
        """Write down what is about to be asked of the sensor: it may answer after a restart."""
        self._expected, self._is_told = (token, dice), False
        self._attempt(self._save)

    def spend(self) -> None:
        """Write down that the sensor's answer is not wanted any more."""
        self._expected, self._is_told = None, False
        self._attempt(self._save)

    def remember(self, reading: Reading) -> Reading | None:
        """Write down what the sensor read, and return what it had read by the same name before."""
        name = (reading.boot, reading.id)
        if earlier := self._readings.get(name):
            return earlier
        try:
            stored = self._store.remember(reading)
        except StoreError as error:
            self._fail(str(error))
            self._untold.append(reading)
            stored = None
        self._readings[name] = stored or reading
        while len(self._readings) > MOST_READINGS:
            del self._readings[next(iter(self._readings))]
        return stored

    def replace_damaged(self, damage: StoreDamagedError) -> None:
        """Have the store's file set aside, now or as soon as that can be."""
        log.error("%s", damage)
        self._attempt(self._begin_anew)

    def _take_in(self, happened: Written, at: float | None) -> None:
        match happened:
            case Begin(header):
                self._begin(HeldGame(header, at))
            case Record():
                self._present.record(happened, at)
                if happened.source:
                    self._expected = None  # the store finds that out itself
            case Abandon(scores):
                self._present.ending = Ending("given_up", scores, at)

    @property
    def _present(self) -> HeldGame:
        if not self._games:
            raise RuntimeError("an action was written before its game began")
        return self._games[-1]

    def _begin(self, played: HeldGame) -> None:
        self._games.append(played)
        self._is_put_away, self._is_placed = False, True

    def _asked(self, ask: Callable[[], Answer]) -> Answer | None:
        """What the store answers; None where it cannot, which is dealt with."""
        try:
            return ask()
        except StoreDamagedError as damage:
            self.replace_damaged(damage)
        except StoreError as error:
            self._fail(str(error))
        return None

    def _loaded(self, game: GameId) -> StoredGame | None:
        try:
            stored = self._store.load(game)
            standing(stored.entries)  # or it is damaged
        except GameDamagedError as damage:
            log.error("%s It cannot be played on, and stays in the store.", damage)
            return None
        return stored

    def _attempt(self, step: Callable[[], None]) -> None:
        try:
            step()
        except StoreError as error:
            self._fail(str(error))
            return
        if self._trouble is not None:
            log.warning("Games are saved again, with what was played meanwhile.")
        self._trouble = None

    def _fail(self, why: str) -> None:
        if why != self._trouble:
            log.error("%s The game goes on unsaved.", why)
        self._trouble = why

    def _save(self) -> None:
        try:
            if self._store.path and not self._store.saved:
                if self._trouble is None:
                    self._fail(f"{self._store.path} was taken away.")
                self._go_on_after(self._store.reopen)
            self._write()
        except StoreDamagedError as damage:
            log.error("%s", damage)
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Begin another file, with what of this one is still known."""
        self._go_on_after(self._store.replace_damaged)
        self._write()

    def _go_on_after(self, reopen: Callable[[], None]) -> None:
        """Go on in the file that is open then, which may have the beginning of a game."""
        reopen()
        if self._store.notice:
            log.error("%s", self._store.notice)
        self._is_told = False
        self._untold.extend(self._readings.values())
        for game in self._games:
            game.id, game.seq = None, 0
        stored = self._present_in_the_file()
        if stored and (begun := self._begun_as(stored)):
            begun.id, begun.seq = stored.id, len(stored.entries)

    def _present_in_the_file(self) -> StoredGame | None:
        try:
            return self._store.present()
        except GameDamagedError as damage:
            log.error("%s", damage)
            self._has_left_out = True
            return None

    def _begun_as(self, stored: StoredGame) -> HeldGame | None:
        return next((game for game in self._games if game.begins_with(stored)), None)

    def _write(self) -> None:
        for game in self._games:
            if game.id is None:
                game.id = self._store.begin(game.header, game.entries, game.ending, game.at)
            else:
                self._store.append(game.id, game.entries[game.seq :], game.ending)
            game.seq = len(game.entries)
            game.code = self._code_of(game)
        while len(self._games) > 1:
            self._games.popleft()
        if not self._is_placed:
            self._place()
        self._write_of_the_sensor()

    def _place(self) -> None:
        self._store.play(None if self._is_put_away else self.game)
        if self._is_put_away:
            self._games.clear()
        self._is_put_away, self._is_placed = False, True

    def _code_of(self, game: HeldGame) -> str | None:
        stored = game.id if self._store.saved or self._store.path is None else None
        return code_of(self._store.last_hash(stored)) if stored and game.ending else None

    def _write_of_the_sensor(self) -> None:
        if not self._is_told:
            if self._expected:
                self._store.expect(*self._expected, self.game)
            else:
                self._store.spend()
            self._is_told = True
        while self._untold:
            self._store.remember(self._untold[0])
            self._untold.popleft()
