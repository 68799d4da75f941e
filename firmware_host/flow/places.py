"""Where the box is, to be remembered, and how it gets back there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from firmware_host.flow.awaited import Awaited
from firmware_host.flow.lines import PLAY
from firmware_host.flow.state import FlowState, Played
from firmware_host.flow.tray import FACES, faces, is_tray, laid_out
from firmware_host.view import free_places
from hw.events import DiceSource
from rules import SWITCHES, Game
from rules.outcome import Banked, Blank, SixAlike, ThrewOff, WipedOut

if TYPE_CHECKING:
    from firmware_host.flow.flow import Flow

Place = dict[str, Any]

_FOLLOWING = {phase.removeprefix("in_"): screen for phase, screen in PLAY}
_WAITS: Mapping[DiceSource, str] = {"box": "trouble", "sensor": "waiting", "hand": "by_hand"}
_REAL_DICE = ("waiting", "by_hand")

_BEFORE_PLAY = ("new_game", "house_rules", "in_force")
_OVER_PLAY = ("menu", "scores", "turns", "ask")  # screens that lie over any game
WITH_OTHERS = ("new_game", "menu", "unfinished")  # that tell of other unfinished games
_AFTER = {Banked: "banked", Blank: "blank", WipedOut: "blank", ThrewOff: "roll_off_result"}
_LOOKED_AT = {SixAlike: "check"}  # of dice that people threw


def place_of(flow: FlowState) -> Place:
    """The screen and what is chosen on it, as JSON."""
    setup = flow.setup
    return {
        "screen": flow.state,
        "setup": [setup.name, setup.players, dict(setup.options), setup.row, setup.switch],
        "item": flow.item,
        "rival": flow.rival,
        "page": flow.page,
        "other": flow.other,
        "awaits": flow.awaited is not None,
        **_of_the_dice(flow),
    }


def place_left(flow: FlowState) -> Place:
    """The same of a game that is put away: the screen is the one to which its menu leads back."""
    awaited = flow.awaited.source if flow.awaited else None
    screen = _WAITS[awaited] if awaited in ("sensor", "hand") else ""  # which the game asks for
    return {"screen": screen, "awaits": True, **_of_the_dice(flow)}


def _of_the_dice(flow: FlowState) -> Place:
    return {
        "dice": flow.setup.dice,
        "cursor": flow.cursor,
        "kept": list(flow.selection.kept) if flow.selection else [],
        "tray": list(flow.tray),
        "entered": [flow.entry.face, *flow.entry.dice] if flow.entry else [],
        "checked": flow.checked.mark if flow.checked else {},
    }


def go_to(
    flow: Flow,
    played: Played | None,
    place: Mapping[str, Any],
    now: float,
    awaited: Awaited | None = None,
) -> None:
    """Put the flow where `place` says, as far as the game that was played bears it out.

    `awaited` is what the sensor was last asked for, where nothing came.
    """
    flow.game, flow.past, flow.undone = played or (None, (), ())
    flow.now, game = now, flow.game
    _restore_setup(flow, place)
    if game is None:
        possible = ("attract", *_BEFORE_PLAY)
        _enter_one_of(flow, possible, place)
        _restore_cursors(flow, place)
        return
    _restore_tray(flow, place.get("tray"))
    if awaited and _is_to_come(flow, game, awaited):
        flow.awaited = awaited
        flow.clear_tray(awaited.dice)
    _enter_one_of(flow, _screens(flow, game, place.get("awaits") is True), place)
    _restore_throw(flow, place)
    if game.phase == "choose":
        flow.choose_as_before()
        _restore_choice(flow, place)
    _restore_cursors(flow, place)


def _screens(flow: Flow, game: Game, awaited: bool) -> tuple[str, ...]:
    """The screens this game can be on, the likeliest first; `awaited` tells whether a throw was."""
    waits = _WAITS[flow.setup.dice]
    if flow.awaited:
        return (waits, *_OVER_PLAY, *(["challenge"] if "challenge" in game.legal else []))
    if flow.awaits_throw:
        # Nobody may have asked for a throw of the box's own, and nobody can take it back.
        asked = ["throw"] if flow.setup.dice == "box" else []
        return (waits, *asked, "trouble", *_REAL_DICE, *_OVER_PLAY)
    following = "offer" if "take" in game.legal else _FOLLOWING[game.phase]
    if following == "ready" and flow.setup.dice == "sensor":
        following = "waiting"
    more = ["challenge"] if "challenge" in game.legal else []
    real = _REAL_DICE if "roll" in game.legal else ()
    after = _AFTER | _LOOKED_AT if flow.can_mend else _AFTER
    message = None if awaited else after.get(type(game.last))
    looked_at = ["check"] if flow.can_mend else []
    return (*([message] if message else []), following, *more, *real, *looked_at, *_OVER_PLAY)


def _is_to_come(flow: Flow, game: Game, awaited: Awaited) -> bool:
    """Whether what was awaited is what the game waits for."""
    return (
        awaited.source == flow.setup.dice
        and awaited.dice == game.dice_to_throw
        and "roll" in game.legal
    )


def _restore_throw(flow: Flow, place: Mapping[str, Any]) -> None:
    if flow.state in ("throw", "waiting"):
        flow.ask_for_throw()
    elif flow.state == "by_hand":
        flow.await_throw("hand")
        _restore_entry(flow, place.get("entered"))
    elif flow.state == "check":
        flow.check_throw()
        go_on_checking(flow, place)


def go_on_checking(flow: Flow, place: Mapping[str, Any]) -> None:
    """Where dice are put right that were when the place was left, they are as they were then."""
    if flow.checked:
        flow.checked = flow.checked.resumed(place.get("checked"))


def _restore_entry(flow: Flow, entered: object) -> None:
    match entered:
        case [int(face), *dice]:
            known = tuple(die for die in dice if isinstance(die, int) and die in FACES)
            flow.entry = flow.entering.resumed(known, face)


def _enter_one_of(flow: Flow, screens: tuple[str, ...], place: Mapping[str, Any]) -> None:
    """The screen of `place`, if it is possible, or else the first."""
    possible = (*screens, "unfinished") if flow.others else screens
    screen: str = place.get("screen", "")
    flow.machine.set_state(screen if screen in possible else screens[0])


def _restore_setup(flow: Flow, place: Mapping[str, Any]) -> None:
    match place.get("setup"):
        case [rules, int(players), options, int(row), int(switch)]:
            same = flow.setup.like(rules, players, options)
            flow.setup = replace(same, switch=switch % len(SWITCHES)).with_row(row)
    match place.get("dice"):
        case "box" | "sensor" | "hand" as dice:
            # Who threw real dice goes on with them, though the sensor is not there any more.
            had = dice in flow.setup.dice_sources
            flow.setup = flow.setup.with_dice(dice if had else "hand")


def _restore_tray(flow: Flow, tray: Any) -> None:
    """As it was, where that is how the newest throw may lie, or else the next."""
    frozen, free = flow.lying
    fits = is_tray(tray) and faces(tray) == sorted(frozen) and len(free_places(tray)) == free
    flow.tray = tuple(tray) if fits else laid_out(frozen, free)


def _restore_choice(flow: Flow, place: Mapping[str, Any]) -> None:
    match place:
        case {"cursor": int(cursor), "kept": [*kept]}:
            flow.selection = flow.chosen.with_kept(kept) or flow.selection
            flow.cursor = cursor if cursor in flow.stops else flow.cursor


def _restore_cursors(flow: Flow, place: Mapping[str, Any]) -> None:
    match flow.state, place:
        case "menu", {"item": int(item)}:
            flow.item = item % len(flow.menu_items)
        case "challenge", {"rival": int(rival)}:
            flow.rival = rival % len(flow.rivals)
        case "in_force", {"page": int(page)}:
            flow.page = page % max(flow.in_force_pages, 1)
        case "scores", {"page": int(page)}:
            flow.page = page % flow.pages
        case "unfinished", {"other": int(other)}:
            flow.other = other % len(flow.others)
        case "turns", {"page": int(page)}:
            flow.page = page % len(flow.history)
