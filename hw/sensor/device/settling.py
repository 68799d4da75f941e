"""When the dice have come to rest."""

from .reader import Look

EQUAL_LOOKS = 5  # that a picture must hold for
GIVE_UP = 8000  # ms
NEAR = 20  # per mille of the tray: so far a die that lies still may seem to move

REST = "rest"
RESTLESS = "restless"


class Settling:
    """Takes look after look; `still` is the picture that holds, None while there is none.

    `moved` tells of motion since it was last set to False.
    """

    def __init__(self) -> None:
        self.settle = 400  # ms that a picture must hold
        self.still: Look | None = None
        self.moved = False
        self.rolling = False
        self.took = 0  # ms from motion to rest
        self._began = 0  # the time is counted from power-up
        self._gave_up = False
        self._first: Look | None = None  # of the equal looks
        self._equal = 0
        self._since = 0

    def see(self, look: Look, now: int) -> str:
        """REST when a picture begins to hold, RESTLESS when none does for long, else ""."""
        if look.moving:
            self._move(now)
            return self._wait(now)
        if self._first is None or not alike(look, self._first):
            self._change(look, now)
        self._equal += 1
        if self.still is None and self._holds(now):
            self.still = look
            self.rolling = False
            return REST
        return self._wait(now)

    def give_time(self, now: int) -> None:
        """Let dice that do not lie still have all the time again."""
        if not self.rolling:
            self._begin(now)

    def _move(self, now: int) -> None:
        self._first = None
        self.still = None
        self.give_time(now)
        self.rolling = self.moved = True

    def _change(self, look: Look, now: int) -> None:
        if self.still is not None:
            self._begin(now)
        self._first = look
        self._equal = 0
        self._since = now
        self.still = None

    def _begin(self, now: int) -> None:
        self._began = now
        self._gave_up = False

    def _holds(self, now: int) -> bool:
        self.took = self._since - self._began if self.rolling else 0
        return self._equal >= EQUAL_LOOKS and now - self._since >= self.settle

    def _wait(self, now: int) -> str:
        if self.still is not None or self._gave_up or now - self._began < GIVE_UP:
            return ""
        self._gave_up = True
        self.took = now - self._began
        return RESTLESS


def alike(one: Look, other: Look) -> bool:
    """Whether both show the same dice at the same spots."""
    count = len(one.faces)
    if one.cause != other.cause or count != len(other.faces):
        return False
    return unchanged(one, other) == count


def unchanged(new: Look, old: Look) -> int:
    """How many dice of `new` lie in `old`, with the same face at the same spot."""
    left = list(range(len(old.faces)))
    for index in range(len(new.faces)):
        for place in left:
            if _is_same(new, index, old, place):
                left.remove(place)
                break
    return len(old.faces) - len(left)


def _is_same(new: Look, index: int, old: Look, place: int) -> bool:
    if new.faces[index] != old.faces[place]:
        return False
    if not new.spots or not old.spots:
        return True
    (x, y), (u, v) = new.spots[index], old.spots[place]
    return abs(x - u) <= NEAR and abs(y - v) <= NEAR
