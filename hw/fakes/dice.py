"""Dice that need no hardware: a repeatable seed, and a script."""

import random
from collections.abc import Iterable, Sequence

from hw.events import Post, Thrown


class SeededDice:
    """Throws that depend on `seed` alone, so that a game can be had again."""

    def __init__(self, seed: int, post: Post) -> None:
        self._random = random.Random(seed)
        self._post = post

    def throw(self, token: int, count: int) -> None:
        dice = tuple(self._random.randint(1, 6) for _ in range(count))
        self._post(Thrown(token, dice, "seed"))

    def close(self) -> None:
        """Nothing waits."""


class ScriptedDice:
    """Throws exactly `throws`, in order; ValueError when another throw is asked for."""

    def __init__(self, throws: Iterable[Sequence[int]], post: Post) -> None:
        self._throws = enumerate(map(tuple, throws), start=1)
        self._post = post

    def throw(self, token: int, count: int) -> None:
        number, dice = next(self._throws, (0, ()))
        if not number:
            raise ValueError(
                f"the script of throws has ended and {count} dice are asked for: add a throw"
            )
        if len(dice) != count:
            raise ValueError(f"throw {number} of the script is {dice}: write {count} dice there")
        self._post(Thrown(token, dice, "script"))

    def close(self) -> None:
        """Nothing waits."""
