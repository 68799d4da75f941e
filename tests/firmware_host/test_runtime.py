"""Where lgpio may make its pipe."""

import tempfile
from pathlib import Path
from typing import Any

import pytest

from firmware_host import runtime
from firmware_host.runtime import runtime_directory, temporary_directory
from hw.errors import PartError

usual = tempfile.TemporaryDirectory


def full(*places: str | None) -> Any:
    """In place of `TemporaryDirectory`, which finds no room in these places."""

    def make(*, dir: str | None, **more: Any) -> "tempfile.TemporaryDirectory[str]":
        if dir in places:
            raise FileNotFoundError(2, "No usable temporary directory found")
        return usual(dir=dir, **more)

    return make


@pytest.fixture(autouse=True)
def no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)


def test_the_service_s_own_folder_is_taken_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/run/other")
    with runtime_directory() as folder:
        assert folder() == tmp_path
    assert tmp_path.exists()


def test_without_one_a_folder_is_made_when_it_is_asked_for_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with runtime_directory() as folder:
        assert [*tmp_path.iterdir()] == []
        assert folder() == folder()
        assert [*tmp_path.iterdir()] == [folder()]
    assert [*tmp_path.iterdir()] == []


def test_where_no_disk_has_room_it_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "TemporaryDirectory", full(None))
    monkeypatch.setattr(runtime, "MEMORY", str(tmp_path))
    with runtime_directory() as folder, temporary_directory() as other:
        assert {folder().parent, Path(other).parent} == {tmp_path}


def test_where_there_is_no_room_at_all_that_is_a_missing_part_until_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with runtime_directory() as folder:
        with monkeypatch.context() as patch:
            patch.setattr(tempfile, "TemporaryDirectory", full(None, runtime.MEMORY))
            with pytest.raises(PartError, match="no folder for lgpio's pipe"):
                folder()
        assert folder().is_dir()
