"""The flow: a state machine whose states are the box's screens."""

import logging
from collections.abc import Callable, Mapping

from transitions import Machine

from firmware_host.flow.effects import Effect
from firmware_host.flow.menus import Menus
from firmware_host.flow.new_game import NewGame
from firmware_host.flow.refusals import refusal_of
from firmware_host.flow.table import STATES, TRANSITIONS
from hw.events import Button, DiceSource, NoThrow, Thrown
from rules import Rules

REFUSAL_SHOWN = 2.0  # seconds
ATTRACT_STEP = 0.5  # seconds a picture of the attract screen stands

# A press that leads nowhere is refused on the screen; it is nothing to warn of in the log.
logging.getLogger("transitions").setLevel(logging.ERROR)


class Flow(NewGame, Menus):
    """The model of the state machine. It reads no clock: every call says what time it is.

    What it wants done outside is left in `effects`, in order, for the box to take.
    """

    def __init__(
        self,
        rule_sets: Mapping[str, Rules],
        name_of: Callable[[int], str],
        dice_sources: tuple[DiceSource, ...] = ("box", "hand"),
    ) -> None:
        super().__init__(rule_sets, name_of, dice_sources)
        self.machine = Machine(
            self,
            states=list(STATES),
            transitions=TRANSITIONS,
            initial="attract",
            auto_transitions=False,
            send_event=True,
            ignore_invalid_triggers=True,
        )

    def press(self, *buttons: Button, now: float) -> None:
        """Buttons went down, one after the other: something changes, or why not is shown."""
        before, self.now, self.refusal = self.shown_refusal, now, None
        for button in buttons:
            if not self.trigger(f"press_{button}"):
                self.answer_with(refusal_of(self, button), before)

    def thrown(self, event: Thrown, now: float) -> None:
        """A throw arrived; one that nobody waits for (any more) is nothing."""
        self.now = now
        self.trigger("arrived", throw=event)

    def not_thrown(self, event: NoThrow, now: float) -> None:
        """The throw that was asked for will not come."""
        self.now = now
        self.trigger("missed", throw=event)

    def tick(self, now: float) -> None:
        """Time passed: let go of what was only shown for a while."""
        self.now = now
        if self.refusal and now >= self.refused_at + REFUSAL_SHOWN:
            self.refusal = None
        if self.tumble and self.tumble.is_over(now):
            self.trigger("still")
        if self.moving_until is not None and now >= self.moving_until:
            self.trigger("still_moving")

    @property
    def deadline(self) -> float | None:
        """When `tick` is next due, for the time of the last call."""
        due = []
        if self.refusal:
            due.append(self.refused_at + (REFUSAL_SHOWN if self.shown_refusal else 0.0))
        if self.tumble:
            due.append(self.tumble.deadline(self.now))
        if self.state == "attract":
            due.append((self.attract_step + 1) * ATTRACT_STEP)
        return min(due, default=None)

    @property
    def attract_step(self) -> int:
        return int(self.now / ATTRACT_STEP + 1e-6)

    def take_effects(self) -> list[Effect]:
        effects, self.effects = self.effects, []
        return effects
