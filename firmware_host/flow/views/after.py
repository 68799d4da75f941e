"""Views of what a turn brought, of the end, and of what lies over a game."""

from firmware_host.flow.flow import Flow
from firmware_host.flow.views.real_dice import throw_to_come
from firmware_host.flow.views.standing import place, standings
from firmware_host.view import (
    Ask,
    Banked,
    Blank,
    Body,
    Labels,
    Menu,
    Over,
    RollOff,
    RollOffResult,
    Say,
    Scores,
    Turns,
)
from rules import outcome as outcomes

Shown = tuple[Body, Labels]


def _go_on(flow: Flow) -> Labels:
    """On from what a turn has come to, or back to dice that may have been misread."""
    return Labels(left="menu", keep="mend" if flow.can_mend else "go_on", roll="go_on")


def blank(flow: Flow) -> Shown:
    last = flow.playing.last
    assert isinstance(last, outcomes.Blank | outcomes.WipedOut)
    body = Blank(flow.playing.players[last.player], last.dice, last.lost, flow.tray)
    if isinstance(last, outcomes.WipedOut):
        return body._replace(title=Say("blank.wiped")), _go_on(flow)
    return body._replace(extra=_cost_of(last)), _go_on(flow)


def _cost_of(blank: outcomes.Blank) -> Say | None:
    """What the blank costs beside the turn's points, or why it is one."""
    costs = []
    if blank.penalty:
        costs.append(Say.of("blank.penalty", points=blank.penalty))
    if blank.challenge_cost:
        costs.append(Say.of("blank.challenge", points=blank.challenge_cost))
    if len(costs) > 1:
        return Say.of("blank.costs", points=blank.cost)
    if costs:
        return costs[0]
    return Say("blank.pool") if blank.pool_falls else None


def banked(flow: Flow) -> Shown:
    game, last = flow.playing, flow.playing.last
    assert isinstance(last, outcomes.Banked)
    body = Banked(
        player=game.players[last.player],
        points=last.points,
        score=game.scores[last.player],
        place=place(game, last.player),
        players=len(game.players),
        extra=None
        if last.challenged is None
        else Say.of("banked.from", name=game.players[last.challenged]),
    )
    return body, _go_on(flow)


def roll_off(flow: Flow) -> Shown:
    game = flow.playing
    stage = game.roll_off
    assert stage is not None
    points = [*stage.thrown, *[None] * (len(stage.tied) - len(stage.thrown))]
    among = zip((game.players[seat] for seat in stage.tied), points, strict=True)
    return RollOff(game.players[game.player], tuple(among)), Labels("menu", "scores", roll="roll")


def roll_off_result(flow: Flow) -> Shown:
    last = flow.playing.last
    assert isinstance(last, outcomes.ThrewOff)
    name = flow.playing.players[last.player]
    return RollOffResult(name, last.dice, last.thrown[-1]), _go_on(flow)


def over(flow: Flow) -> Shown:
    game = flow.playing
    winners = tuple(game.players[seat] for seat in game.winners or ())
    six = isinstance(game.last, outcomes.SixAlike)
    extra = Say("over.six") if six else None
    body = Over(winners, standings(game, 0), flow.saved, extra, flow.code)
    return body, Labels("menu", keep="scores", roll="again", bank="back")


def scores(flow: Flow) -> Shown:
    body = Scores(standings(flow.playing, flow.page), flow.page, flow.pages)
    labels = Labels(keep="turns", roll="back", bank="back")
    return body, labels._replace(left="previous", right="next") if flow.pages > 1 else labels


def turns(flow: Flow) -> Shown:
    pages = flow.history
    seat, rows = pages[flow.page]
    body = Turns(flow.playing.players[seat], rows, flow.page, len(pages))
    if len(pages) == 1:
        return body, Labels(roll="back", bank="back")
    several = len({page.seat for page in pages}) > 1
    keep = "player" if several else "next"
    return body, Labels("previous", "next", keep=keep, roll="back", bank="back")


def menu(flow: Flow) -> Shown:
    items = tuple(_item(flow, item) for item in flow.menu_items)
    return Menu(items, flow.item), Labels(
        "previous", "next", keep="choose", roll="choose", bank="back"
    )


def _item(flow: Flow, item: str) -> Say:
    if item == "undo":
        return Say(f"menu.undo_{flow.to_take_back[-1].action.do}")
    if item == "redo":
        return Say(f"menu.redo_{flow.to_make_again[-1].action.do}")
    return Say(f"menu.{item}_{flow.setup.dice}" if item == "dice" else f"menu.{item}")


def trouble(flow: Flow) -> Shown:
    """The box's dice do not come, or are to throw what other dice were to throw before."""
    if flow.awaited is None:
        to_come = throw_to_come(flow.playing, flow.tray)
        return to_come._replace(state="press"), Labels("menu", "scores", roll="roll")
    body = Ask(Say("trouble.no_dice"), Say("trouble.random"))
    return body, Labels("menu", "scores", roll="again")


def ask(_: Flow) -> Shown:
    return Ask(Say.of("ask.give_up")), Labels(keep="yes", roll="no", bank="no")
