"""What a settings dataclass says about its keys, besides their types."""

from collections.abc import Mapping
from dataclasses import dataclass


class SettingsError(ValueError):
    """A settings file that cannot be used: file, key, reason and what to do, in one line."""


@dataclass(frozen=True, slots=True)
class Range:
    """An annotation of whole numbers: both ends are allowed."""

    low: int
    high: int

    def complaint(self, value: int) -> str | None:
        if self.low <= value <= self.high:
            return None
        return f"{value} is out of range; give {self.low} to {self.high}"


@dataclass(frozen=True, slots=True, eq=False)  # so that a type may hold one: types are hashed
class Taken:
    """An annotation of whole numbers that have another use, each with that use."""

    uses: Mapping[int, str]

    def complaint(self, value: int) -> str | None:
        if value not in self.uses:
            return None
        return f"{value} is taken by {self.uses[value]}; choose another"


@dataclass(frozen=True, slots=True)
class Says:
    """An annotation that documents a key."""

    text: str
    shown: str | None = None  # how an example writes the value, where not plainly
