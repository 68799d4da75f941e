"""Taking decisions and real throws back, as far as the game's start, and making them again."""

from transitions import EventData

from firmware_host.flow.effects import Record
from firmware_host.flow.state import Step
from firmware_host.flow.tray import laid_out
from firmware_host.flow.turn import Turn
from rules import Bank, Keep, Roll

REAL = ("sensor", "hand", "mended")
"""Sources of throws that lie on the table: a throw of the box's own can't be had again."""


class Undo(Turn):
    """Callbacks of what the menu takes back, and makes again."""

    @property
    def to_take_back(self) -> tuple[Step, ...]:
        """The newest actions that were one decision, or one real throw; () where there is none."""
        if not self.past or not _may_be_taken_back(self.past[-1]):
            return ()
        *_, newest = self.past
        together = isinstance(newest.action, Bank) and newest.before.dice_left > 0
        return self.past[-2:] if together else (newest,)

    @property
    def to_make_again(self) -> tuple[Step, ...]:
        """What `undo` took back last; () when something else happened since."""
        first, *others = self.undone or (None,)
        if first is None:
            return ()
        kept = isinstance(first.action, Keep)
        banked = bool(others) and isinstance(others[0].action, Bank)
        return self.undone[:2] if kept and banked and others[0].before.dice_left else (first,)

    def undo(self, _: EventData) -> None:
        """Back to where the players were asked."""
        self.stop_awaiting()
        steps, undone = self.take_back(len(self.to_take_back)), self.undone
        self.effects.append(Record((), undoes=len(steps)))
        self.undone = (*steps, *undone)
        self._come_back()

    def redo(self, _: EventData) -> None:
        """On again to where they were before they took it back."""
        self.stop_awaiting()
        self.play_again(self.to_make_again)
        self._come_back()

    def _come_back(self) -> None:
        self.reading = self.tumble = None
        self.tray = laid_out(*self.lying)
        if self.playing.phase == "choose":
            self.choose_as_before()
        self.trigger("came_back")

    def choose_as_before(self) -> None:
        """The dice that were kept of this throw before that was taken back, or else the best."""
        self.preselect()
        if self.undone and isinstance(kept := self.undone[0].action, Keep):
            self.selection = self.chosen.choosing(kept.dice)


def _may_be_taken_back(step: Step) -> bool:
    return not isinstance(step.action, Roll) or step.source in REAL
