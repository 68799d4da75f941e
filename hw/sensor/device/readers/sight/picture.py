"""A grey picture."""


class Picture:
    """`grey` holds one octet for each pixel, row by row from the top, 0 for black."""

    def __init__(self, width: int, height: int, grey: "bytes | bytearray | memoryview") -> None:
        if len(grey) != width * height:
            raise ValueError(
                f"a grey picture of {width} × {height} has {width * height} octets, not "
                f"{len(grey)}: set the camera to one octet for each pixel"
            )
        self.width = width
        self.height = height
        self.grey = memoryview(grey)

    def level(self, x: float, y: float) -> int:
        """Of the pixel at this point; beyond the border it is black."""
        column, row = int(x + 0.5), int(y + 0.5)
        if x < 0 or y < 0 or column >= self.width or row >= self.height:
            return 0
        return self.grey[row * self.width + column]

    def holds(self, x: float, y: float, room: float) -> bool:
        """Whether there is so much room around this point."""
        return room <= x < self.width - room and room <= y < self.height - room

    def mean(self, x: float, y: float, offsets: "list[tuple[int, int]]") -> float:
        """Of the pixels around the one at this point, none of them beyond the border."""
        at = int(y + 0.5) * self.width + int(x + 0.5)
        total = 0
        for right, down in offsets:
            total += self.grey[at + down * self.width + right]
        return total / len(offsets)

    def off(self, x: float, y: float, offsets: "list[tuple[int, int]]", level: int) -> float:
        """How far these pixels are from a level, in the mean."""
        at = int(y + 0.5) * self.width + int(x + 0.5)
        total = 0
        for right, down in offsets:
            total += abs(self.grey[at + down * self.width + right] - level)
        return total / len(offsets)


def quantile(counts: "list[int]", share: float) -> int:
    """The number that this share of all does not exceed; `counts` tells how many of each."""
    left = share * sum(counts)
    for number in range(len(counts)):
        left -= counts[number]
        if left <= 0:
            return number
    return len(counts) - 1
