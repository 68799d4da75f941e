"""The bookmark is a hint: whole or not there."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unprivileged import NOBODY

from firmware_host.bookmark import Bookmark, BookmarkError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bookmark.json"


def test_the_last_place_written_is_read(file: Path) -> None:
    Bookmark(file).write({"screen": "ready"})
    Bookmark(file).write({"screen": "scores", "page": 2, "name": "Äiti"})
    assert Bookmark(file).read() == {"screen": "scores", "page": 2, "name": "Äiti"}


def test_nothing_else_is_left_beside_it(file: Path) -> None:
    Bookmark(file).write({"screen": "ready"})
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_missing_bookmark_is_none(file: Path) -> None:
    assert Bookmark(file).read() is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 30,
        b'{"screen": "rea',
        b"[1, 2]",
        b'"ready"',
        b"null",
        b"\xff{}",
        b"[" * 100_000,
    ],
    ids=["empty", "zeros", "half", "list", "text", "null", "not UTF-8", "endless"],
)
def test_a_damaged_bookmark_is_none(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    assert Bookmark(file).read() is None


@given(data=st.binary(max_size=40))
def test_any_bytes_are_an_object_or_none(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_bytes(data)
    assert isinstance(Bookmark(file).read(), dict | None)


def test_a_write_that_is_cut_short_leaves_the_last_place(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Bookmark(file).write({"screen": "ready"})

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        Bookmark(file).write({"screen": "scores"})
    assert Bookmark(file).read() == {"screen": "ready"}


def test_a_disk_that_refuses_is_one_kind_of_error(tmp_path: Path) -> None:
    with pytest.raises(BookmarkError, match="cannot be written") as caught:
        Bookmark(tmp_path / "missing" / "bookmark.json").write({})
    assert isinstance(caught.value, OSError)
    with pytest.raises(BookmarkError, match="cannot be read"):
        Bookmark(tmp_path).read()


@pytest.mark.parametrize("name", ["bookmark.json", "bookmark.json.new"])
def test_a_pipe_in_its_place_is_not_waited_for(file: Path, name: str) -> None:
    os.mkfifo(file.with_name(name))
    assert Bookmark(file).read() is None
    if name.endswith(".new"):
        with pytest.raises(BookmarkError, match="cannot be written"):
            Bookmark(file).write({"screen": "ready"})
    else:
        Bookmark(file).write({"screen": "ready"})
        assert Bookmark(file).read() == {"screen": "ready"}


def test_what_is_to_last_is_on_the_disk_before_its_name_is_and_its_name_on_return(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[str, bool]] = []

    def sync(number: int) -> None:
        synced.append((str(Path(f"/proc/self/fd/{number}").readlink()), file.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    Bookmark(file).write({"screen": "choose"}, lasting=True)
    assert synced == [(f"{file}.new", False), (str(file.parent), True)]
    Bookmark(file).write({"screen": "choose"})
    assert len(synced) == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
def test_what_root_remembers_belongs_to_whose_folder_it_is(file: Path) -> None:
    os.chown(file.parent, NOBODY, NOBODY)
    Bookmark(file).write({"screen": "choose"})
    assert (file.stat().st_uid, file.stat().st_gid) == (NOBODY, NOBODY)
