"""A flow whose mounted buttons are pressed, and the presses counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace

from firmware_host.flow import Flow
from firmware_host.flow.views import view_of
from firmware_host.profiles import PROFILES
from firmware_host.view import Say, View
from hw.events import Armed, DiceSource, Key, Profile, Reading
from rules import load

SURE = 98  # percent


class Player:
    """Presses buttons; dice lie still as soon as they are thrown."""

    def __init__(self, profile: Profile, dice: DiceSource) -> None:
        self.flow = Flow({"zilch": load("zilch")}, str, ("box", "sensor", "hand"))
        self.flow.setup = replace(self.flow.setup, dice=dice)
        self.profile = profile
        self.presses = 0
        self._translator = PROFILES[profile]()

    @property
    def view(self) -> View:
        return self._translator.shown(view_of(self.flow))

    def press(self, *keys: Key) -> None:
        """Each is to do something."""
        for key in keys:
            meaning = self._translator.meaning(key, view_of(self.flow))
            assert not isinstance(meaning, Say), meaning
            self.flow.press(*meaning, now=self.flow.now)
            assert self.flow.refusal is None
            self.presses += 1
            self._settle()

    def reads(self, dice: tuple[int, ...], sure: tuple[int, ...] = (SURE,) * 6) -> None:
        """The sensor reads the throw that is awaited."""
        token = self.flow.token
        self.flow.armed(Armed(token), self.flow.now)
        reading = Reading("7C1A", 1, token, "roll", None, dice, sure, moved=True)
        self.flow.was_read(reading, self.flow.now)
        self._settle()

    @contextmanager
    def tried(self) -> Iterator[None]:
        """What happens meanwhile is undone."""
        flow, translator = {**self.flow.__dict__}, {**self._translator.__dict__}
        flow["tumble"] = copy(flow["tumble"])
        yield
        self.flow.__dict__.update(flow)
        self._translator.__dict__.update(translator)

    def _settle(self) -> None:
        if self.flow.state == "throw":
            self.flow.tick(self.flow.now + 1.0)
