"""What a reader of dice tells: the one thing to write for a new kind of tray."""

BLIND = ("light", "lid", "cam", "cal")
"""Causes that keep a reader from seeing any die."""

MOST_DICE = 12  # a line has no room for more


class Look:
    """The tray at one instant."""

    def __init__(
        self,
        faces: "tuple[int | None, ...]" = (),  # 1 to 6, None for a die that can't be read
        sure: "tuple[int, ...]" = (),  # percent for each die; () where the reader can't tell
        spots: "tuple[tuple[int, int], ...]" = (),  # x and y per mille of the tray; () likewise
        moving: bool = False,  # dice tumble, or a hand is in the tray
        cause: str = "",  # one of BLIND, or cocked, stacked, unread; the others are found for it
        lux: int = -1,  # -1 where it can't tell
    ) -> None:
        if len(sure) not in (0, len(faces)) or len(spots) not in (0, len(faces)):
            raise ValueError(
                f"a look at {len(faces)} dice has {len(sure)} confidences and {len(spots)} spots: "
                "give one for each die, or none"
            )
        self.faces = faces[:MOST_DICE]
        self.sure = sure[:MOST_DICE] or (100,) * len(self.faces)
        self.spots = spots[:MOST_DICE]
        self.moving = moving
        self.cause = cause
        self.lux = lux


class Reader:
    """Looks at the tray. `dice` it can hold, `caps` of conf, pos and lux that it can tell."""

    dice = 6
    caps = ""

    def look(self, now: int) -> "Look | None":
        """The tray at `now` ms, or None while there is nothing newer; at most 50 ms may pass.

        Raise OSError when the hardware fails: it is told as "cam", and asked again.
        """
        raise NotImplementedError
