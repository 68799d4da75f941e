"""The panel's thread, so that a slow or dead panel never delays a press."""

import queue
import threading
from dataclasses import dataclass, replace

from PIL import Image

from hw.clock import Clock, SystemClock
from hw.events import PartReport, Post
from hw.panel.chips import must_be_contrast
from hw.panel.pages import must_fit
from hw.panel.panel import Panel, PanelLost

RETRY = 1.0  # s between attempts to reach a lost panel
TRUST = 60.0  # s until all is sent anew: a loose wire can reset the chip without an error
CLOSING = 2.0  # s; the kernel gives up on a stuck bus after one


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
        self._retry_at: float | None = None  # None unless the panel is lost
        self._trusted_until = self._clock.now() + TRUST
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
        """Wait for a wish or the time to try again, and send what is wanted; False once closed."""
        going = self._clock.take(self._wake, self._retry_at) is not False
        if not going or self._retry_at is None or self._clock.now() >= self._retry_at:
            self._send(self._wanted)
        return going

    def _run(self) -> None:
        while self.turn():
            pass
        self._panel.close()

    def _want(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        self._wake.put(True)

    def _send(self, wanted: _Wanted) -> None:
        if wanted == self._sent:
            return
        try:
            self._carry_out(wanted)
        except PanelLost as lost:
            self._sent, self._retry_at = None, self._clock.now() + RETRY
            self._report(False, str(lost))
        else:
            self._sent, self._retry_at = wanted, None
            self._report(True)

    def _carry_out(self, wanted: _Wanted) -> None:
        if wanted.picture is None:
            self._panel.off()
            return
        if self._clock.now() >= self._trusted_until:
            self._panel.forget()
            self._trusted_until = self._clock.now() + TRUST
        self._panel.set_contrast(wanted.contrast)
        self._panel.show(wanted.picture)

    def _report(self, ok: bool, why: str = "") -> None:
        if ok != self._ok:
            self._ok = ok
            self._post(PartReport("panel", ok, why))
