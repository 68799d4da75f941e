"""What is bright in a picture, body by body."""

from array import array

from .background import BLOCK
from .picture import quantile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from .background import Background
    from .picture import Picture

    Run = tuple[int, int, int]  # row, first column, column after the last

MOST_RUNS = 1500  # a dozen dice have about 800; more is noise, or light


class CrowdError(ValueError):
    """There is more that is bright than dice could be."""


class Body:
    """Connected bright pixels, as runs of one row each."""

    def __init__(self) -> None:
        self.area = 0
        self._runs = array("H")
        self._into: Body | None = None

    def __iter__(self) -> "Iterator[Run]":
        runs = self._runs
        for at in range(0, len(runs), 3):
            yield runs[at], runs[at + 1], runs[at + 2]

    def add(self, row: int, start: int, stop: int) -> None:
        for number in (row, start, stop):
            self._runs.append(number)
        self.area += stop - start

    def join(self, other: "Body") -> None:
        """Take in another body, which was found to be a part of this."""
        self._runs.extend(other._runs)
        self.area += other.area
        other._runs = array("H")
        other._into = self

    def whole(self) -> "Body":
        """The body that this one has become a part of, or itself."""
        body = self
        while body._into is not None:
            body = body._into
        return body

    def middle(self) -> "tuple[float, float]":
        """Its centre of mass."""
        across = down = 0
        for row, start, stop in self:
            across += (stop - start) * (start + stop - 1)
            down += (stop - start) * row
        return across / 2 / self.area, down / self.area

    def is_inside(self, picture: "Picture", room: int) -> bool:
        """Whether so many pixels are free between it and the picture's border."""
        for row, start, stop in self:
            if start < room or stop > picture.width - room:
                return False
            if not room <= row < picture.height - room:
                return False
        return True

    def spans(self) -> "list[Run]":
        """Each of its rows from the first pixel to the last, as one run."""
        rows: dict[int, tuple[int, int]] = {}
        for row, start, stop in self:
            first, last = rows.get(row, (start, stop))
            rows[row] = min(first, start), max(last, stop)
        return [(row, start, stop) for row, (start, stop) in rows.items()]

    def level(self, picture: "Picture") -> int:
        """Of the body itself, of which there is more than of its pips and its edges."""
        counts = [0] * 256
        for row, start, stop in self:
            for at in range(row * picture.width + start, row * picture.width + stop):
                counts[picture.grey[at]] += 1
        return quantile(counts, 0.6)


def find(
    picture: "Picture", background: "Background", limit: float, least: float
) -> "Generator[None, None, list[Body]]":
    """The bodies more than `limit` times as bright as the tray, with an area of at least `least`.

    CrowdError when there is too much else.
    """
    found: list[Body] = []
    above: list[tuple[int, int, Body]] = []
    count = 0
    for row in range(picture.height):
        yield
        runs = _runs(picture, row, background.limits(row, limit))
        count += len(runs)
        if count > MOST_RUNS:
            raise CrowdError("the picture is too noisy or too bright: see to the light")
        here = _connect(above, runs, row)
        found += _ended(above, here, least)
        above = here
    return found + _ended(above, [], least)


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
    above: "list[tuple[int, int, Body]]", runs: "list[tuple[int, int]]", row: int
) -> "list[tuple[int, int, Body]]":
    """Give each run of a row to the body that it touches in the row above, or to a new one."""
    here = []
    first = 0
    for start, stop in runs:
        while first < len(above) and above[first][1] < start:
            first += 1
        body = _touched(above, first, stop) or Body()
        body.add(row, start, stop)
        here.append((start, stop, body))
    return here


def _touched(above: "list[tuple[int, int, Body]]", first: int, stop: int) -> "Body | None":
    """The body of the runs from the first one to a column, which become one."""
    body: Body | None = None
    for at in range(first, len(above)):
        if above[at][0] > stop:
            break
        other = above[at][2].whole()
        if body is None:
            body = other
        elif body is not other:
            body.join(other)
    return body


def _ended(
    above: "list[tuple[int, int, Body]]", here: "list[tuple[int, int, Body]]", least: float
) -> "list[Body]":
    """Bodies of a row that do not go on in the next one, those that are large enough."""
    going_on = [body.whole() for _, _, body in here]
    ended: list[Body] = []
    for _, _, part in above:
        body = part.whole()
        if body.area >= least and body not in going_on and body not in ended:
            ended.append(body)
    return ended
