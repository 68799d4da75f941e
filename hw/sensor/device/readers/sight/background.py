"""The empty tray, coarsely: how bright it is where."""

from .picture import Picture, quantile

BLOCK = 8  # pixels a side
HOLE = 3  # times darker than most of the tray is no tray
FINE = 64


class Background:
    """`levels` holds one octet for each block of the picture, row by row."""

    def __init__(self, width: int, height: int, levels: bytes) -> None:
        self.width = width
        self.height = height
        self.across = (width + BLOCK - 1) // BLOCK
        self.levels = levels

    def __repr__(self) -> str:
        return f"Background({self.width}, {self.height}, {self.levels!r})"

    def usual(self) -> int:
        """The level that most of the tray has."""
        counts = [0] * 256
        for level in self.levels:
            counts[level] += 1
        return quantile(counts, 0.5)

    def level(self, x: float, y: float) -> int:
        """Of the empty tray at this point of it."""
        return self.levels[int(y) // BLOCK * self.across + int(x) // BLOCK]

    def limits(self, row: int, times: float) -> "list[int]":
        """For each block of a row, so many times the tray's level."""
        first = row // BLOCK * self.across
        return [int(level * times) for level in self.levels[first : first + self.across]]

    def light(self, picture: Picture) -> float:
        """How many times as bright the tray is now; dice may cover up to half of it."""
        counts = [0] * 256  # of parts of 1 / FINE, to four times
        for at in range(len(self.levels)):
            now = _level(picture, at, self.across)
            counts[min(FINE * now // self.levels[at], 255)] += 1
        return quantile(counts, 0.5) / FINE


def background(picture: Picture) -> Background:
    """Of a picture of the empty tray; what is black in it, such as a hole, counts as less dark."""
    across = (picture.width + BLOCK - 1) // BLOCK
    down = (picture.height + BLOCK - 1) // BLOCK
    levels = bytes([_level(picture, at, across) for at in range(across * down)])
    tray = Background(picture.width, picture.height, levels)
    least = max(tray.usual() // HOLE, 1)
    tray.levels = bytes([max(level, least) for level in levels])
    return tray


def _level(picture: Picture, at: int, across: int) -> int:
    """The mean of one row through a block."""
    row = min(at // across * BLOCK + BLOCK // 2, picture.height - 1)
    left = at % across * BLOCK
    right = min(left + BLOCK, picture.width)
    start = row * picture.width
    return sum(picture.grey[start + left : start + right]) // (right - left)
