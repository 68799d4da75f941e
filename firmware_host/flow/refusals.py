"""Why a press did nothing, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_host.view import Say
from hw.events import Button

if TYPE_CHECKING:
    from firmware_host.flow.flow import Flow
    from rules import BankRefusal


def refusal_of(flow: Flow, button: Button) -> Say:
    """The reason why the present screen has no use for `button`."""
    if flow.state == "throw":
        return Say.of("refusal.rolling")
    if flow.state == "choose":
        return _choosing(flow, button)
    if flow.state == "by_hand":
        return Say.of("refusal.enter", count=flow.entering.missing)
    if flow.state == "check":
        return Say("refusal.press_roll" if flow.checking.is_whole else "refusal.which_face")
    if flow.state in ("waiting", "tray"):
        return _sensing(flow, button)
    if button == "bank" and flow.state in ("ready", "corner"):
        return _banking(flow.playing.bank_refusal)
    if flow.state in ("scores", "turns", "in_force", "challenge", "new_game", "unfinished"):
        return Say.of("refusal.not_now")
    return Say.of("refusal.press_roll")


def _choosing(flow: Flow, button: Button) -> Say:
    chosen = flow.chosen
    if button == "keep" and chosen.kept[flow.cursor]:
        return Say.of("refusal.only_keep")
    if button == "keep":
        return _keeping(flow)
    if not any(chosen.kept):
        return Say.of("refusal.keep_one")
    return _banking(flow.after_choice.bank_refusal)


def _keeping(flow: Flow) -> Say:
    """Why the die under the cursor belongs to no legal keep."""
    die = flow.chosen.throw[flow.cursor]
    match flow.playing.keep_refusal((die,)):
        case "pool_falls":
            return Say.of("refusal.pool")
        case "not_most":
            return Say.of("refusal.keep_most")
    return Say.of("refusal.no_points")


def _sensing(flow: Flow, button: Button) -> Say:
    if button == "roll":
        return Say("refusal.sensor")
    if button == "bank" and flow.awaits_throw:
        return Say("refusal.throw")
    return Say("refusal.nothing" if button == "bank" else "refusal.not_now")


def _banking(refusal: BankRefusal | None) -> Say:
    match refusal:
        case ("minimum", need, have):
            return Say.of("refusal.need", need=need, have=have)
        case ("topping", need, have):
            return Say.of("refusal.topping", need=need, have=have)
        case ("corner", _, _):
            return Say.of("refusal.all_six")
    return Say.of("refusal.nothing")
