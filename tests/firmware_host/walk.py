"""A walk over the whole state machine: every mounted button on every screen.

States that differ only in points are one, so that there is an end to them.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from firmware_host.flow import Flow
from firmware_host.flow.views import view_of
from firmware_host.profiles import PROFILES
from firmware_host.view import (
    Body,
    Challenge,
    Choose,
    HouseRule,
    InForce,
    Menu,
    NewGame,
    Say,
    Scores,
    Throw,
    View,
)
from hw.events import KEYS, Key, NoThrow, Profile, Thrown
from rules import Rules

THROWS = (
    (2, 3, 4, 6, 2, 3),  # a blank
    (1, 2, 3, 4, 5, 6),
    (1, 5, 2, 3, 3, 4),
    (2, 2, 2, 2, 3, 4),
    (4, 4, 4, 4, 4, 4),
)
"""How dice fall; of fewer than six, as many from the left."""

TUMBLED = 10.0  # seconds after which dice lie still

Name = Hashable
Saved = tuple[dict[str, Any], dict[str, Any]]


class Press(NamedTuple):
    """A mounted button, and the pictures before and after."""

    key: Key
    screen: str
    before: View
    after: View

    @property
    def refused(self) -> bool:
        return self.after.refusal is not None

    @property
    def changed(self) -> bool:
        same_kind = type(self.before.body) is type(self.after.body)
        return not same_kind or self.before != self.after


@dataclass(frozen=True, slots=True)
class State:
    """Where the box may be, and which states lead there; `idle` are those that leave the game."""

    screen: str
    leading: set[Name] = field(default_factory=set)
    idle: set[Name] = field(default_factory=set)


class Walk:
    """Every state that can be reached from attract, and every press on the way."""

    def __init__(self, profile: Profile, rules: Mapping[str, Rules], players: int) -> None:
        self.states: dict[Name, State] = {}
        self.presses: list[Press] = []
        self._keys = KEYS[profile]
        self._flow = Flow(rules, lambda number: f"Player {number}")
        self._flow.setup = replace(self._flow.setup, players=players)
        self._translator = PROFILES[profile]()
        self._ahead: deque[tuple[Name, Saved]] = deque()
        self._arrive()
        while self._ahead:
            self._explore(*self._ahead.popleft())

    @property
    def screens(self) -> set[str]:
        return {state.screen for state in self.states.values()}

    @property
    def choices(self) -> set[tuple[tuple[int, ...], tuple[bool, ...]]]:
        """Every throw with every choice that was made of it."""
        bodies = [press.before.body for press in self.presses]
        return {(body.dice, body.kept) for body in bodies if isinstance(body, Choose)}

    def reaching(self, screen: str, *, idle: bool = False) -> set[Name]:
        """The states from which there is a way to a screen; `idle`: by presses that leave the game
        as it is.
        """
        found = {name for name, state in self.states.items() if state.screen == screen}
        ahead = [*found]
        while ahead:
            state = self.states[ahead.pop()]
            new = (state.idle if idle else state.leading) - found
            found |= new
            ahead += new
        return found

    def _explore(self, name: Name, saved: Saved) -> None:
        """Let everything happen, one after the other, that may happen in a state."""
        for _ in self._happenings(saved):
            following = self._arrive()
            self.states[following].leading.add(name)
            if self._flow.game is saved[0]["game"]:
                self.states[following].idle.add(name)

    def _happenings(self, saved: Saved) -> Iterator[None]:
        for key in self._keys:
            self._restore(saved)
            self._press(key)
            yield
        self._restore(saved)
        if self._flow.state != "throw":
            return
        if self._lies:
            self._flow.tick(self._flow.now + TUMBLED)
            yield
            return
        for throw in (*THROWS, None):
            self._restore(saved)
            self._throw(throw)
            yield

    def _press(self, key: Key) -> None:
        flow, before, screen = self._flow, self._look(), self._flow.state
        meaning = self._translator.meaning(key, view_of(flow))
        if isinstance(meaning, Say):
            flow.refuse(meaning, flow.now)
        else:
            flow.press(*meaning, now=flow.now)
        self.presses.append(Press(key, screen, before, self._look()))

    def _throw(self, throw: tuple[int, ...] | None) -> None:
        flow, tumble = self._flow, self._flow.tumble
        assert tumble is not None  # on the screen `throw`
        if throw is None:
            flow.not_thrown(NoThrow(flow.token, ""), flow.now)
        else:
            flow.thrown(Thrown(flow.token, throw[: tumble.count], "script"), flow.now)

    def _arrive(self) -> Name:
        """The name of the present state, which is to be explored if it is new."""
        self._flow.refusal = None
        name = self._name()
        if name not in self.states:
            self.states[name] = State(self._flow.state)
            self._ahead.append((name, self._save()))
        return name

    def _name(self) -> Name:
        flow, view = self._flow, self._look()
        thrown = flow.playing.throw if self._lies else None
        return flow.state, thrown, view.labels, _cursor(view.body), _standing(flow)

    def _look(self) -> View:
        return self._translator.shown(view_of(self._flow))

    @property
    def _lies(self) -> bool:
        return self._flow.tumble is not None and self._flow.tumble.dice is not None

    def _save(self) -> Saved:
        return _copied(self._flow.__dict__), {**self._translator.__dict__}

    def _restore(self, saved: Saved) -> None:
        self._flow.__dict__.update(_copied(saved[0]))
        self._translator.__dict__.update(saved[1])


def _copied(flow: Mapping[str, Any]) -> dict[str, Any]:
    """What a flow holds, of which only these change in place."""
    return {**flow, "tumble": copy(flow["tumble"]), "effects": []}


def _cursor(body: Body) -> Hashable:
    """What distinguishes the states of one screen."""
    match body:
        case Choose():
            places = tuple(face is None for face in body.tray)
            return body.kept, body.cursor, places, body.toggles
        case NewGame():
            return body.row
        case Menu():
            return body.cursor
        case HouseRule() | Challenge():
            return body.number
        case InForce() | Scores():
            return body.page
        case Throw():
            return len(body.faces)
    return None


def _standing(flow: Flow) -> Hashable:
    """Of a game what decides on the screens that follow."""
    game = flow.game
    if game is None:
        return None
    best = max(game.scores)
    return (
        *(game.phase, game.legal, type(game.last), game.dice_left, game.challenged is None),
        *(best >= game.rules.target, game.final_round and (game.player, game.scores.count(best))),
    )
