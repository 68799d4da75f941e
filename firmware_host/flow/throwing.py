"""Throwing: by the box, by people under the sensor, or by people who enter their dice by hand."""

from collections.abc import Iterable, Sequence

from transitions import EventData

from firmware_host.flow.awaited import Awaited
from firmware_host.flow.effects import RequestThrow, StopAwaiting
from firmware_host.flow.hand_entry import HandEntry
from firmware_host.flow.state import FlowState, Step
from firmware_host.flow.tray import laid_out
from firmware_host.flow.tumble import Tumble
from hw.events import DiceSource, NoThrow, Source, Thrown
from rules import Game, IllegalAction, Roll
from rules.outcome import Blank, SixAlike, ThrewOff, WipedOut

LAST_TOKEN = 65535


class Throwing(FlowState):
    """Callbacks of the screens that wait for dice, and of dice that have come."""

    def with_box(self, _: EventData) -> bool:
        return self.setup.dice == "box"

    def with_sensor(self, _: EventData) -> bool:
        return self.setup.dice == "sensor"

    def with_hand(self, _: EventData) -> bool:
        return self.setup.dice == "hand"

    # -- asking for dice ----------------------------------------------------------------------

    def ask_for_throw(self, _: EventData | None = None) -> None:
        """Await dice as the game is played with; what is awaited already is not asked for again."""
        awaited, wanted = self.awaited, (self.playing.dice_to_throw, self.setup.dice)
        if awaited is None or awaited.spent or (awaited.dice, awaited.source) != wanted:
            self.await_throw(self.setup.dice)

    def throw_by_box(self, _: EventData) -> None:
        self.await_throw("box")

    def throw_by_hand(self, _: EventData) -> None:
        self.await_throw("hand")

    def await_throw(self, source: DiceSource) -> None:
        self.stop_awaiting()
        self.token = self.token % LAST_TOKEN + 1
        count = self.playing.dice_to_throw
        lying = self.clear_tray(count)
        self.awaited, self.reading = Awaited(self.token, count, source), None
        if source == "hand":
            self.entry = HandEntry(count)
            return
        if source == "box":
            self.tumble = Tumble(self.now, lying)
        self.effects.append(RequestThrow(self.token, count, source))

    def clear_tray(self, count: int) -> tuple[int | None, ...]:
        """Room for a throw of `count` dice; what lies there, None where it is not known."""
        game, lying = self.playing, self.selection.left if self.selection else ()
        if not (game.frozen and game.dice_left):
            self.tray, lying = laid_out((), count), ()
        return lying if len(lying) == count else (None,) * count  # unknown after a restart

    def stop_awaiting(self, _: EventData | None = None) -> None:
        """Dice that come now belong to no throw, and none are entered or put right any more."""
        if self.awaited and self.awaited.source == "sensor":
            self.effects.append(StopAwaiting())
        self.awaited = self.entry = self.checked = None

    def await_again(self, token: int) -> None:
        """After a restart the sensor is asked anew, unless the throw has come."""
        awaited = self.awaited
        if awaited and awaited.token == token and not awaited.spent:
            self.effects.append(RequestThrow(token, awaited.dice, "sensor"))

    @property
    def awaits_throw(self) -> bool:
        """Whether dice were kept, or taken over, for a throw that has not come."""
        game = self.playing
        if game.phase == "start":
            return game.taken > 0
        return game.phase == "decide" and game.dice_left > 0

    def in_between(self, _: EventData) -> bool:
        return self.awaits_throw

    # -- dice that come -----------------------------------------------------------------------

    def is_awaited(self, event: EventData) -> bool:
        throw: Thrown | NoThrow = event.kwargs["throw"]
        return self.awaited is not None and throw.token == self.awaited.token

    def roll(self, event: EventData) -> None:
        throw: Thrown = event.kwargs["throw"]
        self.land(throw.dice, throw.source)

    def land(self, dice: tuple[int, ...], source: Source) -> None:
        """A throw happens, and its dice lie still when they have tumbled long enough."""
        awaited = self.awaited
        assert awaited is not None  # otherwise there is nothing that could land
        self.act(Roll(dice), source=source, token=awaited.token)
        if awaited.source == "sensor" and not awaited.spent:  # as far as the sensor knows
            self.effects.append(StopAwaiting())
        self._show_landed(dice)

    def land_instead(self, dice: tuple[int, ...], source: Source) -> None:
        """The newest throw was another one; what followed it is played again as far as it can be.

        That is up to its last throw: what to make of that may be another choice now.
        """
        (misread,), followed = self.take_back(1), self.undone
        self.act(Roll(dice), source=source, token=misread.token, undoes=1)
        if again := playable(self.playing, followed):
            self.play_again(again)
            self.tray = laid_out(*self.lying)
        self._show_landed(self.newest_throw)

    def play_again(self, steps: Iterable[Step]) -> None:
        """Let happen what happened before."""
        for step in steps:
            self.act(step.action, source=step.source, token=step.token)

    def _show_landed(self, dice: tuple[int, ...]) -> None:
        self.awaited = self.entry = self.checked = None
        if self.tumble is None:  # people have seen them lie still
            self.tumble = Tumble.over(dice, self.now)
        else:
            self.tumble.land(dice, self.now)

    def has_landed(self, _: EventData | None = None) -> bool:
        return self.tumble is not None and self.tumble.dice is not None

    def end_tumble(self, _: EventData) -> None:
        self.tumble = None

    def was_roll_off(self, _: EventData) -> bool:
        return isinstance(self.playing.last, ThrewOff)

    def was_won_at_once(self, _: EventData) -> bool:
        return isinstance(self.playing.last, SixAlike)

    def was_lost(self, _: EventData) -> bool:
        return isinstance(self.playing.last, Blank | WipedOut)


def playable(game: Game, steps: Sequence[Step]) -> Sequence[Step]:
    """As many of the steps as the rules allow, up to a throw."""
    until = 0
    for count, step in enumerate(steps, 1):
        try:
            game = game.apply(step.action)
        except IllegalAction:
            break
        until = count if isinstance(step.action, Roll) else until
    return steps[:until]
