"""Views of dice that people throw: awaited, read by the sensor, entered and put right."""

from firmware_host.flow import hand_entry
from firmware_host.flow.flow import Flow
from firmware_host.flow.views.standing import at_stake, place
from firmware_host.view import Body, ByHand, Check, Labels, Say, Tray, Unread, Waiting
from hw.events import Reading
from rules import Game

Shown = tuple[Body, Labels]


def waiting(flow: Flow) -> Shown:
    awaited, trouble = flow.awaited, flow.sensor_trouble
    body, bank = throw_to_come(flow.playing, flow.tray), _bank_label(flow)
    scores = None if bank else "scores"  # there is no room for all five
    labels = Labels("menu", scores, keep="by_hand", bank=bank)
    if trouble:
        return body._replace(says=trouble, state="trouble"), labels._replace(roll="box")
    if awaited is None or not awaited.armed:
        return body._replace(says=Say("waiting.wakes"), state="wait"), labels
    if awaited.asked:
        return body._replace(says=Say("waiting.reads"), state="wait"), labels
    return body, labels._replace(roll="read")


def throw_to_come(game: Game, tray: Tray) -> Waiting:
    """Dice are to be thrown: who throws, and for what."""
    dice = game.dice_to_throw
    return Waiting(
        says=Say("waiting.throw_one") if dice == 1 else Say.of("waiting.throw", dice=dice),
        state="throw",
        player=game.players[game.player],
        score=game.scores[game.player],
        turn=at_stake(game),
        tray=tray,
        about=_about(game),
    )


def _about(game: Game) -> tuple[Say, ...]:
    """What a player has to know before a turn or a roll-off, what matters most first."""
    if game.phase == "roll_off":
        return (Say("roll_off.title"),)
    if game.phase != "start":
        return ()
    found = [Say("ready.last_turn")] if game.final_round else []
    if game.points_needed:
        found.append(Say.of("ready.need", need=game.points_needed))
    if game.challenged is not None:
        found.append(Say.of("ready.rival", name=game.players[game.challenged]))
    standing = Say.of("value.place", place=place(game, game.player), players=len(game.players))
    return (*found, standing)


def _bank_label(flow: Flow) -> str | None:
    game = flow.playing
    if "challenge" in game.legal:
        return "challenge"
    came_from_a_screen = game.phase != "start" or "take" in game.legal
    return "back" if came_from_a_screen and not flow.awaits_throw else None


def tray(flow: Flow) -> Shown:
    awaited, reading = flow.awaited, flow.reading
    dice = reading.dice if reading else ()
    keep = "mend" if flow.can_put_right() else "by_hand"
    labels = Labels("menu", keep=keep, roll="read", bank="throw")
    if awaited is not None and awaited.asked:
        return Unread(Say("waiting.reads"), dice, flow.tray), labels._replace(roll=None)
    return Unread(_matter(flow), dice, flow.tray), labels


def _matter(flow: Flow) -> Say:
    """What is wrong with the dice in the tray, and what to do."""
    reading = flow.reading
    if reading is None:
        moving = flow.awaited is not None and not flow.awaited.spent
        return Say("unread.motion" if moving else "unread.nonsense")
    if reading.cause in ("missing", "extra", None):
        return _miscounted(reading, flow.playing.dice_to_throw)
    return Say(f"unread.{reading.cause}")


def _miscounted(reading: Reading, wanted: int) -> Say:
    seen = len(reading.dice)
    if seen < wanted:
        return Say.of("unread.few", seen=seen, wanted=wanted)
    if seen > wanted:
        return Say.of("unread.many", seen=seen, wanted=wanted)
    return Say("unread.missing" if reading.cause == "missing" else "unread.extra")


def by_hand(flow: Flow) -> Shown:
    entry = flow.entering
    body = ByHand(entry.dice, entry.count, entry.face, flow.tray)
    keep = "menu" if entry.face == hand_entry.MENU else "enter"
    return body, Labels("previous", "next", keep=keep, bank=_back_label(flow))


def _back_label(flow: Flow) -> str | None:
    if flow.entering.dice:
        return "undo"
    stuck = flow.awaits_throw and flow.setup.dice != "sensor"
    return None if stuck else "back"


def check(flow: Flow) -> Shown:
    checked = flow.checking
    body = Check(
        dice=checked.dice,
        die=checked.place,
        on_menu=checked.on_menu,
        tray=flow.tray,
        says=_question(flow),
        order=checked.order,
    )
    following = "die" if len(checked.dice) > 1 else None
    return body, Labels(
        "previous",
        "next",
        keep="menu" if checked.on_menu else following,
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
