"""What is pulled and put back, in random order, and whether the screen has said so."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.view import Ask
from pull.rigs import Rig
from pull.wires import PutBack

PULLING = 0.08  # chance that something is pulled before a move
RETURNING = 0.35  # chance that something comes back
A_FRAME = 1200  # bytes, and a few: the plug falls out somewhere in them
PATIENCE = 400  # moves within which any trouble is said


@dataclass
class Outage:
    """A part that is away."""

    put_back: PutBack
    words: frozenset[str]  # that tell of it; none where nothing can, or need be told
    moves: int = 0
    said: bool = False


class Chaos:
    """Pulls parts and puts them back; no part that the screen has not yet said to be lost."""

    def __init__(self, rig: Rig, seed: int, pulling: float = PULLING) -> None:
        self.pulls: Counter[str] = Counter()
        self.out: dict[str, Outage] = {}
        self._rig = rig
        self._pulling = pulling
        self._round: list[str] = []  # still to be pulled in this round
        self._words: dict[str, frozenset[str]] = {}  # of each part's last outage
        self._chance = random.Random(seed)
        self._parts: dict[str, Callable[[], Outage]] = {
            "panel": self._panel,
            "random": self._random,
            "disk": self._disk,
            "buttons": self._buttons,
        }

    def step(self, calm: bool = False) -> None:
        """Perhaps one part comes back, and perhaps one goes; when `calm`, none goes."""
        self._rig.random.top_up()
        self.look()
        if (said := self.said) and (calm or self._chance.random() < RETURNING):
            self.put_back(self._chance.choice(said))
        if not calm and self._chance.random() < self._pulling:
            self._pull_next()

    def look(self) -> None:
        """Mark what the screen tells of; AssertionError for what it should have told long ago."""
        view, shown = self._rig.view, self._shown
        for part, outage in self.out.items():
            outage.moves += 1
            outage.said |= not outage.words or bool(outage.words & shown)
            assert outage.said or outage.moves < PATIENCE, f"nothing tells of the {part}: {view}"

    @property
    def said(self) -> list[str]:
        """Parts that are out and that the screen has told of."""
        return [part for part, outage in self.out.items() if outage.said]

    def put_back(self, part: str) -> None:
        self.out.pop(part).put_back()

    @property
    def is_through(self) -> bool:
        """Whether every part was pulled at least once."""
        return len(self.pulls) == len(self._parts)

    def close(self) -> None:
        """Put everything back, said or not."""
        for part in [*self.out]:
            self.put_back(part)

    def _pull_next(self) -> None:
        """The next of a round, in which each part is pulled once."""
        if not self._round:
            self._round = self._chance.sample([*self._parts], len(self._parts))
        if self._is_well(self._round[-1]):
            part = self._round.pop()
            self.pulls[part] += 1
            self.out[part] = self._parts[part]()
            self._words[part] = self.out[part].words

    def _is_well(self, part: str) -> bool:
        """Whether it is there, and the screen tells no more that it was not."""
        return part not in self.out and not self._words.get(part, frozenset()) & self._shown

    @property
    def _shown(self) -> set[str]:
        view = self._rig.view
        shown = {view.note.key} if view.note else set()
        return shown | ({view.body.question.key} if isinstance(view.body, Ask) else set())

    def _panel(self) -> Outage:
        bus = self._rig.bus
        bus.unplug(after=self._chance.randrange(A_FRAME))
        return Outage(bus.replug, frozenset())  # there is nothing left to say it on

    def _random(self) -> Outage:
        required = self._rig.settings.dice.require_hardware
        words = {"note.no_dice", "trouble.no_dice"} if required else {"note.system_dice"}
        return Outage(self._rig.random.pull(self._chance), frozenset(words))

    def _disk(self) -> Outage:
        return Outage(self._rig.disk.pull(self._chance), frozenset({"note.not_saved"}))

    def _buttons(self) -> Outage:
        dies = self._chance.random() < 0.5
        self._rig.edges_lost, self._rig.pins.thread_alive = True, not dies
        # Edges alone that are lost are made up for by the levels.
        return Outage(self._buttons_back, frozenset({"note.no_buttons"} if dies else ()))

    def _buttons_back(self) -> None:
        self._rig.edges_lost, self._rig.pins.thread_alive = False, True
