"""Rules from TOML files and options."""

from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from rules import SWITCHES, Fault, RulesError, check, load, preset_names, with_options
from rules.dice import parse
from rules.files import from_table, to_table
from rules.scoring import score_table

SINGLES = "[counters.kinds]\n1 = { 1 = 100, 5 = 50 }\n"


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_presets_are_the_four_games_and_five_relatives() -> None:
    assert preset_names() == (
        "diecimila",
        "farkle-cardgames",
        "farkle-facebook",
        "farkle-playmonster",
        "kcd",
        "zilch",
        "zilch-10000",
        "zilch-5000",
        "zilch-online",
    )


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_without_fault(name: str) -> None:
    assert check(name) == []


@pytest.mark.parametrize(
    ("name", "target", "minima", "full_six", "reach", "last_turns"),
    [
        ("zilch", 15_000, (500, 350), "must_roll", "exceed", "one_each"),
        ("zilch-10000", 10_000, (500, 350), "must_roll", "exceed", "one_each"),
        ("zilch-5000", 5_000, (500, 350), "must_roll", "exceed", "one_each"),
        ("diecimila", 10_000, (0, 0), "may_roll", "reach", "complete_round"),
        ("zilch-online", 10_000, (300, 300), "may_roll", "reach", "one_each"),
        ("farkle-facebook", 10_000, (0, 0), "may_roll", "reach", "one_each"),
        ("farkle-playmonster", 10_000, (500, 0), "may_roll", "reach", "one_each"),
        ("farkle-cardgames", 10_000, (0, 0), "may_roll", "reach", "none"),
        ("kcd", 4_000, (0, 0), "may_roll", "reach", "none"),
    ],
)
def test_a_preset_ends_and_banks_as_published(
    name: str, target: int, minima: tuple[int, int], full_six: str, reach: str, last_turns: str
) -> None:
    rules = load(name)
    assert rules.target == target
    assert (rules.opening_minimum, rules.minimum) == minima
    assert (rules.full_six, rules.reach, rules.last_turns) == (full_six, reach, last_turns)


def test_a_file_that_only_says_what_scores_has_every_default(written: Any) -> None:
    rules = load(written(SINGLES))
    assert rules.title == "mine"
    assert {s.name: getattr(rules, s.name) for s in SWITCHES} == {
        s.name: s.default for s in SWITCHES
    }


def test_a_file_can_be_named_by_a_text_or_a_path(written: Any) -> None:
    path = written(SINGLES)
    assert load(str(path)) == load(path)


def test_counters_are_data(written: Any) -> None:
    rules = load(
        written(
            """
            [counters]
            four_and_pair = 1250
            [counters.kinds]
            2 = 50
            3 = { each = 100, 1 = 1000 }
            5 = { times = 3, 6 = 5000 }
            [counters.straights]
            "2-5" = 250
            """
        )
    )
    table = score_table(rules)
    whole = {
        dice: table[parse(dice)].get(parse(dice))
        for dice in ("1", "22", "111", "333", "11111", "33333", "66666", "2345", "222244", "223344")
    }
    assert whole == {
        "1": None,
        "22": 50,
        "111": 1000,
        "333": 300,
        "11111": 3000,
        "33333": 900,
        "66666": 5000,
        "2345": 250,
        "222244": 1250,
        "223344": 150,
    }


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("targget = 5000", "targget"),
        ("target = 5000.0", "target"),
        ("target = true", "target"),
        ("target = 0", "target"),
        ("target = 75", "target"),
        ("minimum = -50", "minimum"),
        ("minimum = 30", "minimum"),
        ("target = 300\nminimum = 350", "minimum"),
        ("target = 300\nopening_minimum = 350", "opening_minimum"),
        ("wipe_out_twos = 7", "wipe_out_twos"),
        ("wipe_out_twos = false", "wipe_out_twos"),
        ("build_on_frozen = 1", "build_on_frozen"),
        ('full_six = "perhaps"', "full_six"),
        ("keep = 3", "keep"),
        ("title = 5", "title"),
        ('title = ""', "title"),
        ("counters = 5", "counters"),
        ("counters.kinds = 5", "counters.kinds"),
        ("counters.three_pair = 50", "counters.three_pair"),
        ("counters.three_pairs = -50", "counters.three_pairs"),
        ("counters.nothing = 20", "counters.nothing"),
        ("counters.three_pairs_repeat = 1", "counters.three_pairs_repeat"),
        ("counters.kinds.7 = 50", "counters.kinds.7"),
        ("counters.kinds.1 = { 7 = 50 }", "counters.kinds.1.7"),
        ("counters.kinds.1 = { 5 = 55 }", "counters.kinds.1.5"),
        ("counters.kinds.3 = { each = 10 }", "counters.kinds.3.each"),
        ("counters.kinds.3 = { times = 2 }", "counters.kinds.3.times"),
        ("counters.kinds.4 = { times = 2 }", "counters.kinds.4.times"),
        ("counters.kinds.4 = { times = 1.5 }", "counters.kinds.4.times"),
        ("counters.kinds = { 3 = 50, 4 = { times = 2, each = 50 } }", "counters.kinds.4"),
        ("counters.straights = { 1-6 = '1500' }", "counters.straights.1-6"),
        ("counters.straights = { 6-1 = 1500 }", "counters.straights.6-1"),
        ("counters.straights = { 1-7 = 1500 }", "counters.straights.1-7"),
        ("counters.kinds = { 1 = 0 }", "counters"),
        ("", "counters"),
    ],
)
def test_a_bad_file_is_refused_with_file_key_and_reason(written: Any, text: str, key: str) -> None:
    path = written(text)
    with pytest.raises(RulesError) as caught:
        load(path)
    assert caught.value.fault.key == key
    assert str(caught.value).startswith(f"{path}: {key}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["target = ", "a" * 9, "x = " + "[" * 5000, "target = 1" * 2])
def test_what_is_no_toml_is_refused(written: Any, text: str) -> None:
    path = written(text)
    with pytest.raises(RulesError, match="is no TOML"):
        load(path)


def test_what_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "\xe4"')
    with pytest.raises(RulesError, match="is no TOML"):
        load(path)


@pytest.mark.parametrize("name", ["no-such-game", "../rules/presets/zilch", "", "a\0b", "\ud800"])
def test_what_is_neither_preset_nor_file_is_refused(name: str) -> None:
    with pytest.raises(RulesError):
        load(name)
    with pytest.raises(RulesError):
        check(name)


def test_a_key_can_not_break_the_message(written: Any) -> None:
    with pytest.raises(RulesError) as caught:
        load(written('"a\\nb" = 1\n' + SINGLES))
    assert "\n" not in str(caught.value)


def test_a_check_finds_every_fault(written: Any) -> None:
    faults = check(written('target = 10\nkeep = "no"\ncounters.kinds = { 8 = 1, 1 = -50 }'))
    assert [fault.key for fault in faults] == [
        "target",
        "keep",
        "counters.kinds.8",
        "counters.kinds.1",
    ]


def test_options_set_switches_and_leave_the_rules_as_they_were() -> None:
    zilch = load("zilch")
    assert with_options(zilch, {"target": 5000, "keep": "all"}).target == 5000
    assert (zilch.target, zilch.keep) == (15_000, "at_least_one")


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"no_such_switch": True}, "no_such_switch"),
        ({"title": "Mine"}, "title"),
        ({"counters": {}}, "counters"),
        ({"target": 75}, "target"),
        ({"target": 300}, "opening_minimum"),
        ({"opening_minimum": 0, "target": 300}, "minimum"),
        ({"challenge": 1}, "challenge"),
        ({"challenge": None}, "challenge"),
        ({"minimum": True}, "minimum"),
        ({"tie": ["shared"]}, "tie"),
    ],
)
def test_an_option_is_checked_together_with_the_rules(options: dict[str, Any], key: str) -> None:
    with pytest.raises(RulesError) as caught:
        with_options(load("zilch"), options)
    assert caught.value.fault.key == key


def test_rules_can_not_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        load("zilch").target = 50  # type: ignore[misc]


def test_every_switch_says_in_a_sentence_what_it_does() -> None:
    for switch in SWITCHES:
        assert switch.help.endswith(".")
        assert switch.fault(switch.default) is None
        assert switch.kind in ("choice", "number", "on_off")


def test_a_fault_of_the_whole_file_has_no_key() -> None:
    assert str(Fault("", "it is empty")) == "it is empty"


def test_a_number_of_thousands_of_digits_is_told_like_any_other(written: Any) -> None:
    path = written("minimum = 0x" + "F" * 5000)
    with pytest.raises(RulesError, match=r"minimum: must .* thousands of digits"):
        load(path)


def test_minima_above_the_target_are_told_beside_other_faults(written: Any) -> None:
    path = written("tagret = 3\ntarget = 400\nopening_minimum = 500\n[counters.kinds]\n1 = 50\n")
    assert [fault.key for fault in check(path)] == ["tagret", "opening_minimum"]


@pytest.mark.parametrize("name", preset_names())
def test_rules_written_down_are_read_as_the_same(name: str) -> None:
    assert from_table(to_table(load(name)), name) == load(name)


@pytest.mark.parametrize("table", [5, [], {"target": 7}, {"counters": 3}])
def test_rules_written_down_by_somebody_else_are_refused_like_a_file(table: object) -> None:
    with pytest.raises(RulesError):
        from_table(table, "ours")
