"""Buttons: presses out of raw edges, without a clock of its own.

pin   ────┐ ┌┐ ┌───────────────────────────────────┐┌┐┌─────
          └─┘└─┘ down, bouncing                    └┘└┘ up, bouncing
                ├─ 15 ms ─┤ short
                ├──────────── 700 ms ────────┤ long
                                                     ├─ 15 ms ─┤ release
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from hw.events import BUTTONS, Edge, Key

DEBOUNCE = 0.015  # s; switches of a few euro bounce for up to 10 ms
LONG = 0.7  # s; longer than any press made without thinking

Kind = Literal["short", "long", "release"]


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down ("short"), has been held ("long"), or was let go ("release")."""

    button: Key
    at: float  # monotonic seconds
    kind: Kind


class Pad:
    """All buttons: takes edges and levels, gives presses in order of time.

    Edges of one button come in the order in which they happened. Where they come late, a busy
    machine has more of them waiting: for as long as one bounces, others are believed to be as late.
    A button may be held from the start: until a first level has lasted, there are no presses of it.
    """

    def __init__(self, buttons: Iterable[Key] = BUTTONS) -> None:
        self._lines = {button: _Line(button) for button in buttons}
        self._presses: list[Press] = []
        self._late = 0.0  # s; between the newest edge and its coming
        self._sure_at = float("-inf")  # when nothing as late as that is still to come

    @property
    def deadline(self) -> float | None:
        """When `poll` is next due, or None while nothing is under way."""
        due = [self._told_at(line.due) for line in self._lines.values() if line.due is not None]
        due.extend(press.at for press in self._presses)
        return min(due, default=None)

    def edge(self, edge: Edge, now: float | None = None) -> None:
        """Take a change of level as the pin reported it; it comes `now`, if not at once."""
        come = edge.at if now is None else now
        self._late, self._sure_at = max(0.0, come - edge.at), come + DEBOUNCE
        self._presses += self._lines[edge.button].change(edge.at, edge.down)

    def levels(self, now: float, down: Mapping[Key, bool]) -> None:
        """Take levels read at `now`, for edges that never came, unless they may still come."""
        if self._known(now) < now:
            return
        for button, is_down in down.items():
            self._presses += self._lines[button].read(now, is_down)

    def poll(self, now: float) -> list[Press]:
        """Everything that has come about by `now` and was not given before."""
        known = self._known(now)
        for line in self._lines.values():
            due = line.due
            # Taking away what was added can miss by a bit: `deadline` would be due for ever.
            is_due = due is not None and self._told_at(due) <= now
            self._presses += line.settle(max(known, due) if is_due and due is not None else known)
        presses, self._presses = sorted(self._presses, key=lambda press: press.at), []
        return presses

    def _known(self, now: float) -> float:
        """Up to when all edges have come."""
        return now if now >= self._sure_at else now - self._late

    def _told_at(self, due: float) -> float:
        """When `poll` tells of what comes about at `due`."""
        return min(due + self._late, max(due, self._sure_at))


@dataclass(slots=True)
class _Line:
    """One button: the level that counts, and the level last seen with the time it came."""

    button: Key
    down: bool | None = None  # not known yet
    seen: bool | None = None
    since: float = float("-inf")
    pressed: bool = False  # "short" was given, "release" is still to come
    long_at: float | None = None

    @property
    def due(self) -> float | None:
        """When something comes about if no edge comes before."""
        if self.seen != self.down:
            return self.since + DEBOUNCE
        # A wobble puts a long press off: while it lasts, the finger may have left.
        return None if self.long_at is None else max(self.long_at, self.since)

    def read(self, now: float, down: bool) -> list[Press]:
        """A level read at `now`: an edge if it differs."""
        return self.change(now, down) if down != self.seen else []

    def change(self, at: float, down: bool) -> list[Press]:
        """An edge at `at`; to the level already seen, it means that another was lost between."""
        presses = self.settle(at)
        self.seen, self.since = down, at
        return presses

    def settle(self, until: float) -> list[Press]:
        """What comes about up to `until` while the level stays as seen."""
        presses = []
        while (due := self.due) is not None and due <= until:
            presses += self._held_long(due) if self.seen == self.down else self._turn(due)
        return presses

    def _turn(self, at: float) -> list[Press]:
        before, self.down, self.long_at = self.down, self.seen, None
        if before is None:
            return []
        if self.down:
            self.pressed, self.long_at = True, self.since + LONG
            return [Press(self.button, at, "short")]
        was_pressed, self.pressed = self.pressed, False
        return [Press(self.button, at, "release")] if was_pressed else []

    def _held_long(self, at: float) -> list[Press]:
        self.long_at = None
        return [Press(self.button, at, "long")]
