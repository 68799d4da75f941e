"""The box: takes what happened to the flow, and what the flow wants to the parts."""

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

from PIL import Image

from firmware_host.bookmark import Bookmark, BookmarkError, read
from firmware_host.flow import Flow
from firmware_host.flow.effects import (
    Abandon,
    Begin,
    Effect,
    PutAway,
    ReadTray,
    Record,
    RequestThrow,
    StopAwaiting,
    TakeUp,
)
from firmware_host.flow.places import WITH_OTHERS, place_of
from firmware_host.flow.views import view_of
from firmware_host.ledger import Ledger
from firmware_host.lost_parts import LostParts, sensor_trouble
from firmware_host.profiles import PROFILES
from firmware_host.rest import DIM, Rest, Stage, moved
from firmware_host.resume import switch_to, take_up
from firmware_host.screens.drawing import draw
from firmware_host.shelf import Shelf
from firmware_host.view import Say, View
from firmware_host.words import Words
from hw.dice import Dice, RealDice
from hw.errors import PartError
from hw.events import (
    KEYS,
    Armed,
    Disarmed,
    Edge,
    Event,
    Key,
    Motion,
    NoThrow,
    PartReport,
    Profile,
    Reading,
    Thrown,
)
from hw.pad import Pad
from hw.tower.verdict import answer_to

REREAD = 1.0  # seconds between readings of all buttons: the kernel loses edges under load
RESAVE = 5.0  # seconds between looks whether games are still saved, or can be again

DAMAGED = Say("note.damaged")

UNSAVED = "games are not saved: run dicetower doctor"

log = logging.getLogger(__name__)


class Display(Protocol):
    """Shows pictures, and does not wait for it."""

    @property
    def contrast(self) -> int: ...

    def show(self, picture: Image.Image) -> None: ...

    def set_contrast(self, contrast: int) -> None: ...

    def off(self) -> None: ...


Feel = Callable[[View | None, View], None]
"""Takes the view before and the view now, for sound and lamps, and does not wait."""


class Levels(Protocol):
    """Reads which buttons are down."""

    def levels(self) -> Mapping[Key, bool]: ...

    @property
    def alive(self) -> bool:
        """False once only a restart of the program mends them."""


class Box:
    """Everything that the loop's thread owns.

    `pins`, once there are any, are read for edges that were lost.
    """

    def __init__(
        self,
        flow: Flow,
        dice: Dice,
        ledger: Ledger,
        words: Words,
        display: Display,
        now: float,
        bookmark: Bookmark | None = None,
        profile: Profile = "five",
        sensor: RealDice | None = None,
    ) -> None:
        self.flow = flow
        self._sensor = sensor
        self.view: View | None = None
        self.pins: Levels | None = None
        self._pad = Pad(KEYS[profile])
        self.profile = PROFILES[profile]()
        self._dice = dice
        self.ledger = ledger
        self.shelf = Shelf(ledger)
        self._knows_others = False
        self._words = words
        self._display = display
        self._contrast = display.contrast  # while somebody plays
        self._rest = Rest(now)
        self._stage: Stage = "awake"
        self._shift = 0
        self._feel: Feel | None = None
        self._bookmark = bookmark
        self._bookmark_ok = True
        self._place: dict[str, Any] = {}
        self._lost = LostParts(flow.notes)
        self._reread_at = 0.0
        self._resave_at = 0.0

    @property
    def deadline(self) -> float | None:
        """When `handle` is next due even if nothing happens."""
        due = [self._pad.deadline, self._rest.deadline, self._reread_at if self.pins else None]
        if self._rest.stage != "off":
            due.append(self.flow.deadline)
        return min((at for at in due if at is not None), default=None)

    @property
    def alive(self) -> bool:
        """Whether nothing has died that only a restart of the program mends."""
        return self.pins is None or self.pins.alive

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong, in words: why each lost part is, and that games are not saved."""
        unsaved = (UNSAVED,) if self.ledger.saved is False else ()
        return (*self._lost.troubles, *unsaved)

    def feel_with(self, feel: Feel) -> None:
        """Tell `feel` of the present view, and of each that follows."""
        self._feel = feel
        if self.view is not None:
            feel(None, self.view)

    def handle(self, event: Event | None, now: float) -> None:
        """Deal with one event, or the passing of a deadline, down to the picture."""
        match event:
            case Edge():
                self._pad.edge(event, now)
                self._take_presses(event.at, now)
            case Thrown():
                self.flow.thrown(event, now)
            case NoThrow():
                self.flow.not_thrown(event, now)
            case Armed():
                self.flow.armed(event, now)
            case Disarmed():
                self.flow.disarmed(event, now)
            case Motion():
                self._rest.use(now)
                self.flow.moved(event, now)
            case Reading():
                self._take_reading(event, now)
            case PartReport():
                self._lost.report(event)
                if event.part == "sensor":
                    self.flow.sensor_is(sensor_trouble(event), now)
            case None:
                # Nothing waits, so no edge older than now is still to come.
                self._read_levels(now)
                self._take_presses(now, now)
        self.flow.tick(now)
        self._rest.tick(now)
        self._save_again(now)
        self._carry_out()
        self._refresh()

    def _take_reading(self, reading: Reading, now: float) -> None:
        """Store what the sensor read, let it count once, and only then tell the sensor."""
        earlier = self.ledger.remember(reading)
        if earlier is None:
            if reading.token:
                self._rest.use(now)
            self.flow.was_read(reading, now)
            self._carry_out()
        self._real.answer(reading, answer_to(reading, earlier))

    @property
    def _real(self) -> RealDice:
        """The sensor; without one it is never offered."""
        if self._sensor is None:
            raise RuntimeError("dice are to be read, and there is no sensor")
        return self._sensor

    def _take_presses(self, until: float, now: float) -> None:
        for press in self._pad.poll(until):
            if press.kind == "short" and self._rest.use(now):
                self._press(press.button, now)

    def _press(self, key: Key, now: float) -> None:
        meaning = self.profile.meaning(key, view_of(self.flow))
        if isinstance(meaning, Say):
            self.flow.refuse(meaning, now)
            return
        self.flow.press(*meaning, now=now)
        self._offer_where_shown()

    def _read_levels(self, now: float) -> None:
        if self.pins is None or now < self._reread_at:
            return
        self._reread_at = now + REREAD
        try:
            self._pad.levels(now, self.pins.levels())
        except PartError as error:
            self._lost.report(PartReport("buttons", False, str(error)))
        else:
            self._lost.report(PartReport("buttons", True, ""))

    def _save_again(self, now: float) -> None:
        if now < self._resave_at:
            return
        self._resave_at = now + RESAVE
        if self.ledger.try_again():
            self._return()
            self._place = {}  # where the games were lost, it may be, too
            self._mark()
            self._knows_others = False

    def _return(self) -> None:
        """Saving works again: nobody could go on before with the games that are there."""
        if self.flow.state == "attract":
            take_up(self, read(self._bookmark), self.flow.now)
        elif self.flow.game is None:
            self.ledger.put_away()

    def _carry_out(self) -> None:
        """Do what the flow wants, in order: what happened is on the disk before it is shown."""
        while effects := self.flow.take_effects():
            for _, same in groupby(effects, type):
                self._carry_out_alike(list(same))
            self._knows_others = False

    def _carry_out_alike(self, effects: Sequence[Effect]) -> None:
        # A mended throw and those that follow it again are one to the store: all or none.
        if records := [effect for effect in effects if isinstance(effect, Record)]:
            self.ledger.write(*records)
            return
        for effect in effects:
            self._carry_out_one(effect)

    def _carry_out_one(self, effect: Effect) -> None:
        match effect:
            case Begin() | Abandon():
                self.ledger.write(effect)
            case PutAway(place):
                self.shelf.put(place)
            case TakeUp(game):
                switch_to(self, game, self.flow.now)
            case RequestThrow(token, dice, "box"):
                self._dice.throw(token, dice)
            case RequestThrow(token, dice):
                self.ledger.expect(token, dice)
                self._real.throw(token, dice)
            case ReadTray(token):
                self._real.read(token)
            case StopAwaiting():
                self.ledger.spend()
                self._real.stop()

    def offer_others(self) -> None:
        """Tell the flow which unfinished games can be gone on with: each is played for that."""
        self.flow.offer(self.shelf.games())
        self.flow.saved, self._knows_others = self.ledger.saved, True

    def _offer_where_shown(self) -> None:
        if self.flow.saved != self.ledger.saved:
            self.flow.saved, self._knows_others = self.ledger.saved, False
        if self.flow.state in WITH_OTHERS and not self._knows_others:
            self.offer_others()

    def _refresh(self) -> None:
        self._offer_where_shown()
        if self.ledger.is_damaged:
            self.flow.notes["games"] = DAMAGED
        self.flow.code = self.ledger.code
        view = self.profile.shown(view_of(self.flow))
        before = self.view
        same_view = view == before and type(view.body) is type(before.body)
        if same_view and (self._rest.stage, self._rest.shift) == (self._stage, self._shift):
            return
        self.view = view
        self._show(view)
        if self._feel is not None:
            self._feel(before, view)
        self._mark()

    def _show(self, view: View) -> None:
        """Put the view on the panel as bright, and as far aside, as befits the time."""
        before, self._stage, self._shift = self._stage, self._rest.stage, self._rest.shift
        if self._stage != "off":
            if self._stage != before:
                self._display.set_contrast(DIM if self._stage == "dim" else self._contrast)
            self._display.show(moved(draw(view, self._words), self._shift))
        elif before != "off":
            self._display.off()

    def _mark(self) -> None:
        place = {
            "game": self.ledger.game,
            "seq": self.ledger.seq,
            **place_of(self.flow),
            "profile": self.profile.place,
            "put_away": dict(self.shelf.places),
        }
        if self._bookmark is None or place == self._place:
            return
        # Whose dice are thrown next is nowhere else, and must not be guessed after a power cut.
        are_other_dice = place["dice"] != self._place.get("dice")
        self._place = place
        try:
            self._bookmark.write(place, lasting=are_other_dice)
        except BookmarkError as error:
            if self._bookmark_ok:
                log.warning("%s", error)
            self._bookmark_ok = False
        else:
            self._bookmark_ok = True
