"""Where the dice of a set lie."""

import pytest
from boxes import scripted_box, start, throw

from firmware_host.flow.tray import frozen, is_tray, laid_out
from firmware_host.view import ALL_FREE, free_places


def test_frozen_dice_stay_where_they_lay() -> None:
    tray = frozen(ALL_FREE, (6, 1, 2, 5, 3, 4), (False, True, False, True, False, False))
    assert tray == (None, 1, None, 5, None, None)
    assert free_places(tray) == (0, 2, 4, 5)
    assert frozen(tray, (1, 2, 2, 2), (True, False, False, False)) == (1, 1, None, 5, None, None)


def test_dice_of_which_it_is_not_known_how_they_lay_begin_at_the_left() -> None:
    assert laid_out((1, 5), 4) == (1, 5, None, None, None, None)


@pytest.mark.parametrize("thing", [None, [], [1] * 7, [0] * 6, [True] * 6, ["1"] * 6, "123456"])
def test_what_is_no_tray_is_known_as_none(thing: object) -> None:
    assert not is_tray(thing)


def test_in_the_box_no_die_moves_while_a_turn_goes_on() -> None:
    box = scripted_box((6, 1, 2, 5, 3, 3), (2, 5, 3, 4), (6, 6, 4))
    start(box, game=3)
    throw(box)
    throw(box)
    assert box.view.body.tray == (None, 1, None, 5, None, None)  # type: ignore[union-attr]
    throw(box)
    assert box.view.body.tray == (None, 1, 5, 5, None, None)  # type: ignore[union-attr]
