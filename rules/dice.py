"""Dice as the rules see them: a tuple of faces, each 1 to 6, at most six of them."""

from reprlib import repr as shown

Dice = tuple[int, ...]

FACES = range(1, 7)
ALL_DICE = 6  # a set


def fault_of(dice: tuple[object, ...]) -> str | None:
    """Why these are not dice of a throw, or None when they are one to six faces."""
    if not dice:
        return "there are no dice"
    if len(dice) > ALL_DICE:
        return f"there are {len(dice)} dice, but a throw has at most {ALL_DICE}"
    for die in dice:
        if type(die) is not int or not 1 <= die <= ALL_DICE:  # True and 1.0 are no faces
            return f"{shown(die)} is no face of a die; faces are the whole numbers 1 to 6"
    return None


def parse(text: str) -> Dice:
    """The throw that a person wrote, such as `1 3 5` or `135`; ValueError says what is wrong."""
    faces = "".join(text.split())
    if wrong := next((sign for sign in faces if sign not in "123456"), None):
        raise ValueError(f"{wrong!r} is no face of a die; write one to six faces from 1 to 6")
    dice = tuple(map(int, faces))
    if fault := fault_of(dice):
        raise ValueError(fault)
    return dice
