"""The time of day, once it is known."""

import time
from pathlib import Path

import pytest

from hw import wall_clock


def test_there_is_no_time_before_the_machine_has_heard_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "synchronized"
    monkeypatch.setattr(wall_clock, "SYNCHRONISED", heard)
    assert wall_clock.wall_clock() is None
    heard.touch()
    told = wall_clock.wall_clock()
    assert told is not None
    assert abs(told - time.time()) < 60
