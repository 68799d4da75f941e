"""Game records: played, refused, and written."""

import json
from pathlib import Path
from typing import Any

import pytest
from playing import BLANK, action, play

from rules import RulesError, load
from rules.record import Header, RecordError, lines, parse, read

CASES = Path(__file__).parents[1] / "data" / "cases"
FAULTY = json.loads((CASES / "faulty" / "index.json").read_text())
RECORDS = sorted((CASES / "records").glob("[0-9][0-9][0-9].jsonl"))

HEADER = b'{"record": 1, "rules": "diecimila", "players": ["Aino"]}'
ROLL = b'{"do": "roll", "dice": [1, 3, 3, 5, 6, 2]}'


def refused(content: bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse(content, "game.jsonl")
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_to_the_states_beside_it(path: Path) -> None:
    states = path.with_suffix(".states.jsonl").read_text().splitlines()
    assert [game.state() for game in read(path).games[1:]] == [json.loads(line) for line in states]


@pytest.mark.parametrize("fault", FAULTY, ids=lambda fault: fault["file"])
def test_a_faulty_record_stops_at_its_line_and_says_what_was_legal(fault: dict[str, Any]) -> None:
    path = CASES / "faulty" / fault["file"]
    with pytest.raises(RecordError) as caught:
        read(path)
    assert caught.value.line == fault["line"]
    assert str(caught.value).startswith(f"{path}, line {fault['line']}: ")
    assert str(caught.value).endswith("legal: " + (", ".join(fault["legal"]) or "nothing"))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[1]",
        b"null",
        b'"record"',
        b"not json",
        b"\xff",
        b"\xef\xbb\xbf" + HEADER,
        b"[" * 100_000,
        HEADER.replace(b"1", b"2"),
        HEADER.replace(b"1", b"true"),
        HEADER.replace(b"1", b"1.0"),
        HEADER.replace(b"1", b"NaN"),
        HEADER.replace(b"1", b"1" * 5000),
        HEADER.replace(b'"diecimila"', b"7"),
        HEADER.replace(b'"diecimila"', b'"no-such-game"'),
        HEADER.replace(b'"diecimila"', b'"a\\u0000b"'),
        HEADER.replace(b'["Aino"]', b"[]"),
        HEADER.replace(b'["Aino"]', b'"Aino"'),
        HEADER.replace(b'["Aino"]', b'[""]'),
        HEADER.replace(b'["Aino"]', b"[null]"),
        HEADER.replace(b'["Aino"]', b'["\\ud800"]'),
        HEADER.replace(b'["Aino"]', b'["Aino"], "options": []'),
        HEADER.replace(b'["Aino"]', b'["Aino"], "options": {"x": 1}'),
        HEADER.replace(b'["Aino"]', b'["Aino"], "options": {"target": 1.5}'),
        HEADER.replace(b'["Aino"]', b'["Aino"], "options": {"target": 400, "minimum": 450}'),
    ],
)
def test_a_faulty_header_stops_at_line_1_with_nothing_legal(line: bytes) -> None:
    error = refused(line + b"\n" + ROLL)
    assert error.line == 1
    assert str(error).endswith("legal: nothing")


@pytest.mark.parametrize(
    "line",
    [
        b"roll",
        b"[]",
        b"1",
        b"{}",
        b'{"do": null}',
        b'{"do": ["roll"]}',
        b'{"do": "ROLL", "dice": [1, 3, 3, 5, 6, 2]}',
        b'{"do": "bank"}',
        b'{"do": "challenge"}',
        b'{"do": "challenge", "target": true}',
        b'{"do": "roll"}',
        b'{"do": "roll", "dice": "133562"}',
        b'{"do": "roll", "dice": {}}',
        b'{"do": "roll", "dice": []}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, 2, 2]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, 0]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, -1]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, true]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, 2.0]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, "2"]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, [2]]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, NaN]}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, ' + b"9" * 5000 + b"]}",
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, 2], "x": Infinity}',
        b'{"do": "roll", "dice": [1, 3, 3, 5, 6, 2]} {}',
        b'{"do": "roll", "dice": ' + b"[" * 100_000,
        b'{"do": ' + b"[" * 400 + b"]" * 400 + b"}",
        b'{"do": "\\ud800\\n"}',
        b'{"do": "roll\xff"}',
    ],
)
def test_a_faulty_action_stops_at_its_line(line: bytes) -> None:
    error = refused(HEADER + b"\n\n" + line + b"\n" + ROLL)
    assert error.line == 3
    assert error.legal == ("roll",)
    assert str(error).startswith("game.jsonl, line 3: ")


def test_empty_lines_and_unknown_keys_are_ignored() -> None:
    content = HEADER + b'\r\n \n\t\n{"by": 7, "do": "roll", "dice": [1, 3, 3, 5, 6, 2]}\n\n'
    assert parse(content, "").games[-1].throw == (1, 3, 3, 5, 6, 2)


def test_only_a_line_feed_ends_a_line() -> None:
    content = HEADER + "\n\u2028".encode() + ROLL
    assert refused(content).line == 2
    ended = HEADER + '\n{"do": "roll", "dice": [1, 3, 3, 5, 6, 2], "note": "\u2028"}'.encode()
    assert len(parse(ended, "").actions) == 1


def test_a_record_of_a_header_alone_is_a_game_before_its_first_throw() -> None:
    assert [game.phase for game in parse(HEADER, "").games] == ["start"]


def test_a_record_may_name_a_rule_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("target = 400\ncounters.kinds.1 = 100")
    content = json.dumps({"record": 1, "rules": str(path), "players": ["Aino", "Aino"]})
    assert parse(content.encode(), "").games[0].rules.target == 400


def test_a_written_record_reads_as_what_was_written() -> None:
    header = Header("zilch", ("Äinö", "Bruno"), {"take_over": True, "challenge": True})
    words = f"112346 +11 2346 take 1346 +1 346 vs1 {BLANK}".split()
    actions = tuple(map(action, words))
    written = "\n".join(lines(header, actions))
    assert "Äinö" in written
    record = parse(written.encode(), "")
    assert (record.header, record.actions) == (header, actions)
    assert record.games[-1] == play(header.game(), " ".join(words))


def test_a_record_without_options_is_written_without_them() -> None:
    assert list(lines(Header("zilch", ("Aino",)), ())) == [
        '{"record": 1, "rules": "zilch", "players": ["Aino"]}'
    ]


def test_a_missing_record_is_an_error_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.jsonl")


def test_a_header_of_unknown_rules_makes_no_game() -> None:
    with pytest.raises(RulesError):
        Header("no-such-game", ("Aino",)).game()
    assert load("zilch").title == "Zilch"
