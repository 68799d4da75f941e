"""Whoever reads along a killed box finds each thing that is not as it was shown."""

import pytest

from firmware_host.store.chain import Link
from firmware_host.store.rows import Entry, StoredGame
from kill.process import Line
from kill.telling import standing_of
from kill.witness import Fault, Loss, Witness
from rules.record import parse

HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
ROLL = {"do": "roll", "dice": [1, 5, 2, 2, 3, 4]}
ATTRACT = {"game": None, "saved": True, "standing": None}
UNSAVED = {"game": 1, "saved": False, "standing": [[0, 0], [2], "roll", 0]}
ROLLED = {"game": 1, "saved": True, "standing": [[0, 0], [1], "roll", 0]}
BEGINS = {"begins": True}
WRITES = {"writes": 1, "ends": False}
BANKS = {"writes": 2, "ends": False}
ENDS = {"writes": 1, "ends": True}


def rows(*actions: str, ended: bool = False) -> list[Link]:
    """A game of these actions."""
    end = [Link("ending", len(actions), ("over",), b"")] if ended else []
    done = [Link("action", n, (n, what), b"") for n, what in enumerate(actions, 1)]
    return [Link("header", 0, ("zilch",), b""), *done, *end]


def told(*lines: Line) -> Witness:
    """One life of a box, which began in attract, and what it told."""
    witness = Witness()
    witness.begin({})
    for line in (ATTRACT, *lines):
        witness.hear(line)
    return witness


def test_what_was_shown_is_stored() -> None:
    witness = told(BEGINS, WRITES, ROLLED)
    witness.settle({1: rows("roll")})
    assert (witness.actions, witness.ahead) == (1, 0)


def test_one_step_further_is_as_it_may_be() -> None:
    witness = told(BEGINS, WRITES, ROLLED, BANKS)
    witness.settle({1: rows("roll", "keep", "bank")})
    assert (witness.actions, witness.ahead) == (3, 1)


def test_where_the_screen_said_so_the_unsaved_may_be_gone() -> None:
    told(BEGINS, WRITES, ROLLED, BANKS, UNSAVED, WRITES, UNSAVED).settle({1: rows("roll")})


def test_where_the_screen_said_so_all_the_unsaved_may_be_there() -> None:
    found = {1: rows("roll", "keep", "bank", "roll")}
    told(BEGINS, WRITES, ROLLED, BANKS, UNSAVED, WRITES, UNSAVED).settle(found)


@pytest.mark.parametrize(
    ("lines", "found", "fault"),
    [
        ([WRITES, ROLLED], {}, "lost"),
        ([WRITES, ROLLED, BANKS, ROLLED], {1: rows("roll")}, "lost"),
        ([ENDS, ROLLED], {1: rows("roll")}, "lost"),
        ([WRITES, ROLLED], {1: rows("roll", "roll")}, "doubled"),
        ([WRITES, ROLLED, BANKS], {1: rows("roll", "keep")}, "changed"),
        ([WRITES, ROLLED, WRITES, WRITES], {1: rows("roll", "keep", "bank")}, "too far"),
    ],
)
def test_what_is_not_as_it_was_shown_is_found(
    lines: list[Line], found: dict[int, list[Link]], fault: Fault
) -> None:
    witness = told(BEGINS, *lines)
    with pytest.raises(Loss, match=fault):
        witness.settle(found)


def test_a_row_that_is_another_in_a_later_life_is_found() -> None:
    witness = told(BEGINS, WRITES, ROLLED)
    witness.settle({1: rows("roll")})
    with pytest.raises(Loss, match="changed"):
        witness.settle({1: rows("another roll")})


def test_a_disk_that_is_well_again_must_be_used() -> None:
    with pytest.raises(Loss, match="not saved again"):
        told({"mended": False})


STORED = StoredGame(1, HEADER, (Entry(1, ROLL, "box", 1),), None, None)  # type: ignore[arg-type]
STANDING = standing_of(parse(f"{HEADER}\n{ROLL}".replace("'", '"').encode(), "it").games[-1])


def killed_after(standing: object) -> Witness:
    """A box that has shown this, and has `STORED`."""
    witness = told(BEGINS, WRITES, {"game": 1, "saved": True, "standing": standing})
    witness.settle({1: rows("roll")})
    witness.begin({1: STORED})
    return witness


def test_the_game_is_resumed_as_it_was_shown() -> None:
    killed_after(STANDING).hear({"game": 1, "saved": True, "standing": STANDING})


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        (ATTRACT, "not resumed"),
        ({"game": 1, "saved": True, "standing": "something else"}, "not resumed"),
        ({"game": 2, "saved": True, "standing": STANDING}, "not resumed"),
        ({"game": 1, "saved": False, "standing": STANDING}, "not resumed"),
    ],
)
def test_a_game_that_is_not_resumed_is_found(first: Line, fault: Fault) -> None:
    with pytest.raises(Loss, match=fault):
        killed_after(STANDING).hear(first)


def test_a_game_that_is_resumed_otherwise_than_it_was_shown_is_found() -> None:
    with pytest.raises(Loss, match="changed"):
        killed_after("something else").hear({"game": 1, "saved": True, "standing": STANDING})


def test_a_game_that_was_put_away_must_not_come_back() -> None:
    witness = told(BEGINS, WRITES, ROLLED, {"goes_on": None}, ATTRACT)
    witness.settle({1: rows("roll")})
    witness.begin({1: STORED})
    with pytest.raises(Loss, match="not resumed"):
        witness.hear({"game": 1, "saved": True, "standing": STANDING})
