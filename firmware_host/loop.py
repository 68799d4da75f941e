"""The loop: one thread takes events and deadlines, and owns everything they change."""

import queue

from firmware_host.box import Box
from firmware_host.service import Service
from hw.clock import Clock
from hw.events import Event, Stop


class Loop:
    """Hands each event, or the passing of a deadline, to the box, and lets `service` know."""

    def __init__(self, box: Box, events: "queue.SimpleQueue[Event]", clock: Clock) -> None:
        self.box = box
        self.events = events
        self.clock = clock
        self.service = Service()

    def run(self) -> None:
        """Turn until a `Stop` comes."""
        while self.turn():
            pass
        self.service.stopping()

    def turn(self) -> bool:
        """Wait for one event or deadline and deal with it; False after `Stop`."""
        event = self.clock.take(self.events, self._deadline)
        if isinstance(event, Stop):
            return False
        self.box.handle(event, self.clock.now())
        self.service.turned(self.box, self.clock.now())
        return True

    @property
    def _deadline(self) -> float | None:
        due = (self.box.deadline, self.service.deadline)
        return min((at for at in due if at is not None), default=None)
