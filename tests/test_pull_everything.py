"""Everything is pulled and put back in the middle of games. `make pull-test` does it for longer."""

import logging
from pathlib import Path

import pytest
from pull.rigs import SteppedRig
from pull.session import session


def test_pull_everything(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)  # pytest would keep what is logged, and memory is measured
    assert session(SteppedRig, tmp_path / "box", seed=0, games=10, pulling=0.15).tally.games > 10
