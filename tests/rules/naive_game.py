"""The games written a second time: slow, mutable, plain, from the rules in words alone.

Uses nothing of the rules but their names, so that a slip there is not repeated here.
"""

from collections import Counter
from copy import deepcopy
from typing import Any

from naive_scoring import Dice, keeps, rising

ZILCH: dict[str, Any] = {
    "target": 15_000,
    "reach": "exceed",
    "opening_minimum": 500,
    "minimum": 350,
    "full_six": "must_roll",
    "last_turns": "one_each",
}
PRESETS: dict[str, dict[str, Any]] = {
    "zilch": ZILCH,
    "zilch-10000": ZILCH | {"target": 10_000},
    "zilch-5000": ZILCH | {"target": 5_000},
    "diecimila": {"target": 10_000, "last_turns": "complete_round"},
    "zilch-online": {
        "target": 10_000,
        "opening_minimum": 300,
        "minimum": 300,
        "three_blanks_penalty": 500,
        "blanks_counted": "turn",
    },
    "farkle-facebook": {"target": 10_000},
    "farkle-playmonster": {"target": 10_000, "opening_minimum": 500},
    "farkle-cardgames": {"target": 10_000, "last_turns": "none"},
    "kcd": {"target": 4_000, "last_turns": "none"},
}
DEFAULTS: dict[str, Any] = {
    "reach": "reach",
    "last_turns": "one_each",
    "tie": "roll_off",
    "opening_minimum": 0,
    "minimum": 0,
    "full_six": "may_roll",
    "keep": "at_least_one",
    "build_on_frozen": False,
    "must_top_previous": False,
    "challenge": False,
    "take_over": False,
    "three_blanks_penalty": 0,
    "blanks_counted": "first_throw",
    "last_die_bonus": 0,
    "wipe_out_twos": 0,
    "six_of_a_kind_wins": False,
}


class NaiveGame:
    """A game that changes; what is not legal raises ValueError and changes nothing."""

    def __init__(self, preset: str, options: dict[str, Any], players: int) -> None:
        self.preset = preset
        self.rules = DEFAULTS | PRESETS[preset] | options
        self.seats = list(range(players))
        self.scores = [0] * players
        self.on_board = [False] * players
        self.blanks = [0] * players
        self.challenges: list[set[str]] = [set() for _ in self.seats]
        self.banked_before: int | None = None  # by the previous player, in the turn just before
        self.offer: tuple[int, int] | None = None  # points and dice of a turn just lost
        self.last_dice_landed = 0
        self.still_to_play: list[int] | None = None  # seats, once a score has ended the game
        self.tied: list[int] = []
        self.thrown_off: list[int] = []
        self.winners: list[int] | None = None
        self.start_turn(0)

    def start_turn(self, player: int) -> None:
        self.player = player
        self.phase = "start"
        self.points = 0
        self.points_taken = 0
        self.free = 6
        self.frozen: Dice = ()
        self.throw: Dice = ()
        self.is_first_throw = True
        self.target: int | None = None  # of a challenge
        self.slot = ""

    # --- what is legal --------------------------------------------------------------------------

    def legal(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase == "choose":
            return ["keep"]
        legal = ["roll"]
        if self.phase == "decide" and self.may_bank():
            legal.append("bank")
        if self.phase == "start" and self.target is None and self.points_taken == 0:
            if self.offer is not None:
                legal.append("take")
            others = len(self.seats) > 1
            if self.rules["challenge"] and others and self.slot_now() not in self.own_challenges():
                legal.append("challenge")
        return sorted(legal)

    def may_bank(self) -> bool:
        if self.free == 0 and self.rules["full_six"] == "must_roll":
            return False
        opened = self.on_board[self.player]
        if self.points < self.rules["minimum" if opened else "opening_minimum"]:
            return False
        if self.rules["must_top_previous"] and self.banked_before is not None:
            return self.points > self.banked_before
        return self.points > 0

    def keeps(self) -> dict[Dice, int]:
        return self.keeps_of(self.throw) if self.phase == "choose" else {}

    def keeps_of(self, throw: Dice) -> dict[Dice, int]:
        pool = self.frozen if self.rules["build_on_frozen"] else ()
        found = keeps(self.preset, rising(throw), rising(pool))
        if self.rules["keep"] == "all":
            return {keep: points for keep, points in found.items() if points == max(found.values())}
        return found

    def slot_now(self) -> str:
        return "before" if self.scores[self.player] < 5000 else "after"

    def own_challenges(self) -> set[str]:
        return self.challenges[self.player]

    def check(self, legal: bool) -> None:
        if not legal:
            raise ValueError("not legal")

    # --- what is done ---------------------------------------------------------------------------

    def do(self, name: str, what: Any) -> None:
        """One action; `what` has its dice or its target."""
        self.check(name in self.legal())
        if name == "roll" and self.phase == "roll_off":
            self.throw_off(what)
        elif name in ("roll", "keep", "challenge"):
            getattr(self, name)(what)
        else:
            getattr(self, name)()

    def is_possible(self, name: str, what: Any) -> bool:
        try:
            deepcopy(self).do(name, what)
        except ValueError:
            return False
        return True

    def roll(self, dice: Dice) -> None:
        corner = self.phase == "decide" and self.free == 0
        self.check(len(dice) == (6 if corner else self.free))
        if corner:
            self.free, self.frozen = 6, ()
        self.offer = None
        twos = self.rules["wipe_out_twos"]
        if self.rules["six_of_a_kind_wins"] and len(dice) == 6 and len(set(dice)) == 1:
            self.phase, self.winners = "over", [self.player]
        elif twos and dice.count(2) >= twos:
            self.wipe_out()
        elif self.keeps_of(dice):
            if self.is_first_throw and self.rules["blanks_counted"] == "first_throw":
                self.blanks[self.player] = 0
            self.phase, self.throw, self.is_first_throw = "choose", dice, False
        elif self.rules["last_die_bonus"] and len(dice) == 1 and self.phase != "last_die":
            self.phase = "last_die"
        else:
            self.lose(dice)

    def wipe_out(self) -> None:
        self.scores[self.player] = 0
        self.blanks[self.player] = 0
        self.banked_before = None
        self.end_turn()

    def lose(self, dice: Dice) -> None:
        if self.is_first_throw or self.rules["blanks_counted"] == "turn":
            self.blanks[self.player] += 1
        if self.blanks[self.player] == 3:
            self.blanks[self.player] = 0
            self.scores[self.player] -= self.rules["three_blanks_penalty"]
        if self.target is not None:
            self.scores[self.player] -= 600 if self.slot == "before" else 2000
        self.banked_before = None
        at_stake = self.points + self.points_taken
        if self.rules["take_over"] and at_stake > 0:
            self.offer = (at_stake, len(dice))
        self.end_turn()

    def keep(self, dice: Dice) -> None:
        self.check(not Counter(dice) - Counter(self.throw))
        worth = self.keeps().get(rising(dice))
        self.check(worth is not None)
        assert worth is not None
        if self.rules["last_die_bonus"] and self.throw in ((1,), (5,)):  # both score in all presets
            self.last_dice_landed += 1
            worth += self.last_dice_landed * self.rules["last_die_bonus"]
        self.points += worth + self.points_taken
        self.points_taken = 0
        self.frozen += dice
        self.free -= len(dice)
        self.phase, self.throw = "decide", ()

    def bank(self) -> None:
        self.scores[self.player] += self.points
        if self.target is not None:
            self.scores[self.target] -= self.points
        self.on_board[self.player] = True
        self.blanks[self.player] = 0
        self.banked_before = self.points
        over = self.scores[self.player] - self.rules["target"]
        if self.still_to_play is None and (
            over > 0 or (over == 0 and self.rules["reach"] == "reach")
        ):
            later, earlier = self.seats[self.player + 1 :], self.seats[: self.player]
            kinds = {"one_each": later + earlier, "complete_round": later, "none": []}
            self.still_to_play = [self.player, *kinds[self.rules["last_turns"]]]
        self.end_turn()

    def challenge(self, target: int) -> None:
        self.check(target in self.seats and target != self.player)
        self.offer = None
        self.target, self.slot = target, self.slot_now()
        self.own_challenges().add(self.slot)

    def take(self) -> None:
        assert self.offer is not None
        self.points_taken, self.free = self.offer
        self.offer = None

    # --- how it ends ----------------------------------------------------------------------------

    def end_turn(self) -> None:
        last = self.player
        self.start_turn((last + 1) % len(self.seats))
        if self.still_to_play is not None:
            assert self.still_to_play.pop(0) == last
            if not self.still_to_play:
                self.end(last)

    def end(self, last: int) -> None:
        best = [seat for seat in self.seats if self.scores[seat] == max(self.scores)]
        if len(best) > 1 and self.rules["tie"] == "roll_off":
            self.phase, self.tied, self.player = "roll_off", best, best[0]
        else:
            self.phase, self.winners, self.player = "over", best, last

    def throw_off(self, dice: Dice) -> None:
        self.check(len(dice) == 6)
        self.thrown_off.append(max(keeps(self.preset, rising(dice)).values(), default=0))
        if len(self.thrown_off) < len(self.tied):
            self.player = self.tied[len(self.thrown_off)]
            return
        best = max(self.thrown_off)
        self.tied = [s for s, of in zip(self.tied, self.thrown_off, strict=True) if of == best]
        self.thrown_off = []
        if len(self.tied) > 1:
            self.player = self.tied[0]
        else:
            self.phase, self.winners = "over", self.tied

    def state(self) -> dict[str, object]:
        """The state as a record's replay has it, without the dice of a roll-off or the end."""
        return {
            "phase": self.phase,
            "player": self.player,
            "scores": self.scores,
            "on_board": self.on_board,
            "turn_points": 0 if self.phase in ("roll_off", "over") else self.points,
            "dice_left": self.free,
            "legal": self.legal(),
            "winners": self.winners,
        }
