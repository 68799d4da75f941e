"""The games that were put away: what is offered of them, and where each was left."""

import json
import logging

from firmware_host.flow.other_game import OtherGame
from firmware_host.flow.places import Place
from firmware_host.flow.state import Played, Step
from firmware_host.ledger import Ledger
from firmware_host.store.rows import GameId, StoredGame, standing, undone
from rules.record import RecordError, parse

MOST = 20  # that are offered: nobody goes through more of them

log = logging.getLogger(__name__)


class Shelf:
    """Looks into the ledger for unfinished games."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[bytes, OtherGame | None] = {}  # by the last hash; None: can't be played
        self.places: dict[str, Place] = {}  # by number, as JSON has it; a hint, never the truth

    def games(self) -> tuple[OtherGame, ...]:
        """Those that can be gone on with, but for the present one; the newest first."""
        listed = self._ledger.others(MOST)
        self._known = {hash: self._looked_at(game, hash) for game, hash in listed}
        if self._ledger.others(MOST) != listed:  # damage was found, and another file begun
            return self.games()
        return tuple(game for game in self._known.values() if game)

    def remember(self, places: object) -> None:
        """What a bookmark had of `places`."""
        if isinstance(places, dict):
            self.places = {game: place for game, place in places.items() if isinstance(place, dict)}

    def put(self, place: Place) -> None:
        """The present game is put away, and was left there."""
        ledger = self._ledger
        if ledger.game is not None:
            self.places[str(ledger.game)] = {"game": ledger.game, "seq": ledger.seq, **place}
        ledger.put_away()
        self._tidy()

    def place_of(self, game: GameId) -> Place:
        """Where a game was left, as far as that is known."""
        return self.places.get(str(game), {})

    def _tidy(self) -> None:
        """No place is kept of a game that is not offered."""
        kept = {str(game) for game, _ in self._ledger.others(MOST)}
        self.places = {game: place for game, place in self.places.items() if game in kept}

    def _looked_at(self, game: GameId, hash: bytes) -> OtherGame | None:
        if hash in self._known:
            return self._known[hash]
        stored = self._ledger.load(game)
        played = replayed(stored) if stored else None
        if not (stored and played):
            return None
        now, rules = played.game, stored.header["rules"]
        return OtherGame(game, hash, rules, now.rules.title, now.players, max(now.scores))


def replayed(stored: StoredGame) -> Played | None:
    """The game as its record says, or None when it cannot be played on with these rules."""
    done = standing(stored.entries)
    entries = (*done, *undone(stored.entries))
    lines = [stored.header, *(entry.action for entry in entries)]
    text = "\n".join(json.dumps(line) for line in lines)
    try:
        record = parse(text.encode(), f"game {stored.id}")
    except RecordError as error:
        log.error("%s. It cannot be played on, and stays in the store.", error)
        return None
    steps = tuple(
        Step(game, action, entry.source, entry.token)
        for game, action, entry in zip(record.games, record.actions, entries, strict=False)
    )
    now = len(done)
    return Played(record.games[now], steps[:now], steps[now:])
