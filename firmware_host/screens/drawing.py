"""A screen is a function from a view to a 128 × 64 one-bit picture."""

from collections.abc import Callable
from typing import Any

from PIL import Image

from firmware_host.screens.attract import attract, closed
from firmware_host.screens.buttons import buttons
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.house_rules import house_rule, in_force
from firmware_host.screens.layout import Slot
from firmware_host.screens.lists import ask, menu, new_game, unfinished
from firmware_host.screens.offers import challenge, offer
from firmware_host.screens.overlay import banner, note
from firmware_host.screens.real_dice import by_hand, check, unread, waiting
from firmware_host.screens.table import (
    banked,
    over,
    ready,
    roll_off,
    roll_off_result,
    scores,
    turns,
)
from firmware_host.screens.turn import blank, choose, corner, last_die, throw
from firmware_host.view import (
    Ask,
    Attract,
    Banked,
    Blank,
    ByHand,
    Challenge,
    Check,
    Choose,
    Closed,
    Corner,
    HouseRule,
    InForce,
    LastDie,
    Menu,
    NewGame,
    Offer,
    Over,
    Ready,
    RollOff,
    RollOffResult,
    Scores,
    Throw,
    Turns,
    Unfinished,
    Unread,
    View,
    Waiting,
)
from firmware_host.words import Words

__all__ = ["compose", "draw"]

# Each draws one kind of body and tells where a note finds room; None where it never does.
SCREENS: dict[type, Callable[[Canvas, Any, Words], Slot | None]] = {
    Ask: ask,
    Attract: attract,
    Closed: closed,
    Banked: banked,
    Blank: blank,
    Challenge: challenge,
    Choose: choose,
    Corner: corner,
    HouseRule: house_rule,
    InForce: in_force,
    LastDie: last_die,
    Menu: menu,
    NewGame: new_game,
    Unfinished: unfinished,
    Offer: offer,
    Over: over,
    Ready: ready,
    RollOff: roll_off,
    RollOffResult: roll_off_result,
    Scores: scores,
    Turns: turns,
    Throw: throw,
    Waiting: waiting,
    Unread: unread,
    ByHand: by_hand,
    Check: check,
}


def draw(view: View, words: Words) -> Image.Image:
    """The picture of `view`, mode "1", in the language of `words`."""
    return compose(view, words).image


def compose(view: View, words: Words) -> Canvas:
    """The picture of `view`, and where everything on it was placed."""
    canvas = Canvas()
    free = SCREENS[type(view.body)](canvas, view.body, words)
    buttons(canvas, view.labels, words)
    if view.note and free:
        note(canvas, words(view.note), free)
    if view.refusal:
        banner(canvas, words(view.refusal))
    return canvas
