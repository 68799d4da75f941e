"""Where the box is, to be remembered, and how it gets back there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from firmware_host.flow.flow import Flow
from firmware_host.flow.setup import ROWS
from firmware_host.flow.table import PLAY
from firmware_host.flow.tray import faces, is_tray, laid_out
from firmware_host.view import Tray, free_places
from rules import SWITCHES, Game
from rules.outcome import Banked, Blank, ThrewOff, WipedOut

Place = dict[str, Any]

_FOLLOWING = {phase.removeprefix("in_"): screen for phase, screen in PLAY}

BEFORE_PLAY = ("new_game", "house_rules", "in_force")
_OVER_PLAY = ("menu", "scores", "ask")  # screens that lie over any game
_AFTER = {Banked: "banked", Blank: "blank", WipedOut: "blank", ThrewOff: "roll_off_result"}


def place_of(flow: Flow) -> Place:
    """The screen and what is chosen on it, as JSON."""
    setup = flow.setup
    return {
        "screen": flow.state,
        "setup": [setup.name, setup.players, dict(setup.options), setup.row, setup.switch],
        "cursor": flow.cursor,
        "item": flow.item,
        "rival": flow.rival,
        "page": flow.page,
        "kept": list(flow.selection.kept) if flow.selection else [],
        "tray": list(flow.tray),
    }


def go_to(flow: Flow, game: Game | None, place: Mapping[str, Any], now: float) -> None:
    """Put the flow where `place` says, as far as `game` bears it out."""
    flow.game, flow.now = game, now
    _restore_setup(flow, place.get("setup"))
    if game is None:
        _enter(flow, before if (before := place.get("screen")) in BEFORE_PLAY else "attract")
        return
    _restore_tray(flow, game, place.get("tray"))
    possible = _screens(flow, game)
    screen = place.get("screen")
    _enter(flow, screen if screen in possible else possible[0])
    if flow.state == "throw":
        flow.ask_for_throw()
    if game.phase == "choose":
        flow.preselect()
        _restore_choice(flow, place)
    _restore_cursors(flow, place)


def _screens(flow: Flow, game: Game) -> tuple[str, ...]:
    """The screens this game can be on, the likeliest first."""
    if flow.awaits_throw:
        return ("throw", *_OVER_PLAY)
    offered = "take" in game.legal
    following = "offer" if offered else _FOLLOWING[game.phase]
    more = ["challenge"] if "challenge" in game.legal else []
    message = _AFTER.get(type(game.last))
    return (*([message] if message else []), following, *more, *_OVER_PLAY)


def _enter(flow: Flow, screen: str) -> None:
    flow.machine.set_state(screen)


def _restore_setup(flow: Flow, setup: object) -> None:
    match setup:
        case [rules, int(players), options, int(row), int(switch)]:
            same = flow.setup.like(rules, players, options)
            flow.setup = replace(same, row=row % len(ROWS), switch=switch % len(SWITCHES))


def _restore_tray(flow: Flow, game: Game, tray: Any) -> None:
    if is_tray(tray) and _belongs(tray, game):
        flow.tray = tuple(tray)
    else:
        flow.tray = laid_out(game.frozen if game.dice_left else (), game.dice_to_throw)


def _belongs(tray: Tray, game: Game) -> bool:
    """Whether the dice may lie so in this game, or in the throw that was just lost."""
    if isinstance(game.last, Blank):
        return len(free_places(tray)) == len(game.last.dice)
    frozen = game.frozen if game.dice_left else ()
    return faces(tray) == sorted(frozen) and len(free_places(tray)) == game.dice_to_throw


def _restore_choice(flow: Flow, place: Mapping[str, Any]) -> None:
    match place:
        case {"cursor": int(cursor), "kept": [*kept]}:
            flow.selection = flow.chosen.with_kept(kept) or flow.selection
            flow.cursor = min(max(cursor, -1), len(flow.chosen.throw) - 1)


def _restore_cursors(flow: Flow, place: Mapping[str, Any]) -> None:
    match flow.state, place:
        case "menu", {"item": int(item)}:
            flow.item = item % len(flow.menu_items)
        case "challenge", {"rival": int(rival)}:
            flow.rival = rival % len(flow.rivals)
        case "scores", {"page": int(page)}:
            flow.page = page % flow.pages
