"""Rules in words, for a player to read."""

import json
from collections.abc import Iterable, Iterator

from rules import SWITCHES, Rules
from rules.counters import Counters
from rules.dice import FACES

KINDS = ("single", "two alike", "three alike", "four alike", "five alike", "six alike")
WORDS = {
    "keep": {"at_least_one": "at least one counter", "all": "what is worth most"},
    "full_six": {"may_roll": "may be thrown again", "must_roll": "must be thrown again"},
    "reach": {"reach": "to", "exceed": "over"},
    "last_turns": {
        "one_each": "every other player has one more turn",
        "complete_round": "the seats after that player have one more turn",
        "none": "the game is over at once",
    },
    "tie": {
        "roll_off": "the tied players throw six dice, the best throw wins",
        "shared": "the tied players share the win",
    },
}
BASIC = {"target", "opening_minimum", "minimum", *WORDS}
"""The switches that every game has a line for; the others are variations."""

WIDTH = 28  # of the left column

Row = tuple[str, str]


def in_few_words(rules: Rules) -> str:
    """What tells the game from its relatives."""
    return f"{_target(rules)}; banking {_minima(rules)}"


def in_full(rules: Rules) -> Iterator[str]:
    """The lines of a table with everything that the rules say."""
    in_force, others = _variations(rules)
    yield rules.title
    yield from _section("counters", _counters(rules.counters))
    yield from _section("turn", _turn(rules))
    yield from _section("end", _end(rules))
    yield from _section("variations in force", in_force or [("none", "")])
    yield from _section("other variations", others)


def _section(title: str, rows: Iterable[Row]) -> Iterator[str]:
    yield ""
    yield title
    for name, text in rows:
        yield f"  {name:{WIDTH}}{text}".rstrip()


def _counters(counters: Counters) -> Iterator[Row]:
    yield "", _columns(f"{face}s" for face in FACES)
    for name, row in zip(KINDS, counters.kinds, strict=True):
        if any(row):
            yield name, _columns(str(points or "–") for points in row)
    for low, high, points in counters.straights:
        yield f"{low} to {high}", _columns([str(points)])
    pairs = "  four alike and two, and six alike, too" if counters.three_pairs_repeat else ""
    groups = {
        "three pairs": (counters.three_pairs, pairs),
        "four alike and two": (counters.four_and_pair, "  six alike too"),
        "two triplets": (counters.two_triplets, "  six alike too"),
        "nothing": (counters.nothing, "  six dice without any other counter"),
    }
    for name, (points, note) in groups.items():
        if points:
            yield name, _columns([str(points)]) + note


def _columns(cells: Iterable[str]) -> str:
    return "".join(f"{cell:>6}" for cell in cells)


def _turn(rules: Rules) -> Iterator[Row]:
    yield "keep of each throw", _words(rules, "keep")
    yield "all six kept", _words(rules, "full_six")
    yield "to bank", _minima(rules)


def _end(rules: Rules) -> Iterator[Row]:
    yield "target", _target(rules)
    yield "last turns", _words(rules, "last_turns")
    yield "tie", _words(rules, "tie")


def _variations(rules: Rules) -> tuple[list[Row], list[Row]]:
    """Those in force and those that are not."""
    in_force, others = [], []
    for switch in SWITCHES:
        value = getattr(rules, switch.name)
        if switch.name not in BASIC and value != switch.default:
            in_force.append((f"{switch.name} = {json.dumps(value)}", switch.help))
        elif switch.name not in BASIC:
            others.append((switch.name, switch.help))
    return in_force, others


def _words(rules: Rules, switch: str) -> str:
    return WORDS[switch][getattr(rules, switch)]


def _target(rules: Rules) -> str:
    return f"{_words(rules, 'reach')} {rules.target}"


def _minima(rules: Rules) -> str:
    opening, later = rules.opening_minimum, rules.minimum
    if opening == later:
        return f"{later or 'any'} points"
    return f"{opening or 'any'} points the first time, {later or 'any'} later"
