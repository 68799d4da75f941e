"""The terminal's side of the simulator: the panel, five buttons, and a line of help."""

import asyncio
import signal
import time
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from firmware_host.simulator.box import SimulatedBox
from firmware_host.simulator.cap import Cap
from firmware_host.simulator.layout import LEAST_HEIGHT, LEAST_WIDTH, Layout, layout_for
from firmware_host.simulator.messages import Messages
from firmware_host.simulator.oled import Oled
from firmware_host.simulator.style import STYLE
from firmware_host.view import Say
from firmware_host.words import Words
from hw.events import Button

FRAME = 1 / 30  # s between pictures at least: more is lost on the eye, and too much for a slow line
MESSAGE_SHOWN = 15.0  # s

CAPS: tuple[tuple[Button, str, tuple[str, ...]], ...] = (
    ("left", "◀", ("←",)),
    ("right", "▶", ("→",)),
    ("keep", "KEEP", ("K", "Space")),
    ("roll", "ROLL", ("R", "Enter")),
    ("bank", "BANK", ("B",)),
)
HELP = Say.of("terminal.help")


class PictureChanged(Message):
    """The panel has taken bytes."""


class MessageArrived(Message):
    """Something was logged."""


class Crashed(Message):
    """A thread of the box has ended by a fault."""


class Simulator(App[None]):
    """Plays `box`, which it starts and does not close."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = STYLE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,1", "tap('left')"),
        Binding("right,2", "tap('right')"),
        Binding("k,K,space,3", "tap('keep')"),
        Binding("r,R,enter,4", "tap('roll')"),
        Binding("b,B,5", "tap('bank')"),
        Binding("q,Q,ctrl+c", "quit", priority=True),
        Binding("ctrl+z", "suspend_process"),
    ]

    def __init__(self, box: SimulatedBox, messages: Messages, words: Words) -> None:
        super().__init__()
        self._box = box
        self._messages = messages
        self._words = words
        self._case = Vertical(id="case")
        self._oled = Oled()
        self._caps = [Cap(button, label, keys, box) for button, label, keys in CAPS]
        self._line = Static(words(HELP), id="line", markup=False)
        self._too_small = Static(id="small", markup=False)
        self._stale = False  # a newer picture is there than the one drawn, and will be drawn
        self._drawn_at = 0.0
        self._help_again: Timer | None = None  # while a message stands where the help was

    def compose(self) -> ComposeResult:
        with self._case:
            with Vertical(id="glass"):
                yield self._oled
            with Horizontal(id="caps"):
                yield from self._caps
            yield self._line
        yield self._too_small

    def on_mount(self) -> None:
        for ended in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(ended, self.exit)
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh())
        self._messages.arrived = lambda: self.post_message(MessageArrived())
        if self._messages.newest:
            self.on_message_arrived()
        self._box.start(self._picture_changed, lambda: self.post_message(Crashed()))

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        layout = layout_for(width, height)
        self.screen.set_class(layout is None, "small")
        if layout:
            self._lay_out(layout)
        else:
            least = {"least_width": LEAST_WIDTH, "least_height": LEAST_HEIGHT}
            too_small = Say.of("terminal.small", width=width, height=height, **least)
            self._too_small.update(self._words(too_small))

    def action_tap(self, button: Button) -> None:
        self.query_one(f"#{button}", Cap).tap()

    def on_picture_changed(self) -> None:
        wait = self._drawn_at + FRAME - time.monotonic()
        if wait > 0:
            self.set_timer(wait, self._draw)
        else:
            self._draw()

    def on_message_arrived(self) -> None:
        self._line.add_class("message")
        self._line.update(self._messages.newest)
        if self._help_again:
            self._help_again.stop()
        self._help_again = self.set_timer(MESSAGE_SHOWN, self._tell_help)

    def on_crashed(self) -> None:
        self.exit(return_code=1)

    def _lay_out(self, layout: Layout) -> None:
        self._case.styles.width = layout.columns
        self._oled.draw_in(layout.cells)
        for cap in self._caps:
            cap.draw_in(layout.cap_rows)
        self._line.styles.max_height = layout.line_rows

    def _picture_changed(self) -> None:
        """In the panel's thread."""
        if not self._stale:
            self._stale = True
            self.post_message(PictureChanged())

    def _draw(self) -> None:
        self._stale = False  # first, so that bytes that come while we look are drawn too
        self._drawn_at = time.monotonic()
        self._oled.show(self._box.picture())

    def _tell_help(self) -> None:
        self._line.remove_class("message")
        self._line.update(self._words(HELP))
