"""The flow: a state machine whose states are the box's screens."""

import logging
from collections.abc import Callable, Mapping

from transitions import Machine

from firmware_host.flow.effects import Effect
from firmware_host.flow.menus import Menus
from firmware_host.flow.new_game import NewGame
from firmware_host.flow.refusals import refusal_of
from firmware_host.flow.table import STATES, TRANSITIONS
from firmware_host.flow.turn import Turn
from firmware_host.view import Say
from hw.events import Button, NoThrow, Thrown
from rules import Rules

REFUSAL_SHOWN = 2.0  # seconds
BLINK = 0.1  # seconds
ATTRACT_STEP = 0.5  # seconds a picture of the attract screen stands

# A press that leads nowhere is refused on the screen; it is nothing to warn of in the log.
logging.getLogger("transitions").setLevel(logging.ERROR)


class Flow(NewGame, Turn, Menus):
    """The model of the state machine. It reads no clock: every call says what time it is.

    What it wants done outside is left in `effects`, in order, for the box to take.
    """

    def __init__(self, rule_sets: Mapping[str, Rules], name_of: Callable[[int], str]) -> None:
        super().__init__(rule_sets, name_of)
        self.machine = Machine(
            self,
            states=list(STATES),
            transitions=TRANSITIONS,
            initial="attract",
            auto_transitions=False,
            send_event=True,
            ignore_invalid_triggers=True,
        )

    def press(self, button: Button, now: float) -> None:
        """A button went down: something changes, or the reason why not is shown."""
        before, self.now, self.refusal = self.shown_refusal, now, None
        if not self.trigger(f"press_{button}"):
            self._refuse(refusal_of(self, button), before)

    def refuse(self, why: Say, now: float) -> None:
        """A button was pressed that means nothing on this screen: show why."""
        before, self.now = self.shown_refusal, now
        self._refuse(why, before)

    def _refuse(self, why: Say, before: Say | None) -> None:
        # The same reason again blinks, so that this press is seen to be answered, too.
        self.refusal, self.refused_at = why, self.now + (BLINK if why == before else 0.0)

    @property
    def shown_refusal(self) -> Say | None:
        """Why the last press did nothing, as long as that is shown."""
        return self.refusal if self.now >= self.refused_at else None

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
