"""From the flow and the game to what a screen shows."""

from collections.abc import Callable

from firmware_host.flow.flow import Flow
from firmware_host.flow.views import after, before, real_dice, turn
from firmware_host.view import Body, Labels, Say, View

Shown = tuple[Body, Labels]

_URGENT = ("buttons", "dice")  # without them nobody can go on
_MINOR = ("games", "rules", "sound", "lamps")  # told to whoever sets the box up, and to no player
_AT_LEISURE = ("attract", "new_game", "menu")


def view_of(flow: Flow) -> View:
    """The one picture the box should show now."""
    body, labels = _SHOWN[flow.state](flow)
    return View(body, labels, flow.shown_refusal, _note(flow))


def _note(flow: Flow) -> Say | None:
    """The one standing trouble that matters most."""
    if flow.saved is False:
        return Say("note.not_saved")
    others = [part for part in flow.notes if part not in _MINOR]
    order = [*_URGENT, *others, *(_MINOR if flow.state in _AT_LEISURE else ())]
    return next((flow.notes[part] for part in order if part in flow.notes), None)


_SHOWN: dict[str, Callable[[Flow], Shown]] = {
    "attract": before.attract,
    "new_game": before.new_game,
    "house_rules": before.house_rules,
    "in_force": before.in_force,
    "unfinished": before.unfinished,
    "ready": turn.ready,
    "offer": turn.offer,
    "challenge": turn.challenge,
    "throw": turn.throw,
    "waiting": real_dice.waiting,
    "tray": real_dice.tray,
    "by_hand": real_dice.by_hand,
    "check": real_dice.check,
    "choose": turn.choose,
    "corner": turn.corner,
    "last_die": turn.last_die,
    "trouble": after.trouble,
    "blank": after.blank,
    "banked": after.banked,
    "roll_off": after.roll_off,
    "roll_off_result": after.roll_off_result,
    "over": after.over,
    "scores": after.scores,
    "turns": after.turns,
    "menu": after.menu,
    "ask": after.ask,
}
