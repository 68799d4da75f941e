"""The code on the last screen is segno's, and is shown only for a game that is saved."""

from pathlib import Path

import pytest
import segno
from boxes import seeded_box
from PIL import Image
from screen_examples import CODE, LONGEST, USUAL
from screen_looks import WORDS
from stored_games import last_over

from firmware_host.demo.robot import Robot
from firmware_host.fakebox import FakeBox
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.drawing import draw
from firmware_host.screens.qr import LEFT_EDGE, QUIET, SIDE, TOP, qr_code
from firmware_host.store.rows import code_of
from firmware_host.store.store import Store
from firmware_host.view import Over, View
from hw.events import Profile

WITH_CODE = [view for view in {**USUAL, **LONGEST}.values() if getattr(view.body, "code", None)]


def enlarged(modules: list[list[bool]]) -> bytes:
    """The picture of modules, of which some are dark."""
    small = Image.new("1", (len(modules), len(modules)))
    small.putdata([not dark for row in modules for dark in row])
    return small.resize((SIDE, SIDE), Image.Resampling.NEAREST).tobytes()


def segno_s(text: str) -> list[list[bool]]:
    code = segno.make_qr(text, error="L", version=1, boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("view", WITH_CODE)
def test_the_modules_are_segno_s_and_the_quiet_zone_is_light(view: View, language: str) -> None:
    picture = draw(view, WORDS[language])
    code = picture.crop((LEFT_EDGE, TOP, LEFT_EDGE + SIDE, TOP + SIDE))
    assert code.tobytes() == enlarged(segno_s(CODE))


def test_the_code_leaves_the_buttons_their_line() -> None:
    assert (LEFT_EDGE + SIDE, TOP + SIDE) <= (128, 56)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        qr_code(Canvas(), "A" * 26)


def over(box: FakeBox) -> Over:
    assert box.view is not None
    assert isinstance(box.view.body, Over)
    return box.view.body


@pytest.mark.parametrize("profile", ["five", "three", "hold-six"])
def test_a_saved_game_ends_with_the_beginning_of_its_last_hash(
    tmp_path: Path, profile: Profile
) -> None:
    with Store.open(tmp_path / "games.sqlite3") as store:
        box = finished_box(store)
        stored = last_over(store)
        assert stored is not None
        assert over(box).code == code_of(store.last_hash(stored.id))
        again = seeded_box(1, store=store, profile=profile)
        again.press("ok" if profile == "three" else "roll")  # past the turn that was last
        assert over(again).code == over(box).code


def finished_box(store: Store) -> FakeBox:
    box = seeded_box(1, store=store)
    robot = Robot(box)
    robot.choose_game("zilch-5000")
    robot.play_to_end()
    return box


def test_a_game_that_is_not_meant_to_be_saved_has_no_code() -> None:
    assert over(finished_box(Store.memory())).code is None


def test_a_game_that_could_not_be_saved_has_no_code(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    box = finished_box(Store.memory(tmp_path / "file" / "games.sqlite3"))
    assert (over(box).saved, over(box).code) == (False, None)
