"""Where the typeface of the demo's buttons is found."""

import shutil
from pathlib import Path

import pytest

from firmware_host.demo.typeface import FILE, SYSTEM_FILE, MissingFontError, roboto_bold


def test_the_systems_file_is_found_and_draws_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "fonts/truetype/roboto" / SYSTEM_FILE
    theirs.parent.mkdir(parents=True)
    shutil.copy(FILE, theirs)
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    found = roboto_bold(20, SYSTEM_FILE)
    assert str(found.path) == str(theirs)
    assert bytes(found.getmask("BANK ▶ ä")) == bytes(roboto_bold(20, FILE).getmask("BANK ▶ ä"))


def test_a_missing_typeface_is_said_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(MissingFontError, match="apt install fonts-roboto-unhinted"):
        roboto_bold(20, SYSTEM_FILE)
