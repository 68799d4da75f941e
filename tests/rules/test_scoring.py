"""What throws are worth."""

import gc
import json
import tracemalloc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import naive_scoring
import pytest

from rules import load, preset_names, with_options
from rules.dice import FACES, Dice, parse
from rules.scoring import TABLES, ScoreTable, report, score_table

CASES = Path(__file__).parents[1] / "data" / "cases" / "scores.jsonl"


def table(preset: str, **options: Any) -> ScoreTable:
    return score_table(with_options(load(preset), options))


def best(preset: str, dice: str) -> int:
    return max(table(preset)[parse(dice)].values(), default=0)


def whole(preset: str, dice: str) -> int | None:
    return table(preset)[parse(dice)].get(tuple(sorted(parse(dice))))


@pytest.mark.parametrize("line", CASES.read_text().splitlines())
def test_a_throw_scores_as_the_case_says(line: str) -> None:
    case = json.loads(line)
    rules, dice = load(case.pop("rules")), tuple(case.pop("dice"))
    assert report(rules, dice) == case


@pytest.mark.parametrize(
    ("preset", "dice", "best_points", "all_points"),
    [
        ("zilch", "222233", 4000, 2000),
        ("zilch", "111155", 4100, 4100),
        ("zilch", "222222", 6000, 6000),
        ("zilch", "222333", 3000, 3000),
        ("zilch-10000", "111155", 2000, 2000),
        ("zilch-10000", "444444", 3000, 3000),
        ("zilch-10000", "111111", 3000, 3000),
        ("zilch-5000", "111155", 1200, 1200),
        ("zilch-5000", "222333", 500, 500),
        ("zilch-5000", "664422", 0, None),
        ("diecimila", "111155", 1200, 1200),
        ("diecimila", "666666", 1200, 1200),
        ("diecimila", "222222", 1000, 1000),
        ("diecimila", "123456", 3000, 3000),
        ("diecimila", "444422", 1000, 1000),
        ("diecimila", "111166", 1100, 1000),
    ],
)
def test_six_dice_are_worth(
    preset: str, dice: str, best_points: int, all_points: int | None
) -> None:
    assert best(preset, dice) == best_points
    assert whole(preset, dice) == all_points


@pytest.mark.parametrize(
    ("preset", "dice", "best_points"),
    [
        ("zilch-online", "3333", 600),
        ("zilch-online", "33333", 1200),
        ("zilch-online", "333333", 2400),
        ("zilch-online", "111111", 8000),
        ("zilch-online", "222233", 1500),
        ("zilch-online", "222222", 1600),
        ("zilch-online", "223346", 500),
        ("farkle-facebook", "1111", 2000),
        ("farkle-facebook", "44444", 1200),
        ("farkle-facebook", "222222", 800),
        ("farkle-facebook", "223344", 750),
        ("farkle-facebook", "222233", 400),
        ("farkle-playmonster", "111", 300),
        ("farkle-playmonster", "1111", 1000),
        ("farkle-playmonster", "222233", 1500),
        ("farkle-playmonster", "222333", 2500),
        ("farkle-playmonster", "222222", 3000),
        ("farkle-cardgames", "123456", 2500),
        ("farkle-cardgames", "222233", 1500),
        ("farkle-cardgames", "222333", 500),
        ("kcd", "12345", 500),
        ("kcd", "134525", 550),
        ("kcd", "62345", 750),
        ("kcd", "123456", 1500),
        ("kcd", "112233", 200),
        ("kcd", "666666", 4800),
    ],
)
def test_a_relative_scores(preset: str, dice: str, best_points: int) -> None:
    assert best(preset, dice) == best_points


def test_a_keep_with_a_dead_die_is_no_keep() -> None:
    assert parse("122") not in table("zilch")[parse("122346")]
    assert parse("2222") not in table("diecimila")[parse("222234")]


def test_four_1s_without_a_counter_of_their_own_are_three_and_one() -> None:
    assert whole("diecimila", "1111") == 1100


def test_nothing_scores_only_without_any_other_counter() -> None:
    keeps = table("zilch-online")[parse("223341")]
    assert dict(keeps) == {(1,): 100}
    assert dict(table("zilch-online")[parse("22334")]) == {}


def test_keeps_are_listed_in_rising_order_whatever_the_order_thrown() -> None:
    zilch = table("zilch")
    assert list(zilch[parse("5131")]) == [(1,), (1, 1), (1, 1, 5), (1, 5), (5,)]
    assert zilch[parse("5131")] == zilch[parse("1135")]


def test_the_same_dice_in_another_order_take_no_memory() -> None:
    zilch = table("zilch")
    for throw in all_throws():
        zilch[throw]
    tracemalloc.start()
    try:
        for throw in product(FACES, repeat=5):
            zilch[throw]
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 1000  # bytes


def test_tables_of_rules_no_longer_played_are_forgotten() -> None:
    zilch = load("zilch")
    ours = replace(zilch, counters=replace(zilch.counters, nothing=777))
    forgotten = weakref.ref(score_table(ours))
    for other in preset_names()[:TABLES]:
        table(other)
    gc.collect()
    assert forgotten() is None


def test_keeping_all_leaves_only_the_keeps_worth_most() -> None:
    assert dict(table("zilch", keep="all")[parse("222233")]) == {(2, 2, 2, 2): 4000}
    assert report(with_options(load("zilch"), {"keep": "all"}), parse("222233"))["all"] is None


@pytest.mark.parametrize("dice", [(), (1,) * 7, (0,), (7,), (1, "5"), (2.5,)])
def test_what_is_no_throw_is_refused(dice: Dice) -> None:
    with pytest.raises(ValueError, match=r"dice|face"):
        table("zilch")[dice]


@pytest.mark.parametrize("text", ["1 3 5", "135", " 13\t5 "])
def test_a_throw_may_be_written_with_or_without_spaces(text: str) -> None:
    assert parse(text) == (1, 3, 5)


@pytest.mark.parametrize("text", ["", "  ", "0", "7", "1,2", "1234561", "-1", "１"])
def test_what_is_written_otherwise_is_no_throw(text: str) -> None:
    with pytest.raises(ValueError, match=r"dice|face"):
        parse(text)


@pytest.mark.parametrize("preset", preset_names())
def test_every_throw_has_the_keeps_of_the_tables_written_a_second_time(preset: str) -> None:
    for throw in all_throws():
        assert dict(table(preset)[throw]) == naive_scoring.keeps(preset, throw)


def all_throws() -> Iterator[Dice]:
    for size in range(1, 7):
        yield from combinations_with_replacement(range(1, 7), size)
