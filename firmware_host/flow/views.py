"""From the flow and the game to what a screen shows."""

from collections.abc import Callable

from firmware_host.flow.flow import STANDINGS_A_PAGE, Flow
from firmware_host.flow.setup import ROWS
from firmware_host.flow.tumble import tumbling_faces
from firmware_host.view import (
    Ask,
    Attract,
    Banked,
    Blank,
    Body,
    Choose,
    Corner,
    Labels,
    Menu,
    NewGame,
    Over,
    Ready,
    RollOff,
    RollOffResult,
    Say,
    Scores,
    Standing,
    Throw,
    View,
)
from rules import Game
from rules import outcome as outcomes

Shown = tuple[Body, Labels]

_GO_ON = Labels(left="menu", keep="go_on", roll="go_on")


def view_of(flow: Flow) -> View:
    """The one picture the box should show now."""
    body, labels = _SHOWN[flow.state](flow)
    notes = [*flow.notes.values()]
    if flow.saved is False:
        notes.append(Say.of("note.not_saved"))
    return View(body, labels, flow.refusal, notes[0] if notes else None)


def _attract(flow: Flow) -> Shown:
    step = flow.attract_step
    return Attract(flow.best, tumbling_faces(6, step), step), Labels()


def _new_game(flow: Flow) -> Shown:
    setup = flow.setup
    name, _ = setup.chosen
    values = {
        "game": Say.of(f"game.{name}"),
        "players": Say.of("value.number", number=setup.players),
    }
    rows = [(Say.of(f"new_game.{row}"), values[row]) for row in ROWS]
    rows.append((Say.of("new_game.dice"), Say.of("new_game.dice_box")))
    labels = Labels("previous", "next", keep="choose", roll="start", bank="back")
    return NewGame(tuple(rows), setup.row), labels


def _ready(flow: Flow) -> Shown:
    game = flow.playing
    body = Ready(
        player=game.players[game.player],
        score=game.scores[game.player],
        need=game.points_needed or None,
        place=_place(game, game.player),
        players=len(game.players),
        last_turn=game.final_round,
    )
    return body, Labels("menu", "scores", roll="roll")


def _throw(flow: Flow) -> Shown:
    tumble = flow.tumble
    assert tumble is not None  # as long as the flow is on `throw`
    game, now = flow.playing, flow.now
    body = Throw(
        tumble.faces(now),
        tumble.angles(now),
        flow.tray,
        turn=game.turn_points,
        score=None if game.turn_points else game.scores[game.player],
    )
    return body, Labels()


def _choose(flow: Flow) -> Shown:
    game, chosen = flow.playing, flow.chosen
    some = any(chosen.kept)
    after = flow.after_choice if some else game
    bank = _score_if_banked(after) if some else None
    body = Choose(
        dice=chosen.throw,
        kept=chosen.kept,
        cursor=flow.cursor,
        points=after.turn_points - game.turn_points if some else None,
        turn=after.turn_points,
        bank=bank,
        tray=flow.tray,
    )
    labels = Labels(
        "previous",
        "next",
        keep=_keep_label(flow),
        roll="roll" if some else None,
        bank=None if bank is None else "bank",
    )
    return body, labels


def _keep_label(flow: Flow) -> str | None:
    if flow.cursor < 0:
        return "menu"
    if flow.chosen.toggled(flow.cursor) is None:
        return None
    return "drop" if flow.chosen.kept[flow.cursor] else "keep"


def _corner(flow: Flow) -> Shown:
    game = flow.playing
    bank = _score_if_banked(game)
    must = game.rules.full_six == "must_roll"
    body = Corner(game.players[game.player], game.turn_points, must, bank)
    return body, Labels("menu", "scores", roll="roll", bank=None if bank is None else "bank")


def _blank(flow: Flow) -> Shown:
    last = flow.playing.last
    assert isinstance(last, outcomes.Blank | outcomes.WipedOut)
    name = flow.playing.players[last.player]
    return Blank(name, last.dice, last.lost, flow.tray), _GO_ON


def _banked(flow: Flow) -> Shown:
    game, last = flow.playing, flow.playing.last
    assert isinstance(last, outcomes.Banked)
    body = Banked(
        player=game.players[last.player],
        points=last.points,
        score=game.scores[last.player],
        place=_place(game, last.player),
        players=len(game.players),
    )
    return body, _GO_ON


def _roll_off(flow: Flow) -> Shown:
    game = flow.playing
    stage = game.roll_off
    assert stage is not None
    points = [*stage.thrown, *[None] * (len(stage.tied) - len(stage.thrown))]
    among = zip((game.players[seat] for seat in stage.tied), points, strict=True)
    return RollOff(game.players[game.player], tuple(among)), Labels("menu", "scores", roll="roll")


def _roll_off_result(flow: Flow) -> Shown:
    last = flow.playing.last
    assert isinstance(last, outcomes.ThrewOff)
    name = flow.playing.players[last.player]
    return RollOffResult(name, last.dice, last.thrown[-1]), _GO_ON


def _over(flow: Flow) -> Shown:
    game = flow.playing
    winners = tuple(game.players[seat] for seat in game.winners or ())
    body = Over(winners, _standings(game, 0), flow.saved)
    return body, Labels(keep="scores", roll="again", bank="back")


def _scores(flow: Flow) -> Shown:
    body = Scores(_standings(flow.playing, flow.page), flow.page, flow.pages)
    labels = Labels(keep="back", roll="back", bank="back")
    return body, labels._replace(left="previous", right="next") if flow.pages > 1 else labels


def _menu(flow: Flow) -> Shown:
    items = tuple(Say.of(f"menu.{item}") for item in flow.menu_items)
    return Menu(items, flow.cursor), Labels(
        "previous", "next", keep="choose", roll="choose", bank="back"
    )


def _ask(_: Flow) -> Shown:
    return Ask(Say.of("ask.give_up")), Labels(keep="yes", roll="no", bank="no")


def _score_if_banked(game: Game) -> int | None:
    if game.bank_refusal is not None:
        return None
    return game.scores[game.player] + game.turn_points


def _place(game: Game, seat: int) -> int:
    return next(place for place, at in game.standings() if at == seat)


def _standings(game: Game, page: int) -> tuple[Standing, ...]:
    first = page * STANDINGS_A_PAGE
    turn = None if game.phase == "over" else game.player
    return tuple(
        Standing(place, game.players[seat], game.scores[seat], now=seat == turn)
        for place, seat in game.standings()[first : first + STANDINGS_A_PAGE]
    )


_SHOWN: dict[str, Callable[[Flow], Shown]] = {
    "attract": _attract,
    "new_game": _new_game,
    "ready": _ready,
    "throw": _throw,
    "choose": _choose,
    "corner": _corner,
    "blank": _blank,
    "banked": _banked,
    "roll_off": _roll_off,
    "roll_off_result": _roll_off_result,
    "over": _over,
    "scores": _scores,
    "menu": _menu,
    "ask": _ask,
}
