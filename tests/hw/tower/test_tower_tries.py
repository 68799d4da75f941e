"""Tries and rates: a few times, and not too often."""

from hw.tower.rate import Rate
from hw.tower.tries import Tries


def test_tries_come_at_their_times_and_then_it_is_over() -> None:
    tries = Tries(10.0, (3.0, 0.5, 1.0))
    assert tries.due == 13.0
    assert tries.take(12.9) is None
    assert tries.take(13.0) == "try"
    assert tries.take(13.4) is None
    assert tries.take(13.5) == "try"
    assert tries.take(14.4) is None
    assert tries.take(14.5) == "over"


def test_who_comes_late_skips_no_try() -> None:
    tries = Tries(10.0, (1.0, 1.0, 1.0))
    assert tries.take(100.0) == "try"
    assert tries.take(100.0) is None
    assert tries.due == 101.0


def test_a_rate_allows_so_many_in_any_such_time() -> None:
    rate = Rate(3, 1.0)
    allowed = [at / 10 for at in range(25) if rate.allows(at / 10)]
    assert allowed == [0.0, 0.1, 0.2, 1.0, 1.1, 1.2, 2.0, 2.1, 2.2]
