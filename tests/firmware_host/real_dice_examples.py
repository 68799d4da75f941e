"""Views of real dice: as they usually are, and with the longest names and numbers."""

from example_names import LONG, SEED, WIDE

from firmware_host.view import (
    ALL_FREE,
    MEND,
    MENU,
    ByHand,
    Check,
    Choose,
    Labels,
    Say,
    Unread,
    View,
    Waiting,
)

_FIVE_FROZEN = (1, 1, None, 5, 5, 1)
_THREE_FROZEN = (1, None, 1, None, None, 5)

_WAIT = Labels("menu", "scores", keep="by_hand")
_READY = _WAIT._replace(roll="read")
_LOST = _WAIT._replace(roll="box")
_DARE = _READY._replace(right=None, bank="challenge")
_ENTER = Labels("previous", "next", keep="enter", bank="back")
_UNDO = _ENTER._replace(bank="undo")
_CHECK = Labels("previous", "next", keep="die", roll="right", bank="throw")
_MEND = Labels("menu", keep="mend", roll="read", bank="throw")
_ENTER_ALL = _MEND._replace(keep="by_hand")
_CHOOSE = Labels("previous", "next", keep="pencil", roll="roll", bank="bank")

_NEED = Say.of("ready.need", need=500)
_PLACE = Say.of("value.place", place=2, players=4)
_LAST = Say("ready.last_turn")
_RIVAL = Say.of("ready.rival", name="Bruno")

_SIX = Say.of("waiting.throw", dice=6)
_ORDER = (3, 0, 1, 2, 4, 5)
_SEEN = (1, 3, 5, 2, 6, 5)
_UNSURE = (1, 3, 5, None, 6, 5)

_TURN = Waiting(_SIX, "throw", "Aino", 2350, 0, ALL_FREE, (_NEED, _PLACE))
_MIDST = Waiting(Say.of("waiting.throw", dice=3), "throw", "Aino", 2350, 1350, _THREE_FROZEN)
_ASKED = Check(_SEEN, 3, False, ALL_FREE, Say("check.right"), _ORDER)
_MENDABLE = Choose(
    _SEEN, (True, False, True, False, False, True), MEND, 200, 1550, 3900, mendable=True
)

WAITING = {
    "waiting": View(_TURN, _READY),
    "waiting-wakes": View(_TURN._replace(says=Say("waiting.wakes"), state="wait"), _WAIT),
    "waiting-reads": View(_MIDST._replace(says=Say("waiting.reads"), state="wait"), _WAIT),
    "waiting-lost": View(_TURN._replace(says=Say("waiting.lost"), state="trouble"), _LOST),
    "waiting-silent": View(_MIDST._replace(says=Say("waiting.silent"), state="trouble"), _LOST),
    "waiting-version": View(_TURN._replace(says=Say("waiting.version"), state="trouble"), _LOST),
    "waiting-midst": View(_MIDST, _READY),
    "waiting-one": View(_MIDST._replace(says=Say("waiting.throw_one"), tray=_FIVE_FROZEN), _READY),
    "waiting-dare": View(_TURN, _DARE),
    "waiting-last": View(_TURN._replace(about=(_LAST, _NEED, _RIVAL)), _READY),
    "waiting-rival": View(_TURN._replace(about=(_RIVAL, _PLACE)), _READY),
    "waiting-roll-off": View(
        _TURN._replace(score=12350, about=(Say("roll_off.title"),)),
        _READY._replace(right=None, bank="back"),
    ),
    "waiting-taken": View(
        Waiting(
            Say.of("waiting.throw", dice=2),
            "throw",
            "Aino",
            2350,
            450,
            (None, None),
            (_NEED, _PLACE),
        ),
        _READY,
    ),
}

UNREAD = {
    "unread-few": View(
        Unread(Say.of("unread.few", seen=5, wanted=6), (1, 3, 5, 2, 6), ALL_FREE), _ENTER_ALL
    ),
    "unread-many": View(
        Unread(Say.of("unread.many", seen=4, wanted=3), (1, 3, 5, 2), _THREE_FROZEN), _ENTER_ALL
    ),
    **{
        f"unread-{cause}": View(Unread(Say(f"unread.{cause}"), _UNSURE, ALL_FREE), _MEND)
        for cause in ("cocked", "stacked", "unread", "missing", "extra")
    },
    **{
        f"unread-{cause}": View(Unread(Say(f"unread.{cause}"), (), _THREE_FROZEN), _ENTER_ALL)
        for cause in ("motion", "light", "lid", "cam", "cal", "nonsense")
    },
    "unread-reads": View(
        Unread(Say("waiting.reads"), _UNSURE, ALL_FREE), _MEND._replace(roll=None)
    ),
}

BY_HAND = {
    "by-hand": View(ByHand((), 6, 1, ALL_FREE), _ENTER),
    "by-hand-some": View(ByHand((1, 1, 3, 5), 6, 5, ALL_FREE), _UNDO),
    "by-hand-held": View(ByHand((), 1, 4, _FIVE_FROZEN), _ENTER._replace(bank=None)),
    "by-hand-menu": View(ByHand((2,), 3, 0, _THREE_FROZEN), _UNDO._replace(keep="menu")),
}

CHECK = {
    "check-right": View(_ASKED, _CHECK),
    "check-which": View(
        _ASKED._replace(dice=_UNSURE, says=Say("check.which")), _CHECK._replace(roll=None)
    ),
    "check-place": View(_ASKED._replace(says=Say("check.place")), _CHECK),
    "check-mend": View(_ASKED._replace(says=Say("check.mend")), _CHECK._replace(bank="back")),
    "check-menu": View(_ASKED._replace(on_menu=True), _CHECK._replace(keep="menu")),
    "check-one": View(
        Check((6,), 0, False, _FIVE_FROZEN, Say("check.mend"), (0,)),
        _CHECK._replace(keep=None, bank="back"),
    ),
}

MENDABLE = {
    "choose-mend": View(_MENDABLE, _CHOOSE),
    "choose-mendable": View(_MENDABLE._replace(cursor=1), _CHOOSE._replace(keep="keep")),
    "choose-mendable-menu": View(_MENDABLE._replace(cursor=MENU), _CHOOSE._replace(keep="menu")),
}

USUAL = WAITING | UNREAD | BY_HAND | CHECK | MENDABLE

_MOST = Waiting(
    _SIX, "throw", LONG, 99999, 0, ALL_FREE, (_LAST, Say.of("ready.need", need=500), _PLACE)
)

LONGEST = {
    "waiting-long": View(_MOST, _DARE, note=SEED),
    "waiting-long-busy": View(
        _MOST._replace(says=Say("waiting.busy"), state="trouble"),
        _LOST._replace(right=None, bank="challenge"),
        note=SEED,
    ),
    "waiting-wide": View(
        _MOST._replace(
            player=WIDE,
            score=-9999,
            about=(Say.of("ready.need", need=5000), Say.of("ready.rival", name=WIDE)),
        ),
        _READY,
    ),
    "waiting-long-midst": View(
        _MIDST._replace(turn=99999, says=Say.of("waiting.throw", dice=5)), _READY, note=SEED
    ),
    "check-long": View(
        Check((6,) * 6, 5, False, ALL_FREE, Say("check.place"), _ORDER), _CHECK, note=SEED
    ),
    "by-hand-long": View(ByHand((6,) * 5, 6, 6, ALL_FREE), _UNDO, note=SEED),
    "choose-mend-long": View(
        Choose((6,) * 6, (True,) * 6, MEND, 99999, 99999, 99999, mendable=True),
        _CHOOSE,
        note=SEED,
    ),
}
