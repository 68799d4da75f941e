"""Reading the `counters` table of a rule file."""

import re
from reprlib import repr as shown
from typing import Any

from rules.counters import Counters, Row, Straight
from rules.dice import FACES
from rules.faults import Fault
from rules.ruleset import POINTS

Table = dict[str, Any]

_NO_POINTS: Row = (0, 0, 0, 0, 0, 0)
_NUMBERS = [str(number) for number in FACES]  # of dice or faces, as TOML keys
_STRAIGHT = re.compile(r"([1-6])-([1-6])")


class CountersReader:
    """Turns the table into counters; afterwards `faults` has all that is wrong with it."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def read(self, value: object) -> Counters:
        """The counters; a wrong one scores nothing."""
        table = self._table("counters", value)
        counters = Counters(
            kinds=self._kinds(table.pop("kinds", {})),
            straights=self._straights(table.pop("straights", {})),
            three_pairs=self._points("counters.three_pairs", table.pop("three_pairs", 0)),
            three_pairs_repeat=self._repeat(table.pop("three_pairs_repeat", True)),
            two_triplets=self._points("counters.two_triplets", table.pop("two_triplets", 0)),
            four_and_pair=self._points("counters.four_and_pair", table.pop("four_and_pair", 0)),
            nothing=self._points("counters.nothing", table.pop("nothing", 0)),
        )
        for name in table:
            self._fault(f"counters.{name}", "is no counter")
        if not (self.faults or counters.nothing or counters.patterns()):
            self._fault("counters", "there is no way to score")
        return counters

    def _kinds(self, value: object) -> tuple[Row, ...]:
        table = self._table("counters.kinds", value)
        triple = self._row("3", table.pop("3", 0), _NO_POINTS)
        rows = dict.fromkeys(_NUMBERS, _NO_POINTS) | {"3": triple}
        for number, points in table.items():
            if number in rows:
                rows[number] = self._row(number, points, triple)
            else:
                self._fault(f"counters.kinds.{number}", "is no number of equal dice from 1 to 6")
        return tuple(rows.values())

    def _row(self, number: str, value: object, triple: Row) -> Row:
        """The points of so many equal dice: the same for all faces, or a table."""
        key = f"counters.kinds.{number}"
        if not isinstance(value, dict):
            points = self._points(key, value)
            return (points,) * 6
        table = dict(value)
        each = self._points(f"{key}.each", table.pop("each", 0))
        times = self._times(f"{key}.times", table.pop("times", 0), triple)
        if each and times:
            self._fault(key, "has both each and times; it takes one of them")
        row = {str(face): each * face + times * triple[face - 1] for face in FACES}
        for face, points in table.items():
            if face in row:
                row[face] = self._points(f"{key}.{face}", points)
            else:
                self._fault(f"{key}.{face}", "is no face from 1 to 6, nor each nor times")
        one, two, three, four, five, six = row.values()
        return one, two, three, four, five, six

    def _times(self, key: str, value: object, triple: Row) -> int:
        if type(value) is not int or value < 0:
            self._fault(key, f"must be a whole number of times the triple, not {shown(value)}")
            return 0
        if value and not any(triple):
            self._fault(key, "there is no triple to multiply; give points to counters.kinds.3")
        return value

    def _straights(self, value: object) -> tuple[Straight, ...]:
        straights = []
        for name, points in self._table("counters.straights", value).items():
            key = f"counters.straights.{name}"
            found = _STRAIGHT.fullmatch(name)
            if found and found[1] < found[2]:
                straight = Straight(int(found[1]), int(found[2]), self._points(key, points))
                straights.append(straight)
            else:
                self._fault(key, 'is no straight; write it like "1-6" or "2-6"')
        return tuple(straights)

    def _repeat(self, value: object) -> bool:
        if not isinstance(value, bool):
            self._fault("counters.three_pairs_repeat", f"must be true or false, not {shown(value)}")
        return value is True

    def _points(self, key: str, value: Any) -> int:
        if reason := POINTS.fault(value):
            self._fault(key, reason)
            return 0
        return int(value)

    def _table(self, key: str, value: object) -> Table:
        if isinstance(value, dict):
            return dict(value)
        self._fault(key, f"must be a table, not {shown(value)}")
        return {}

    def _fault(self, key: str, reason: str) -> None:
        self.faults.append(Fault(key, reason))
