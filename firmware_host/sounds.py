"""Which sound goes with a change of the view. Rhythm and direction carry the meaning."""

from collections.abc import Mapping
from typing import Literal

from firmware_host.view import (
    Ask,
    Attract,
    Banked,
    Blank,
    Body,
    ByHand,
    Challenge,
    Check,
    Choose,
    Corner,
    HouseRule,
    InForce,
    Menu,
    NewGame,
    Offer,
    Over,
    Say,
    Scores,
    Throw,
    Turns,
    Unread,
    View,
    Waiting,
)
from hw.sound import Note, Pattern

Sound = Literal["tick", "kept", "banked", "corner", "blank", "refused"]

GAP = Note(None, 0.05)  # between tones, so that they can be counted


def _pattern(*notes: tuple[str, float]) -> Pattern:
    """The tones with gaps between them."""
    spaced = [note for tone, seconds in notes for note in (GAP, Note(tone, seconds))]
    return tuple(spaced[1:])


PATTERNS: Mapping[Sound, Pattern] = {
    "tick": _pattern(("C7", 0.04)),
    "kept": _pattern(("C6", 0.07), ("G6", 0.07)),
    "banked": _pattern(("C6", 0.1), ("G6", 0.1), ("E7", 0.2)),
    "corner": _pattern(("G6", 0.3), ("G6", 0.08), ("G6", 0.08)),
    "blank": _pattern(("G6", 0.2), ("C6", 0.2), ("E5", 0.4)),
    "refused": _pattern(("A4", 0.12), ("A4", 0.12)),
}

_LOOKED_AT_MEANWHILE = (Waiting, Throw, Menu, Scores, Turns, Ask, Challenge)
_HAVE_A_CURSOR = (NewGame, HouseRule, InForce, Offer, Challenge, Menu, Scores, Turns, ByHand, Check)


def sound_of(before: View | None, after: View) -> Sound | None:
    """What is heard when one view follows another; nothing with the first one."""
    if before is None or isinstance(after.body, Attract):
        return None
    if after.refusal not in (None, before.refusal):
        return "refused"
    if _needs_a_look(before.body, after.body):
        return "refused"
    match before.body, after.body:
        case Choose() as was, Choose() as now:
            return _of_choice(was, now)
        case Choose(), Throw() | Waiting() | ByHand():
            return "kept"
        case ByHand() as was, ByHand() as now if len(now.dice) > len(was.dice):
            return "kept"
        case ByHand() | Check(), Throw() as now if set(now.angles) <= {None}:
            return "kept"
        case Unread(), Check():
            return "tick"
        case Choose(), Corner():
            return "corner"
        case (Choose() | Corner(), Banked()) | (Throw() | Check(), Over()):  # six alike win at once
            return "banked"
        case Throw(), Blank():
            return "blank"
    return "tick" if _moved_a_cursor(before, after) else None


def _needs_a_look(before: Body, after: Body) -> bool:
    """Whether dice or the sensor ask for people who may not be looking."""
    match before, after:
        case was, Unread() if isinstance(was, _LOOKED_AT_MEANWHILE):
            return True
        case was, Check(says=says) if isinstance(was, _LOOKED_AT_MEANWHILE):
            return says != Say("check.mend")
        case Unread(says=was), Unread(says=now):
            return now not in (was, Say("waiting.reads"))
        case Waiting(state="throw" | "wait") | Throw(), Waiting(state="trouble"):
            return True
    return False


def _moved_a_cursor(before: View, after: View) -> bool:
    """On a screen that has one, if only in the labels."""
    if not isinstance(after.body, _HAVE_A_CURSOR) or type(before.body) is not type(after.body):
        return False
    return (before.body, before.labels) != (after.body, after.labels)


def _of_choice(was: Choose, now: Choose) -> Sound | None:
    """A die that is put back ticks, as the cursor does."""
    if any(kept and not before for before, kept in zip(was.kept, now.kept, strict=True)):
        return "kept"
    return "tick" if (was.cursor, was.kept) != (now.cursor, now.kept) else None
