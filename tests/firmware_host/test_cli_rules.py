"""`dicetower rules`: the games there are, one in full, and what is wrong with a file."""

import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from rules import SWITCHES, load, preset_names

OWN = 'title = "Ours"\ntarget = 5000\n[counters.kinds]\n1 = { 1 = 100, 6 = 50 }\n'


class Rules:
    """Runs the command and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["rules", *map(str, arguments)])
        status = ended.value.code
        assert isinstance(status, int)
        return status, *self._capsys.readouterr()

    def shown(self, file: Path, text: str) -> dict[str, list[str]]:
        """The lines of each section of the table of rules written to a file."""
        file.write_text(text)
        status, out, _ = self("show", file)
        assert status == 0
        sections = [section.splitlines() for section in out.split("\n\n")]
        return {title: [" ".join(row.split()) for row in rows] for title, *rows in sections}


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str]) -> Rules:
    return Rules(capsys)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    return file


def test_every_game_is_a_line_with_name_title_and_what_it_is(rules: Rules) -> None:
    status, out, err = rules("list")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == list(preset_names())
    assert "Kingdom Come" in lines[4]
    assert lines[5].endswith(" over 15000; banking 500 points the first time, 350 later")


def test_programs_read_the_list_as_json(rules: Rules) -> None:
    listed = json.loads(rules("list", "--json")[1])
    assert {"name": "kcd", "title": "Kingdom Come"} in listed
    assert [game["name"] for game in listed] == list(preset_names())


def test_the_table_shows_counters_turn_end_and_variations(rules: Rules) -> None:
    status, out, err = rules("show", "zilch-online")
    assert (status, err) == (0, "")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert rows[0] == "Zilch online"
    for row in (
        "single 100 – – – 50 –",
        "three alike 1000 200 300 400 500 600",
        "six alike 8000 1600 2400 3200 4000 4800",
        "1 to 6 1500",
        "three pairs 1500 four alike and two, and six alike, too",
        "nothing 500 six dice without any other counter",
        "keep of each throw at least one counter",
        "all six kept may be thrown again",
        "to bank 300 points",
        "target to 10000",
        "last turns every other player has one more turn",
        "tie the tied players throw six dice, the best throw wins",
        "three_blanks_penalty = 500 What three blanks in a row cost; 0 for nothing.",
    ):
        assert row in rows


def test_a_table_leaves_out_what_does_not_score(rules: Rules, tmp_path: Path) -> None:
    assert rules.shown(tmp_path / "own.toml", OWN)["counters"] == [
        "1s 2s 3s 4s 5s 6s",
        "single 100 – – – – 50",
    ]


def test_a_table_says_in_words_what_each_value_of_a_switch_means(
    rules: Rules, tmp_path: Path
) -> None:
    for switch in SWITCHES:
        for choice in switch.choices:
            rows = rules.shown(tmp_path / "own.toml", f'{switch.name} = "{choice}"\n{OWN}')
            if choice != switch.default:
                assert rows != rules.shown(tmp_path / "own.toml", OWN)


def test_every_variation_is_shown_in_force_or_not_with_its_sentence(
    rules: Rules, tmp_path: Path
) -> None:
    basic = {
        "target",
        "reach",
        "last_turns",
        "tie",
        "opening_minimum",
        "minimum",
        "full_six",
        "keep",
    }
    rows = rules.shown(tmp_path / "own.toml", f"challenge = true\nlast_die_bonus = 500\n{OWN}")
    helps = {s.name: s.help for s in SWITCHES if s.name not in basic}
    assert rows["variations in force"] == [
        f"challenge = true {helps.pop('challenge')}",
        f"last_die_bonus = 500 {helps.pop('last_die_bonus')}",
    ]
    assert rows["other variations"] == [f"{name} {text}" for name, text in helps.items()]


def test_programs_read_the_rules_as_a_rule_file_has_them(rules: Rules, own: Path) -> None:
    shown = json.loads(rules("show", own, "--json")[1])
    assert shown["title"] == "Ours"
    assert shown["counters"]["kinds"]["1"] == {"1": 100, "2": 0, "3": 0, "4": 0, "5": 0, "6": 50}
    assert {name: shown[name] for name in ("target", "keep")} == {
        "target": 5000,
        "keep": "at_least_one",
    }
    assert {switch.name for switch in SWITCHES} == set(shown) - {"title", "counters"}


@pytest.mark.parametrize("preset", preset_names())
def test_a_preset_read_by_programs_and_written_to_a_file_is_the_preset(
    rules: Rules, preset: str, own: Path
) -> None:
    shown = json.loads(rules("show", preset, "--json")[1])
    own.write_text("\n".join(f"{key} = {toml(value)}" for key, value in shown.items()))
    assert load(own) == load(preset)


def toml(value: object) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    return "{" + ", ".join(f'"{key}" = {toml(of)}' for key, of in value.items()) + "}"


def test_unknown_rules_are_answered_with_the_closest_preset(rules: Rules) -> None:
    status, out, err = rules("show", "zlich")
    assert (status, out) == (2, "")
    assert err.endswith("; did you mean zilch?\n")


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_can_be_played(rules: Rules, name: str) -> None:
    assert rules("check", name) == (0, f"{name} can be played\n", "")


def test_a_good_file_can_be_played(rules: Rules, own: Path) -> None:
    assert rules("check", own) == (0, f"{own} can be played\n", "")
    assert json.loads(rules("check", own, "--json")[1]) == {"file": str(own), "faults": []}


def test_every_fault_is_a_line_with_file_key_and_reason(rules: Rules, own: Path) -> None:
    own.write_text('target = 10\nkeep = "no"\ncounters.kinds.1 = { 1 = -50 }')
    assert rules("check", own) == (
        1,
        f"{own}: target: must be at least 50, not 10\n"
        f"{own}: keep: must be at_least_one or all, not 'no'\n"
        f"{own}: counters.kinds.1.1: must be at least 0, not -50\n",
        "",
    )
    status, out, _ = rules("check", own, "--json")
    assert status == 1
    assert json.loads(out)["faults"][0] == {
        "key": "target",
        "reason": "must be at least 50, not 10",
    }


def test_a_file_that_is_no_toml_has_that_fault(rules: Rules, own: Path) -> None:
    own.write_text("target = ")
    status, out, err = rules("check", own)
    assert (status, err) == (1, "")
    assert out.startswith(f"{own}: the file is no TOML: ")


@pytest.mark.parametrize("name", ["no-such-file.toml", "."])
def test_a_file_that_can_not_be_read_is_wrong_use(rules: Rules, name: str) -> None:
    status, out, err = rules("check", name)
    assert (status, out) == (2, "")
    assert err.startswith(f"dicetower: {name}: ")
    assert err.count("\n") == 1


def test_a_folder_is_answered_with_what_to_give(rules: Rules, tmp_path: Path) -> None:
    for command in ("check", "show"):
        assert rules(command, tmp_path)[2] == (
            f"dicetower: {tmp_path}: the file can not be read (Is a directory);"
            " give a rule file or a preset\n"
        )


def test_a_file_may_begin_with_a_mark_of_its_encoding(rules: Rules, own: Path) -> None:
    own.write_text(OWN, encoding="utf-8-sig")
    assert rules("check", own) == (0, f"{own} can be played\n", "")


def test_no_command_shows_the_help_as_wrong_use(rules: Rules) -> None:
    status, out, err = rules()
    assert (status, out) == (2, "")
    assert "Commands:" in err
