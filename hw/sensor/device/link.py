"""Numbers the frames that go out, and knows the host's newest one that must not be done twice."""

from .frame import LAST_SEQ, Frame, compose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NAKS = 5  # at most, in
NAK_SPAN = 1000  # ms


class Link:
    """Hands whole lines to `write`, those for one who types by hand without a check."""

    def __init__(self, write: "Callable[[bytes], object]") -> None:
        self.write = write
        self.seq = 0  # of the newest frame
        self._done = ""  # body of the host's newest frame that was carried out
        self._naks: list[int] = []  # when the newest were sent

    def open(self, params: str) -> None:
        """Send the HELLO that opens the link: its number is always 0."""
        self.write(compose("HELLO", 0, params))

    def send(self, verb: str, params: str, bench: bool = False) -> bytes:
        """Send a frame under the next number, 1 to 255 over and over; its line."""
        self.seq = self.seq % LAST_SEQ + 1
        line = compose(verb, self.seq, params, bench)
        self.write(line)
        return line

    def ack(self, frame: Frame) -> None:
        """Tell that a frame was carried out, and never carry it out again."""
        self._done = frame.body
        self.send("ACK", f"re={frame.seq}", frame.bench)

    def is_done(self, frame: Frame) -> bool:
        """Whether this frame was carried out, and has come again."""
        return frame.body == self._done

    def forget(self) -> None:
        """The host begins anew: a frame like its newest one is another."""
        self._done = ""

    def nak(self, now: int, params: str, bench: bool = False) -> None:
        """Refuse a frame; silence when there were too many of late."""
        self._naks = [at for at in self._naks if now - at < NAK_SPAN]
        if len(self._naks) < NAKS:
            self._naks.append(now)
            self.send("NAK", params, bench)
