"""The buzzer: short patterns of tones on a thread of its own, so that no press waits for them."""

import queue
import threading
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from hw.clock import Clock, SystemClock
from hw.errors import PartError
from hw.events import Post
from hw.guard import RETRY, Guard
from hw.pins import PinLibrary

LOWEST, MIDDLE, HIGHEST = Tone("A3"), Tone("A5"), Tone("A7")
OCTAVES = 2  # either side of the middle
SHORTEST = 0.04  # s; lgpio begins a tone up to 20 ms late, so a shorter one may not be heard
DUTIES = (0.02, 0.04, 0.08, 0.17, 0.5)  # by volume, from 1: each twice as loud, sin(π·duty)
CLOSING = 1.0  # s


class Note(NamedTuple):
    """A tone from "A3" to "A7", or None for a rest."""

    tone: str | None
    seconds: float  # at least SHORTEST


Pattern = tuple[Note, ...]


class Buzzer:
    """A piezo buzzer; posts a `PartReport` when its pin fails and when it works again."""

    def __init__(
        self,
        library: PinLibrary,
        pin: int,  # BCM number
        post: Post,
        clock: Clock | None = None,
        volume: int = 3,  # 1 to 5
        muted: bool = False,
    ) -> None:
        self.volume = volume  # of the next note on
        self.muted = muted  # from the next pattern on
        try:
            self._device = TonalBuzzer(
                pin, mid_tone=MIDDLE, octaves=OCTAVES, pin_factory=library.factory
            )
        except library.errors as error:
            raise PartError(f"no sound: GPIO {pin} is already in use ({error}): free it") from error
        self._guard = Guard("sound", f"the buzzer on GPIO {pin} fails", library.errors, post)
        self._clock = clock or SystemClock()
        self._patterns: queue.SimpleQueue[Pattern] = queue.SimpleQueue()
        self._notes: Iterator[Note] = iter(())  # that are still to come
        self._next_at: float | None = None  # None in silence
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)

    def start(self) -> None:
        """Start the thread; until then nothing is heard."""
        self._thread.start()

    def play(self, pattern: Pattern) -> None:
        """Play instead of what is being played; ValueError for what can't be. Never waits."""
        for note in pattern:
            must_be_playable(note)
        if not self.muted:
            self._patterns.put(pattern)

    def close(self) -> None:
        """Fall silent, end the thread and give the pin back."""
        self._closed = True
        self._patterns.put(())
        if self._thread.is_alive():
            self._thread.join(CLOSING)
        self._guard.run(self._device.close)

    def turn(self) -> bool:
        """Wait for a pattern or the end of a note, and sound the next; False once closed.

        Silence that fails is tried again until it is silent.
        """
        pattern = self._clock.take(self._patterns, self._next_at)
        if self._closed:
            return False
        if pattern is not None:
            self._notes = iter(pattern)
        note = next(self._notes, None)
        began = self._clock.now()
        done = self._guard.run(partial(self._sound, note))
        if note is not None:
            self._next_at = began + note.seconds
        else:
            self._next_at = None if done else began + RETRY
        return True

    def _run(self) -> None:
        while self.turn():
            pass

    def _sound(self, note: Note | None) -> None:
        pulses = self._device.pwm_device
        if note is None:
            self._device.stop()
            pulses.off()  # lgpio stops in the middle of a pulse, and the pin may stay high
        elif note.tone is None:
            pulses.off()  # the pulses go on, at no length: the next tone is in time
        else:
            self._device.play(Tone(note.tone))
            pulses.value = DUTIES[self.volume - 1]


def must_be_playable(note: Note) -> None:
    """Raise ValueError for a tone or a length that the buzzer doesn't have."""
    if note.tone is not None and not LOWEST <= Tone(note.tone) <= HIGHEST:
        raise ValueError(f"the tone {note.tone} is not between {LOWEST} and {HIGHEST}: choose one")
    if note.seconds < SHORTEST:
        raise ValueError(f"a note of {note.seconds} s is too short: give {SHORTEST} s or more")
