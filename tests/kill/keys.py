"""Which buttons are pressed at random: most of them lead on."""

from random import Random

from hw.events import Key

KEYS: dict[Key, int] = {"roll": 6, "bank": 3, "keep": 3, "right": 2, "left": 1}
"""How often each is pressed, beside the others."""


def any_key(chance: Random) -> Key:
    return chance.choices([*KEYS], [*KEYS.values()])[0]
