"""Whether anything moves, told from points all over two pictures."""

STEP = 4  # pixels from point to point
FEW = 3  # points that noise may change
LEAST = 12  # levels that noise may change
STUCK = 50  # equal pictures in a row: no camera is without noise


class Motion:
    """Compares each picture with the one before; keeps a sixteenth of it."""

    def __init__(self) -> None:
        self.equal = 0  # pictures in a row that were the same as the one before
        self._points = bytearray()

    def take(self, width: int, height: int, grey: "bytes | bytearray", change: int) -> bool:
        """Whether a few points or more have changed by so many levels."""
        if len(self._points) != -(-width // STEP) * -(-height // STEP):
            self._points = _points(width, height, grey)
            return False
        points, before = _points(width, height, grey), self._points
        self._points = points
        self.equal = self.equal + 1 if points == before else 0
        change = max(change, LEAST)
        moved = 0
        for at in range(len(points)):
            moved += abs(points[at] - before[at]) > change
        return moved > FEW

    @property
    def is_stuck(self) -> bool:
        return self.equal >= STUCK


def _points(width: int, height: int, grey: "bytes | bytearray") -> bytearray:
    points = bytearray(-(-width // STEP) * -(-height // STEP))
    at = 0
    for row in range(0, height, STEP):
        for place in range(row * width, (row + 1) * width, STEP):
            points[at] = grey[place]
            at += 1
    return points
