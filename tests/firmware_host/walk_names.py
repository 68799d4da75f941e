"""Which states of the flow are told apart on a walk."""

from collections.abc import Hashable

from firmware_host.flow import Flow
from firmware_host.view import (
    Body,
    ByHand,
    Challenge,
    Check,
    Choose,
    HouseRule,
    InForce,
    Menu,
    NewGame,
    Scores,
    Throw,
    Turns,
    Unfinished,
    View,
    Waiting,
)

Name = Hashable

FEW = 2  # dice to enter of which every face is tried


def name_of(flow: Flow, view: View, *, real: bool) -> Name:
    """What distinguishes the present state: where the walk is about `real` dice, mostly those."""
    if not real:
        thrown = flow.playing.throw if lies(flow) else None
        return flow.state, thrown, view.labels, _cursor(view.body), _standing(flow)
    return (
        *(flow.state, view.labels, _cursor_over_real_dice(view.body), _phase(flow)),
        *(flow.setup.dice, _awaited(flow)),
    )


def lies(flow: Flow) -> bool:
    """Whether thrown dice are on the screen, tumbling or not."""
    return flow.tumble is not None and flow.tumble.dice is not None


def _cursor(body: Body) -> Hashable:
    """What distinguishes the states of one screen."""
    match body:
        case Choose():
            places = tuple(face is None for face in body.tray)
            return body.kept, body.cursor, places, body.toggles
        case NewGame():
            return body.row
        case Menu() | Unfinished():
            return body.cursor
        case HouseRule() | Challenge():
            return body.number
        case InForce() | Scores() | Turns():
            return body.page
        case Throw():
            return len(body.faces)
    return None


def _cursor_over_real_dice(body: Body) -> Hashable:
    """The same, as far as it matters who throws."""
    match body:
        case Choose():
            return sum(body.kept), len(body.kept), body.cursor, body.mendable
        case HouseRule():
            return None
        case Waiting():
            return body.says.key
        case ByHand():
            missing = body.of - len(body.dice)
            return missing, body.face if missing <= FEW else body.face == 0
        case Check():
            first = body.die == body.order[0]
            return first, body.on_menu, body.says.key, None in body.dice
    return _cursor(body)


def _standing(flow: Flow) -> Hashable:
    """Of a game what decides on the screens that follow."""
    game = flow.game
    if game is None:
        return None
    best = max(game.scores)
    return (
        *(game.phase, game.legal, type(game.last), game.dice_left, game.challenged is None),
        *(best >= game.rules.target, game.final_round and (game.player, game.scores.count(best))),
    )


def _phase(flow: Flow) -> Hashable:
    """Of a game what decides on who throws next, and whether it goes on."""
    game = flow.game
    if game is None:
        return None
    fallen = type(game.last) if lies(flow) else None
    ends = max(game.scores) >= game.rules.target
    return game.phase, game.legal, flow.awaits_throw, game.dice_left == 1, ends, fallen


def _awaited(flow: Flow) -> Hashable:
    """How far real dice have come, and what else the screen tells of them."""
    awaited, checked = flow.awaited, flow.checked
    match flow.state:
        case "waiting":
            return awaited and awaited[3:], flow.sensor_trouble
        case "tray":
            return awaited and (awaited.asked, awaited.spent)
        case "check" if checked is not None:
            return checked.is_changed, checked.is_whole
    return awaited and awaited.source, checked is None
