"""A whole game by itself: the robot, its film, and what `dicetower demo` makes of both."""

import re
from itertools import accumulate, groupby
from pathlib import Path

import pytest
from boxes import scripted_box, seeded_box
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from firmware_host.demo import demo, gif, robot
from firmware_host.demo.film import Film, Shot
from firmware_host.demo.portrait import PANEL as CORNER
from firmware_host.demo.portrait import PIXEL, portrait
from firmware_host.demo.robot import Robot
from firmware_host.fakebox import FakeBox
from firmware_host.view import Over, Say
from hw.events import BUTTONS, Button
from rules import load, preset_names

BLANK = (2, 3, 4, 6, 2, 3)
STRAIGHT = (1, 2, 3, 4, 5, 6)
PANEL = (128, 64)
ROOT = Path(__file__).parents[2]
LIT = [0] * 128 + [255] * 128  # what is bright, of each level of grey


def played(box: FakeBox, game: str, players: int = 2) -> Over:
    player = Robot(box)
    player.choose_game(game, players)
    return player.play_to_end()


# -- the robot --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", preset_names())
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(1, 6))
def test_every_game_is_played_to_its_end(game: str, seed: int, players: int) -> None:
    box = seeded_box(seed)
    over = played(box, game, players)
    finished = box.box.flow.playing
    assert finished.rules == load(game)
    assert len(finished.players) == players
    assert over.rows[0].score == max(finished.scores) >= finished.rules.target


@pytest.mark.parametrize(
    ("game", "throws", "asked"),
    [
        ("zilch", [(1, 5, 2, 2, 3, 4)], 5),  # the 5 is thrown again
        ("zilch", [(1, 1, 5, 5, 2, 3)], 4),  # both are
        ("zilch", [(5, 5, 5, 2, 3, 4), BLANK], 6),  # 500 are banked: the other player throws
        ("zilch", [(2, 2, 2, 5, 3, 4)], 3),  # 200 may not be banked yet
        ("zilch", [STRAIGHT], 6),  # on after all six
        ("diecimila", [STRAIGHT], 6),  # there, too, where banking is possible
        ("diecimila", [(2, 2, 2, 1, 3, 4)], 6),  # two dice left are few: banked
    ],
)
def test_the_robot_plays_sensibly(game: str, throws: list[tuple[int, ...]], asked: int) -> None:
    with pytest.raises(ValueError, match=f"script of throws has ended and {asked} dice"):
        played(scripted_box(*throws), game)


def test_the_robot_throws_off_a_tie() -> None:
    turn = (STRAIGHT, STRAIGHT, STRAIGHT, (1, 1, 1, 2, 3, 4))
    box = scripted_box(*turn, *turn, BLANK, (1, 2, 2, 3, 3, 4))
    over = played(box, "diecimila")
    assert [row.score for row in over.rows] == [10000, 10000]
    assert over.winners == ("Player 2",)


def test_the_robot_finds_its_way_back_from_the_menu() -> None:
    box = seeded_box()
    box.press("roll", "roll", "left")
    assert box.screen == "menu"
    assert Robot(box).play_to_end().winners


@pytest.mark.parametrize(("game", "players"), [("bridge", 2), ("zilch", 17)])
def test_a_game_that_is_not_offered_is_an_error(game: str, players: int) -> None:
    with pytest.raises(ValueError, match="the box does not offer"):
        Robot(seeded_box()).choose_game(game, players)


def test_a_game_that_never_ends_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot, "MOST_MOVES", 10)
    with pytest.raises(RuntimeError, match="not over after 10 moves"):
        played(seeded_box(), "zilch")


# -- the film ---------------------------------------------------------------------------------


def test_the_film_begins_and_ends_with_what_the_panel_shows() -> None:
    box = seeded_box()
    first = box.picture()
    film = Film(box)
    played(box, "zilch-5000")
    assert film.shots[0].picture == first
    assert film.shots[-1].picture == box.picture()
    assert (film.shots[0].screen, film.shots[-1].screen) == ("attract", "over")


def test_the_film_knows_which_button_was_pressed() -> None:
    box = seeded_box()
    film = Film(box)
    box.press("keep", "roll", "right")
    assert [(shot.pressed, shot.screen) for shot in film.shots] == [
        (None, "attract"),
        ("keep", "new_game"),
        ("roll", "ready"),
        ("right", "scores"),
    ]


def test_tumbling_dice_are_not_among_the_saved_frames(tmp_path: Path) -> None:
    box = scripted_box(STRAIGHT)
    box.press("roll", "roll")
    film = Film(box)
    box.wait(1.0)
    box.press("roll")
    box.wait(2.0)
    film.save_frames(tmp_path)
    ready, *_, lying_still, choose = (shot.picture for shot in film.shots)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["0001.png", "0002.png", "0003.png"]
    for file, picture in zip(files, (ready, lying_still, choose), strict=True):
        with Image.open(file) as saved:
            assert (saved.mode, saved.size) == ("1", PANEL)
            assert saved.tobytes() == picture.tobytes()


# -- the GIF ----------------------------------------------------------------------------------


def shot(at: float, screen: str = "choose", pressed: Button | None = None) -> Shot:
    return Shot(at, Image.new("1", PANEL), pressed, screen)


@given(
    st.lists(
        st.tuples(
            st.floats(0.05, 3.0),
            st.sampled_from(["ready", "choose"]),
            st.sampled_from([None, *BUTTONS]),
        ),
        min_size=1,
    )
)
def test_the_gif_of_any_film_is_short_and_shows_its_beginning_and_end(
    played: list[tuple[float, str, Button | None]],
) -> None:
    times = accumulate(gap for gap, _, _ in played)
    shots = [shot(at, screen, down) for at, (_, screen, down) in zip(times, played, strict=True)]
    frames = gif.summary(shots)
    assert sum(frame.seconds for frame in frames) <= 25
    assert frames[0].picture is shots[0].picture
    assert frames[-1].picture is shots[-1].picture


def test_a_long_film_is_cut_to_what_fits() -> None:
    frames = gif.summary([shot(at) for at in range(100)])
    assert sum(frame.seconds for frame in frames) == 16 + gif.MEANWHILE.seconds + 4 + gif.LAST


def test_tumbling_keeps_its_pace_and_long_waits_are_shortened() -> None:
    frames = gif.summary([shot(0.0), shot(0.1), shot(0.2), shot(100.0)])
    assert [frame.seconds for frame in frames] == pytest.approx([0.1, 0.1, gif.LONGEST, gif.LAST])


def test_a_button_is_seen_down_before_and_after_it_changes_the_picture() -> None:
    frames = gif.summary([shot(0.0), shot(1.0, pressed="bank"), shot(2.0)])
    assert [frame.pressed for frame in frames] == [None, "bank", "bank", None, None]
    assert [frame.seconds for frame in frames] == pytest.approx(
        [1.0 - gif.PRESS, gif.PRESS, gif.PRESS, 1.0 - gif.PRESS, gif.LAST]
    )


def test_the_opening_is_made_of_whole_turns() -> None:
    turns = [shot(at, "ready" if at % 5 == 0 else "choose") for at in range(70)]
    frames = gif.summary(turns)
    assert sum(frame.seconds for frame in frames[: frames.index(gif.MEANWHILE)]) == 15


def test_a_short_film_is_shown_whole() -> None:
    frames = gif.summary([shot(at) for at in range(12)])
    assert sum(frame.seconds for frame in frames) == 11 + gif.LAST
    assert gif.MEANWHILE not in frames


def test_the_portrait_shows_every_pixel_and_lights_the_pressed_button() -> None:
    dark = portrait(Image.new("1", PANEL), None)
    for x, y in ((0, 0), (127, 63), (5, 40)):
        picture = Image.new("1", PANEL)
        picture.putpixel((x, y), 1)
        assert portrait(picture, None) != dark
    looks = {portrait(Image.new("1", PANEL), button).tobytes() for button in BUTTONS}
    assert len(looks | {dark.tobytes()}) == 6


# -- the demo ---------------------------------------------------------------------------------


def test_the_demo_tells_the_winner_and_the_final_scores() -> None:
    winner, first, second = demo("zilch-5000", 3, None, None).splitlines()
    name = winner.removesuffix(" wins!")
    places = [line.split() for line in (first, second)]
    assert sorted(name for _, name, _ in places) == ["Anna", "Leo"]
    assert name in (name for _, name, _ in places)
    assert int(places[0][2]) > 5000
    assert int(places[0][2]) >= int(places[1][2])


def test_the_demo_speaks_the_language_that_was_asked_for() -> None:
    assert demo("zilch-5000", 3, None, None, "it") != demo("zilch-5000", 3, None, None, "fi")


def test_a_seed_gives_the_same_game_again(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert demo("diecimila", 5, one, None) == demo("diecimila", 5, two, None)
    names = sorted(file.name for file in one.iterdir())
    assert names == sorted(file.name for file in two.iterdir())
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in names)


def test_the_gif_loops_and_is_small(tmp_path: Path) -> None:
    file = tmp_path / "demo.gif"
    demo("zilch", 1, None, file)
    assert file.stat().st_size < 1_500_000
    with Image.open(file) as image:
        assert image.info["loop"] == 0
        assert image.n_frames > 20  # type: ignore[attr-defined]


def shown_in(file: Path) -> list[bytes]:
    """What a GIF shows on the panel, each picture once."""
    width, height = PANEL
    edges = (*CORNER, CORNER[0] + width * PIXEL, CORNER[1] + height * PIXEL)
    with Image.open(file) as image:
        frames = [frame.convert("L").crop(edges) for frame in ImageSequence.Iterator(image)]
    pictures = [frame.resize(PANEL, Image.Resampling.NEAREST) for frame in frames]
    return [bits for bits, _ in groupby(picture.point(LIT).tobytes() for picture in pictures)]


def test_the_picture_of_the_readme_is_what_its_command_makes_today(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (seed,) = re.findall(r"`demo --seed (\d+) --gif docs/demo.gif`", readme)
    demo("zilch", int(seed), None, tmp_path / "demo.gif")
    fresh = shown_in(tmp_path / "demo.gif")
    assert len(fresh) > 20
    is_fresh = shown_in(ROOT / "docs/demo.gif") == fresh
    assert is_fresh, f"make it anew: dicetower demo --seed {seed} --gif docs/demo.gif"


def test_unknown_rules_are_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"chess: there is no such file and no such preset"):
        demo("chess", 1, None, None)


def test_pictures_that_cannot_be_written_are_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        demo("zilch-5000", 1, tmp_path / "file", None)
    with pytest.raises(OSError, match=r"demo\.gif"):
        demo("zilch-5000", 1, None, tmp_path / "nowhere" / "demo.gif")


def test_pictures_of_an_earlier_film_are_not_mixed_with_new_ones(tmp_path: Path) -> None:
    demo("zilch-5000", 1, tmp_path, None)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileExistsError, match="name an empty folder"):
        demo("zilch-5000", 2, tmp_path, None)
    assert sorted(tmp_path.iterdir()) == before


def test_notes_stand_on_the_screen_from_the_start() -> None:
    seed = Say.of("note.seed", seed=7)
    box = seeded_box(7, notes={"seed": seed})
    assert box.view.note == seed
    played(box, "zilch-5000")
    assert box.view.note == seed


def test_games_in_memory_by_choice_are_no_trouble() -> None:
    box = seeded_box()
    over = played(box, "zilch-5000")
    assert (over.saved, box.view.note) == (None, None)
