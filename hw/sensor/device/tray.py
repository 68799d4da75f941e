"""What a change in the tray means: a throw, a nudge, dice put there, or nothing."""

from .reader import BLIND, Look
from .settling import REST, RESTLESS, Settling, unchanged


class Result:
    """What the host is told: `kind` of a good reading, or `cause` of one that is of no use."""

    def __init__(self, kind: str, cause: str, look: Look, token: int, wanted: int, ms: int) -> None:
        self.kind = "" if cause else kind
        self.cause = cause
        self.look = look
        self.token = token  # 0 for none
        self.wanted = wanted  # dice, 0 where any number will do
        self.ms = ms  # from motion to rest


class Tray:
    """Armed or not, judges every picture that comes to rest.

    A throw is motion that leaves dice where none lay so. What lies unmoved was not thrown: taking
    dice out is nothing, and moving some of those that lie there is a nudge.
    """

    def __init__(self) -> None:
        self.token = 0  # of the throw that is awaited, 0 for none
        self.settling = Settling()
        self._wanted = 0
        self._asked = 0  # token of a reading that is asked for
        self._lay: Look | None = None  # the picture before this one, None at power-up
        self._threw = False  # the dice in it were thrown for `token`
        self._blind = ""  # why the reader sees nothing, once the host was told

    def state(self) -> str:
        """In the words of a BEAT."""
        if self.settling.rolling:
            return "rolling"
        if self.token:
            return "armed"
        if self._lay is None:
            return "boot"
        return "settled" if self._lay.faces else "idle"

    def arm(self, token: int, wanted: int) -> None:
        """The next settled throw of `wanted` dice belongs to `token`."""
        self._threw = self._threw and token == self.token
        self.token = token
        self._wanted = wanted
        self._blind = ""

    def disarm(self) -> None:
        """No throw is awaited, and no reading."""
        self.token = self._wanted = self._asked = 0

    def read(self, token: int, now: int) -> None:
        """Read the tray as it lies, as soon as it does."""
        self._asked = token
        self.settling.give_time(now)

    def see(self, look: Look, now: int) -> "Result | None":
        """What the host is to be told after this look."""
        change = self.settling.see(look, now)
        still = self.settling.still
        if change == RESTLESS:
            return self._restless(look)
        if still is None:
            return None
        result = self._reading(still) if self._asked else self._judge(still, change == REST)
        if change == REST:
            self.settling.moved = False
            self._lay = self._lay if still.cause in BLIND else still
        return result

    def _reading(self, still: Look) -> Result:
        token, self._asked = self._asked, 0
        wanted = self._wanted if token == self.token else 0
        cause = trouble(still, wanted) or ("" if still.faces else "missing")
        return Result("read", cause, still, token, wanted, 0)

    def _judge(self, still: Look, fresh: bool) -> "Result | None":
        if still.cause in BLIND:
            return self._cannot_see(still)
        self._blind = ""
        if not fresh or (self._lay is None and not self.settling.moved):
            return None
        before = self._lay or Look()
        lay, same = len(before.faces), self._unmoved(still, before)
        if same == len(still.faces):
            return None
        if not self.settling.moved:
            return self._unasked("place" if same == lay else "nudge", still)
        if self.token:
            return self._armed(still, same, lay)
        return self._unasked("nudge" if lay else "roll", still)

    def _armed(self, still: Look, same: int, lay: int) -> "Result | None":
        """Dice moved while a throw is awaited: `same` of those that `lay` there did not."""
        late = self._threw and same == lay  # such as one that was stuck in the tower
        if same and not late and len(still.faces) <= self._wanted:
            return self._unasked("nudge", still)
        cause = trouble(still, self._wanted)
        result = Result("roll", cause, still, self.token, self._wanted, self.settling.took)
        self._threw = True
        if not cause:
            self.disarm()
        return result

    def _unasked(self, kind: str, still: Look) -> "Result | None":
        if trouble(still, 0):
            return None
        return Result(kind, "", still, self.token, 0, self.settling.took)

    def _cannot_see(self, still: Look) -> "Result | None":
        if not self.token or self._blind == still.cause:
            return None
        self._blind = still.cause
        return Result("", still.cause, still, self.token, 0, 0)

    def _restless(self, look: Look) -> "Result | None":
        token = self._asked or (self.token if self.settling.moved else 0)
        if not token:
            return None
        self._asked = 0
        count = self._wanted or len(look.faces)
        unread = Look((None,) * count, (0,) * count)
        return Result("", "motion", unread, token, 0, self.settling.took)

    def _unmoved(self, still: Look, lay: Look) -> int:
        """How many dice lie as before; without spots a throw may show the same faces again."""
        same = unchanged(still, lay)
        taken_out = same == len(still.faces) < len(lay.faces)
        if self.settling.moved and not taken_out and not (still.spots and lay.spots):
            return 0
        return same


def trouble(look: Look, wanted: int) -> str:
    """Why a picture is of no use; "" if it is of use."""
    if look.cause:
        return look.cause
    if wanted and len(look.faces) != wanted:
        return "missing" if len(look.faces) < wanted else "extra"
    return "unread" if None in look.faces else ""
