"""The loop: one thread takes events and deadlines, and owns everything they change."""

import queue

from firmware_host.box import Box
from hw.clock import Clock
from hw.events import Event, Stop


class Loop:
    """Hands each event, or the passing of a deadline, to the box."""

    def __init__(self, box: Box, events: "queue.SimpleQueue[Event]", clock: Clock) -> None:
        self.box = box
        self.events = events
        self.clock = clock

    def run(self) -> None:
        """Turn until a `Stop` comes."""
        while self.turn():
            pass

    def turn(self) -> bool:
        """Wait for one event or deadline and deal with it; False after `Stop`."""
        event = self.clock.take(self.events, self.box.deadline)
        if isinstance(event, Stop):
            return False
        self.box.handle(event, self.clock.now())
        return True
