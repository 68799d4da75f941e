"""Games with real dice that are put away while dice are awaited, lie there or are put right."""

from collections.abc import Callable
from pathlib import Path

import pytest
from menu_presses import choose
from sensor_boxes import SCORING, SensorBox
from test_sensor_restart import cornered, doubtful, half_entered, keeping, leaning

from firmware_host.view import Unfinished
from hw.events import Reading

pytestmark = pytest.mark.slow  # `make slow-test`

REST = (1, 2, 3, 4)


def chosen(box: SensorBox) -> None:
    box.choose(*SCORING)


def put_away_and_play_another(box: SensorBox) -> None:
    """With dice that are entered; the table is cleared."""
    choose(box, "put_away")
    box.tray.take()
    box.lies = False
    box.flow.setup = box.flow.setup.with_dice("hand")
    box.press("roll", "roll")
    assert box.screen == "by_hand"
    box.wait(1.0)


def go_on(box: SensorBox) -> None:
    """With the only other game."""
    choose(box, "others")
    assert isinstance(box.body, Unfinished)
    box.press("keep")


def dice_entered(box: SensorBox) -> tuple[int, ...]:
    return box.flow.entry.dice if box.flow.entry else ()


TO_COME: dict[str, tuple[Callable[[SensorBox], object], str, int]] = {
    "waiting": (SensorBox.begin, "waiting", 6),
    "a doubtful die": (doubtful, "waiting", 6),
    "a leaning die": (leaning, "waiting", 6),
    "half entered": (half_entered, "by_hand", 6),
    "dice kept": (keeping, "waiting", 4),
    "cornered": (cornered, "waiting", 6),
}


@pytest.mark.parametrize("restart", [False, True], ids=["at once", "after a restart"])
@pytest.mark.parametrize(("reach", "screen", "dice"), TO_COME.values(), ids=TO_COME.keys())
def test_a_throw_that_was_to_come_is_awaited_anew(
    tmp_path: Path, reach: Callable[[SensorBox], object], screen: str, dice: int, restart: bool
) -> None:
    box = SensorBox(tmp_path)
    reach(box)
    game, token, entered = box.flow.playing, box.flow.token, dice_entered(box)
    put_away_and_play_another(box)
    go_on(box)
    if restart:
        box.restart()
    assert (box.screen, box.flow.playing) == (screen, game)
    assert box.flow.awaited.dice == dice
    assert box.flow.awaited.token != token
    assert dice_entered(box) == entered
    before = box.scored
    faces = tuple(sorted(SCORING)) if screen == "by_hand" else SCORING[:dice]
    box.finish(*faces)
    assert box.scored == [*before, faces]
    assert box.store.check() is None


def test_what_the_sensor_reads_late_counts_in_no_game(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    token = box.flow.token
    put_away_and_play_another(box)
    late = Reading("7C1A", 99, token, "roll", None, SCORING, (98,) * 6, moved=True)
    box.tell(late)
    assert box.scored == []
    go_on(box)
    box.tell(late._replace(id=100))
    assert box.scored == []
    assert box.flow.newest_throw == ()


def test_dice_to_choose_from_are_there_again_and_can_be_mended(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    chosen(box)
    choose(box, "go_on")
    shown = box.view
    put_away_and_play_another(box)
    go_on(box)
    assert box.view == shown
    box.restart()
    assert box.view == shown
    box.press("right", "keep")
    assert box.screen == "check"


def test_nothing_is_asked_of_the_sensor_for_a_game_that_was_put_away(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    choose(box, "put_away")
    box.wait(1.0)
    expected = box.store.expected()
    assert expected is not None
    assert expected.spent
    box.restart()
    assert (box.screen, box.flow.awaited) == ("new_game", None)


def test_dice_that_are_thrown_while_the_list_is_open_count(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    put_away_and_play_another(box)
    go_on(box)
    box.until_armed()
    choose(box, "others")
    assert isinstance(box.body, Unfinished)
    box.cast(*SCORING)
    box.settle()
    assert (box.screen, box.scored) == ("choose", [SCORING])
