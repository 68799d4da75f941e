"""The empty tray, coarsely: how bright it is where."""

from .picture import Picture, median

BLOCK = 8  # pixels a side


class Background:
    """`levels` holds one octet for each block of the picture, row by row."""

    def __init__(self, width: int, height: int, levels: bytes) -> None:
        self.width = width
        self.height = height
        self.across = (width + BLOCK - 1) // BLOCK
        self.levels = levels

    def level(self, x: float, y: float) -> int:
        """Of the empty tray at this point of it."""
        return self.levels[int(y) // BLOCK * self.across + int(x) // BLOCK]

    def limits(self, row: int, times: float) -> "list[int]":
        """For each block of a row, so many times the tray's level."""
        first = row // BLOCK * self.across
        return [int(level * times) for level in self.levels[first : first + self.across]]

    def light(self, picture: Picture) -> float:
        """How many times as bright the tray is now; dice may cover up to half of it."""
        percents = []
        for at in range(len(self.levels)):
            percents.append(100 * _level(picture, at, self.across) // max(self.levels[at], 1))
        return median(percents) / 100


def background(picture: Picture) -> Background:
    """Of a picture of the empty tray."""
    across = (picture.width + BLOCK - 1) // BLOCK
    down = (picture.height + BLOCK - 1) // BLOCK
    levels = bytes([_level(picture, at, across) for at in range(across * down)])
    return Background(picture.width, picture.height, levels)


def _level(picture: Picture, at: int, across: int) -> int:
    """The mean of one row through a block."""
    row = min(at // across * BLOCK + BLOCK // 2, picture.height - 1)
    left = at % across * BLOCK
    right = min(left + BLOCK, picture.width)
    start = row * picture.width
    return sum(picture.grey[start + left : start + right]) // (right - left)
