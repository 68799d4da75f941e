"""What is kept is whole, and of what it is made of now."""

from pathlib import Path

import pytest

from container.kept import kept, mark


def _write(new: Path) -> None:
    new.write_text("whole")


def _fail(new: Path) -> None:
    new.mkdir()
    (new / "half").touch()
    raise OSError("no space left")


def test_it_is_made_once_and_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert kept(tmp_path / "a/thing", "a thing", _write).read_text() == "whole"
    assert capsys.readouterr().out == "  making: a thing\n"


def test_what_is_half_made_is_not_taken_for_it(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no space"):
        kept(tmp_path / "thing", "a thing", _fail)
    assert not (tmp_path / "thing").exists()
    assert kept(tmp_path / "thing", "a thing", _write).read_text() == "whole"
    assert [file.name for file in tmp_path.iterdir()] == ["thing"]


def test_it_takes_the_place_of_older_ones(tmp_path: Path) -> None:
    for name in (f"thing-{mark('1')}", f"thing-{mark('2')}"):
        kept(tmp_path / name, "a thing", _write, "thing-*")
    kept(tmp_path / "other", "another", _write)
    assert {file.name for file in tmp_path.iterdir()} == {f"thing-{mark('2')}", "other"}


def test_a_mark_is_another_one_for_other_parts() -> None:
    assert mark("a", b"b") == mark("a", b"b") != mark("a", b"c")
