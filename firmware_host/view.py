"""What a screen shows, as plain data. Screens know nothing else; nothing here knows the game."""

from typing import NamedTuple


class Say(NamedTuple):
    """A text by its key in the words files, with the numbers and names that go into it."""

    key: str
    values: tuple[tuple[str, int | str], ...] = ()

    @staticmethod
    def of(key: str, **values: int | str) -> "Say":
        return Say(key, tuple(sorted(values.items())))


class Labels(NamedTuple):
    """What each button does now (keys of words); None where a press would be refused."""

    left: str | None = None
    right: str | None = None
    keep: str | None = None
    roll: str | None = None
    bank: str | None = None


class Attract(NamedTuple):
    best: tuple[str, int] | None  # name and score since power-up
    dice: tuple[int, ...]  # six faces of the moment
    step: int  # counts up while the dice move


class NewGame(NamedTuple):
    rows: tuple[tuple[Say, Say], ...]  # what is chosen, and its value now
    row: int  # where the cursor is


class Ready(NamedTuple):
    player: str
    score: int
    need: int | None  # points needed to bank, None where any will do
    place: int  # 1 is first
    players: int
    last_turn: bool


Tray = tuple[int | None, ...]
"""The row's six places from left to right: a frozen die's face, or None for one that is free.

The dice of a throw lie in the free places, in the order thrown.
"""

ALL_FREE: Tray = (None,) * 6


def free_places(tray: Tray) -> tuple[int, ...]:
    """The places where the dice of a throw lie, from left to right."""
    return tuple(place for place, face in enumerate(tray) if face is None)


class Throw(NamedTuple):
    faces: tuple[int | None, ...]  # of this moment; None for a die that is not there yet
    angles: tuple[int | None, ...]  # count up while a die tumbles; None for one that lies still
    tray: Tray = ALL_FREE
    turn: int = 0  # the turn's points that are at stake
    score: int | None = None  # the player's, where nothing is at stake yet


class Choose(NamedTuple):
    dice: tuple[int, ...]  # the throw, in the order thrown
    kept: tuple[bool, ...]
    cursor: int  # a die, or -1 for ☰
    points: int | None  # of the choice; None when it does not score
    turn: int  # the turn's points with the choice
    bank: int | None  # the player's score if banked now; None when banking is not allowed
    tray: Tray = ALL_FREE


class Blank(NamedTuple):
    player: str
    dice: tuple[int, ...]
    lost: int
    tray: Tray = ALL_FREE


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


class Standing(NamedTuple):
    place: int
    name: str
    score: int
    now: bool = False  # whose turn it is


class Scores(NamedTuple):
    rows: tuple[Standing, ...]  # of this page, by place
    page: int  # 0 is the first
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


class Menu(NamedTuple):
    items: tuple[Say, ...]
    cursor: int


class Ask(NamedTuple):
    """A question that a press answers."""

    question: Say


Body = (
    Attract
    | NewGame
    | Ready
    | Throw
    | Choose
    | Blank
    | Corner
    | Banked
    | Scores
    | RollOff
    | RollOffResult
    | Over
    | Menu
    | Ask
)


class View(NamedTuple):
    """One picture's worth: a screen's body, the buttons' line, and what lies over them."""

    body: Body
    labels: Labels = Labels()
    refusal: Say | None = None  # why the last press did nothing
    note: Say | None = None  # standing trouble, such as "not saved" or "dice: seed 7"
