"""`dicetower replay`: states for programs, and words for people."""

import json
from pathlib import Path

import pytest

from firmware_host.cli import main

CASES = Path(__file__).parents[1] / "data" / "cases"
FAULTY = json.loads((CASES / "faulty" / "index.json").read_text())

HEADER = {"record": 1, "rules": "zilch-5000", "players": ["Aino", "Bruno"]}
THREE_ONES = [
    {"do": "roll", "dice": [1, 1, 1, 2, 3, 4]},
    {"do": "keep", "dice": [1, 1, 1]},
    {"do": "bank"},
]
BLANK = [{"do": "roll", "dice": [2, 3, 4, 6, 2, 3]}]


def replay(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["replay", *map(str, arguments)])
    status = ended.value.code
    assert isinstance(status, int)
    return status, *capsys.readouterr()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game in which Aino has banked, Bruno has thrown a blank, and Aino has thrown."""
    return written(tmp_path, HEADER, *THREE_ONES, *BLANK, *THREE_ONES[:1])


def written(folder: Path, *lines: object) -> Path:
    file = folder / "game.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return file


def test_the_last_state_is_one_json_object(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    status, out, err = replay(capsys, record, "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    state = json.loads(out)
    assert (state["phase"], state["scores"], state["legal"]) == ("choose", [1000, 0], ["keep"])


def test_each_prints_the_state_after_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    game = CASES / "records" / "001.jsonl"
    status, out, _ = replay(capsys, game, "--json", "--each")
    wanted = game.with_suffix(".states.jsonl").read_text().splitlines()
    assert status == 0
    assert [json.loads(line) for line in out.splitlines()] == [json.loads(s) for s in wanted]


def test_each_of_a_game_without_actions_prints_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert replay(capsys, written(tmp_path, HEADER), "--json", "--each") == (0, "", "")


@pytest.mark.parametrize("case", FAULTY, ids=[case["file"] for case in FAULTY])
@pytest.mark.parametrize("options", [[], ["--json"], ["--json", "--each"]])
def test_a_fault_stops_it_with_file_line_and_what_was_legal(
    capsys: pytest.CaptureFixture[str], case: dict[str, object], options: list[str]
) -> None:
    file = CASES / "faulty" / str(case["file"])
    status, out, err = replay(capsys, file, *options)
    assert (status, out) == (2, "")
    legal = case.get("legal") or ["nothing"]
    assert isinstance(legal, list)
    assert err.startswith(f"dicetower: {file}, line {case['line']}: ")
    assert err.endswith(f"legal: {', '.join(legal)}\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("kind", ["missing", "directory", "unreadable name"])
def test_a_file_that_the_disk_refuses_is_wrong_use(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str
) -> None:
    names = {"missing": "none.jsonl", "directory": ".", "unreadable name": "x" * 300}
    status, out, err = replay(capsys, tmp_path / names[kind])
    assert (status, out) == (2, "")
    assert str(tmp_path) in err
    assert err.count("\n") == 1


def test_a_binary_file_is_wrong_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(bytes(range(256)) * 10)
    status, out, err = replay(capsys, file, "--json")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_people_read_the_places_and_whose_move_it_is(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    title, *lines = replay(capsys, record)[1].splitlines()
    assert title.endswith(", 5 actions")
    assert lines == [
        "  1    1000  Aino",
        "  2       0  Bruno",
        "Aino to keep: 0 points at risk, 6 dice left.",
    ]


def test_people_read_every_move_before_the_places(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    assert replay(capsys, record, "--each")[1].splitlines()[:5] == [
        "Aino: roll 1 1 1 2 3 4",
        "Aino: keep 1 1 1, 1000 at risk",
        "Aino: bank 1000, now 1000",
        "Bruno: roll 2 3 4 6 2 3, blank: 0 lost",
        "Aino: roll 1 1 1 2 3 4",
    ]


def test_people_read_who_won(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    header = HEADER | {"options": {"target": 1000, "reach": "reach", "last_turns": "none"}}
    _, out, _ = replay(capsys, written(tmp_path, header, *THREE_ONES))
    assert out.splitlines()[-1] == "Aino won."


def test_a_name_cannot_steer_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = written(tmp_path, HEADER | {"players": ["A\x1b[2Jino\n", "Äkäslompolo"]})
    _, out, _ = replay(capsys, file)
    assert "\x1b" not in out
    assert "A\ufffd[2Jino\ufffd" in out
    assert "Äkäslompolo" in out
