"""`dicetower games`: what it prints, what it finds, what it deletes, and how it refuses."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from boxes import seeded_box
from store_damages import change, overwrite

from firmware_host.cli import main
from firmware_host.demo.robot import Robot
from firmware_host.store.rows import Ending, Entry, code_of, standing
from firmware_host.store.store import Store
from hw.events import Source

HEADER = {"record": 1, "rules": "zilch-5000", "players": ["Aino", "Bruno"]}


def thrown(seq: int, *dice: int, source: Source = "sensor") -> Entry:
    return Entry(seq, {"do": "roll", "dice": list(dice)}, source, seq)


MENDED = (
    thrown(1, 1, 1, 1, 2, 3, 4),
    Entry(2, {"do": "keep", "dice": [1, 1, 1]}),
    Entry(3, {"undo": 2}),
    Entry(4, {"undo": 1}),
    thrown(5, 1, 1, 1, 5, 3, 4, source="mended"),
    Entry(6, {"do": "keep", "dice": [1, 1, 1, 5]}),
    Entry(7, {"do": "bank"}),
    thrown(8, 2, 3, 4, 6, 2, 3),
)
"""A throw that was misread, and mended after dice had been kept; then a blank."""


class Games:
    """Runs the command on games of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "state" / "games.sqlite3"
        self.settings = folder / "dicetower.toml"
        self.settings.write_text(f"state_directory = '{self.file.parent}'\n")
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["games", *map(str, arguments), "--settings", str(self.settings)])
        status = ended.value.code
        assert isinstance(status, int)
        return status, *self._capsys.readouterr()

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json")[1])


@pytest.fixture
def games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Games:
    return Games(tmp_path, capsys)


@pytest.fixture
def some(games: Games) -> Games:
    """A game that was given up, one that is not over, and a short one that is over."""
    with Store.open(games.file) as store:
        store.begin(HEADER, MENDED[:2], Ending("given_up", (0, 0)), at=1_700_000_000)
        store.begin(HEADER, MENDED)
        options = {"target": 1000, "reach": "reach", "last_turns": "none"}
        store.begin(
            {**HEADER, "options": options}, MENDED[:7], Ending("over", (1050, 0), 1_700_000_900.5)
        )
    return games


def played_by_robots(file: Path, count: int) -> None:
    """Whole games, as a box stores them."""
    for seed in range(count):
        with Store.open(file) as store:
            box = seeded_box(seed, store=store)
            while box.screen != "attract":
                box.press("bank" if box.screen == "over" else "roll")
            robot = Robot(box)
            robot.choose_game(("zilch-5000", "diecimila", "zilch")[seed % 3], 2 + seed % 2)
            robot.play_to_end()


def test_whole_games_are_exported_as_records_that_replay_plays_to_the_stored_scores(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_by_robots(games.file, 4)
    assert games("export", "--all", "-o", tmp_path / "records") == (0, "", "")
    for line in games.json("list"):
        assert (line["ended"], line["throws"].keys()) == ("over", {"seed"})
        record = tmp_path / "records" / f"game-{line['game']}.jsonl"
        with pytest.raises(SystemExit, match="0"):
            main(["replay", str(record), "--json"])
        state = json.loads(capsys.readouterr().out)
        assert (state["phase"], state["scores"]) == ("over", line["scores"])
        assert games("export", str(line["game"]))[1] == record.read_text()
    assert len(list((tmp_path / "records").iterdir())) == 4
    assert games("verify")[0] == 0


def test_the_list_begins_with_the_newest(some: Games) -> None:
    status, out, err = some("list")
    assert (status, err) == (0, "")
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "3 no date zilch-5000 over Aino 1050, Bruno 0; Aino won; throws: 1 by mended",
        "2 no date zilch-5000 not over Aino 1050, Bruno 0; throws: 1 by mended, 1 by sensor",
        f"1 {local_time(1_700_000_000)} zilch-5000 given up Aino 0, Bruno 0; throws: 1 by sensor",
    ]
    assert some("list", "--last", "1")[1] == out.splitlines(keepends=True)[0]


def local_time(at: float) -> str:
    from datetime import datetime

    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def test_the_list_for_programs(some: Games) -> None:
    last, running, _ = some.json("list")
    assert last == {
        "game": 3,
        "began": None,
        "rules": "zilch-5000",
        "players": ["Aino", "Bruno"],
        "scores": [1050, 0],
        "winners": [0],
        "ended": "over",
        "ended_at": 1_700_000_900.5,
        "throws": {"mended": 1},
        "hash": last_hash(some, 3),
    }
    assert (running["ended"], running["scores"], running["winners"]) == (None, [1050, 0], None)


@pytest.fixture
def thrown_off(games: Games) -> Games:
    """A tie at 1050 points, which the second player won by a throw."""
    header = {**HEADER, "options": {"target": 1000, "reach": "reach"}}
    turn: list[dict[str, Any]] = [
        {"do": "roll", "dice": [1, 1, 1, 5, 3, 4]},
        {"do": "keep", "dice": [1, 1, 1, 5]},
        {"do": "bank"},
    ]
    actions = [
        *turn,
        *turn,
        {"do": "roll", "dice": [1, 3, 3, 4, 6, 6]},
        {"do": "roll", "dice": [1, 1, 3, 4, 6, 6]},
    ]
    with Store.open(games.file) as store:
        entries = [Entry(seq, action) for seq, action in enumerate(actions, 1)]
        store.begin(header, entries, Ending("over", (1050, 1050)))
    return games


@pytest.mark.parametrize("command", [["list"], ["show", "1"]])
def test_who_won_a_tie_by_a_throw_is_told(thrown_off: Games, command: list[str]) -> None:
    assert "Aino 1050, Bruno 1050; Bruno won;" in thrown_off(*command)[1].splitlines()[0]


def test_programs_are_told_the_winners_seats(thrown_off: Games) -> None:
    assert [line["winners"] for line in thrown_off.json("list")] == [[1]]
    assert thrown_off.json("show", "1")["winners"] == [1]
    assert json.loads(thrown_off("export", "1", "--format", "json")[1])["winners"] == [1]


def last_hash(games: Games, game: int) -> str:
    with Store.open(games.file) as store:
        return store.last_hash(game).hex()  # type: ignore[arg-type]


def test_a_game_is_shown_turn_by_turn_with_what_was_undone(some: Games) -> None:
    status, out, _ = some("show", "2")
    assert status == 0
    assert out.splitlines()[1:] == [
        "Aino, 0 points",
        "    1  roll 1 1 1 2 3 4  [sensor]  (undone)",
        "    2  keep 1 1 1, 1000 at risk  (undone)",
        "    3  undo 2",
        "    4  undo 1",
        "    5  roll 1 1 1 5 3 4  [mended]",
        "    6  keep 1 1 1 5, 1050 at risk",
        "    7  bank 1050, now 1050",
        "Bruno, 0 points",
        "    8  roll 2 3 4 6 2 3, blank: 0 lost  [sensor]",
    ]


def test_a_game_for_programs_has_every_row_with_its_hash(some: Games) -> None:
    game = some.json("show", "2")
    assert game["header"] == HEADER
    assert [row["action"] for row in game["rows"]] == [entry.action for entry in MENDED]
    assert [row["counts"] for row in game["rows"]] == [False] * 4 + [True] * 4
    assert [row["counter"] for row in game["rows"]] == list(range(6, 14))
    assert game["rows"][-1]["hash"] == game["hash"]
    assert json.loads(some("export", "2", "--format", "json")[1]) == game
    exported = json.loads(some("export", "--all", "--format", "json")[1])
    assert [one["game"] for one in exported] == [1, 2, 3]


def test_a_record_is_without_what_was_undone(some: Games) -> None:
    lines = [json.loads(line) for line in some("export", "2")[1].splitlines()]
    assert lines == [HEADER, *(entry.action for entry in standing(MENDED))]


def test_a_table_has_a_line_for_every_action(some: Games, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert some("export", "--all", "--format", "csv", "-o", file) == (0, "", "")
    rows = [row for row in csv.DictReader(io.StringIO(file.read_text())) if row["game"] == "2"]
    wanted = ("row", "player", "do", "dice", "target", "source", "counts", "score")
    assert [tuple(row[name] for name in wanted) for row in rows[3:]] == [
        ("4", "Aino", "undo", "", "1", "", "0", "0"),
        ("5", "Aino", "roll", "1 1 1 5 3 4", "", "mended", "1", "0"),
        ("6", "Aino", "keep", "1 1 1 5", "", "", "1", "0"),
        ("7", "Aino", "bank", "", "", "", "1", "1050"),
        ("8", "Bruno", "roll", "2 3 4 6 2 3", "", "sensor", "1", "0"),
    ]


@pytest.mark.parametrize(
    "arguments", [["show", "1"], ["list"], ["export", "1", "--format", "csv"], ["export", "1"]]
)
def test_a_name_cannot_steer_the_terminal(games: Games, arguments: list[str]) -> None:
    header = {**HEADER, "players": ["A\x1b[2J\x9b\u202eino", "Öst\nen"]}
    with Store.open(games.file) as store:
        store.begin(header, MENDED)
    status, out, _ = games(*arguments)
    assert status == 0
    assert [sign for sign in out if not sign.isprintable() and sign != "\n"] == []


def test_verify_says_that_all_is_well(some: Games) -> None:
    assert some("verify")[:2] == (
        0,
        "The chain of all 3 games holds: nothing was changed, removed or inserted.\n",
    )
    assert some.json("verify", "2") == {"ok": True, "games": 1, "faults": []}


def test_verify_says_which_row_of_which_game_was_changed(some: Games) -> None:
    change(some.file, "UPDATE actions SET source = 'hand' WHERE game = 2 AND seq = 5")
    told = "Game 2 is not what was stored: row 5 was changed."
    assert some("verify") == (1, f"{told}\n", "")
    assert some("verify", "2") == (1, f"{told}\n", "")
    assert some("verify", "3")[0] == 0
    assert some.json("verify") == {
        "ok": False,
        "games": 3,
        "faults": [{"game": 2, "what": told}],
    }
    assert some("list")[0] == 1
    assert told in some("list")[1]
    assert some("show", "2") == (1, "", f"dicetower: {told}\n")


def test_verify_says_of_which_game_the_header_was_removed(some: Games) -> None:
    code = last_hash(some, 2)
    change(some.file, "DELETE FROM games WHERE id = 2")
    told = "Game 2 is not what was stored: the header was removed."
    assert some("verify") == (1, f"{told}\n", "")
    assert some("verify", code) == (1, f"Game 2: row 8, its last row.\n{told}\n", "")
    assert some.json("list")[1] == {"game": 2, "fault": told}
    assert some("delete", "2", "--yes")[0] == 0
    assert some("verify")[0] == 0


@pytest.mark.parametrize("form", ["record", "csv", "json"])
@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (
            "UPDATE actions SET token = 9 WHERE game = 2 AND seq = 1",
            "Game 2 is not what was stored: row 1 was changed.",
        ),
        (
            "UPDATE actions SET action = CAST(x'ff' AS TEXT) WHERE game = 2 AND seq = 3",
            "Game 2 is not what was stored: row 3 was changed.",
        ),
    ],
)
def test_all_games_but_a_damaged_one_are_exported(
    some: Games, tmp_path: Path, form: str, statement: str, why: str
) -> None:
    change(some.file, statement)
    place = tmp_path / "exported"
    left_out = f"dicetower: {why} It is left out.\n"
    assert some("export", "--all", "--format", form, "-o", place) == (1, "", left_out)
    texts = place.iterdir() if form == "record" else [place]
    assert len("".join(text.read_text() for text in texts)) > 100


def test_a_game_whose_rules_are_gone_is_left_out_of_a_table(some: Games, tmp_path: Path) -> None:
    with Store.open(some.file) as store:
        store.begin({**HEADER, "rules": "/no/rules.toml"}, MENDED)
    status, out, err = some("export", "--all", "--format", "csv")
    assert (status, err.count("\n")) == (1, 1)
    assert "game 4 cannot be played any more" in err
    assert len(out.splitlines()) == 1 + 2 + 8 + 7


def test_a_time_that_no_calendar_has_is_no_date(games: Games) -> None:
    with Store.open(games.file) as store:
        store.begin(HEADER, at=1e300)
    assert "no date" in games("list")[1]


@pytest.mark.parametrize("form", [str, str.upper, str.lower, lambda text: text[:16]])
def test_verify_takes_a_hash_in_any_case_and_length(
    some: Games, form: Callable[[str], str]
) -> None:
    status, out, _ = some("verify", form(last_hash(some, 3)))
    assert status == 0
    assert out.splitlines() == [
        "Game 3: the ending after row 7, its last row.",
        "The chain of game 3 holds: nothing was changed, removed or inserted.",
    ]


def test_verify_takes_what_the_last_screen_shows(some: Games) -> None:
    code = code_of(bytes.fromhex(last_hash(some, 3)))
    found = some.json("verify", code)
    assert (found["ok"], found["game"], found["last"]) == (True, 3, True)


def test_verify_says_that_a_game_went_on_after_a_row(some: Games) -> None:
    earlier = some.json("show", "2")["rows"][4]["hash"]
    assert some("verify", earlier)[1].startswith("Game 2: row 5, after which it went on.\n")


def test_verify_says_that_the_game_of_a_hash_was_changed(some: Games) -> None:
    code = last_hash(some, 2)
    change(some.file, "UPDATE actions SET token = 9 WHERE game = 2 AND seq = 1")
    status, out, _ = some("verify", code)
    assert (status, out.splitlines()[1]) == (
        1,
        "Game 2 is not what was stored: row 1 was changed.",
    )


def test_a_hash_of_no_row_is_a_problem(some: Games) -> None:
    assert some("verify", "00" * 12) == (
        1,
        "",
        f"dicetower: no row of any game has the hash {'00' * 12}\n",
    )


@pytest.mark.parametrize("text", ["abc", "0123456789abcde", "g" * 24, "ab" * 33, "-1"])
def test_what_is_neither_number_nor_hash_is_wrong_use(some: Games, text: str) -> None:
    assert some("verify", "--", text)[0] == 2


def test_a_deleted_game_is_gone(some: Games) -> None:
    assert some("delete", "2", "--yes") == (0, "Game 2 is deleted.\n", "")
    assert [line["game"] for line in some.json("list")] == [3, 1]
    assert some("verify")[0] == 0


@pytest.mark.parametrize("answer", ["y", "n"])
def test_who_sits_at_a_terminal_is_asked(
    some: Games, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr("firmware_host.cli.games.is_terminal", lambda _: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: answer)
    assert some("delete", "2")[0] == 0
    assert len(some.json("list")) == (2 if answer == "y" else 3)


def test_without_a_terminal_nothing_is_deleted_unasked(
    some: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    status, _, err = some("delete", "2")
    assert status == 2
    assert "--yes" in err
    assert len(some.json("list")) == 3


def test_while_the_box_runs_games_are_read_and_none_is_deleted(some: Games) -> None:
    with Store.open(some.file) as store:
        store.begin(HEADER)
        assert len(some.json("list")) == 4
        assert some("verify")[0] == 0
        status, out, err = some("delete", "2", "--yes")
        assert (status, out) == (1, "")
        assert f"{some.file} is in use by process {os.getpid()}; stop that one first." in err
        assert err.endswith("sudo systemctl stop dicetower\n")
        assert store.load(store.history(1)[0].id).ending is not None


COMMANDS = [["list"], ["show", "1"], ["export", "1"], ["verify"], ["delete", "1", "--yes"]]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_where_nothing_was_stored_it_is_told_and_nothing_made(
    games: Games, arguments: list[str]
) -> None:
    status, out, err = games(*arguments)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert f"{games.file} is not there" in err
    assert not games.file.parent.exists()


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize("kind", ["damaged", "newer"])
def test_a_file_that_cannot_be_used_is_told_and_left_alone(
    some: Games, arguments: list[str], kind: str
) -> None:
    if kind == "damaged":
        overwrite(some.file, 0, bytes(512))
    else:
        change(some.file, "PRAGMA user_version = 99")
    before = some.file.read_bytes()
    status, out, err = some(*arguments)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(some.file) in err
    assert some.file.read_bytes() == before
    assert sorted(path.name for path in some.file.parent.iterdir()) == [
        "games.lock",
        "games.sqlite3",
    ]


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_a_number_beyond_all_games_is_wrong_use(some: Games, command: str) -> None:
    assert some(command, str(2**63))[0] == 2


@pytest.mark.parametrize("command", ["show", "export", "verify", "delete"])
def test_a_game_that_is_not_there_is_wrong_use(some: Games, command: str) -> None:
    more = ["--yes"] if command == "delete" else []
    status, out, err = some(command, "9", *more)
    assert (status, out) == (2, "")
    assert "no game 9" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["export"],
        ["export", "1", "--all"],
        ["export", "--all"],
        ["export", "1", "-o", "/nowhere/file"],
        ["show", "0"],
        ["list", "--last", "0"],
    ],
)
def test_wrong_use_is_one_sentence(some: Games, arguments: list[str]) -> None:
    status, out, err = some(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_game_whose_rules_are_gone_is_listed_and_told(games: Games) -> None:
    with Store.open(games.file) as store:
        store.begin({**HEADER, "rules": "/nowhere/ours.toml"}, MENDED)
    assert games.json("list")[0]["scores"] is None
    assert "Aino ?, Bruno ?" in games("list")[1]
    status, _, err = games("show", "1")
    assert status == 1
    assert "cannot be played any more" in err


def test_who_reads_no_further_ends_it_quietly(some: Games) -> None:
    command = [sys.executable, "-m", "firmware_host.cli", "games", "export", "--all"]
    command += ["--format", "json", "--settings", str(some.settings)]
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert ended.stderr == b""
    assert ended.returncode == 1


def test_files_of_another_s_are_told(games: Games) -> None:
    games.file.parent.mkdir()
    with sqlite3.connect(games.file) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    status, _, err = games("list")
    assert status == 1
    assert "not those of dicetower" in err
