"""What holds with every profile of buttons."""

import random
from pathlib import Path
from typing import get_args

import pytest
from boxes import TUMBLED, seeded_box
from hypothesis import given, settings
from hypothesis import strategies as st
from profile_boxes import choosing, started

from firmware_host.lamps import glows_of
from firmware_host.profiles import PROFILES
from firmware_host.settings import SettingsError, read_settings
from hw.events import KEYS, Profile

SCREENS = {
    *("attract", "new_game", "ready", "throw", "choose"),
    *("blank", "banked", "scores", "menu"),
}
"""Those that a player who presses at random soon sees."""

GOOD = (1, 1, 1, 5, 2, 3)  # the best keep may be banked
SOME = (1, 2, 3, 4, 6, 6)

every_profile = pytest.mark.parametrize("profile", KEYS)
every_other_profile = pytest.mark.parametrize("profile", [key for key in KEYS if key != "five"])


def test_every_profile_can_be_had() -> None:
    assert PROFILES.keys() == KEYS.keys() == set(get_args(Profile))


@every_other_profile
@settings(max_examples=15, deadline=None)
@given(data=st.data(), seed=st.integers(0, 1000))
def test_every_press_is_seen_to_be_answered(
    profile: Profile, data: st.DataObject, seed: int
) -> None:
    box = seeded_box(seed, profile=profile)
    for key in data.draw(st.lists(st.sampled_from(KEYS[profile]), max_size=60)):
        before = box.view
        box.pins.press(key)
        box.wait(0.02)
        assert box.view != before or type(box.view.body) is not type(before.body), (key, before)
        box.pins.release(key)
        box.wait(0.2)
        if box.screen == "throw":
            box.wait(TUMBLED)


@every_other_profile
def test_presses_at_random_see_the_screens_of_a_game_and_leave_each_again(profile: Profile) -> None:
    chance, left = random.Random(1), set[str]()
    box = seeded_box(1, profile=profile)
    for _ in range(800):
        before = box.screen
        box.press(chance.choice(KEYS[profile]))
        if box.screen != before:
            left.add(before)
    assert left >= SCREENS


@every_profile
def test_there_is_a_label_s_place_for_each_mounted_button(profile: Profile) -> None:
    assert len(started(profile).view.labels) == len(KEYS[profile])


@every_profile
def test_the_lamps_tell_what_may_be_pressed(profile: Profile) -> None:
    assert glows_of(started(profile).view) == {"roll": "on", "bank": "off"}
    assert glows_of(choosing(profile, SOME).view) == {"roll": "on", "bank": "off"}
    assert glows_of(choosing(profile, GOOD).view) == {"roll": "on", "bank": "on"}


@every_profile
def test_the_default_pins_are_the_profile_s_buttons_and_pass_the_settings(
    profile: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'[buttons]\nprofile = "{profile}"\n')
    buttons = read_settings(file, {}).buttons
    assert tuple(buttons.pins) == KEYS[profile]


def test_a_pin_that_two_buttons_of_the_profile_share_is_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[buttons]\nprofile = "hold-six"\nhold_6 = 24\n')
    with pytest.raises(SettingsError, match=r"24 is .*too"):
        read_settings(file, {})
