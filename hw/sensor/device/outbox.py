"""Results on their way to the host: each is sent again until it is answered."""

from .link import Link

WAITS = (250, 500, 1000, 2000)  # ms until a frame is sent again; the last from then on
ROOM = 4  # results, with the one that is being sent
HURRIES = 3  # repeats at once, when the host tells that it heard something damaged
REFUSALS = 5  # of those that may pass; so many end the frame

ENDING = ("verb", "arg", "ver", "conflict")
PASSING = ("busy", "state")


class Outbox:
    """Oldest first. Where there is no room one that waits is given up, rather one of no throw."""

    def __init__(self, link: Link) -> None:
        self.lost = 0  # results that the host refused, or that there was no room for
        self._link = link
        self._results: list[tuple[str, str, bool]] = []  # verb, parameters, whether of a throw
        self._line = b""  # of the first one, once it was sent
        self._seq = 0
        self._due = 0
        self._repeats = 0
        self._hurries = 0
        self._refusals = 0

    def __len__(self) -> int:
        return len(self._results)

    def put(self, verb: str, params: str, of_throw: bool) -> None:
        """Have a result delivered; `of_throw` when the host asked for it."""
        if len(self._results) == ROOM:
            self._make_room()
        self._results.append((verb, params, of_throw))

    def tick(self, now: int) -> None:
        """Send what is due."""
        if self._results and not self._line:
            self._begin(now)
        elif self._line and now >= self._due:
            self._repeat(now)

    def hurry(self, now: int) -> None:
        """The host is there again: do not wait for the next repeat."""
        self._repeats = 0
        self._due = now

    def is_sent_as(self, number: "str | None") -> bool:
        """Whether this is the number of the frame that waits for its answer."""
        return self._line != b"" and number == str(self._seq)

    def acked(self) -> None:
        """The host has the result that was sent."""
        self._line = b""
        self._results.pop(0)

    def naked(self, code: str) -> None:
        """The host refuses the result that was sent."""
        self._refusals += code in PASSING
        if code in ENDING or self._refusals == REFUSALS:
            self.lost += 1
            self.acked()

    def damaged(self) -> None:
        """The host heard something that it could not read."""
        if self._line and self._hurries < HURRIES:
            self._hurries += 1
            self._link.write(self._line)

    def _make_room(self) -> None:
        spare = [place for place in range(1, ROOM) if not self._results[place][2]]
        self._results.pop(spare[0] if spare else 1)
        self.lost += 1

    def _begin(self, now: int) -> None:
        self._repeats = self._hurries = self._refusals = 0
        verb, params, _ = self._results[0]
        self._line = self._link.send(verb, params)
        self._seq = self._link.seq
        self._due = now + WAITS[0]

    def _repeat(self, now: int) -> None:
        self._link.write(self._line)
        self._repeats = min(self._repeats + 1, len(WAITS) - 1)
        self._due = now + WAITS[self._repeats]
