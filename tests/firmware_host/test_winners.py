"""Who has won a stored game."""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli.stored import winners
from firmware_host.store.rows import Ending, Entry, GameId, StoredGame
from rules.record import read

RECORDS = Path(__file__).parents[1] / "data/cases/records"
HEADER = {"record": 1, "rules": "zilch-5000", "players": ["Aino", "Bruno"]}
AHEAD = [
    {"do": "roll", "dice": [1, 1, 1, 5, 3, 4]},
    {"do": "keep", "dice": [1, 1, 1, 5]},
    {"do": "bank"},
]


def stored(header: Any, actions: list[Any], ending: Ending | None) -> StoredGame:
    entries = tuple(Entry(seq, action) for seq, action in enumerate(actions, 1))
    return StoredGame(GameId(1), header, entries, ending, None)


@pytest.mark.parametrize(
    "file", sorted(RECORDS.glob("[0-9][0-9][0-9].jsonl")), ids=lambda file: file.stem
)
def test_they_are_those_of_the_rules(file: Path) -> None:
    header, *actions = map(json.loads, filter(str.strip, file.read_text("utf-8").splitlines()))
    last = read(file).games[-1]
    ending = Ending("over", last.scores) if last.winners else None
    assert winners(stored(header, actions, ending)) == (last.winners and list(last.winners))


def test_six_equal_dice_win_against_more_points() -> None:
    header = {**HEADER, "options": {"six_of_a_kind_wins": True}}
    actions = [*AHEAD, {"do": "roll", "dice": [2] * 6}]
    assert winners(stored(header, actions, Ending("over", (1050, 0)))) == [1]


def test_nobody_has_won_a_game_that_was_given_up() -> None:
    assert winners(stored(HEADER, AHEAD, Ending("given_up", (1050, 0)))) is None


def test_it_is_not_known_who_won_a_tie_whose_rules_are_gone() -> None:
    header = {**HEADER, "rules": "/nowhere/ours.toml"}
    assert winners(stored(header, AHEAD, Ending("over", (1050, 0)))) == [0]
    assert winners(stored(header, AHEAD, Ending("over", (1050, 1050)))) is None
