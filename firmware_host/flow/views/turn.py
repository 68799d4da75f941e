"""Views of the screens of a turn."""

from firmware_host.flow.flow import Flow
from firmware_host.flow.views.standing import at_stake, place
from firmware_host.view import (
    MEND,
    MENU,
    Body,
    Challenge,
    Choose,
    Corner,
    Labels,
    LastDie,
    Offer,
    Ready,
    Say,
    Throw,
)
from rules import Game
from rules import outcome as outcomes

Shown = tuple[Body, Labels]


def ready(flow: Flow) -> Shown:
    game = flow.playing
    body = Ready(
        player=game.players[game.player],
        score=game.scores[game.player],
        need=game.points_needed or None,
        place=place(game, game.player),
        players=len(game.players),
        last_turn=game.final_round,
        rival=None if game.challenged is None else game.players[game.challenged],
    )
    return body, Labels("menu", "scores", roll="roll", bank=_challenge_label(game))


def offer(flow: Flow) -> Shown:
    game, offer = flow.playing, flow.playing.offer
    assert offer is not None  # as long as the flow is on `offer`
    body = Offer(game.players[game.player], offer.points, offer.dice)
    labels = Labels("menu", "scores", keep="take", roll="fresh")
    if dare := _challenge_label(game):
        labels = labels._replace(right=None, bank=dare)  # there is no room for all five
    return body, labels


def _challenge_label(game: Game) -> str | None:
    return "challenge" if "challenge" in game.legal else None


def challenge(flow: Flow) -> Shown:
    game, rivals = flow.playing, flow.rivals
    rival = rivals[flow.rival]
    body = Challenge(
        rival=game.players[rival],
        score=game.scores[rival],
        cost=game.challenge_cost,
        offer=game.offer.points if game.offer else None,
        number=flow.rival + 1,
        of=len(rivals),
    )
    labels = Labels(keep="challenge", bank="back")
    return body, labels._replace(left="previous", right="next") if len(rivals) > 1 else labels


def last_die(flow: Flow) -> Shown:
    game, last = flow.playing, flow.playing.last
    assert isinstance(last, outcomes.Missed)
    name = game.players[last.player]
    body = LastDie(name, last.dice, at_stake(game), game.last_die_bonus, flow.tray)
    return body, Labels("menu", "scores", keep="mend" if flow.can_mend else None, roll="roll")


def throw(flow: Flow) -> Shown:
    tumble = flow.tumble
    assert tumble is not None  # as long as the flow is on `throw`
    game, now = flow.playing, flow.now
    body = Throw(
        tumble.faces(now),
        tumble.angles(now),
        flow.tray,
        turn=at_stake(game),
        score=None if at_stake(game) else game.scores[game.player],
    )
    return body, Labels()


def choose(flow: Flow) -> Shown:
    game, chosen = flow.playing, flow.chosen
    some = any(chosen.kept)
    after = flow.after_choice if some else game
    bank = _score_if_banked(after) if some else None
    kept = after.last if isinstance(after.last, outcomes.Kept) else None
    body = Choose(
        dice=chosen.throw,
        kept=chosen.kept,
        cursor=flow.cursor,
        points=kept.points + kept.bonus if some and kept else None,
        turn=after.turn_points,
        bank=bank,
        tray=flow.tray,
        extra=_extra_of(kept) if some and kept else None,
        mendable=flow.can_mend,
        toggles=chosen.toggles,
    )
    labels = Labels(
        "previous",
        "next",
        keep=_keep_label(flow),
        roll="roll" if some else None,
        bank=None if bank is None else "bank",
    )
    return body, labels


def _extra_of(kept: outcomes.Kept) -> Say | None:
    if kept.bonus:
        return Say.of("choose.bonus", points=kept.bonus)
    return Say.of("choose.taken", points=kept.taken) if kept.taken else None


def _keep_label(flow: Flow) -> str | None:
    if flow.cursor == MENU:
        return "menu"
    if flow.cursor == MEND:
        return "pencil"
    if not flow.chosen.toggles[flow.cursor]:
        return None
    return "drop" if flow.chosen.kept[flow.cursor] else "keep"


def corner(flow: Flow) -> Shown:
    game = flow.playing
    bank = _score_if_banked(game)
    must = game.rules.full_six == "must_roll"
    body = Corner(game.players[game.player], game.turn_points, must, bank)
    return body, Labels("menu", "scores", roll="roll", bank=None if bank is None else "bank")


def _score_if_banked(game: Game) -> int | None:
    if game.bank_refusal is not None:
        return None
    return game.scores[game.player] + game.turn_points
