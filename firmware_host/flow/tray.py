"""Where the dice of a set lie in the row: nothing moves while a player looks at it."""

from collections.abc import Iterable, Sequence

from firmware_host.view import ALL_FREE, Tray, free_places

FACES = range(1, 7)


def laid_out(frozen: Sequence[int], free: int) -> Tray:
    """A tray with these dice frozen, where it is not known how they lay."""
    return (*frozen, *[None] * free)


def frozen(tray: Tray, throw: Sequence[int], kept: Iterable[bool]) -> Tray:
    """The tray after some dice of a throw, which fills its free places, are frozen."""
    row = list(tray)
    for place, face, stays in zip(free_places(tray), throw, kept, strict=True):
        if stays:
            row[place] = face
    return tuple(row)


def is_tray(thing: object) -> bool:
    """Whether it is one to six places, each with a face or free."""
    return (
        isinstance(thing, list | tuple)
        and 1 <= len(thing) <= len(ALL_FREE)
        and all(face is None or (type(face) is int and face in FACES) for face in thing)
    )


def faces(tray: Tray) -> list[int]:
    """The frozen faces in rising order."""
    return sorted(face for face in tray if face is not None)
