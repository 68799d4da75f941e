"""A walk over the whole state machine: every mounted button on every screen, whatever dice do.

States that differ only in points are one, so that there is an end to them; of real dice so are
those that differ only in faces.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

from walk_events import HAPPENINGS, NOT_AWAITED
from walk_names import Name, lies, name_of

from firmware_host.flow import Flow
from firmware_host.flow.effects import TakeUp
from firmware_host.flow.other_game import OtherGame
from firmware_host.flow.places import go_to
from firmware_host.flow.state import Played
from firmware_host.flow.views import view_of
from firmware_host.profiles import PROFILES
from firmware_host.view import Choose, Say, View
from hw.events import KEYS, DiceSource, Key, NoThrow, Profile, Thrown
from rules import Game, Rules

THROWS = (
    (2, 3, 4, 6, 2, 3),  # a blank
    (1, 2, 3, 4, 5, 6),
    (1, 5, 2, 3, 3, 4),
    (2, 2, 2, 2, 3, 4),
    (4, 4, 4, 4, 4, 4),
)
"""How the box's dice fall; of fewer than six, as many from the left."""

TUMBLED = 10.0  # seconds after which dice lie still, or are asked about

SOURCES: Mapping[DiceSource, tuple[DiceSource, ...]] = {
    "box": ("box", "hand"),
    "hand": ("box", "hand"),
    "sensor": ("box", "sensor", "hand"),
}
"""The dice that a box offers, by those that a walk is about."""

OTHERS = (
    OtherGame(2, b"2", "zilch", "Zilch", ("Aino", "Bruno"), 0),
    OtherGame(1, b"1", "kcd", "Kingdom Come", ("Aino",), 350),
)

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


class Told(NamedTuple):
    """Something that the sensor told, and the pictures before and after."""

    what: str
    screen: str
    awaited: bool  # whether a throw of the sensor's was
    counted: bool  # whether the game went on with it
    after: View


class State(NamedTuple):
    """Where the box may be."""

    screen: str
    playing: bool  # a game is under way
    awaits: bool  # a throw from the sensor


class Way(NamedTuple):
    """From a state to another one."""

    start: Name
    idle: bool  # it leaves the game as it is
    aided: bool  # the sensor helps


class Walk:
    """Every state that can be reached from attract, and every press on the way."""

    def __init__(
        self, profile: Profile, rules: Mapping[str, Rules], players: int, dice: DiceSource = "box"
    ) -> None:
        self.states: dict[Name, State] = {}
        self.presses: list[Press] = []
        self.told: list[Told] = []
        self._ways: dict[Name, set[Way]] = {}  # by the state to which they lead
        self._keys = KEYS[profile]
        self._real = dice != "box"
        self._flow = Flow(rules, lambda number: f"Player {number}", SOURCES[dice])
        self._flow.setup = replace(self._flow.setup, players=players, dice=dice)
        self._flow.saved = True
        self._flow.offer(OTHERS[: 1 if self._real else 2])
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

    def where(self, condition: Callable[[State], bool]) -> set[Name]:
        """The states that fulfil it."""
        return {name for name, state in self.states.items() if condition(state)}

    def reaching(self, screen: str, *, idle: bool = False, unaided: bool = False) -> set[Name]:
        """The states from which there is a way to a screen.

        `idle`: by presses that leave the game as it is; `unaided`: without the sensor.
        """
        found = self.where(lambda state: state.screen == screen)
        ahead = [*found]
        while ahead:
            ways = self._ways.get(ahead.pop(), set())
            open_ways = [
                way for way in ways if (way.idle or not idle) and not (way.aided and unaided)
            ]
            new = {way.start for way in open_ways} - found
            found |= new
            ahead += new
        return found

    def _explore(self, name: Name, saved: Saved) -> None:
        """Let everything happen, one after the other, that may happen in a state."""
        for aided in self._happenings(saved):
            following = self._arrive()
            idle = self._flow.game is saved[0]["game"]
            self._ways.setdefault(following, set()).add(Way(name, idle, aided))

    def _happenings(self, saved: Saved) -> Iterator[bool]:
        """Each happens when it is asked for; whether the sensor made it."""
        for key in self._keys:
            self._restore(saved)
            self._press(key)
            yield False
        self._restore(saved)
        if self._flow.state == "throw":
            yield from self._throws(saved)
        self._restore(saved)
        if self._flow.setup.dice == "sensor" and self._flow.game is not None:
            awaited = self._flow.awaited
            for what in HAPPENINGS if awaited and awaited.source == "sensor" else NOT_AWAITED:
                self._restore(saved)
                self._tell(what)
                yield True

    def _throws(self, saved: Saved) -> Iterator[bool]:
        """Dice of the box's come or do not, and lie still."""
        if lies(self._flow) or self._awaits_people:  # who may be asked what the matter is
            self._flow.tick(self._flow.now + TUMBLED)
            yield False
            return
        for throw in (*THROWS, None):
            self._restore(saved)
            self._throw(throw)
            yield False

    def _take_up(self) -> None:
        """Where another game is asked for, it is one that has only begun."""
        flow = self._flow
        if any(isinstance(effect, TakeUp) for effect in flow.effects):
            _, rules = flow.setup.rule_sets[0]
            place = {"dice": flow.setup.dice, "awaits": True}
            go_to(flow, Played(Game.new(rules, OTHERS[0].players)), place, flow.now)

    @property
    def _awaits_people(self) -> bool:
        return self._flow.awaited is not None and self._flow.awaited.source == "sensor"

    def _press(self, key: Key) -> None:
        flow, before, screen = self._flow, self._look(), self._flow.state
        meaning = self._translator.meaning(key, view_of(flow))
        if isinstance(meaning, Say):
            flow.refuse(meaning, flow.now)
        else:
            flow.press(*meaning, now=flow.now)
            self._take_up()
        self.presses.append(Press(key, screen, before, self._look()))

    def _throw(self, throw: tuple[int, ...] | None) -> None:
        flow, tumble = self._flow, self._flow.tumble
        assert tumble is not None  # on the screen `throw`
        if throw is None:
            flow.not_thrown(NoThrow(flow.token, ""), flow.now)
        else:
            flow.thrown(Thrown(flow.token, throw[: tumble.count], "script"), flow.now)

    def _tell(self, what: str) -> None:
        flow, game = self._flow, self._flow.game
        screen, awaited = flow.state, self._awaits_people
        HAPPENINGS[what](flow)
        self.told.append(Told(what, screen, awaited, flow.game is not game, self._look()))

    def _arrive(self) -> Name:
        """The name of the present state, which is to be explored if it is new."""
        self._flow.refusal = None
        name = name_of(self._flow, self._look(), real=self._real)
        if name not in self.states:
            self.states[name] = self._state
            self._ahead.append((name, self._save()))
        return name

    @property
    def _state(self) -> State:
        game = self._flow.game
        playing = game is not None and game.phase != "over"
        return State(self._flow.state, playing, self._awaits_people)

    def _look(self) -> View:
        return self._translator.shown(view_of(self._flow))

    def _save(self) -> Saved:
        return _copied(self._flow.__dict__), {**self._translator.__dict__}

    def _restore(self, saved: Saved) -> None:
        self._flow.__dict__.update(_copied(saved[0]))
        self._translator.__dict__.update(saved[1])


def _copied(flow: Mapping[str, Any]) -> dict[str, Any]:
    """What a flow holds, of which only these change in place."""
    return {**flow, "tumble": copy(flow["tumble"]), "effects": []}
