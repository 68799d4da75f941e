"""What is bright in a picture, body by body."""

from .background import BLOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from .background import Background
    from .picture import Picture

MOST_RUNS = 1500  # a dozen dice have about 800; more is noise, or light


class CrowdError(ValueError):
    """There is more that is bright than dice could be."""


class Body:
    """Connected bright pixels, as runs of one row: (row, first column, column after the last)."""

    def __init__(self) -> None:
        self.runs: list[tuple[int, int, int]] = []
        self.area = 0
        self._into: Body | None = None

    def add(self, row: int, start: int, stop: int) -> None:
        self.runs.append((row, start, stop))
        self.area += stop - start

    def whole(self) -> "Body":
        """The body that this one has become a part of, or itself."""
        body = self
        while body._into is not None:
            body = body._into
        return body

    def join(self, other: "Body") -> None:
        """Take in another body, which was found to be a part of this."""
        self.runs += other.runs
        self.area += other.area
        other._into = self
        other.runs = []

    def middle(self) -> "tuple[float, float]":
        """Its centre of mass."""
        across = down = 0
        for row, start, stop in self.runs:
            across += (stop - start) * (start + stop - 1)
            down += (stop - start) * row
        return across / 2 / self.area, down / self.area

    def touches(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Whether it reaches beyond these columns and rows."""
        for row, start, stop in self.runs:
            if start < left or stop > right or not top <= row < bottom:
                return True
        return False

    def spans(self) -> "list[tuple[int, int, int]]":
        """Each of its rows from the first pixel to the last, as one run."""
        rows: dict[int, tuple[int, int]] = {}
        for row, start, stop in self.runs:
            first, last = rows.get(row, (start, stop))
            rows[row] = min(first, start), max(last, stop)
        return [(row, start, stop) for row, (start, stop) in rows.items()]

    def level(self, picture: "Picture") -> int:
        """A level that most of its pixels have, which are of no pip and no edge."""
        levels = bytearray()
        for row, start, stop in self.runs[:: 1 + self.area // 1500]:
            levels += picture.grey[row * picture.width + start : row * picture.width + stop]
        ordered = sorted(levels)
        return ordered[len(ordered) * 6 // 10]


def find(
    picture: "Picture", background: "Background", limit: float
) -> "Generator[None, None, list[Body]]":
    """The bodies more than `limit` times as bright as the tray, largest first.

    CrowdError when there are too many runs to be kept.
    """
    bodies: list[Body] = []
    above: list[tuple[int, int, Body]] = []
    count = 0
    for row in range(picture.height):
        yield
        limits = background.limits(row, limit)
        runs = _runs(picture, row, limits)
        count += len(runs)
        if count > MOST_RUNS:
            raise CrowdError("the picture is too noisy or too bright: see to the light")
        above = _connect(bodies, above, runs, row)
    whole = [body for body in bodies if body.runs]
    whole.sort(key=lambda body: -body.area)
    return whole


def _runs(picture: "Picture", row: int, limits: "list[int]") -> "list[tuple[int, int]]":
    """Where a row is bright. Most pieces of it are dark, or bright, from end to end."""
    line = picture.grey[row * picture.width : (row + 1) * picture.width]
    turns = []
    lit = False
    for block in range(len(limits)):
        limit, left = limits[block], block * BLOCK
        piece = line[left : left + BLOCK]
        if (min(piece) > limit) if lit else (max(piece) <= limit):
            continue
        for column in range(len(piece)):
            if (piece[column] > limit) != lit:
                lit = not lit
                turns.append(left + column)
    if lit:
        turns.append(picture.width)
    return [(turns[at], turns[at + 1]) for at in range(0, len(turns), 2)]


def _connect(
    bodies: "list[Body]",
    above: "list[tuple[int, int, Body]]",
    runs: "list[tuple[int, int]]",
    row: int,
) -> "list[tuple[int, int, Body]]":
    """Give each run of a row to the body that it touches in the row above, or to a new one."""
    here = []
    first = 0
    for start, stop in runs:
        while first < len(above) and above[first][1] < start:
            first += 1
        body: Body | None = None
        at = first
        while at < len(above) and above[at][0] <= stop:
            other = above[at][2].whole()
            if body is None:
                body = other
            elif body is not other:
                body.join(other)
            at += 1
        if body is None:
            body = Body()
            bodies.append(body)
        body.add(row, start, stop)
        here.append((start, stop, body))
    return here
