import atexit
import errno
import gc
import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import pytest
from hw_pictures import Stroke, draw, pictures, same, steps
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hw.errors import PartError
from hw.fakes.bus import FakeBus
from hw.fakes.chip import DISPLAY_OFFSET, Chip, Sh1106, Ssd1306, Ssd1309
from hw.panel import ChipName, Height, I2c, Panel, PanelLost, Rotation, chips

MODELS: dict[ChipName, type[Chip]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
}
BLACK = Image.new("1", (128, 64))
DIE = draw(BLACK, [(10, 20, 15, 15, 1), (17, 27, 2, 2, 0)])
WHOLE_FRAME = 8 * (5 + 130)  # bytes

each_chip = pytest.mark.parametrize("name", MODELS)


def fitted(name: ChipName = "ssd1306", rotation: Rotation = 0) -> tuple[Panel, FakeBus]:
    """A panel and the bus with its chip."""
    bus = FakeBus(MODELS[name]())
    return Panel(name, I2c(open_bus=bus.open), rotation=rotation), bus


def seen(bus: FakeBus, rotation: Rotation = 0) -> Image.Image:
    """What the viewer of a panel mounted that way up sees."""
    picture = bus.chip.picture()
    return picture.transpose(Image.Transpose.ROTATE_180) if rotation else picture


def bytes_for(panel: Panel, bus: FakeBus, picture: Image.Image) -> int:
    before = bus.bytes_seen
    panel.show(picture)
    return bus.bytes_seen - before


@each_chip
@given(steps, st.sampled_from((0, 180)))
def test_every_picture_is_seen_as_it_was_drawn(
    name: ChipName, script: Sequence[list[Stroke] | Image.Image], rotation: Rotation
) -> None:
    panel, bus = fitted(name, rotation)
    for picture in pictures(script):
        panel.show(picture)
        assert same(seen(bus, rotation), picture)


@each_chip
@given(steps, st.sampled_from((0, 180)), st.lists(st.integers(0, 3000), max_size=4))
def test_an_unplugged_panel_shows_the_right_picture_once_it_is_back(
    name: ChipName,
    script: Sequence[list[Stroke] | Image.Image],
    rotation: Rotation,
    unplugged_after: list[int],
) -> None:
    panel, bus = fitted(name, rotation)
    for picture in pictures(script):
        if unplugged_after:
            bus.unplug(unplugged_after.pop())
        try:
            panel.show(picture)
        except PanelLost:
            bus.replug()
            panel.show(picture)
        assert same(seen(bus, rotation), picture)


@each_chip
def test_a_panel_lights_up_only_with_its_whole_picture(name: ChipName) -> None:
    panel, bus = fitted(name)
    total = bytes_for(panel, bus, DIE)
    for cut in (*range(0, total, 7), *range(total - 7, total)):
        panel, bus = fitted(name)
        bus.unplug(after=cut)
        with suppress(PanelLost):
            panel.show(DIE)
        assert not bus.chip.lit or same(seen(bus), DIE)


def test_without_page_addressing_an_ssd1306_would_show_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = chips.start_sequence("ssd1306")
    without = start.removesuffix(chips.PAGE_ADDRESSING)
    monkeypatch.setattr(chips, "start_sequence", lambda *_: without)
    panel, bus = fitted()
    panel.show(BLACK)  # the pages in order are right in any mode
    panel.show(DIE)
    assert not same(seen(bus), DIE)


def test_the_start_sequence_holds_nothing_that_an_ssd1306_does_not_know() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    assert bus.chip.unknown == []


def test_an_sh1106_takes_the_other_chips_start_with_its_own_offset() -> None:
    bus = FakeBus(Sh1106())
    Panel("ssd1306", I2c(open_bus=bus.open), offset=2).show(DIE)
    assert same(seen(bus), DIE)


def test_a_wrong_offset_moves_the_picture_sideways() -> None:
    bus = FakeBus(Sh1106())
    Panel("sh1106", I2c(open_bus=bus.open), offset=0).show(DIE)
    assert bus.chip.picture().crop((8, 20, 24, 36)).getbbox() == (0, 0, 16, 16)


def test_the_same_picture_again_sends_nothing() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    assert bytes_for(panel, bus, DIE.copy()) == 0


def test_a_die_costs_two_or_three_runs_instead_of_a_frame() -> None:
    panel, bus = fitted()
    panel.show(BLACK)
    assert bytes_for(panel, bus, DIE) == 3 * (7 + 16)


def test_one_more_run_in_the_same_page_costs_six_bytes() -> None:
    panel, bus = fitted()
    panel.show(BLACK)
    assert bytes_for(panel, bus, draw(BLACK, [(10, 0, 3, 0, 1)])) == 7 + 4
    panel.show(BLACK)
    assert bytes_for(panel, bus, draw(BLACK, [(10, 0, 3, 0, 1), (90, 0, 3, 0, 1)])) == 7 + 4 + 6 + 4


def test_a_slow_bus_is_done_with_each_transfer_long_before_the_kernel_gives_up() -> None:
    panel, bus = fitted()
    ends = [0]
    bus.on_change = lambda: ends.append(bus.bytes_seen)
    panel.show(DIE)
    longest = max(end - begin for begin, end in pairwise(ends))
    assert longest * 9 / 10_000 < 0.2  # s at the slowest setting that people use, of 1


def test_forgetting_sends_the_whole_frame() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    panel.forget()
    assert bytes_for(panel, bus, DIE) > WHOLE_FRAME


@each_chip
@pytest.mark.parametrize("line_offset", [0, 8])
def test_all_is_sent_anew_without_a_flicker(name: ChipName, line_offset: int) -> None:
    bus = FakeBus(MODELS[name]())
    panel = Panel(name, I2c(open_bus=bus.open), line_offset=line_offset, contrast=0)
    total = bytes_for(panel, bus, DIE)
    picture = seen(bus)
    for cut in (*range(60), *range(60, total, 7)):
        panel.forget()
        bus.unplug(after=cut)
        with suppress(PanelLost):
            panel.show(DIE)
        assert same(seen(bus), picture)
        assert bus.chip.contrast == 0
        bus.replug(powered=True)


@each_chip
@pytest.mark.parametrize("height", [64, 32])
def test_a_line_offset_is_added_to_the_chips_own(name: ChipName, height: Height) -> None:
    own = 15 if (name, height) == ("sh1106", 32) else 0
    for line_offset in (0, 5, 63):
        bus = FakeBus(MODELS[name]())
        panel = Panel(name, I2c(open_bus=bus.open), height=height, line_offset=line_offset)
        panel.show(DIE)
        assert bus.chip.registers[DISPLAY_OFFSET] == (own + line_offset) % 64


def test_a_panel_that_lost_its_power_unnoticed_shows_again_after_forgetting() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    bus.replug()
    panel.forget()
    panel.show(DIE)
    assert same(seen(bus), DIE)


def test_contrast_is_set_at_once_and_again_after_a_replug() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    panel.set_contrast(17)
    assert bus.chip.contrast == 17
    bus.unplug()
    with pytest.raises(PanelLost):
        panel.show(BLACK)
    bus.replug()
    panel.show(BLACK)
    assert bus.chip.contrast == 17


def test_contrast_set_before_the_first_picture_waits_for_it() -> None:
    panel, bus = fitted()
    panel.set_contrast(17)
    assert bus.bytes_seen == 0
    panel.show(DIE)
    assert bus.chip.contrast == 17


@pytest.mark.parametrize("contrast", [-1, 256])
def test_a_contrast_that_does_not_exist_is_refused(contrast: int) -> None:
    with pytest.raises(ValueError, match="give 0 to 255"):
        Panel(contrast=contrast)
    with pytest.raises(ValueError, match="give 0 to 255"):
        Panel().set_contrast(contrast)


@each_chip
def test_off_clears_the_panel_and_then_switches_it_off(name: ChipName) -> None:
    panel, bus = fitted(name)
    panel.show(DIE)
    panel.off()
    assert not bus.chip.lit
    bus.chip.write(chips.ON)
    assert same(seen(bus), BLACK)


def test_the_picture_after_off_lights_the_panel() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    panel.off()
    panel.show(DIE)
    assert same(seen(bus), DIE)


def test_losing_the_panel_again_and_again_opens_nothing_and_hooks_nothing() -> None:
    panel, bus = fitted()
    panel.show(DIE)
    hooks = atexit._ncallbacks()
    for _ in range(10):
        bus.unplug()
        with pytest.raises(PanelLost):
            panel.show(BLACK)
        bus.replug()
        panel.show(DIE)
    assert bus.opened == 1
    assert atexit._ncallbacks() == hooks
    panel.close()
    assert bus.closed == 1


def test_luma_keeps_nothing_that_could_reach_the_bus_at_exit() -> None:
    chips.start_sequence("ssd1306")
    devices = [kept for kept in gc.get_objects() if type(kept) is chips.CHIPS["ssd1306"].device]
    assert devices
    for device in devices:
        device.cleanup()
        assert device.persist


def test_a_panel_that_does_not_answer_is_named_with_what_to_do() -> None:
    bus = FakeBus(Ssd1306(), address=0x3D)
    with pytest.raises(PanelLost, match=r"not answer at 0x3c on I2C bus 1 .*: check its wires"):
        Panel(bus=I2c(open_bus=bus.open)).show(DIE)


def test_a_bus_that_is_not_there_is_named_with_what_to_do() -> None:
    with pytest.raises(PartError, match=r"no I2C bus /dev/i2c-250: set bus = 1 under \[panel\]"):
        Panel(bus=I2c(250)).show(DIE)  # smbus2 itself


def refusing_bus(number: int) -> I2c:
    def refused(_: int) -> FakeBus:
        raise OSError(number, os.strerror(number))

    return I2c(open_bus=refused)


def test_without_the_headers_bus_it_is_said_how_to_switch_it_on() -> None:
    with pytest.raises(PanelLost, match="no I2C bus /dev/i2c-1: switch I2C on with raspi-config"):
        Panel(bus=refusing_bus(errno.ENOENT)).show(DIE)


@pytest.mark.parametrize("number", [errno.ENOTTY, errno.EISDIR])
def test_what_has_only_the_name_of_a_bus_is_no_fault_of_the_wires(number: int) -> None:
    with pytest.raises(PanelLost, match=r"/dev/i2c-1 is no I2C bus \(.*\): restart the Pi"):
        Panel(bus=refusing_bus(number)).show(DIE)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_bus_that_may_not_be_opened_is_named_with_what_to_do(number: int) -> None:
    with pytest.raises(PanelLost, match="add the user to the group i2c"):
        Panel(bus=refusing_bus(number)).show(DIE)


@pytest.mark.parametrize("number", [errno.ENODEV, errno.ESHUTDOWN])
def test_a_bus_that_was_pulled_out_itself_is_closed_and_opened_anew(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    panel, bus = fitted()
    panel.show(DIE)

    def gone(*_: object) -> None:
        raise OSError(number, "No such device")

    with monkeypatch.context() as pulled_out:
        pulled_out.setattr(bus, "i2c_rdwr", gone)
        with pytest.raises(PanelLost):
            panel.show(BLACK)
    bus.replug()
    panel.show(DIE)
    assert (bus.opened, bus.closed) == (2, 1)
    assert same(seen(bus), DIE)
