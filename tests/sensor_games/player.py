"""Who plays: looks at the screen and at the dice, and presses what a player would."""

from firmware_host.view import (
    MEND,
    Ask,
    Banked,
    Blank,
    ByHand,
    Check,
    Choose,
    Corner,
    LastDie,
    Menu,
    Over,
    RollOff,
    RollOffResult,
    Scores,
    Throw,
    Unread,
    View,
    Waiting,
    stops,
)
from hw.events import Key
from sensor_games.mischief import Mischief
from sensor_games.rigs import Rig
from sensor_games.table import Table

ENOUGH = 300  # points of a turn that are better banked
MOST_TRIES = 4  # remedies for one throw, until it is entered or made anew
LOOK = 0.3  # s between two looks at what changes by itself


class Player:
    """One press at a time, whatever is on the screen."""

    def __init__(self, box: Rig, table: Table, mischief: Mischief) -> None:
        self.mends: list[int] = []  # presses for each throw with one wrong die
        self.wrong_unasked = 0
        self.presses = 0
        self._box = box
        self._table = table
        self._mischief = mischief
        self._chance = table.chance
        self._mending = 0  # presses so far
        self._box_throws = False

    @property
    def is_over(self) -> bool:
        return isinstance(self._box.view.body, Over)

    def move(self) -> None:
        """One press, or a look, or what the screen says is to be done with the dice."""
        view, throw = self._box.view, self._table.throw
        if throw and throw.counted and _awaits(view):
            self._table.forget()
        match view.body:
            case Waiting() as body:
                self._wait(body)
            case Throw():
                self._box.wait(LOOK)
            case Unread() as body:
                self._remedy(body)
            case Check() as body:
                self._check(body)
            case Choose() as body:
                self._choose(body)
            case Blank() | LastDie() | RollOffResult() as body:
                self._see_result(body)
            case ByHand() as body:
                self._enter(body)
            case Menu() | Scores() | Ask():
                self._press("bank")
            case Corner(bank=int(), turn=turn) if turn >= ENOUGH:
                self._press("bank")
            case Banked() | Corner() | RollOff() | _:
                self._press("roll")

    def _press(self, key: Key) -> None:
        self.presses += 1
        self._box.press(key)

    # -- a throw is to be made ------------------------------------------------------------------

    def _wait(self, body: Waiting) -> None:
        table, self._box_throws = self._table, False
        match body.state:
            case "trouble":
                self._do_without()
            case "throw" if table.throw is None:
                self._mischief.throw(_wanted(body))
            case "throw":
                self._look_again(_wanted(body))
            case _:
                self._mischief.come_to_rest()
                self._box.wait(LOOK)

    def _do_without(self) -> None:
        """The sensor is lost: wait for it, or throw otherwise."""
        match self._chance.choices(("wait", "roll", "keep"), (12, 1, 1))[0]:
            case "roll":
                self._press("roll")
                # The sensor may have come back at this moment: then that had the tray read.
                body = self._box.view.body
                self._box_throws = not isinstance(body, Waiting | Check | Unread)
            case "keep":
                self._press("keep")
            case _:
                self._box.wait(5.0)

    def _look_again(self, wanted: int) -> None:
        """The box waits for a throw that was made: have it read, or make another."""
        throw = self._table.throw
        assert throw is not None
        throw.tries += 1
        if throw.tries <= MOST_TRIES // 2:
            self._box.wait(2.0)
        elif throw.tries == MOST_TRIES:
            self._press("roll")
            self._box.wait(1.0)
        elif throw.tries > MOST_TRIES:
            self._mischief.calm_throw(wanted)

    def _remedy(self, body: Unread) -> None:
        table, throw = self._table, self._table.throw
        if throw is None or throw.tries >= MOST_TRIES:
            return self._press(self._chance.choice(("bank", "keep")))
        throw.tries += 1
        match body.says.key.removeprefix("unread."):
            case "cocked" | "stacked" | "unread" if self._chance.random() < 0.5:
                table.lay_flat()
                self._box.wait(2.5)
            case "few" | "missing":
                self._mischief.complete()
                self._box.wait(2.5)
            case "many" | "extra":
                table.take_out()
                self._box.wait(2.5)
            case "motion":
                self._mischief.come_to_rest()
                self._box.wait(2.5)
            case "light" | "lid" | "cam" | "cal":
                self._mischief.see_again()
                self._box.wait(2.5)
        if isinstance(self._box.view.body, Unread):
            self._press(self._chance.choice(("roll", "roll", "keep", "bank")))
        return None

    # -- dice on the screen ---------------------------------------------------------------------

    def _check(self, body: Check) -> None:
        """Set right what is not as it lies on the table."""
        throw, is_mine = self._table.throw, self._is_mine(body.dice)
        if throw is None or not is_mine:
            return self._press("bank")  # those are dice of another throw
        throw.asked = throw.asked or not throw.counted
        self._mending += 1
        if list(body.dice) == throw.faces:
            if self._mending > 1 and throw.counted:
                throw.mended = True
                self.mends += [self._mending] * (throw.wrong == 1)
            self._mending = 0
            return self._press("roll")
        face, true = body.dice[body.die], throw.faces[body.die]
        if face == true and not body.on_menu:
            return self._press("keep")
        return self._press("right" if face is None or (true - face) % 7 <= 3 else "left")

    def _is_mine(self, dice: tuple[int | None, ...]) -> bool:
        return self._table.throw is not None and len(dice) == len(self._table.throw.faces)

    def _see(self, dice: tuple[int, ...]) -> bool:
        """Count the throw; whether it is shown as it lies on the table."""
        table = self._table
        if self._box_throws and (table.throw is None or not table.throw.counted):
            table.by_box(dice)
        self._box_throws = False
        first = table.throw is not None and not table.throw.counted
        throw = table.count()
        right = [*dice] == throw.faces
        if first and not right:
            assert [*dice] == throw.seen, f"{throw} is shown as {dice}"
            self.wrong_unasked += throw.wrong_unasked(90)
            self._mending = 0
        return right

    def _choose(self, body: Choose) -> None:
        if not self._see(body.dice):
            return self._go_mend(body)
        if self._mischief.disturb():
            return None
        if body.bank is not None and body.turn >= ENOUGH:
            return self._press("bank")
        return self._press("roll")

    def _go_mend(self, body: Choose) -> None:
        assert body.cursor is not None
        assert body.mendable, body
        self._mending += 1
        row = stops(len(body.dice), body.mendable)
        at, there = row.index(body.cursor), row.index(MEND)
        self._press("keep" if at == there else "left" if there < at else "right")

    def _see_result(self, body: Blank | LastDie | RollOffResult) -> None:
        right = self._see(body.dice)
        self._mending += not right
        self._press("roll" if right else "keep")

    def _enter(self, body: ByHand) -> None:
        table = self._table
        self._mischief.come_to_rest()
        throw = table.throw or table.by_hand(body.of)
        if throw.thrown_by != "hand":  # what lies there is entered
            throw.thrown_by = "hand"
            throw.faces.sort()
        if len(throw.faces) != body.of or list(body.dice) != throw.faces[: len(body.dice)]:
            return self._press("bank")
        assert body.face is not None
        missing = throw.faces[len(body.dice)]
        return self._press("keep" if body.face == missing else "right")


def _awaits(view: View) -> bool:
    """Whether the screen is about a throw that is still to count."""
    if isinstance(view.body, Check):
        return view.labels[-1] != "back"
    return isinstance(view.body, Waiting | Unread | ByHand)


def _wanted(body: Waiting) -> int:
    """How many dice the screen asks for."""
    return int(dict(body.says.values).get("dice", 1))
