"""Dice read by switches, magnets or chips of any kind: one number from 0 to 7 for each place."""

from ..reader import Look, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

EMPTY = 0  # no die at this place; 1 to 6 are faces
UNREAD = 7  # there is a die, but none of its faces is up
QUIET = 200  # ms without a change, after which nothing moves


class Switches(Reader):
    """`places` holds a function for each die, which returns its number.

    Switches can't tell motion: that is a number that changed a short time ago. So dice that are put
    there by hand look thrown to them.
    """

    def __init__(self, places: "list[Callable[[], int]]") -> None:
        self.dice = len(places)
        self._places = places
        self._numbers: list[int] = []
        self._changed = -QUIET

    def look(self, now: int) -> Look:
        numbers = [place() for place in self._places]
        if self._numbers and numbers != self._numbers:
            self._changed = now
        self._numbers = numbers
        faces = tuple([None if n == UNREAD else n for n in numbers if n != EMPTY])
        sure = tuple([0 if face is None else 100 for face in faces])
        return Look(faces, sure, moving=now - self._changed < QUIET)


def three_bits(
    high: "Callable[[], int]", middle: "Callable[[], int]", low: "Callable[[], int]"
) -> "Callable[[], int]":
    """A place that is read by three inputs; a `machine.Pin` is such a function."""
    return lambda: high() << 2 | middle() << 1 | low()
