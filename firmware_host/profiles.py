"""Profiles of buttons: what a press of a mounted button is to the box, and what the labels say.

The box itself has five buttons, and each screen says what they do now. A profile with others
makes one of them, or several in a row, out of each press.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, cast

from firmware_host.view import (
    Body,
    Choose,
    Labels,
    NewGame,
    Offer,
    Over,
    Say,
    View,
    free_places,
)
from hw.events import HOLDS, Button, Key, Profile

Meaning = tuple[Button, ...] | Say
"""The box's buttons to press, in order, or why this one does nothing."""


class Translator(Protocol):
    """Each `View` is what the box would show with five buttons."""

    def meaning(self, key: Key, view: View, /) -> Meaning:
        """What the press of `key` is while `view` is on the screen."""

    def shown(self, view: View) -> View:
        """The same view, with the labels where these buttons are."""


class Five:
    """A button for each of the box's: nothing to translate."""

    def meaning(self, key: Key, _: View) -> Meaning:
        return (cast(Button, key),)

    def shown(self, view: View) -> View:
        return view


class Three:
    """NEXT, OK and BANK.

    OK is KEEP, and ROLL where there is nothing to keep. Where there is both, ROLL is one more stop
    of the cursor: right of the dice, before the rows of a new game, after taking over. The stop
    that most presses are meant for is the first: OK OK starts a game, OK throws again.

    NEXT is ▶, and ☰ on the screens that have it on ◀.
    """

    def __init__(self) -> None:
        self._body: Body | None = None
        self._on_roll = False

    def meaning(self, key: Key, view: View) -> Meaning:
        self._see(view.body)
        if key == "bank":
            return ("bank",)
        return (self._ok(view),) if key == "ok" else self._next(view)

    def shown(self, view: View) -> View:
        self._see(view.body)
        ok, following = getattr(view.labels, self._ok(view)), self._next_label(view)
        return view._replace(labels=Labels(following, following, ok, ok, view.labels.bank))

    def _see(self, body: Body) -> None:
        """On another screen, and after the last row of a new game, the cursor starts afresh."""
        before, self._body = self._body, body
        if type(body) is not type(before):
            self._on_roll = isinstance(body, Choose | NewGame | Over)
        elif isinstance(body, NewGame) and isinstance(before, NewGame) and body.row < before.row:
            self._on_roll = True

    def _ok(self, view: View) -> Button:
        if self._on_roll:
            return "roll"
        return "keep" if view.labels.keep or isinstance(view.body, Choose) else "roll"

    def _next(self, view: View) -> tuple[Button, ...]:
        match view.body:
            case Choose(dice=dice, cursor=cursor) if cursor == len(dice) - 1 and self._on_roll:
                self._on_roll = False
                return ("right",)
            case Choose(dice=dice, cursor=cursor) if cursor == len(dice) - 1 or self._on_roll:
                self._on_roll = not self._on_roll
                return ()
            case NewGame() if self._on_roll:
                self._on_roll = False
                return ()
            case Offer() if not self._on_roll:
                self._on_roll = True
                return ()
            case Over():
                return ("keep",)
        return ("left",) if view.labels.left == "menu" else ("right",)

    def _next_label(self, view: View) -> str | None:
        match view.body:
            case NewGame() if self._on_roll:
                return "choose"
            case Offer() if not self._on_roll:
                return "next"
            case Over():
                return view.labels.keep
        return "menu" if view.labels.left == "menu" else view.labels.right


class HoldSix:
    """A button under each die, with ROLL and BANK beside them.

    While dice are chosen, each button is its die's: the way there and KEEP in one press. Elsewhere
    it is the one of the box's buttons under whose label it lies.
    """

    _UNDER: Mapping[Key, Button] = dict(
        zip(HOLDS, ("left", "right", "keep", "keep", "roll", "bank"), strict=True)
    )

    def meaning(self, key: Key, view: View) -> Meaning:
        if key not in HOLDS:
            return (cast(Button, key),)
        if isinstance(view.body, Choose):
            return _toggle(HOLDS.index(key), view.body)
        return (self._UNDER[key],)

    def shown(self, view: View) -> View:
        if not isinstance(view.body, Choose):
            return view
        roll, bank = view.labels.roll, view.labels.bank
        return view._replace(labels=Labels("keep", "keep", "keep", roll, bank))


def _toggle(place: int, body: Choose) -> Meaning:
    """The presses that keep or drop the die at a place of the row."""
    free = free_places(body.tray)
    if place not in free:
        return Say("refusal.frozen")
    stops = len(body.dice) + 1  # ☰ is one
    way: list[Button] = ["right"] * ((free.index(place) - body.cursor) % stops)
    return (*way, "keep")


PROFILES: Mapping[Profile, Callable[[], Translator]] = {
    "five": Five,
    "three": Three,
    "hold-six": HoldSix,
}
