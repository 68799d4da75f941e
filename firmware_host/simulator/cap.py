"""A button's cap: what mouse and keys push."""

from textual import events
from textual.timer import Timer
from textual.widgets import Static

from firmware_host.simulator.box import SimulatedBox
from hw.events import Button

HELD = 0.08
"""Seconds a key is held: a terminal does not tell when it is let go. Longer than the time between
the repeats of a key held down, which so becomes one long press."""


class Cap(Static):
    """Moves the box's button `button`, and lights up while it is down."""

    def __init__(
        self, button: Button, label: str, keys: tuple[str, ...], box: SimulatedBox
    ) -> None:
        super().__init__(id=button)
        self._button = button
        self._label = label
        self._keys = keys
        self._box = box
        self._lift: Timer | None = None  # while a finger is about to leave

    def draw_in(self, rows: int) -> None:
        """Choose the height."""
        self.styles.height = rows
        self.set_class(rows > 1, "high")
        keys = f"\n{' · '.join(self._keys)}" if rows > 1 else f" {self._keys[0]}"
        self.update(f"[b]{self._label}[/b][dim]{keys}[/dim]")

    def tap(self) -> None:
        """Push, and let go a moment later; a tap meanwhile holds on."""
        self._push()
        self._let_go()

    def on_mouse_down(self) -> None:
        self.capture_mouse()
        self._push()

    def on_mouse_up(self) -> None:
        self.release_mouse()

    def on_mouse_release(self, _: events.MouseRelease) -> None:
        self._let_go()

    def _push(self) -> None:
        if self._lift:
            self._lift.stop()
        if not self.has_class("down"):
            self.add_class("down")
            self._box.press(self._button)

    def _let_go(self) -> None:
        # A click may come all at once over a slow line: no finger is that fast.
        self._lift = self.set_timer(HELD, self._up)

    def _up(self) -> None:
        self.remove_class("down")
        self._box.release(self._button)
