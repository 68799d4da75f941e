"""A button under each of the six dice, with ROLL and BANK beside them."""

from collections.abc import Mapping
from typing import cast

from firmware_host.profiles.translator import NOT_NOW, Meaning, Placeless, itself, steps, way
from firmware_host.view import (
    MEND,
    MENU,
    ByHand,
    Check,
    Choose,
    Labels,
    Mounted,
    Say,
    Tray,
    View,
    free_places,
)
from hw.events import HOLDS, KEYS, Button, Key

_BESIDE_LABELS = HOLDS[:3]  # those that the words over ROLL and BANK leave their places
_FACES = len(HOLDS)
_ROUND = _FACES + 1  # the faces, and ☰ between the last and the first


class HoldSix(Placeless):
    """A button under each die, with ROLL and BANK beside them.

    While dice are chosen, each button is its die's: the way there and KEEP in one press. Of the
    left three, those that have no die, or else none that can be moved, are ✎, where the dice may
    have been misread, and ☰. Where all three move theirs, BANK is one and ROLL the other, once
    nothing is kept.

    While dice are put right, each button turns its die to the next face. While dice are entered,
    the buttons are the faces from 1 to 6, and ROLL is ☰.

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
        match view.body:
            case Choose() as body:
                return _choosing(key, body)
            case ByHand() as body:
                return _entering(key, body)
            case Check() as body if key in HOLDS:
                return _turning(HOLDS.index(key), body)
        return itself(self._ELSEWHERE[key], view)

    def shown(self, view: View) -> View:
        labels = Labels(*view.labels)
        match view.body:
            case Choose() as body:
                return view._replace(
                    body=body._replace(cursor=None), labels=_beside_dice(body, labels)
                )
            case ByHand() as body:
                return view._replace(
                    body=body._replace(face=None), labels=_beside(roll="menu", bank=labels.bank)
                )
            case Check() as body:
                return view._replace(
                    body=body._replace(each=True), labels=_beside(labels.roll, labels.bank)
                )
        mounted = (getattr(labels, button) for button in self._ELSEWHERE.values())
        return view._replace(labels=tuple(mounted))


def _choosing(key: Key, body: Choose) -> Meaning:
    for sign, stop in (("pencil", MEND), ("menu", MENU)):
        if _signs(body).get(key) == sign:
            return (*way(body, stop), "keep")
    if key not in HOLDS:
        return (cast(Button, key),)
    die = _die_at(HOLDS.index(key), body.tray)
    return die if isinstance(die, Say) else (*way(body, die), "keep")


def _signs(body: Choose) -> dict[Key, str]:
    """The buttons that are ✎ and ☰ while dice are chosen, as far as there are any now."""
    moves = dict(zip(free_places(body.tray), body.toggles, strict=True))
    no_dice = [key for place, key in enumerate(_BESIDE_LABELS) if place not in moves]
    stuck = [key for place, key in enumerate(_BESIDE_LABELS) if moves.get(place) is False]
    nothing_kept: list[Key] = [] if any(body.kept) else ["bank", "roll"]
    signs = ("pencil", "menu") if body.mendable else ("menu",)
    return dict(zip([*no_dice, *stuck, *nothing_kept], signs, strict=False))


def _beside_dice(body: Choose, labels: Labels) -> Mounted:
    """Those that move their die have no label: it is marked itself."""
    named = {"roll": labels.roll, "bank": labels.bank, **_signs(body)}
    return tuple(named.get(key) for key in KEYS["hold-six"])


def _beside(roll: str | None, bank: str | None) -> Mounted:
    """What each button under a die does is shown over it."""
    return (*[None] * len(HOLDS), roll, bank)


def _entering(key: Key, body: ByHand) -> Meaning:
    """The way to a face, or to ☰, and KEEP."""
    if key == "bank":
        return ("bank",)
    assert body.face is not None  # the box has a cursor
    face = 0 if key == "roll" else HOLDS.index(key) + 1
    return (*steps(body.face, face, _ROUND), "keep")


def _turning(place: int, body: Check) -> Meaning:
    """The way to a die, and on to its next face; from 6 past ☰."""
    die = _die_at(place, body.tray)
    if isinstance(die, Say):
        return die
    order = body.order
    there = steps(order.index(body.die), order.index(die), len(order), "keep")
    past_menu: Meaning = ("right",) if body.dice[die] == _FACES else ()
    return (*there, "right", *past_menu)


def _die_at(place: int, tray: Tray) -> int | Say:
    """Which die of the throw lies over a button, or why there is none."""
    if place >= len(tray):
        return NOT_NOW
    free = free_places(tray)
    return free.index(place) if place in free else Say("refusal.frozen")
