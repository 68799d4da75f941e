"""Who reads along what a box tells, and knows what must be there when it is killed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from firmware_host.store.chain import Link
from firmware_host.store.rows import StoredGame, standing
from kill.telling import standing_of
from rules.record import parse

Fault = Literal[
    "lost", "changed", "doubled", "too far", "not resumed", "unreadable", "not saved again"
]
FAULTS: tuple[Fault, ...] = get_args(Fault)


class Loss(Exception):  # noqa: N818 - reads as what was found
    """Something is not as the players were told."""

    def __init__(self, fault: Fault, what: str) -> None:
        super().__init__(f"{fault}: {what}")
        self.fault = fault


@dataclass(slots=True, eq=False)
class Played:
    """One game, as far as it was told of."""

    id: int | None = None  # None before it was told
    rows: int = 0  # actions that were said to be saved
    may: list[int] = field(default_factory=lambda: [0])  # how many may be stored, rising
    ends: bool = False  # with the last of them
    ended: bool = False  # it was said to be saved that it ended
    seen: dict[int, Any] = field(default_factory=dict)  # what was shown after so many actions
    stored: Sequence[Link] = ()  # when somebody looked last


UNKNOWN = Played()
"""Goes on, whichever it is: the box could not read on a failing disk what it was to go on with."""


class Witness:
    """Knows of all games in one folder, over many lives of its box."""

    def __init__(self) -> None:
        self._games: list[Played] = []
        self._present: list[Played | None] = [None]  # what may be gone on with, the newest last
        self._stored: Mapping[int, StoredGame] | None = None  # what a new life can go on with
        self._shown: Mapping[str, Any] | None = None  # by this life, last
        self.ahead = 0  # lives that ended with a step stored, and not shown

    @property
    def actions(self) -> int:
        """All that are stored."""
        return sum(game.rows for game in self._games)

    def begin(self, stored: Mapping[int, StoredGame] | None) -> None:
        """A new life of the box, with these games; None where it may not be able to read them."""
        self._stored, self._shown = stored, None

    def hear(self, line: Mapping[str, Any]) -> None:
        """One line that the box told; raise Loss where it tells of something that must not be."""
        match line:
            case {"begins": True}:
                self._games.append(Played())
                self._present.append(self._games[-1])
            case {"goes_on": id}:
                self._take_up(id)
                self._present.append(self._games[-1] if id else None)
            case {"writes": actions, "ends": ends}:
                present = self._games[-1]
                present.ends = ends
                present.may.append(present.may[-1] + actions)
            case {"mended": saved}:
                if not saved:
                    raise Loss("not saved again", "the disk is well, and games are not saved")
            case {"standing": _}:
                self._is_shown(line)

    def settle(self, found: Mapping[int, Sequence[Link]]) -> None:
        """The box is dead, and this is what is stored. Raise Loss unless that is as it must be."""
        known = {game.id: game for game in self._games if game.id is not None}
        self._games = [_as_stored(id, rows, known.get(id)) for id, rows in found.items()]
        self._present = [now for then in self._present for now in self._now(then, known)]
        further = [_steps_further(game, found.get(id, ())) for id, game in known.items()]
        self.ahead += any(further)
        if self._shown and self._shown["saved"] and max(further, default=0) > 1:
            raise Loss("too far", f"{max(further)} steps further than was shown")

    def _is_shown(self, line: Mapping[str, Any]) -> None:
        is_first, self._shown = self._shown is None, line
        if is_first:
            before, self._present = self._present, [self._take_up(line["game"])]
            if self._stored is None:
                self._present = [UNKNOWN]
            elif UNKNOWN not in before:
                self._must_go_on(line, before, self._stored)
            return
        if self._games:
            self._keep(line)

    def _keep(self, line: Mapping[str, Any]) -> None:
        """Whatever was written before this was shown must last, if it says so."""
        present = self._games[-1]
        if line["standing"]:
            present.seen[present.may[-1]] = line["standing"]
        if line["saved"]:
            self._name(line["game"])
            self._present = self._present[-1:]
            for game in self._games:
                game.rows, game.ended = game.may[-1], game.ended or game.ends

    def _must_go_on(
        self,
        first: Mapping[str, Any],
        before: Sequence[Played | None],
        stored: Mapping[int, StoredGame],
    ) -> None:
        """What a new life shows first must be what is stored, and what was shown of that."""
        id, shown = first["game"], first["standing"]
        may = {game and game.id for game in before}
        given_up = any(id and _is_given_up(stored[id]) for id in may)
        if not first["saved"]:
            raise Loss("not resumed", "the box does not save")
        if id not in may and not (id is None and given_up):
            raise Loss("not resumed", f"game {id} is shown, and {may} was")
        if id is None:
            return
        if shown != (folded := _folded(stored[id])):
            raise Loss("not resumed", f"{shown} is shown, and game {id} is at {folded}")
        game = next(game for game in self._games if game.id == id)
        if shown != (was := game.seen.get(game.rows, shown)):
            raise Loss("changed", f"{shown} is shown, and was {was}")

    def _take_up(self, id: int | None) -> Played | None:
        """The game that goes on is the last in the list."""
        self._games.sort(key=lambda game: game.id == id)
        return self._games[-1] if id and self._games else None

    def _name(self, id: int | None) -> None:
        """Games are stored in the order in which they were begun; some are put away unnamed."""
        if id and self._games[-1].id is None:
            unnamed = [game for game in self._games if game.id is None]
            for back, game in enumerate(reversed(unnamed)):
                game.id = id - back
        self._games = [game for game in self._games if game.id is not None]

    def _now(self, then: Played | None, known: Mapping[int, Played]) -> Sequence[Played | None]:
        """What has become of a game that may be gone on with, if its beginning was stored."""
        if then is None or then is UNKNOWN:
            return [then]
        if then.id is not None:
            return [game for game in self._games if game.id == then.id]
        return [game for game in self._games if game.id not in known]


def _as_stored(id: int, rows: Sequence[Link], before: Played | None) -> Played:
    actions = _actions(rows)
    ended = any(row.kind == "ending" for row in rows)
    seen = before.seen if before else {}
    return Played(id, actions, [actions], ended=ended, seen=seen, stored=rows)


def _steps_further(game: Played, rows: Sequence[Link]) -> int:
    """How many steps are stored that were not shown as saved; or raise Loss."""
    count = _actions(rows)
    where = f"game {game.id} has {count} actions"
    if not rows or count < game.rows:
        raise Loss("lost", f"{where} of {game.rows}")
    if game.ended and all(row.kind != "ending" for row in rows):
        raise Loss("lost", f"the ending of game {game.id}")
    if count > game.may[-1]:
        raise Loss("doubled", f"{where}, and {game.may[-1]} were played")
    if count not in game.may:
        raise Loss("changed", f"{where}, and its steps end at {game.may}")
    if list(rows[: len(game.stored)]) != list(game.stored):
        raise Loss("changed", f"game {game.id} is another one")
    return len({actions for actions in game.may if game.rows < actions <= count})


def _is_given_up(stored: StoredGame) -> bool:
    return stored.ending is not None and stored.ending.reason == "given_up"


def _actions(rows: Sequence[Link]) -> int:
    return sum(row.kind == "action" for row in rows)


def _folded(stored: StoredGame) -> list[Any]:
    lines = [stored.header, *(entry.action for entry in standing(stored.entries))]
    text = "\n".join(json.dumps(dict(line)) for line in lines)
    return standing_of(parse(text.encode(), f"game {stored.id}").games[-1])
