"""Where the six dice of a set lie in the row: nothing moves while a player looks at it."""

from collections.abc import Iterable, Sequence

Faces = tuple[int, ...]
Tray = tuple[int | None, ...]
"""Six places from left to right: the face of a frozen die, or None for one that is free."""

ALL_FREE: Tray = (None,) * 6


def laid_out(frozen: Sequence[int]) -> Tray:
    """A tray with these dice frozen, where it is not known how they lay."""
    return (*frozen, *[None] * (len(ALL_FREE) - len(frozen)))


def free_places(tray: Tray) -> tuple[int, ...]:
    """The places that the next throw's dice take, from left to right."""
    return tuple(place for place, face in enumerate(tray) if face is None)


def frozen(tray: Tray, throw: Sequence[int], kept: Iterable[bool]) -> Tray:
    """The tray after some dice of a throw, which fills its free places, are frozen."""
    row = list(tray)
    for place, face, stays in zip(free_places(tray), throw, kept, strict=True):
        if stays:
            row[place] = face
    return tuple(row)


def fits(tray: object, dice: Sequence[int]) -> bool:
    """Whether `tray` is one with exactly these dice frozen."""
    if not isinstance(tray, list | tuple) or len(tray) != len(ALL_FREE):
        return False
    faces = [face for face in tray if face is not None]
    return all(type(face) is int for face in faces) and sorted(faces) == sorted(dice)
