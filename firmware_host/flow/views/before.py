"""Views of the screens before a game."""

from firmware_host.flow.flow import Flow
from firmware_host.flow.tumble import tumbling_faces
from firmware_host.view import (
    IN_FORCE_A_PAGE,
    Ask,
    Attract,
    Body,
    HouseRule,
    InForce,
    Labels,
    NewGame,
    Say,
    Unfinished,
    UnfinishedGame,
)
from rules import SWITCHES, preset_names
from rules.ruleset import Value

Shown = tuple[Body, Labels]


def attract(flow: Flow) -> Shown:
    step = flow.attract_step
    return Attract(flow.best, tumbling_faces(6, step), step), Labels()


def new_game(flow: Flow) -> Shown:
    setup = flow.setup
    changed = len(setup.options)
    values = {
        "game": _title(setup.name, setup.base.title),
        "players": Say.of("value.number", number=setup.players),
        "dice": Say(f"new_game.dice_{setup.dice}"),
        "house_rules": Say.of("new_game.count", count=changed) if changed else Say("new_game.none"),
        "others": Say.of("value.number", number=len(flow.others)),
    }
    rows = [(Say.of(f"new_game.{row}"), values[row]) for row in setup.rows]
    labels = Labels("previous", "next", keep="choose", roll="start", bank="back")
    return NewGame(tuple(rows), setup.row), labels


def house_rules(flow: Flow) -> Shown:
    setup = flow.setup
    switch = setup.shown_switch
    body = HouseRule(
        name=Say(f"switch.{switch.name}"),
        value=_value(switch.name, getattr(setup.rules, switch.name)),
        help=Say(f"switch_help.{switch.name}"),
        number=setup.switch + 1,
        of=len(SWITCHES),
        changed=switch.name in dict(setup.options),
    )
    return body, Labels("previous", "next", keep="change", roll="done", bank="back")


def in_force(flow: Flow) -> Shown:
    setup, first = flow.setup, flow.page * IN_FORCE_A_PAGE
    rows = tuple(
        (Say(f"switch.{name}"), _value(name, value))
        for name, value in setup.in_force[first : first + IN_FORCE_A_PAGE]
    )
    body = InForce(_title(setup.name, setup.base.title), rows, flow.page, flow.in_force_pages)
    labels = Labels(keep="start", roll="start", bank="back")
    if flow.in_force_pages > 1:
        labels = labels._replace(left="previous", right="next")
    return body, labels


def unfinished(flow: Flow) -> Shown:
    if not flow.others:  # any more
        return Ask(Say("unfinished.none")), Labels(bank="back")
    games = tuple(
        UnfinishedGame(_title(game.rules, game.title), game.players, game.best)
        for game in flow.others
    )
    labels = Labels(keep="go_on", roll="go_on", bank="back")
    if len(games) > 1:
        labels = labels._replace(left="previous", right="next")
    return Unfinished(games, flow.other), labels


def _title(name: str, title: str) -> Say:
    """A preset's name in the box's language; a rule file says its own."""
    if name in preset_names():
        return Say(f"game.{name}")
    return Say.of("value.text", text=title)


def _value(name: str, value: Value) -> Say:
    if isinstance(value, bool):
        return Say("switch_value.on" if value else "switch_value.off")
    if isinstance(value, int):
        return Say.of("value.number", number=value) if value else Say("switch_value.off")
    nobody = name == "last_turns" and value == "none"
    return Say("switch_value.nobody" if nobody else f"switch_value.{value}")
