"""What a screen shows, as plain data. Screens know nothing else; nothing here knows the game."""

from typing import Literal, NamedTuple

STANDINGS_A_PAGE = 4  # rows of the scores that a screen has room for
TURNS_A_PAGE = 3
IN_FORCE_A_PAGE = 3  # house rules, likewise


class Say(NamedTuple):
    """A text by its key in the words files, with the numbers and names that go into it."""

    key: str
    values: tuple[tuple[str, int | str], ...] = ()

    @staticmethod
    def of(key: str, **values: int | str) -> "Say":
        return Say(key, tuple(sorted(values.items())))


class Labels(NamedTuple):
    """What each of the box's buttons does now (keys of words); None where it would be refused."""

    left: str | None = None
    right: str | None = None
    keep: str | None = None
    roll: str | None = None
    bank: str | None = None


Mounted = tuple[str | None, ...]
"""The same of the buttons that are mounted, from left to right: `Labels` where they are the box's.

ROLL, or what stands for it, and BANK are the last two in every profile.
"""


class Attract(NamedTuple):
    best: tuple[str, int] | None  # name and score since power-up
    dice: tuple[int, ...]  # six faces of the moment
    step: int  # counts up while the dice move


class Closed(NamedTuple):
    """No program draws any more: no button does anything."""

    says: Say
    more: Say | None = None  # in small


class NewGame(NamedTuple):
    rows: tuple[tuple[Say, Say], ...]  # what is chosen, and its value now
    row: int  # where the cursor is; -1 on ROLL


class UnfinishedGame(NamedTuple):
    game: Say
    players: tuple[str, ...]
    best: int  # the highest score so far


class Unfinished(NamedTuple):
    """Games that can be gone on with."""

    games: tuple[UnfinishedGame, ...]  # the newest first
    cursor: int


Tray = tuple[int | None, ...]
"""The row's places from left to right: a frozen die's face, or None for one that is free. Six, but
for a turn that was taken over with fewer dice.

The dice of a throw lie in the free places, in the order thrown.
"""

ALL_FREE: Tray = (None,) * 6


def free_places(tray: Tray) -> tuple[int, ...]:
    """The places where the dice of a throw lie, from left to right."""
    return tuple(place for place, face in enumerate(tray) if face is None)


class HouseRule(NamedTuple):
    """One switch of the game being chosen."""

    name: Say
    value: Say
    help: Say  # a sentence
    number: int  # of the switches, 1 is the first
    of: int  # how many there are
    changed: bool  # from what the game itself says


class InForce(NamedTuple):
    """What differs from the game as it is known, before the first throw."""

    game: Say
    rules: tuple[tuple[Say, Say], ...]  # of this page: a switch and its value
    page: int
    pages: int


class Offer(NamedTuple):
    """A lost turn that may be taken over."""

    player: str  # who may take it
    points: int
    dice: int  # how many would be thrown


class Challenge(NamedTuple):
    """Whom to challenge."""

    rival: str
    score: int  # the rival's
    cost: int  # points lost with a blank
    offer: int | None  # points on offer that a challenge gives away
    number: int  # of the rivals, 1 is the first
    of: int  # how many there are


class LastDie(NamedTuple):
    """The sixth die missed and is thrown once more."""

    player: str
    dice: tuple[int, ...]
    turn: int
    bonus: int  # points for a 1 or a 5 now
    tray: Tray


class Ready(NamedTuple):
    player: str
    score: int
    need: int | None  # points needed to bank, None where any will do
    place: int  # 1 is first
    players: int
    last_turn: bool
    rival: str | None = None  # whom the turn is played against


class Throw(NamedTuple):
    faces: tuple[int | None, ...]  # of this moment; None for a die that is not there yet
    angles: tuple[int | None, ...]  # count up while a die tumbles; None for one that lies still
    tray: Tray = ALL_FREE
    turn: int = 0  # the turn's points that are at stake
    score: int | None = None  # the player's, where nothing is at stake yet


class Waiting(NamedTuple):
    """Dice are to be thrown, mostly by people under the sensor."""

    says: Say  # what to do, or what is the matter
    state: Literal["throw", "press", "wait", "trouble"]  # now, by a press, not yet, or not at all
    player: str
    score: int
    turn: int  # the turn's points that are at stake
    tray: Tray
    about: tuple[Say, ...] = ()  # what else there is to know, what matters most first


class Unread(NamedTuple):
    """The sensor can't make a throw of what lies in the tray."""

    says: Say
    dice: tuple[int | None, ...]  # what it saw
    tray: Tray


class ByHand(NamedTuple):
    """Real dice are entered."""

    dice: tuple[int, ...]  # so far
    of: int  # how many there are
    face: int | None  # under the cursor, 0 for ☰; None where each face has a button
    tray: Tray


class Check(NamedTuple):
    """Dice are looked at, and put right."""

    dice: tuple[int | None, ...]  # None for one that nobody knows yet
    die: int  # the one that is looked at
    on_menu: bool
    tray: Tray
    says: Say  # why it is asked
    order: tuple[int, ...]  # in which KEEP goes from die to die
    each: bool = False  # whether each die has a button of its own


MENU = -1  # stops of the cursor left of the dice
MEND = -2


def stops(dice: int, mendable: bool) -> tuple[int, ...]:
    """Where the cursor can stand on the choose screen, from left to right."""
    return (MENU, *([MEND] if mendable else []), *range(dice))


class Choose(NamedTuple):
    dice: tuple[int, ...]  # the throw, in the order thrown
    kept: tuple[bool, ...]
    cursor: int | None  # a die, MENU, MEND, len(dice) for ROLL; None where each die has a button
    points: int | None  # of the choice; None when it does not score
    turn: int  # the turn's points with the choice
    bank: int | None  # the player's score if banked now; None when banking is not allowed
    tray: Tray = ALL_FREE
    extra: Say | None = None  # what else the choice brings, such as a bonus
    mendable: bool = False  # the dice were thrown by people, and may have been misread
    toggles: tuple[bool, ...] = ()  # which dice can be kept, or put back, now


class Blank(NamedTuple):
    player: str
    dice: tuple[int, ...]
    lost: int
    tray: Tray = ALL_FREE
    title: Say = Say("blank.title")
    extra: Say | None = None  # what else it costs, or why it is a blank


class Corner(NamedTuple):
    player: str
    turn: int
    must: bool  # must throw again; otherwise may
    bank: int | None  # the player's score if banked now


class Banked(NamedTuple):
    player: str
    points: int
    score: int
    place: int
    players: int
    extra: Say | None = None  # whom the points were taken from


class Standing(NamedTuple):
    place: int
    name: str
    score: int
    now: bool = False  # whose turn it is


class Scores(NamedTuple):
    rows: tuple[Standing, ...]  # of this page, by place
    page: int  # 0 is the first
    pages: int


class PlayedTurn(NamedTuple):
    number: int  # 1 is the player's first
    change: int  # of the score
    score: int  # after it


class Turns(NamedTuple):
    player: str
    rows: tuple[PlayedTurn, ...]  # of this page, the newest first
    page: int  # 0 is the first, of all players' pages
    pages: int


class RollOff(NamedTuple):
    player: str  # who throws next
    among: tuple[tuple[str, int | None], ...]  # each tied player and the throw's points so far


class RollOffResult(NamedTuple):
    player: str
    dice: tuple[int, ...]
    points: int


class Over(NamedTuple):
    winners: tuple[str, ...]
    rows: tuple[Standing, ...]  # the first places
    saved: bool | None  # None where games are not meant to be
    extra: Say | None = None  # how the game was won, where not by points
    code: str | None = None  # what stands for the whole game as it is saved; None while it is not


class Menu(NamedTuple):
    items: tuple[Say, ...]
    cursor: int


class Ask(NamedTuple):
    """A question, or trouble, that a press answers."""

    question: Say
    more: Say | None = None  # in small: why, and what else to do


Body = (
    Closed
    | Attract
    | NewGame
    | Unfinished
    | HouseRule
    | InForce
    | Offer
    | Challenge
    | LastDie
    | Ready
    | Throw
    | Waiting
    | Unread
    | ByHand
    | Check
    | Choose
    | Blank
    | Corner
    | Banked
    | Scores
    | Turns
    | RollOff
    | RollOffResult
    | Over
    | Menu
    | Ask
)


class View(NamedTuple):
    """One picture's worth: a screen's body, the buttons' line, and what lies over them."""

    body: Body
    labels: Mounted = Labels()
    refusal: Say | None = None  # why the last press did nothing
    note: Say | None = None  # standing trouble, such as "not saved" or "dice: seed 7"
