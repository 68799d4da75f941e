"""`dicetower score`: throws from the command line and from standard input."""

import io
import json
from pathlib import Path

import pytest

from firmware_host.cli import main


class Score:
    """Runs the command and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str, typed: bytes = b"") -> tuple[int, str, str]:
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
        with pytest.raises(SystemExit) as ended:
            main(["score", *arguments])
        status = ended.value.code
        assert isinstance(status, int)
        return status, *self._capsys.readouterr()


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Score:
    return Score(capsys, monkeypatch)


def test_a_throw_is_one_json_object(score: Score) -> None:
    status, out, err = score("diecimila", "1", "3", "3", "5", "2", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "best": 150,
        "blank": False,
        "all": None,
        "keeps": [
            {"dice": [1], "points": 100},
            {"dice": [1, 5], "points": 150},
            {"dice": [5], "points": 50},
        ],
    }


@pytest.mark.parametrize("dice", [["1115"], ["1", "1", "1", "5"], ["11", "15"], ["1 1 1 5"]])
def test_faces_may_be_written_together_or_apart(score: Score, dice: list[str]) -> None:
    assert score("zilch", *dice, "--json") == score("zilch", "1", "1", "1", "5", "--json")


def test_people_read_the_keeps_best_first(score: Score) -> None:
    assert score("zilch", "1", "5", "2")[1].splitlines() == [
        "1 5 2: best 150",
        "  1 5             150",
        "  1               100",
        "  5                50",
    ]


def test_people_read_that_a_throw_is_blank(score: Score) -> None:
    assert score("zilch", "2", "3")[:2] == (0, "2 3: blank\n")


@pytest.mark.parametrize("dice", ["7", "0", "x", "1111111", "", " "])
def test_what_is_no_throw_is_wrong_use(score: Score, dice: str) -> None:
    status, out, err = score("zilch", dice)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_lines_of_standard_input_are_throws(score: Score) -> None:
    status, out, _ = score("zilch", "--json", typed=b"1 1\r\n\n  \n234\n5")
    assert status == 0
    assert [json.loads(line)["best"] for line in out.splitlines()] == [200, 0, 50]


@pytest.mark.parametrize("bad", [b"1 7", b"one", b"\xff\xfe", b"1111111", b"\x00"])
def test_a_bad_line_stops_it_with_its_number(score: Score, bad: bytes) -> None:
    status, out, err = score("zilch", "--json", typed=b"5\n\n" + bad + b"\n1\n")
    assert status == 2
    assert len(out.splitlines()) == 1
    assert "line 3" in err
    assert err.count("\n") == 1


def test_unknown_rules_are_answered_with_the_closest_preset(score: Score) -> None:
    status, out, err = score("Zilhc", "1")
    assert (status, out) == (2, "")
    assert err.endswith("; did you mean zilch?\n")


def test_rules_unlike_any_preset_are_answered_with_all(score: Score) -> None:
    status, _, err = score("poker", "1")
    assert status == 2
    assert "diecimila" in err
    assert "did you mean" not in err


def test_a_rule_file_scores_by_its_own_counters(score: Score, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('keep = "all"\n[counters.kinds]\n1 = { 6 = 150 }\n')
    _, out, _ = score(str(file), "6", "6", "--json")
    assert json.loads(out)["keeps"] == [{"dice": [6, 6], "points": 300}]


def test_a_faulty_rule_file_is_told_with_its_key(score: Score, tmp_path: Path) -> None:
    file = tmp_path / "zilc"
    file.write_text("targett = 5000\n")
    status, out, err = score(str(file), "1")
    assert (status, out) == (2, "")
    assert str(file) in err
    assert "targett" in err
    assert "did you mean" not in err


@pytest.mark.parametrize("kind", ["directory", "binary"])
def test_rules_that_are_no_text_are_wrong_use(score: Score, tmp_path: Path, kind: str) -> None:
    file = tmp_path / kind
    file.mkdir() if kind == "directory" else file.write_bytes(bytes(range(256)))
    status, out, err = score(str(file), "1")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
