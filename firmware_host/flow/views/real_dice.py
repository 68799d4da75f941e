"""Views of dice that people throw: awaited, read by the sensor, entered and put right."""

from firmware_host.flow.flow import Flow
from firmware_host.view import Body, ByHand, Check, Labels, Say, Unread, Waiting

Shown = tuple[Body, Labels]


def waiting(flow: Flow) -> Shown:
    game, lost = flow.playing, flow.sensor_trouble
    turns = game.phase == "start"
    body = Waiting(
        says=lost or _to_do(flow),
        player=game.players[game.player],
        score=game.scores[game.player],
        turn=game.turn_points + game.taken,
        tray=flow.tray,
        need=(game.points_needed or None) if turns else None,
        last_turn=turns and game.final_round,
        rival=None if game.challenged is None else game.players[game.challenged],
    )
    dare = "challenge" if "challenge" in game.legal else None
    labels = Labels("menu", keep="by_hand", bank=dare)
    if lost:
        return body, labels._replace(roll="box")
    return body, labels._replace(roll="read") if _is_armed(flow) else labels


def _is_armed(flow: Flow) -> bool:
    return flow.awaited is not None and flow.awaited.armed


def _to_do(flow: Flow) -> Say:
    if not _is_armed(flow):
        return Say("waiting.wakes")
    dice = flow.playing.dice_to_throw
    return Say("waiting.throw_one") if dice == 1 else Say.of("waiting.throw", dice=dice)


def tray(flow: Flow) -> Shown:
    reading = flow.reading
    dice = reading.dice if reading else ()
    body = Unread(_matter(flow), dice, flow.tray)
    mends = len(dice) == flow.playing.dice_to_throw
    keep = "mend" if mends else "by_hand"
    return body, Labels("menu", keep=keep, roll="read", bank="throw")


def _matter(flow: Flow) -> Say:
    """What is wrong with the dice in the tray, and what to do."""
    reading, wanted = flow.reading, flow.playing.dice_to_throw
    if reading is None:
        moving = flow.awaited is not None and not flow.awaited.spent
        return Say("unread.motion" if moving else "unread.nonsense")
    if reading.cause in ("missing", "extra", None):
        return Say.of("unread.count", seen=len(reading.dice), wanted=wanted)
    return Say(f"unread.{reading.cause}")


def by_hand(flow: Flow) -> Shown:
    entry = flow.entering
    body = ByHand(entry.dice, entry.count, entry.face, flow.tray)
    on_menu = entry.face == 0
    back = "undo" if entry.dice else "back"
    if not entry.dice and flow.awaits_throw and flow.setup.dice != "sensor":
        back = ""
    keep = "menu" if on_menu else "enter"
    return body, Labels("previous", "next", keep=keep, bank=back or None)


def check(flow: Flow) -> Shown:
    checked = flow.checking
    body = Check(checked.dice, checked.place, checked.on_menu, flow.tray, _question(flow))
    return body, Labels(
        "previous",
        "next",
        keep="menu" if checked.on_menu else "die",
        roll="right" if checked.is_whole else None,
        bank="back" if flow.awaited is None else "throw",
    )


def _question(flow: Flow) -> Say:
    reading = flow.reading
    if flow.awaited is None:
        return Say("check.mend")
    if not flow.checking.is_whole:
        return Say("check.which")
    if reading and reading.kind == "place":
        return Say("check.place")
    return Say("check.right")
