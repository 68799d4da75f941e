"""When the sensor greets: it cannot know who listens, or since when."""

EVERY = 1000  # ms until a good frame was heard
REFUSED_EVERY = 10000  # ms where the host speaks no version that we speak


class Greeting:
    """`up` tells that results and beats may be sent.

    A host that goes on in mid-talk may have missed that we started anew. So until it greets itself
    each frame of its calls for one more greeting.
    """

    def __init__(self) -> None:
        self.up = False
        self._greeted = False
        self._refused = False
        self._due: int | None = 0  # at power-up

    def is_due(self, now: int) -> bool:
        """Whether to greet now; if so it counts as done."""
        if self._due is None or now < self._due:
            return False
        every = REFUSED_EVERY if self._refused else EVERY
        self._due = None if self.up else now + every
        return True

    def heard(self, now: int) -> None:
        """A good frame came."""
        if self._refused:
            return
        if self.up and not self._greeted and self._due is None:
            self._due = now + EVERY
        self.up = True

    def greeted(self) -> None:
        """The host's own greeting came."""
        self.up = self._greeted = True
        self._refused = False
        self._due = None

    def refused(self, now: int) -> None:
        """The host speaks none of our versions."""
        self.up = self._greeted = False
        self._refused = True
        self._due = now + REFUSED_EVERY
