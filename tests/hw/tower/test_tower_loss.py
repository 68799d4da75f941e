"""However bad the line, a throw counts exactly once, and as it fell."""

import random

import pytest
from tower_tray import BadLine, Tray

from hw.events import Event, PartReport, Reading
from hw.tower.session import Session
from hw.tower.verdict import answer_to, verdict

DELAY = 0.005  # s that a line takes
PATIENCE = 300.0  # s a throw may take at most


class Table:
    """Box, bad line and sensor, in fake time."""

    def __init__(self, seed: int, lost: float, damaged: float) -> None:
        self.rng = random.Random(seed)
        self.now = 50.0
        self.tray = Tray(self.rng)
        self.tray.boot(self.now)
        self.line = BadLine(self.rng, lost, damaged)
        self.session = Session(self.take, "0.1.0")
        self.token = 0
        self.stored: dict[tuple[str, int], Reading] = {}
        self.scored: dict[int, list[Reading]] = {}
        self.reports: list[PartReport] = []

    def take(self, event: Event) -> None:
        if isinstance(event, PartReport):
            self.reports.append(event)
        if isinstance(event, Reading):
            self.store(event)

    def store(self, reading: Reading) -> None:
        """First stored, then answered; what is new and certain is scored."""
        known = self.stored.get((reading.boot, reading.id))
        self.session.answer(reading, answer_to(reading, known))
        if known:
            return
        self.stored[reading.boot, reading.id] = reading
        awaited = None if self.token in self.scored else self.token
        if verdict(reading, awaited, 6, None) == "score":
            self.scored.setdefault(reading.token, []).append(reading)

    def throw(self) -> None:
        self.token += 1
        self.session.throw(self.token, 6)

    def step(self) -> None:
        """To the next thing that is due on either side."""
        self.now = max(self.now, min(self.session.deadline, self.tray.deadline))
        if self.session.reopen_at is None:
            self.session.tick(self.now)
        elif self.now >= self.session.reopen_at:
            self.session.opened(self.now)
        self.tray.tick(self.now)
        self.carry()

    def carry(self) -> None:
        """Both ways until nobody has anything to say."""
        while (out := self.session.outgoing()) + (back := self.tray.outgoing()):
            self.now += DELAY
            self.tray.received(self.line.carry(out), self.now)
            if self.session.reopen_at is None:
                self.session.received(self.line.carry(back), self.now)

    def run_until_scored(self) -> None:
        end = self.now + PATIENCE
        while self.token not in self.scored:
            assert self.now < end, f"token {self.token} is not scored"
            self.step()

    def check(self) -> None:
        """Each token was scored once, with the dice that fell."""
        assert list(self.scored) == list(range(1, self.token + 1))
        for token, (reading,) in self.scored.items():
            assert self.tray.thrown[reading.boot, reading.id] == (token, reading.dice)


@pytest.mark.parametrize("seed", range(12))
def test_a_throw_counts_exactly_once_with_20_percent_lost_and_10_damaged(seed: int) -> None:
    table = Table(seed, lost=0.2, damaged=0.1)
    for _ in range(25):
        table.throw()
        table.run_until_scored()
    table.check()


@pytest.mark.parametrize("seed", range(6))
def test_a_throw_counts_exactly_once_with_reboots_in_mid_throw_on_such_a_line(seed: int) -> None:
    table = Table(seed, lost=0.2, damaged=0.1)
    for _ in range(15):
        table.throw()
        while not table.tray.rolls and table.token not in table.scored:
            table.step()
        if table.rng.random() < 0.5:
            table.tray.boot(table.now)
        table.run_until_scored()
    table.check()
    assert table.tray.boots > 1


def test_a_good_line_needs_no_second_throw_and_no_second_opening() -> None:
    table = Table(1, lost=0.0, damaged=0.0)
    for _ in range(20):
        table.throw()
        table.run_until_scored()
    table.check()
    assert len(table.tray.thrown) == 20
    assert [report.ok for report in table.reports] == [True]


def test_repeats_are_not_taken_for_new_commands() -> None:
    """The line is bad, but the link is never opened anew: so each token is thrown once."""
    table = Table(5, lost=0.2, damaged=0.1)
    for _ in range(25):
        before = len(table.tray.thrown)
        openings = len(table.reports)
        table.throw()
        table.run_until_scored()
        if len(table.reports) == openings and openings:
            assert len(table.tray.thrown) == before + 1
    table.check()
