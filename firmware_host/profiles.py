"""Profiles of buttons: what a press of a mounted button is to the box, and what the labels say.

The box itself has five buttons, and each screen says what they do now. A profile with others
makes one of them, or several in a row, out of each press.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, cast

from firmware_host.view import (
    MEND,
    MENU,
    Body,
    ByHand,
    Check,
    Choose,
    Labels,
    Mounted,
    NewGame,
    Offer,
    Over,
    Say,
    View,
    free_places,
    stops,
)
from hw.events import HOLDS, KEYS, Button, Key, Profile

Meaning = tuple[Button, ...] | Say
"""The box's buttons to press, in order, or why this one does nothing."""

_BESIDE_LABELS = HOLDS[:3]  # those that the words over ROLL and BANK leave their places


class Translator(Protocol):
    """Each `View` that it takes is what the box would show with five buttons."""

    def meaning(self, key: Key, view: View, /) -> Meaning:
        """What the press of `key` is while `view` is on the screen."""

    def shown(self, view: View) -> View:
        """The same view, with the labels and the cursor of these buttons."""


class Five:
    """A button for each of the box's: nothing to translate."""

    def meaning(self, key: Key, _: View) -> Meaning:
        return (cast(Button, key),)

    def shown(self, view: View) -> View:
        return view


class _Step(NamedTuple):
    """What NEXT does."""

    label: str | None
    presses: tuple[Button, ...]
    to_roll: bool = False  # whether the cursor is on ROLL then


class Three:
    """NEXT, OK and BANK.

    OK is KEEP, and ROLL where there is nothing to keep. Where there is both, ROLL is one more stop
    of the cursor: before the dice, before the rows of a new game, after taking over. The stop
    that most presses are meant for is the first: OK OK starts a game, OK throws again, OK goes on
    from dice that were not misread.

    NEXT is ▶, and ☰ on the screens that have it on ◀.
    """

    def __init__(self) -> None:
        self._body: Body | None = None
        self._on_roll = False

    def meaning(self, key: Key, view: View) -> Meaning:
        self._see(view)
        if key == "bank":
            return ("bank",)
        if key == "ok":
            return (self._ok(view),)
        step = self._next(view)
        self._on_roll = step.to_roll
        return step.presses

    def shown(self, view: View) -> View:
        self._see(view)
        labels = Labels(*view.labels)
        ok = getattr(labels, self._ok(view))
        mounted = (self._next(view).label, ok, labels.bank)
        return View(self._marked(view.body), mounted, self._reason(view, ok), view.note)

    def _see(self, view: View) -> None:
        """On another screen, and after the last row of a new game, the cursor starts afresh."""
        before, self._body = self._body, view.body
        match before, view.body:
            case NewGame() as was, NewGame() as now:
                self._on_roll = self._on_roll or now.row < was.row
            case Check() as was, Check() as now:
                self._on_roll = self._on_roll or (was.die != now.die and _rolls_first(view))
            case was, now if type(was) is not type(now):
                self._on_roll = _rolls_first(view)

    def _ok(self, view: View) -> Button:
        if self._on_roll:
            return "roll"
        keeps = isinstance(view.body, Choose) or Labels(*view.labels).keep
        return "keep" if keeps else "roll"

    def _next(self, view: View) -> _Step:
        labels = Labels(*view.labels)
        match view.body:
            case Choose() as body:
                return self._next_die(body, labels)
            case NewGame() if self._on_roll:
                return _Step("choose", ())
            case Check() if self._on_roll:
                return _Step("next", ())
            case Over():
                return _Step(labels.keep, ("keep",), to_roll=True)
        if _has_two_stops(view) and self._on_roll == _rolls_first(view):
            return _Step("next", (), not self._on_roll)
        if labels.left == "menu":
            return _Step("menu", ("left",), self._on_roll)
        return _Step(labels.right, ("right",), self._on_roll)

    def _next_die(self, body: Choose, labels: Labels) -> _Step:
        """From ROLL over the dice to ☰, and to ROLL again where there is something to throw."""
        if self._on_roll:
            return _Step("next", _way(body, MEND if body.mendable else 0))
        if body.cursor == MENU and labels.roll:
            return _Step("next", (), to_roll=True)
        return _Step("next", ("right",))

    def _marked(self, body: Body) -> Body:
        """While the cursor is on ROLL, nothing else is marked."""
        match body:
            case Choose() if self._on_roll:
                return body._replace(cursor=len(body.dice))
            case NewGame() if self._on_roll:
                return body._replace(row=-1)
        return body

    def _reason(self, view: View, ok: str | None) -> Say | None:
        """Why a press did nothing, by the names of these buttons."""
        if view.refusal != Say("refusal.press_roll"):
            return view.refusal
        return Say("refusal.press_ok" if ok == Labels(*view.labels).roll else "refusal.not_now")


def _has_two_stops(view: View) -> bool:
    """Whether OK may be meant for one thing or another, on a screen with nothing to choose from."""
    labels = Labels(*view.labels)
    both = labels.keep and labels.roll and labels.keep != labels.roll
    return bool(both) and labels.left == "menu"


def _rolls_first(view: View) -> bool:
    """Whether there is ROLL, and most presses of OK are meant for it."""
    labels = Labels(*view.labels)
    first = isinstance(view.body, Choose | Check | NewGame | Over) or labels.keep == "mend"
    return labels.roll is not None and first


class HoldSix:
    """A button under each die, with ROLL and BANK beside them.

    While dice are chosen, each button is its die's: the way there and KEEP in one press. The first
    of the left three that has no die, or else none that can be moved, is ☰; where all three move
    theirs, BANK is, once nothing is kept.

    Elsewhere the first two are ◀ and ▶, and the other four KEEP.
    """

    _ELSEWHERE: Mapping[Key, Button] = dict(
        zip(
            KEYS["hold-six"],
            ("left", "right", "keep", "keep", "keep", "keep", "roll", "bank"),
            strict=True,
        )
    )

    def meaning(self, key: Key, view: View) -> Meaning:
        if isinstance(view.body, Choose):
            return self._choosing(key, view.body)
        if isinstance(view.body, ByHand):
            return self._entering(key, view.body)
        button = self._ELSEWHERE[key]
        no_room = isinstance(view.body, Offer) and Labels(*view.labels).right is None
        return Say("refusal.not_now") if no_room and button == "right" else (button,)

    def shown(self, view: View) -> View:
        labels = Labels(*view.labels)
        if isinstance(view.body, ByHand):
            mounted = (*[None] * len(HOLDS), "menu", labels.bank)
            return view._replace(body=view.body._replace(face=None), labels=mounted)
        if not isinstance(view.body, Choose):
            return view._replace(
                labels=tuple(getattr(labels, button) for button in self._ELSEWHERE.values())
            )
        return view._replace(
            body=view.body._replace(cursor=None), labels=self._beside_dice(view.body, labels)
        )

    def _entering(self, key: Key, body: ByHand) -> Meaning:
        """Each button under a die is a face, and ROLL is ☰."""
        if key == "bank":
            return ("bank",)
        assert body.face is not None  # the box has a cursor
        face = 0 if key == "roll" else HOLDS.index(key) + 1
        rights: list[Button] = ["right"] * ((face - body.face) % (len(HOLDS) + 1))
        return (*rights, "keep")

    def _choosing(self, key: Key, body: Choose) -> Meaning:
        if key == _menu_key(body):
            return (*_way(body, MENU), "keep")
        return _toggle(HOLDS.index(key), body) if key in HOLDS else (cast(Button, key),)

    def _beside_dice(self, body: Choose, labels: Labels) -> Mounted:
        """Those that move their die have no label: it is marked itself."""
        named = {"roll": labels.roll, "bank": labels.bank, _menu_key(body): "menu"}
        return tuple(named.get(key) for key in KEYS["hold-six"])


def _menu_key(body: Choose) -> Key | None:
    """The button that is ☰ while dice are chosen, if there is one now."""
    moves = dict(zip(free_places(body.tray), body.toggles, strict=True))
    no_dice = [key for place, key in enumerate(_BESIDE_LABELS) if place not in moves]
    stuck = [key for place, key in enumerate(_BESIDE_LABELS) if moves.get(place) is False]
    nothing_kept: list[Key] = [] if any(body.kept) else ["bank"]
    return next(iter([*no_dice, *stuck, *nothing_kept]), None)


def _toggle(place: int, body: Choose) -> Meaning:
    """The presses that keep or drop the die at a place of the row."""
    if place >= len(body.tray):
        return Say("refusal.not_now")
    free = free_places(body.tray)
    if place not in free:
        return Say("refusal.frozen")
    return (*_way(body, free.index(place)), "keep")


def _way(body: Choose, stop: int) -> tuple[Button, ...]:
    """The presses that take the box's own cursor to a stop."""
    assert body.cursor is not None  # the box has one
    row = stops(len(body.dice), body.mendable)
    rights: list[Button] = ["right"] * ((row.index(stop) - row.index(body.cursor)) % len(row))
    return tuple(rights)


PROFILES: Mapping[Profile, Callable[[], Translator]] = {
    "five": Five,
    "three": Three,
    "hold-six": HoldSix,
}
