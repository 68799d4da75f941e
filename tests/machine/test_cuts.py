"""When a run of power cuts is well."""

from machine.cuts.__main__ import MANY, failures_of
from machine.cuts.lanes import Lane

CAUGHT = Lane(10, 60, 9, 0, 0, ["lost: game 1"], [])


def _safe(cuts: int, compared: int, *lost: str) -> Lane:
    return Lane(cuts, 500, 90, 3, compared, [*lost], [])


def test_a_run_that_loses_nothing_and_looks_for_the_dice_is_well() -> None:
    assert not list(failures_of(_safe(100, 21), CAUGHT))


def test_a_loss_is_a_failure() -> None:
    (failure,) = failures_of(_safe(100, 21, "lost: game 2"), CAUGHT)
    assert "not as it was shown" in failure


def test_a_store_that_does_not_wait_must_be_caught() -> None:
    (failure,) = failures_of(_safe(100, 21), CAUGHT._replace(lost=[]))
    assert "was not caught" in failure


def test_many_cuts_that_look_for_no_dice_say_that_more_are_needed() -> None:
    (failure,) = failures_of(_safe(MANY, 0), CAUGHT)
    assert f"N={2 * MANY}" in failure


def test_few_cuts_need_not_look_for_dice() -> None:
    assert not list(failures_of(_safe(12, 0), CAUGHT))
