"""Views of every screen: as they usually are, and with the longest names and numbers."""

import real_dice_examples
from example_names import LONG, SEED, WIDE

from firmware_host.closed import RESTARTING, SAFE_TO_UNPLUG, WRONG_SETTINGS, stopped
from firmware_host.view import (
    Ask,
    Attract,
    Banked,
    Blank,
    Challenge,
    Choose,
    Corner,
    HouseRule,
    InForce,
    Labels,
    LastDie,
    Menu,
    NewGame,
    Offer,
    Over,
    PlayedTurn,
    Ready,
    RollOff,
    RollOffResult,
    Say,
    Scores,
    Standing,
    Throw,
    Turns,
    Unfinished,
    UnfinishedGame,
    View,
)

_MOVE = Labels("previous", "next", "choose", "choose", "back")
_ALL = Labels("previous", "next", "keep", "roll", "bank")
_ROLL = Labels("menu", "scores", roll="roll")
_DECIDE = Labels("menu", "scores", roll="roll", bank="bank")
_GO_ON = Labels("menu", keep="go_on", roll="go_on")
CODE = "3F9A0C1E7B2D4586A9F0E1C3"
_END = Labels("menu", keep="scores", roll="again", bank="back")
_RULE = Labels("previous", "next", "change", "done", "back")
_RULES = Labels("previous", "next", "start", "start", "back")
_OFFER = Labels("menu", keep="take", roll="fresh", bank="challenge")
_RIVAL = Labels("previous", "next", "challenge", bank="back")

_THROW = (1, 3, 5, 2, 6, 5)
_TRAY = (1, None, 1, None, None, 5)
_SOME = (True, False, True, False, False, True)
_NEW_GAME = (
    (Say("new_game.game"), Say("game.zilch-10000")),
    (Say("new_game.players"), Say.of("value.number", number=6)),
    (Say("new_game.house_rules"), Say("new_game.none")),
    (Say("new_game.dice"), Say("new_game.dice_box")),
)
_MANY = (
    (Say("new_game.game"), Say("game.kcd")),
    _NEW_GAME[1],
    (Say("new_game.house_rules"), Say.of("new_game.count", count=3)),
    (Say("new_game.dice"), Say("new_game.dice_hand")),
)
_THREE = (
    (Say("switch.opening_minimum"), Say.of("value.number", number=500)),
    (Say("switch.full_six"), Say("switch_value.must_roll")),
    (Say("switch.challenge"), Say("switch_value.on")),
)
_UNDO = (Say("menu.go_on"), Say("menu.undo_keep"), Say("menu.redo_bank"))
_ITEMS = (
    Say("menu.go_on"),
    Say("menu.scores"),
    Say("menu.dice_box"),
    Say("menu.give_up"),
)
_OTHERS = (Say("menu.put_away"), Say("menu.others"))
_GAMES = (
    UnfinishedGame(Say("game.zilch-10000"), ("Aino", "Bruno"), 4200),
    UnfinishedGame(Say("game.diecimila"), ("Aino", "Bruno", "Östen", "Élise"), 12350),
    UnfinishedGame(Say("game.kcd"), tuple(f"Player {number}" for number in range(1, 7)), 0),
    UnfinishedGame(Say("game.farkle-playmonster"), ("Åke",), 350),
)
_CHOICE = Labels("previous", "next", "go_on", "go_on", "back")
_STANDINGS = (
    Standing(1, "Aino", 12350),
    Standing(2, "Bruno", 9800, now=True),
    Standing(3, "Östen", 350),
    Standing(4, "Élise", -500),
)
_MOST = Choose((6,) * 6, (True,) * 6, 5, 99999, 99999, 99999)
_ENDED = tuple(standing._replace(now=False) for standing in _STANDINGS)
_PLAYED = (PlayedTurn(3, 950, 3300), PlayedTurn(2, 0, 2350), PlayedTurn(1, 2350, 2350))
_TURNS = Labels("previous", "next", "player", "back", "back")
_LONG_STANDINGS = (
    Standing(1, LONG, 99999),
    Standing(2, LONG, -9999, now=True),
    Standing(11, WIDE, 12350),
    Standing(12, LONG, -9999),
)

USUAL = {
    "stopped": stopped(saved=True),
    "stopped-unsaved": stopped(saved=False),
    "stopped-demo": stopped(saved=None),
    "wrong-settings": WRONG_SETTINGS,
    "safe-to-unplug": SAFE_TO_UNPLUG,
    "restarting": RESTARTING,
    "attract": View(Attract(("Aino", 12350), (1, 2, 3, 4, 5, 6), 9)),
    "attract-first": View(Attract(None, (6, 5, 4, 3, 2, 1), 5)),
    "new-game": View(NewGame(_NEW_GAME, 1), Labels("previous", "next", "choose", "start", "back")),
    "new-game-rules": View(
        NewGame(_MANY, 0), Labels("previous", "next", "choose", "start", "back")
    ),
    "new-game-dice": View(NewGame(_MANY, 3), Labels("previous", "next", "choose", "start", "back")),
    "new-game-changed": View(
        NewGame(_MANY, 2), Labels("previous", "next", "choose", "start", "back")
    ),
    "new-game-others": View(
        NewGame((*_MANY, (Say("new_game.others"), Say.of("value.number", number=3))), 4),
        Labels("previous", "next", "choose", "start", "back"),
    ),
    "unfinished": View(Unfinished(_GAMES[:3], 0), _CHOICE),
    "unfinished-more": View(Unfinished(_GAMES, 2), _CHOICE),
    "unfinished-one": View(
        Unfinished(_GAMES[1:2], 0), Labels(keep="go_on", roll="go_on", bank="back")
    ),
    "unfinished-none": View(Ask(Say("unfinished.none")), Labels(bank="back")),
    "house-rule": View(
        HouseRule(
            Say("switch.challenge"),
            Say("switch_value.on"),
            Say("switch_help.challenge"),
            11,
            17,
            changed=True,
        ),
        _RULE,
    ),
    "house-rule-own": View(
        HouseRule(
            Say("switch.last_turns"),
            Say("switch_value.complete_round"),
            Say("switch_help.last_turns"),
            3,
            17,
            changed=False,
        ),
        _RULE,
    ),
    "in-force": View(InForce(Say("game.diecimila"), _THREE[:2], 0, 1), _RULES),
    "in-force-pages": View(InForce(Say("game.kcd"), _THREE, 0, 2), _RULES),
    "offer": View(Offer("Bruno", 450, 3), _OFFER),
    "offer-six": View(Offer("Bruno", 2350, 6), _OFFER._replace(right="scores", bank=None)),
    "challenge": View(Challenge("Bruno", 9800, 600, None, 1, 3), _RIVAL),
    "challenge-offer": View(Challenge("Bruno", 9800, 2000, 450, 2, 3), _RIVAL),
    "last-die": View(LastDie("Bruno", (4,), 1100, 500, (1, 1, None, 5, 5, 1)), _ROLL),
    "ready-rival": View(Ready("Aino", 2350, 350, 2, 4, last_turn=False, rival="Bruno"), _ROLL),
    "ready-rival-last": View(Ready("Aino", 2350, 350, 2, 4, last_turn=True, rival="Bruno"), _ROLL),
    "ready": View(Ready("Aino", 2350, 350, 2, 4, last_turn=False), _ROLL),
    "ready-last": View(Ready("Åke", 9800, None, 1, 4, last_turn=True), _ROLL),
    "throw": View(Throw((1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5), score=2350)),
    "throw-held": View(Throw((None, 2, 6), (1, 2, 3), _TRAY, turn=250)),
    "throw-landing": View(Throw((1, 2, 6), (None, None, 4), _TRAY, turn=250)),
    "choose": View(Choose(_THROW, _SOME, 0, 200, 200, None), _ALL._replace(keep="drop", bank=None)),
    "choose-held": View(Choose((1, 3, 5), (True, False, False), 1, 100, 1350, 3700, _TRAY), _ALL),
    "choose-none": View(
        Choose(_THROW, (False,) * 6, 3, None, 0, None), Labels("previous", "next", "keep")
    ),
    "choose-menu": View(
        Choose(_THROW, _SOME, -1, 200, 200, None), Labels(right="next", keep="menu", roll="roll")
    ),
    "blank": View(Blank("Aino", (2, 3, 4), 450, _TRAY), _GO_ON),
    "choose-taken": View(
        Choose(
            (1, 3, 5),
            (True, False, False),
            cursor=1,
            points=100,
            turn=1350,
            bank=3700,
            tray=_TRAY,
            extra=Say.of("choose.taken", points=450),
        ),
        _ALL,
    ),
    "blank-wiped": View(Blank("Aino", (2, 2, 2, 2, 3, 4), 2350, title=Say("blank.wiped")), _GO_ON),
    "blank-penalty": View(
        Blank("Aino", _THROW, 0, extra=Say.of("blank.penalty", points=1000)), _GO_ON
    ),
    "blank-challenge": View(
        Blank("Bruno", (2, 3, 4), 450, _TRAY, extra=Say.of("blank.challenge", points=600)), _GO_ON
    ),
    "blank-both": View(Blank("Aino", _THROW, 0, extra=Say.of("blank.costs", points=3000)), _GO_ON),
    "blank-pool": View(
        Blank("Aino", (2, 2), 4000, (1, 1, None, None, 1, 1), extra=Say("blank.pool")), _GO_ON
    ),
    "banked-from": View(
        Banked("Aino", 950, 3300, 1, 4, extra=Say.of("banked.from", name="Bruno")), _GO_ON
    ),
    "corner-must": View(Corner("Aino", 2350, must=True, bank=None), _ROLL),
    "corner-may": View(Corner("Aino", 2350, must=False, bank=4700), _DECIDE),
    "banked": View(Banked("Aino", 950, 3300, 1, 4), _GO_ON),
    "scores": View(Scores(_STANDINGS, 0, 1), Labels(keep="turns", roll="back", bank="back")),
    "turns": View(Turns("Aino", _PLAYED, 0, 5), _TURNS),
    "turns-one": View(Turns("Aino", _PLAYED[2:], 0, 1), Labels(roll="back", bank="back")),
    "turns-none": View(Turns("Östen", (), 4, 5), _TURNS),
    "scores-pages": View(
        Scores(_STANDINGS[:2], 1, 2), Labels("previous", "next", "turns", "back", "back")
    ),
    "roll-off": View(RollOff("Bruno", (("Aino", 1500), ("Bruno", None), ("Östen", None))), _ROLL),
    "roll-off-result": View(RollOffResult("Aino", (1, 2, 3, 4, 5, 6), 1500), _GO_ON),
    "over": View(Over(("Aino",), _ENDED, saved=True), _END),
    "over-six": View(Over(("Aino",), _ENDED, saved=True, extra=Say("over.six")), _END),
    "over-shared": View(Over(("Aino", "Bruno"), _ENDED, saved=None), _END),
    "over-code": View(Over(("Aino",), _ENDED, saved=True, code=CODE), _END),
    "over-code-six": View(
        Over(("Aino",), _ENDED, saved=True, extra=Say("over.six"), code=CODE), _END
    ),
    "menu": View(Menu(_ITEMS, 1), _MOVE),
    "menu-dice": View(Menu((*_ITEMS[:2], Say("menu.dice_sensor"), _ITEMS[3]), 2), _MOVE),
    "menu-over": View(Menu(_ITEMS[:2], 0), _MOVE),
    "menu-long": View(Menu((*_ITEMS, *_ITEMS), 4), _MOVE),
    "menu-undo": View(Menu((_ITEMS[0], Say("menu.undo_bank"), *_ITEMS[1:]), 1), _MOVE),
    "menu-others": View(Menu((*_ITEMS[:3], *_OTHERS, *_ITEMS[3:]), 3), _MOVE),
    "menu-redo": View(Menu((*_UNDO, *_ITEMS[1:]), 2), _MOVE),
    "ask": View(Ask(Say("ask.give_up")), Labels(keep="yes", roll="no", bank="no")),
    "trouble": View(
        Ask(Say("trouble.no_dice"), Say("trouble.random")), Labels("menu", "scores", roll="again")
    ),
    "refusal": View(
        Choose(_THROW, _SOME, 0, 200, 200, None),
        _ALL,
        refusal=Say.of("refusal.need", need=350, have=200),
    ),
    "refusal-short": View(
        Ready("Aino", 2350, 350, 2, 4, last_turn=False), _ROLL, refusal=Say("refusal.nothing")
    ),
    "note": View(Ready("Aino", 2350, 350, 2, 4, last_turn=False), _ROLL, note=SEED),
    **real_dice_examples.USUAL,
}

LONGEST = {
    "menu-others-long": View(Menu((*_ITEMS[:3], *_OTHERS, *_ITEMS[3:]), 3), _MOVE, note=SEED),
    "new-game-others-long": View(
        NewGame((*_MANY, (Say("new_game.others"), Say.of("value.number", number=20))), 4),
        Labels("previous", "next", "choose", "start", "back"),
        note=SEED,
    ),
    "unfinished-none-long": View(Ask(Say("unfinished.none")), Labels(bank="back"), note=SEED),
    "unfinished-long": View(
        Unfinished(
            (
                UnfinishedGame(Say.of("value.text", text=f"{LONG} {WIDE}"), (LONG,) * 16, 99999),
                *_GAMES[2:],
                UnfinishedGame(Say("game.zilch-online"), (LONG, WIDE), -9999),
            ),
            0,
        ),
        _CHOICE,
        note=SEED,
    ),
    "unfinished-last-long": View(
        Unfinished((*_GAMES, UnfinishedGame(Say("game.zilch-online"), (WIDE,), -9999)), 4),
        _CHOICE,
        note=SEED,
    ),
    "stopped-long": stopped(saved=False),
    "safe-to-unplug-long": SAFE_TO_UNPLUG,
    "restarting-long": RESTARTING,
    "wrong-settings-long": WRONG_SETTINGS,
    "attract-long": View(Attract((LONG, 99999), (6,) * 6, 0), note=SEED),
    "attract-wide": View(Attract((WIDE, 99999), (6,) * 6, 1)),
    "ready-long": View(Ready(LONG, -9999, 500, 12, 12, last_turn=True), _ROLL, note=SEED),
    "ready-wide": View(Ready(WIDE, 99999, 5000, 12, 12, last_turn=True), _ROLL),
    "house-rule-long": View(
        HouseRule(
            Say("switch.blanks_counted"),
            Say("switch_value.first_throw"),
            Say("switch_help.blanks_counted"),
            17,
            17,
            changed=True,
        ),
        _RULE,
        note=SEED,
    ),
    "in-force-long": View(
        InForce(Say("game.kcd"), _THREE, 9, 10),
        _RULES,
        note=SEED,
    ),
    "offer-long": View(Offer(LONG, 99999, 6), _OFFER, note=SEED),
    "offer-wide": View(Offer(WIDE, 99999, 6), _OFFER, note=SEED),
    "challenge-long": View(Challenge(LONG, -9999, 99999, 99999, 12, 12), _RIVAL, note=SEED),
    "last-die-long": View(
        LastDie(LONG, (6,), 99999, 99999, (6, 6, 6, 6, 6, None)), _ROLL, note=SEED
    ),
    "ready-rival-long": View(
        Ready(LONG, -9999, 500, 12, 12, last_turn=True, rival=LONG), _ROLL, note=SEED
    ),
    "ready-rival-wide": View(
        Ready(WIDE, 99999, 5000, 12, 12, last_turn=False, rival=WIDE), _ROLL, note=SEED
    ),
    "choose-taken-long": View(
        _MOST._replace(extra=Say.of("choose.taken", points=9999)), _ALL, note=SEED
    ),
    "choose-bonus-long": View(
        _MOST._replace(extra=Say.of("choose.bonus", points=99999)), _ALL, note=SEED
    ),
    "blank-wiped-long": View(Blank(LONG, (2,) * 6, 99999, title=Say("blank.wiped")), _GO_ON),
    "blank-penalty-long": View(
        Blank(LONG, (2, 3, 3, 4, 6, 6), 99999, extra=Say.of("blank.penalty", points=99999)),
        _GO_ON,
        note=SEED,
    ),
    "blank-both-long": View(
        Blank(LONG, (2, 3), 99999, extra=Say.of("blank.costs", points=99999)),
        _GO_ON,
        note=SEED,
    ),
    "banked-from-long": View(
        Banked(LONG, 99999, 99999, 12, 12, extra=Say.of("banked.from", name=LONG)),
        _GO_ON,
        note=SEED,
    ),
    "throw-long": View(
        Throw((6,) * 5, (1, 2, 3, 4, 5), (None, 6, None, None, None, None), 99999), note=SEED
    ),
    "choose-long": View(_MOST, _ALL, note=SEED),
    "choose-none-long": View(
        Choose((6,) * 6, (False,) * 6, 0, None, 99999, None), _ALL._replace(bank=None), note=SEED
    ),
    "blank-long": View(Blank(LONG, (2, 3, 3, 4, 6, 6), 99999), _GO_ON, note=SEED),
    "corner-must-long": View(Corner(LONG, 99999, must=True, bank=None), _ROLL, note=SEED),
    "corner-may-long": View(Corner(LONG, 99999, must=False, bank=99999), _DECIDE, note=SEED),
    "banked-long": View(Banked(LONG, 99999, 99999, 12, 12), _GO_ON, note=SEED),
    "scores-long": View(
        Scores(_LONG_STANDINGS, 2, 3),
        Labels("previous", "next", "turns", "back", "back"),
        note=SEED,
    ),
    "turns-long": View(
        Turns(LONG, (PlayedTurn(123, -99999, -99999), *_PLAYED[:2]), 40, 41), _TURNS, note=SEED
    ),
    "roll-off-long": View(
        RollOff(LONG, ((WIDE, 12350), (WIDE, 12350), (LONG, None), (WIDE, None))), _ROLL, note=SEED
    ),
    "roll-off-result-long": View(RollOffResult(LONG, (6,) * 6, 99999), _GO_ON, note=SEED),
    "over-long": View(Over((LONG,), _LONG_STANDINGS, saved=False), _END, note=SEED),
    "over-code-long": View(Over((LONG,), _LONG_STANDINGS, saved=True, code=CODE), _END, note=SEED),
    "over-code-six-long": View(
        Over((LONG, WIDE), _LONG_STANDINGS, saved=True, extra=Say("over.six"), code=CODE), _END
    ),
    "over-wide": View(Over((WIDE,), _LONG_STANDINGS, saved=True), _END),
    "refusal-long": View(
        _MOST,
        _ALL,
        refusal=Say.of("refusal.topping", need=99999, have=99999),
        note=SEED,
    ),
    **real_dice_examples.LONGEST,
}

EVERY = USUAL | LONGEST
