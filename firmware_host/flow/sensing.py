"""Dice under the sensor: what it tells, and what players do about it."""

from transitions import EventData

from firmware_host.flow.effects import ReadTray
from firmware_host.flow.mending import Mending
from firmware_host.flow.throwing import Throwing
from firmware_host.flow.tumble import Tumble
from firmware_host.view import Say
from hw.events import Armed, Disarmed, Motion, Reading, Source
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
            if not self.awaited.spent:
                self.trigger("still_awaited")

    def disarmed(self, disarmed: Disarmed, now: float) -> None:
        """The sensor is not ready any more: what is thrown until it is again can't count."""
        self.now = now
        if self.awaited and self.awaited.token == disarmed.token:
            self.awaited = self.awaited._replace(armed=False)
            self.trigger("still_awaited")

    def moved(self, motion: Motion, now: float) -> None:
        """The dice began to roll."""
        self.now = now
        if self.awaited and self.awaited.token == motion.token:
            self.trigger("rolling")

    def was_read(self, reading: Reading, now: float) -> None:
        """The sensor read the tray; the reading is stored already."""
        self.now = now
        before, self.newest_reading = self.newest_reading, reading
        found = self._verdict(reading, before)
        if trigger := _TRIGGERS.get(found):
            self._take(reading)
            self.trigger(trigger)
        elif found == "ignore":
            self._pass_over(reading)
        elif why := self._why_not(reading):
            self.refuse(why, now)

    def _verdict(self, reading: Reading, before: Reading | None) -> Verdict:
        awaited = self.awaited
        if awaited is None or awaited.source != "sensor":
            return verdict(reading, None, 0, before)
        found = verdict(reading, awaited.token, awaited.dice, before)
        return "ask" if found == "ignore" and self._is_put_right(reading) else found

    def _is_put_right(self, reading: Reading) -> bool:
        """Whether dice of the throw were moved that could not be scored as they lay."""
        seen_before = self.reading is not None
        return seen_before and reading.kind == "nudge" and self._is_as_awaited(reading)

    def _is_as_awaited(self, reading: Reading) -> bool:
        return self.awaited is not None and len(reading.dice) == self.awaited.dice

    def _take(self, reading: Reading) -> None:
        """It is of the throw that is awaited, and is told on the screen."""
        assert self.awaited is not None  # otherwise it is stale
        spent = self.awaited.spent or reading.kind == "roll"
        self.awaited = self.awaited._replace(asked=False, spent=spent)
        self.reading, self.checked = reading, None

    def _pass_over(self, reading: Reading) -> None:
        """Dice were moved while a throw is awaited, but not thrown."""
        self.trigger("still_awaited")
        if reading.kind == "nudge" and self.state == "waiting":
            self.refuse(Say("refusal.throw"), self.now)

    def _why_not(self, reading: Reading) -> Say | None:
        """What to tell of dice that moved while none, or others, were awaited from the sensor."""
        if self.game is None or self.game.phase == "over" or self.setup.dice != "sensor":
            return None
        if self.awaited and self.awaited.source != "sensor":
            return None
        if reading.kind == "roll":
            return Say("sensor.early")
        nudged = reading.kind == "nudge" and self.can_mend
        return Say("sensor.nudged") if nudged else None

    def sensor_is(self, trouble: Say | None, now: float) -> None:
        """The sensor was lost, for a reason the screen tells, or is back."""
        self.now, self.sensor_trouble = now, trouble
        if trouble is not None:
            if self.awaited:
                self.awaited = self.awaited._replace(armed=False, asked=False)
            self.trigger("lost")

    def is_armed(self, _: EventData) -> bool:
        return self.awaited is not None and self.awaited.armed

    def is_being_read(self, _: EventData) -> bool:
        """Whether the tray was to be read as it lies, and has not been yet."""
        return self.awaited is not None and self.awaited.asked

    def sensor_is_lost(self, _: EventData) -> bool:
        return self.sensor_trouble is not None

    def start_tumble(self, _: EventData) -> None:
        assert self.awaited is not None  # `moved`
        self.checked = None
        self.tumble = Tumble(self.now, (None,) * self.awaited.dice)

    def is_from_sensor(self, _: EventData) -> bool:
        return self._is_from_sensor

    @property
    def _is_from_sensor(self) -> bool:
        return self.awaited is not None and self.awaited.source == "sensor"

    @property
    def moving_until(self) -> float | None:
        """When dice that still roll are to be asked about."""
        return self.tumble.began + MOVING if self.tumble and self._is_from_sensor else None

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

    def is_unread(self, _: EventData) -> bool:
        """Whether what was read of the throw that is awaited can't be scored, but read again."""
        reading = self.reading
        if reading is None or not self._is_from_sensor or self.sensor_trouble:
            return False
        return reading.cause is not None or not self._is_as_awaited(reading)

    def spoil(self, _: EventData) -> None:
        """The throw can't be scored: it did not come, or what was told of it makes no sense."""
        assert self.awaited is not None  # is_awaited
        self.reading, self.checked = None, None
        self.awaited = self.awaited._replace(asked=False, spent=True)

    # -- putting right what was read ------------------------------------------------------------

    def check_reading(self, _: EventData) -> None:
        assert self.reading is not None  # `was_read`
        self.checked = Mending.of(self.reading.dice, self.reading.sure)

    def can_put_right(self, _: EventData | None = None) -> bool:
        """Whether as many dice were seen as are awaited, though not each could be read."""
        reading = self.reading
        return reading is not None and self._is_as_awaited(reading) and any(reading.dice)

    @property
    def can_mend(self) -> bool:
        """Whether the throw on the screen is one that people made, and nothing followed it."""
        return self.thrown_by in ("sensor", "hand", "mended")

    def is_mendable(self, _: EventData) -> bool:
        return self.can_mend

    def check_throw(self, _: EventData | None = None) -> None:
        reading, dice = self.reading, self.newest_throw
        read = reading is not None and reading.dice == dice
        self.checked = Mending.of(dice, reading.sure if reading and read else (), certain=0)

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

    def has_other_dice(self, _: EventData) -> bool:
        return len(self.checking.dice) > 1

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
        self.land_instead(dice, source)
