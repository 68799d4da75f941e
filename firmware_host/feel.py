"""What sounds and glows beside the pictures: as much of it as there is."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Generic, TypeVar

from firmware_host.box import Feel
from firmware_host.lamps import glows_of
from firmware_host.settings import Settings
from firmware_host.sounds import PATTERNS, sound_of
from firmware_host.view import View
from hw.clock import Clock
from hw.errors import PartError
from hw.events import Part, PartReport, Post
from hw.lamps import Lamps
from hw.late import Late
from hw.pins import PinLibrary
from hw.sound import Buzzer

T = TypeVar("T")


def open_feel(
    settings: Settings, library: Late[PinLibrary], post: Post, clock: Clock, parts: ExitStack
) -> Feel:
    """The buzzer and the lamps of the settings; where one can't be had, `post` is told."""

    def take_buzzer() -> Buzzer:
        assert sound.pin is not None
        buzzer = Buzzer(library.get(), sound.pin, post, volume=sound.volume, muted=sound.mute)
        buzzer.start()
        parts.callback(buzzer.close)
        return buzzer

    def take_lamps() -> Lamps:
        lamps = Lamps(library.get(), settings.lamps.pins, post)
        lamps.start()
        parts.callback(lamps.close)
        return lamps

    sound, outputs = settings.sound, list[Feel]()
    if sound.pin is not None:
        outputs.append(_Output("sound", Late(take_buzzer, clock), _play, post))
    if settings.lamps.pins:
        outputs.append(_Output("lamps", Late(take_lamps, clock), _glow, post))

    def feel(before: View | None, after: View) -> None:
        for output in outputs:
            output(before, after)

    return feel


def _play(buzzer: Buzzer, before: View | None, after: View) -> None:
    if sound := sound_of(before, after):
        buzzer.play(PATTERNS[sound])


def _glow(lamps: Lamps, _before: View | None, after: View) -> None:
    lamps.show(glows_of(after))


class _Output(Generic[T]):
    """A part that the box does without until it can be had; told when that changes."""

    def __init__(
        self,
        part: Part,
        output: Late[T],
        put_out: Callable[[T, View | None, View], None],
        post: Post,
    ) -> None:
        self._part = part
        self._output = output
        self._put_out = put_out
        self._post = post
        self._lost = False

    def __call__(self, before: View | None, after: View) -> None:
        try:
            output = self._output.get()
        except PartError as error:
            self._report(lost=True, why=str(error))
        else:
            self._report(lost=False)
            self._put_out(output, before, after)

    def _report(self, lost: bool, why: str = "") -> None:
        if lost != self._lost:
            self._lost = lost
            self._post(PartReport(self._part, not lost, why))
