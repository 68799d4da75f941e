"""Three buttons: NEXT, OK and BANK."""

from typing import NamedTuple

from firmware_host.profiles.translator import Meaning, way
from firmware_host.view import (
    MEND,
    MENU,
    Body,
    Check,
    Choose,
    Labels,
    NewGame,
    Over,
    Say,
    View,
)
from hw.events import Button, Key


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

    @property
    def place(self) -> bool:
        """Whether the cursor is on ROLL."""
        return self._on_roll

    def go_to(self, place: object, view: View) -> None:
        if isinstance(place, bool):
            self._body, self._on_roll = view.body, place

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
        if Labels(*view.labels).roll is None:
            self._on_roll = False

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
            case Check() if self._on_roll and labels.keep:
                return _Step("next", ())
        if _has_two_stops(view) and self._on_roll == _rolls_first(view):
            return _Step("next", (), not self._on_roll)
        if labels.left == "menu":
            return _Step("menu", ("left",), self._on_roll)
        return _Step(labels.right, ("right",), self._on_roll)

    def _next_die(self, body: Choose, labels: Labels) -> _Step:
        """From ROLL over the dice to ☰, and to ROLL again where there is something to throw."""
        if self._on_roll:
            return _Step("next", way(body, MEND if body.mendable else 0))
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
