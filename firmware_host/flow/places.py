"""Where the box is, to be remembered, and how it gets back there."""

from collections.abc import Mapping
from typing import Any

from firmware_host.flow.flow import Flow
from firmware_host.flow.setup import ROWS
from firmware_host.flow.table import PLAY
from firmware_host.flow.tray import faces, is_tray, laid_out
from firmware_host.view import Tray, free_places
from rules import Game
from rules.outcome import Banked, Blank, ThrewOff, WipedOut

Place = dict[str, Any]

_OVER_PLAY = ("menu", "scores", "ask")  # screens that lie over any game
_AFTER = {Banked: "banked", Blank: "blank", WipedOut: "blank", ThrewOff: "roll_off_result"}


def place_of(flow: Flow) -> Place:
    """The screen and what is chosen on it, as JSON."""
    name, _ = flow.setup.chosen
    return {
        "screen": flow.state,
        "setup": [name, flow.setup.players, flow.setup.row],
        "cursor": flow.cursor,
        "page": flow.page,
        "kept": list(flow.selection.kept) if flow.selection else [],
        "tray": list(flow.tray),
    }


def go_to(flow: Flow, game: Game | None, place: Mapping[str, Any], now: float) -> None:
    """Put the flow where `place` says, as far as `game` bears it out."""
    flow.game, flow.now = game, now
    _restore_setup(flow, place.get("setup"))
    if game is None:
        _enter(flow, "new_game" if place.get("screen") == "new_game" else "attract")
        return
    _restore_tray(flow, game, place.get("tray"))
    possible = _screens(game)
    screen = place.get("screen")
    _enter(flow, screen if screen in possible else possible[0])
    if flow.state == "throw":
        flow.ask_for_throw()
    if game.phase == "choose":
        flow.preselect()
    if screen == flow.state:
        _restore_choice(flow, place)


def _screens(game: Game) -> tuple[str, ...]:
    """The screens this game can be on, the likeliest first."""
    if game.phase == "decide" and game.dice_left:
        return ("throw",)  # dice were kept to throw the others, which never came
    following = {phase.removeprefix("in_"): screen for phase, screen in PLAY}[game.phase]
    message = _AFTER.get(type(game.last))
    return (*([message] if message else []), following, *_OVER_PLAY)


def _enter(flow: Flow, screen: str) -> None:
    flow.machine.set_state(screen)


def _restore_setup(flow: Flow, setup: object) -> None:
    match setup:
        case [str(rules), int(players), int(row)] if row in range(len(ROWS)):
            flow.setup = flow.setup.like(rules, players, row)


def _restore_tray(flow: Flow, game: Game, tray: Any) -> None:
    frozen = game.frozen if game.dice_left else ()
    flow.tray = tuple(tray) if is_tray(tray) and _belongs(tray, game) else laid_out(frozen)


def _belongs(tray: Tray, game: Game) -> bool:
    """Whether the dice may lie so in this game, or in the throw that was just lost."""
    if isinstance(game.last, Blank):
        return len(free_places(tray)) == len(game.last.dice)
    return faces(tray) == sorted(game.frozen if game.dice_left else ())


def _restore_choice(flow: Flow, place: Mapping[str, Any]) -> None:
    match place:
        case {"cursor": int(cursor), "page": int(page), "kept": [*kept]}:
            if flow.state == "choose":
                flow.selection = flow.chosen.with_kept(kept) or flow.selection
                flow.cursor = min(max(cursor, -1), len(flow.chosen.throw) - 1)
            elif flow.state == "menu":
                flow.cursor = cursor % len(flow.menu_items)
            elif flow.state == "scores":
                flow.page = page % flow.pages
