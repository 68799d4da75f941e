"""Rules: the counters and every switch of a game. A switch is stated here and nowhere else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from reprlib import repr as shortened
from typing import Annotated, Any, Literal, NamedTuple, cast, get_args, get_type_hints

from rules.counters import Counters
from rules.dice import ALL_DICE
from rules.faults import Fault, RulesError

Value = bool | int | str


def shown(value: object) -> str:
    """A value in a message, shortened."""
    try:
        return shortened(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a number of thousands of digits"


class Numbers(NamedTuple):
    """The numbers that a switch takes: from `least` to `most` (None: no bound) by `step`."""

    least: int = 0
    most: int | None = None
    step: int = 50

    def fault(self, value: object) -> str | None:
        if type(value) is not int:
            return f"must be a whole number, not {shown(value)}"
        if value < self.least:
            return f"must be at least {self.least}, not {shown(value)}"
        if self.most is not None and value > self.most:
            return f"must be at most {self.most}, not {shown(value)}"
        if value % self.step:
            return f"must be a multiple of {self.step}, not {shown(value)}"
        return None


POINTS = Numbers()
"""All points of the games are multiples of 50."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game: its counters, its title, and the switches with their defaults.

    A switch's type says which values it takes, the sentence beside it what it does.
    """

    counters: Counters
    title: str = "Dice"
    target: Annotated[int, Numbers(least=50), "The score that ends the game."] = 10_000
    reach: Annotated[
        Literal["reach", "exceed"],
        "Whether a score at the target ends the game, or only one over it.",
    ] = "reach"
    last_turns: Annotated[
        Literal["one_each", "complete_round", "none"],
        "Who plays on after that score: every other player once, the later seats, or nobody.",
    ] = "one_each"
    tie: Annotated[
        Literal["roll_off", "shared"],
        "Whether leaders with equal scores throw six dice for the win or share it.",
    ] = "roll_off"
    opening_minimum: Annotated[
        int, POINTS, "The points a player needs to bank for the first time."
    ] = 0
    minimum: Annotated[int, POINTS, "The points a player needs to bank later on."] = 0
    full_six: Annotated[
        Literal["may_roll", "must_roll"],
        "Whether a player whose six dice are all frozen may throw them again or must.",
    ] = "may_roll"
    keep: Annotated[
        Literal["at_least_one", "all"],
        "Whether a player chooses what to keep of a throw or must take the most points.",
    ] = "at_least_one"
    build_on_frozen: Annotated[
        bool, "Pyramiding: newly kept dice score together with those frozen before."
    ] = False
    must_top_previous: Annotated[
        bool, "Topping: to bank, a turn needs more points than the previous player just banked."
    ] = False
    challenge: Annotated[
        bool, "Challenge: twice in a game a player may play a turn for another player's points."
    ] = False
    take_over: Annotated[
        bool, "Take over: the next player may play on with the dice and points of a lost turn."
    ] = False
    three_blanks_penalty: Annotated[
        int, POINTS, "What three blanks in a row cost; 0 for nothing."
    ] = 0
    blanks_counted: Annotated[
        Literal["first_throw", "turn"],
        "Which blanks that penalty counts: a turn's first throw, or every lost turn.",
    ] = "first_throw"
    last_die_bonus: Annotated[
        int,
        POINTS,
        "The sixth die has two throws; a 1 or 5 with it earns this bonus once, then twice, ….",
    ] = 0
    wipe_out_twos: Annotated[
        int,
        Numbers(most=ALL_DICE, step=1),
        "How many 2s in one throw wipe out the player's whole score; 0 for never.",
    ] = 0
    six_of_a_kind_wins: Annotated[bool, "Six equal dice in one throw win the game at once."] = False

    def __post_init__(self) -> None:
        for fault in faults_in({switch.name: getattr(self, switch.name) for switch in SWITCHES}):
            raise RulesError(self.title, fault)


class Switch(NamedTuple):
    """What may be said about one switch."""

    name: str
    default: Value
    help: str  # one plain sentence
    choices: tuple[str, ...]  # () unless it is a choice of words
    numbers: Numbers | None  # None unless it is a number

    @property
    def kind(self) -> Literal["choice", "number", "on_off"]:
        return "choice" if self.choices else "number" if self.numbers else "on_off"

    def fault(self, value: object) -> str | None:
        """Why the switch does not take this value, or None."""
        if self.numbers:
            return self.numbers.fault(value)
        if self.choices:
            taken = isinstance(value, str) and value in self.choices
            return None if taken else f"must be {' or '.join(self.choices)}, not {shown(value)}"
        return None if isinstance(value, bool) else f"must be true or false, not {shown(value)}"


def _switches() -> Iterator[Switch]:
    hints = get_type_hints(Rules, include_extras=True)
    for field in fields(Rules)[2:]:
        of, *numbers, sentence = get_args(hints[field.name])
        bounds = numbers[0] if numbers else None
        yield Switch(field.name, cast(Value, field.default), sentence, get_args(of), bounds)


SWITCHES = tuple(_switches())


def faults_in(values: Mapping[str, Any]) -> list[Fault]:
    """All that is wrong with these switches by name; one left out has its default."""
    known = {switch.name: switch for switch in SWITCHES}
    unknown = [Fault(name, "is no switch of the rules") for name in values if name not in known]
    wrong = [
        Fault(name, reason)
        for name, switch in known.items()
        if name in values and (reason := switch.fault(values[name]))
    ]
    spoilt = {fault.key for fault in wrong}
    fit = {name: value for name, value in values.items() if name in known and name not in spoilt}
    defaults = {switch.name: switch.default for switch in SWITCHES}
    together = [] if "target" in spoilt else _faults_together(defaults | fit)
    return unknown + wrong + together


def _faults_together(values: Mapping[str, Any]) -> list[Fault]:
    target = values["target"]
    reason = f"must not be above the target of {shown(target)}"
    minima = ("opening_minimum", "minimum")
    return [Fault(name, reason) for name in minima if values[name] > target]
