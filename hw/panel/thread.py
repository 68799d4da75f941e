"""The panel's thread, so that a slow or dead panel never delays a press."""

import queue
import threading
from dataclasses import dataclass, replace

from PIL import Image

from hw.clock import Clock, SystemClock
from hw.events import PartReport, Post
from hw.panel.bus import PanelLost
from hw.panel.chips import must_be_contrast
from hw.panel.pages import must_fit
from hw.panel.panel import Panel

RETRY = 1.0  # s between attempts to reach a lost panel
STUCK_RETRY = 10.0  # s, where an attempt took LONG: it kept the bus from others, and fills a log
LONG = 0.5  # s; the kernel gives up on a stuck bus after one, and a whole picture takes 0.1
SETTLED = 1.0  # s until all is sent anew to a panel just lit: its plug may have bounced meanwhile
TRUST = 60.0  # s until all is sent anew: a loose wire can do what no question reveals
CLOSING = 2.5  # s; on a stuck bus, for what is under way and for the last wish


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the panel is to be like; None for dark."""

    picture: Image.Image | None
    contrast: int

    def __post_init__(self) -> None:
        if self.picture is not None:
            must_fit(self.picture)
        must_be_contrast(self.contrast)


class PanelThread:
    """Sends the newest picture; posts a `PartReport` when the panel is lost and when it is back."""

    def __init__(self, panel: Panel, post: Post, clock: Clock | None = None) -> None:
        self._panel = panel
        self._post = post
        self._clock = clock or SystemClock()
        self._wake: queue.SimpleQueue[bool] = queue.SimpleQueue()  # False ends the thread
        self._wanted = _Wanted(None, panel.contrast)
        self._sent: _Wanted | None = None  # None while the panel's state is not known
        self._ok = True
        self._due: float | None = None  # when to act unasked: to try again, or to check
        self._trusted_until = self._clock.now()
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def start(self) -> None:
        """Start the thread; until then nothing is sent."""
        self._thread.start()

    def show(self, picture: Image.Image) -> None:
        """Show a 128 x 64 one-bit picture, which must not change afterwards. Never waits."""
        self._want(replace(self._wanted, picture=picture))

    @property
    def contrast(self) -> int:
        """From 0 to 255, as it was last wanted."""
        return self._wanted.contrast

    def set_contrast(self, contrast: int) -> None:
        """Set the contrast, 0 to 255. Never waits."""
        self._want(replace(self._wanted, contrast=contrast))

    def off(self) -> None:
        """Make the panel dark until the next picture. Never waits."""
        self._want(replace(self._wanted, picture=None))

    def close(self, dark: bool = True) -> None:
        """Send what is still wanted, or darkness, then end the thread and close the bus."""
        if dark:
            self.off()
        self._wake.put(False)
        if self._thread.is_alive():
            self._thread.join(CLOSING)

    def turn(self) -> bool:
        """Wait for a wish or until something is due, and send what is wanted; False once closed."""
        going = self._clock.take(self._wake, self._due) is not False
        wanted, due = self._wanted, self._due is not None and self._clock.now() >= self._due
        if due or (wanted != self._sent and (self._ok or not going)):
            self._send(wanted, due)
        return going

    def _run(self) -> None:
        while self.turn():
            pass
        self._panel.close()

    def _want(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        self._wake.put(True)

    def _send(self, wanted: _Wanted, due: bool) -> None:
        began = self._clock.now()
        try:
            self._carry_out(wanted, check=due and self._ok)
        except PanelLost as lost:
            self._lose(str(lost), self._clock.now() - began)
        else:
            self._keep(wanted, due)

    def _lose(self, why: str, took: float) -> None:
        self._sent = None
        self._due = self._clock.now() + (RETRY if took < LONG else STUCK_RETRY)
        self._report(False, why)

    def _keep(self, wanted: _Wanted, due: bool) -> None:
        if self._sent is None or self._sent.picture is None:
            self._trusted_until = self._clock.now() + SETTLED
        self._sent = wanted
        self._plan(wanted, due)
        self._report(True)

    def _carry_out(self, wanted: _Wanted, check: bool) -> None:
        if wanted.picture is None:
            if self._sent is None or self._sent.picture is not None:
                self._panel.off()
            return
        if check:
            self._panel.check()
        if self._clock.now() >= self._trusted_until:
            self._panel.forget()
            self._trusted_until = self._clock.now() + TRUST
        self._panel.set_contrast(wanted.contrast)
        self._panel.show(wanted.picture)

    def _plan(self, wanted: _Wanted, due: bool) -> None:
        """The next check. Pictures don't put it off: a panel that was reset takes them, dark."""
        if wanted.picture is None:
            self._due = None  # a dark panel can lose nothing
        elif due or self._due is None:
            self._due = self._clock.now() + self._panel.check_every

    def _report(self, ok: bool, why: str = "") -> None:
        if ok != self._ok:
            self._ok = ok
            self._post(PartReport("panel", ok, why))
