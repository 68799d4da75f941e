"""A scripted sensor in fake time, and a line that loses and damages what it carries."""

import random
from dataclasses import dataclass, field

from tower_rig import line

from hw.tower.frame import Frame
from hw.tower.stream import Stream

REPEATS = (0.25, 0.5, 1.0, 2.0)
BEAT = 2.0
ROLLING = 1.2  # s from ARM, which somebody obeys at once, to rest


@dataclass
class Result:
    body: str
    seq: int
    due: float
    repeats: int = 0


@dataclass
class Tray:
    """Throws by itself as soon as it is armed. It remembers nothing over a reboot."""

    rng: random.Random
    thrown: dict[tuple[str, int], tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """Token and dice of every result, by boot and number."""
    boots: int = 0

    def boot(self, now: float) -> None:
        self.boots += 1
        self._boot, self._since, self._seq, self._id = f"{self.boots:04X}", now, 255, 0
        self._stream, self._out = Stream(), bytearray()
        self._heard = False
        self._armed: tuple[int, int] | None = None
        self._last: tuple[Frame, str] | None = None
        self._waiting: list[str] = []
        self._result: Result | None = None
        self._rest: float | None = None
        self._hello_at, self._beat_at = now, now + BEAT

    @property
    def deadline(self) -> float:
        times = [self._hello_at if not self._heard else None, self._beat_at, self._rest]
        times.append(self._result.due if self._result else None)
        return min(time for time in times if time is not None)

    @property
    def rolls(self) -> bool:
        return self._rest is not None

    def outgoing(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out

    def received(self, data: bytes, now: float) -> None:
        for found in self._stream.feed(data):
            if isinstance(found.content, Frame):
                self._heard = True
                self._take(found.content, now)
            elif found.content != "noise":
                self._say(f"NAK {{}} e={found.content}")

    def tick(self, now: float) -> None:
        if not self._heard and now >= self._hello_at:
            self._hello_at = now + 1.0
            self._greet(0)
        if now >= self._beat_at:
            self._beat_at = now + BEAT
            self._beat(now)
        if self._rest is not None and now >= self._rest:
            self._settle(now)
        if self._result and now >= self._result.due:
            self._result.due = now + REPEATS[min(self._result.repeats, 3)]
            self._result.repeats += 1
            self._out += line(self._result.body)

    def _take(self, frame: Frame, now: float) -> None:
        again = self._last and self._last[0] == frame
        match frame.verb:
            case "HELLO":
                self._last = None
                self._greet(self._number(), " re=0")
            case "ARM" if not again:
                self._armed = int(frame.params["tok"]), int(frame.params["n"])
                self._rest = now + ROLLING
                self._acknowledge(frame)
                self._say(f"MOVE {{}} tok={self._armed[0]}")
            case "ARM" | "READ" | "OFF":
                self._acknowledge(frame)
            case "PING":
                self._say(f"PONG {{}} re={frame.seq} up={now - self._since:.0f}")
            case "ACK" if self._result and frame.params["re"] == str(self._result.seq):
                self._result = None
                self._next_result(now)
            case "NAK" if self._result and "re" not in frame.params:
                self._out += line(self._result.body)

    def _acknowledge(self, frame: Frame) -> None:
        self._last = frame, ""
        self._say(f"ACK {{}} re={frame.seq}")

    def _settle(self, now: float) -> None:
        assert self._armed
        (token, count), self._armed, self._rest = self._armed, None, None
        dice = tuple(self.rng.choices(range(1, 7), k=count))
        self._id += 1
        self.thrown[self._boot, self._id] = token, dice
        v, c = ",".join(map(str, dice)), ",".join(["99"] * count)
        p = ",".join(f"{self.rng.randint(0, 1000)}:{at}" for at in range(count))
        self._waiting.append(
            f"ROLL {{}} boot={self._boot} id={self._id} tok={token} k=roll n={count}"
            f" v={v} c={c} ms=900 p={p}"
        )
        self._next_result(now)

    def _next_result(self, now: float) -> None:
        if self._waiting and not self._result:
            seq = self._number()
            self._result = Result(self._waiting.pop(0).format(seq), seq, now)

    def _greet(self, seq: int, re: str = "") -> None:
        self._out += line(
            f"HELLO {seq} proto=1 min=1 dev=tray fw=1 ser=1 boot={self._boot} dice=6 caps=pos{re}"
        )

    def _beat(self, now: float) -> None:
        state = "rolling" if self._rest else "armed" if self._armed else "settled"
        queued = len(self._waiting) + bool(self._result)
        self._say(
            f"BEAT {{}} st={state} up={now - self._since:.0f} last={self._id} q={queued} lost=0 n=6"
        )

    def _number(self) -> int:
        self._seq = self._seq % 255 + 1
        return self._seq

    def _say(self, body: str) -> None:
        self._out += line(body.format(self._number()))


@dataclass
class BadLine:
    """Loses and damages whole lines; chances are from 0 to 1."""

    rng: random.Random
    lost: float
    damaged: float

    def carry(self, data: bytes) -> bytes:
        return b"".join(map(self._carry, data.splitlines(keepends=True)))

    def _carry(self, octets: bytes) -> bytes:
        if self.rng.random() < self.lost:
            return b""
        if self.rng.random() < self.damaged:
            place = self.rng.randrange(len(octets))
            return octets[:place] + self.rng.randbytes(1) + octets[place + 1 :]
        return octets
