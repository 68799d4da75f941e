"""A few whole games of each kind with the sensor's mischief. `make sensor-games` plays 1000."""

import logging
from pathlib import Path

import pytest
from sensor_games.__main__ import SHORT
from sensor_games.rigs import Kind
from sensor_games.session import session
from sensor_games.stepped import SteppedRig

GAMES = 2
SEED = 1


@pytest.mark.parametrize("rules", SHORT)
def test_every_throw_counts_once_as_it_lay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, rules: str
) -> None:
    caplog.set_level(logging.CRITICAL)
    kind = Kind(rules, players=2, target=SHORT[rules])
    assert session(SteppedRig, tmp_path / "box", SEED, kind, GAMES).tally.games == GAMES
