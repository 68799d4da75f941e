"""A few whole games of each kind with the sensor's mischief. `make sensor-games` plays 1000."""

import logging
from pathlib import Path
from typing import Any

import pytest
from sensor_games.__main__ import SHORT
from sensor_games.rigs import Kind
from sensor_games.session import session
from sensor_games.stepped import SteppedRig

from firmware_host.flow import sensing
from hw.tower.verdict import Verdict, verdict

pytestmark = pytest.mark.slow  # `make slow-test`

GAMES = 2
SEED = 1
LIVES = 5  # in most of which the sensor is wrong, and knows that it may be


@pytest.mark.parametrize("rules", SHORT)
def test_every_throw_counts_once_as_it_lay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, rules: str
) -> None:
    caplog.set_level(logging.CRITICAL)
    kind = Kind(rules, players=2, target=SHORT[rules])
    assert session(SteppedRig, tmp_path / "box", SEED, kind, GAMES).tally.games == GAMES


def test_a_box_that_never_asks_is_found_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never_asks(*args: Any, **more: Any) -> Verdict:
        found = verdict(*args, **more)
        return "score" if found == "ask" else found

    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(sensing, "verdict", never_asks)
    kind = Kind("zilch", players=2, target=SHORT["zilch"])
    found = [_is_found_out(tmp_path / str(seed), seed, kind) for seed in range(LIVES)]
    assert found.count(True) > LIVES / 2


def _is_found_out(folder: Path, seed: int, kind: Kind) -> bool:
    try:
        session(SteppedRig, folder, seed, kind, GAMES)
    except AssertionError:
        return True
    return False
