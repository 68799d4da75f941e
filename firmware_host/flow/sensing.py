"""Dice under the sensor: what it tells, and what players do about it."""

from transitions import EventData

from firmware_host.flow.effects import ReadTray
from firmware_host.flow.mending import Mending
from firmware_host.flow.throwing import Throwing
from firmware_host.flow.tumble import Tumble
from firmware_host.view import Say
from hw.events import Armed, Motion, Reading, Source
from hw.tower.verdict import Verdict, verdict

MOVING = 10.0  # s from the first motion until people are asked what is the matter

_TRIGGERS: dict[Verdict, str] = {
    "score": "scored",
    "ask": "doubted",
    "place": "doubted",
    "mend": "doubted",
    "count": "unusable",
    "bad": "unusable",
}


class Sensing(Throwing):
    """Callbacks of the screens of a throw that the sensor reads."""

    def armed(self, armed: Armed, now: float) -> None:
        """The sensor is ready for the throw."""
        self.now = now
        if self.awaited and self.awaited.token == armed.token:
            self.awaited = self.awaited._replace(armed=True)

    def moved(self, motion: Motion, now: float) -> None:
        """The dice began to roll."""
        self.now = now
        if self.awaited and self.awaited.token == motion.token:
            self.trigger("rolling")

    def was_read(self, reading: Reading, now: float) -> None:
        """The sensor read the tray; the reading is stored already."""
        self.now = now
        before, self.reading = self.reading, reading
        found = self._verdict(reading, before)
        if found == "ignore" and reading.kind == "nudge":
            self.refuse(Say("sensor.nudged"), now)
        if trigger := _TRIGGERS.get(found):
            if self.awaited and reading.kind == "roll":
                self.awaited = self.awaited._replace(spent=True)
            self.trigger(trigger)

    def _verdict(self, reading: Reading, before: Reading | None) -> Verdict:
        awaited = self.awaited
        if awaited is None or awaited.source != "sensor":
            return verdict(reading, None, 0, before)
        return verdict(reading, awaited.token, awaited.dice, before, confirmed=awaited.asked)

    def sensor_is(self, trouble: Say | None, now: float) -> None:
        """The sensor was lost, for a reason the screen tells, or is back."""
        self.now, self.sensor_trouble = now, trouble
        if trouble is not None:
            if self.awaited:
                self.awaited = self.awaited._replace(armed=False)
            self.trigger("lost")

    def is_armed(self, _: EventData) -> bool:
        return self.awaited is not None and self.awaited.armed

    def sensor_is_lost(self, _: EventData) -> bool:
        return self.sensor_trouble is not None

    def start_tumble(self, _: EventData) -> None:
        assert self.awaited is not None  # `moved`
        self.checked = None
        self.tumble = Tumble(self.now, (None,) * self.awaited.dice)

    def is_from_sensor(self, _: EventData) -> bool:
        return self.awaited is not None and self.awaited.source == "sensor"

    @property
    def moving_until(self) -> float | None:
        """When dice that still roll are to be asked about."""
        if self.awaited and self.awaited.source == "sensor" and self.tumble:
            return self.tumble.began + MOVING
        return None

    def score_reading(self, _: EventData) -> None:
        assert self.reading is not None  # `was_read`
        self.land(tuple(face for face in self.reading.dice if face), "sensor")

    def read_tray(self, _: EventData) -> None:
        assert self.awaited is not None  # as long as the flow is on `waiting` or `tray`
        self.awaited = self.awaited._replace(asked=True)
        self.effects.append(ReadTray(self.awaited.token))

    def forget_reading(self, _: EventData) -> None:
        """What was read before says nothing about dice that still move."""
        self.reading = None

    def spoil(self, _: EventData) -> None:
        """What the sensor told of the throw makes no sense."""
        assert self.awaited is not None  # is_awaited
        self.reading, self.awaited = None, self.awaited._replace(spent=True)

    # -- putting right what was read ------------------------------------------------------------

    def check_reading(self, _: EventData) -> None:
        assert self.reading is not None  # `was_read`
        self.checked = Mending.of(self.reading.dice, self.reading.sure)

    def can_put_right(self, _: EventData) -> bool:
        """Whether as many dice were seen as are awaited, though not each could be read."""
        reading, awaited = self.reading, self.awaited
        return bool(reading and awaited and len(reading.dice) == awaited.dice)

    @property
    def can_mend(self) -> bool:
        """Whether the throw on the screen is one that people made, and nothing followed it."""
        return self.thrown_by in ("sensor", "hand", "mended")

    def is_mendable(self, _: EventData) -> bool:
        return self.can_mend

    def check_throw(self, _: EventData) -> None:
        reading, dice = self.reading, self.newest_throw
        read = reading is not None and reading.dice == dice
        self.checked = Mending.of(dice, reading.sure if reading and read else ())

    @property
    def checking(self) -> Mending:
        """The dice that are put right; only the screen that shows them may ask."""
        if self.checked is None:
            raise RuntimeError(f"the screen {self.state} has no dice to put right")
        return self.checked

    def is_checking(self, _: EventData) -> bool:
        return self.checked is not None

    def end_check(self, _: EventData) -> None:
        self.checked = None

    def previous_face(self, _: EventData) -> None:
        self.checked = self.checking.turned(-1)

    def next_face(self, _: EventData) -> None:
        self.checked = self.checking.turned(+1)

    def next_checked(self, _: EventData) -> None:
        self.checked = self.checking.following()

    def checked_on_menu(self, _: EventData) -> bool:
        return self.checking.on_menu

    def is_whole(self, _: EventData) -> bool:
        return self.checking.is_whole

    def is_changed(self, _: EventData) -> bool:
        return self.checking.is_changed

    def is_accepted(self, _: EventData) -> bool:
        """Whether the throw being looked at is in the game already."""
        return self.awaited is None

    def accept(self, _: EventData) -> None:
        """The dice are as the player says."""
        checked = self.checking
        dice = tuple(face for face in checked.dice if face)
        if self.awaited is not None:
            self.land(dice, "mended" if checked.is_changed else "sensor")
            return
        source: Source = "hand" if self.thrown_by == "hand" else "mended"
        self.undo_throw()
        self.land(dice, source, undoes=1)
