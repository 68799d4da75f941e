import threading

import pytest
from fitted_panel import DIE, OTHER, Fitted
from PIL import Image

from hw.events import PartReport
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.panel import I2c, Panel, PanelThread
from hw.panel.thread import RETRY, SETTLED, TRUST

START = 8 * 2 + 3 + 2  # transfers: pages, what comes before and after, and the question
SOON = 5.0  # s; a test that waits so long has failed


@pytest.fixture
def fitted() -> Fitted:
    return Fitted()


def test_only_the_newest_picture_is_sent(fitted: Fitted) -> None:
    fitted.thread.show(OTHER)
    fitted.thread.show(DIE)
    fitted.thread.turn()
    assert fitted.bus.transactions == START
    fitted.thread.turn()
    assert fitted.bus.transactions == START
    assert fitted.shows(DIE)


def test_a_lost_panel_is_reported_once_and_so_is_its_return(fitted: Fitted) -> None:
    fitted.show(DIE)
    assert fitted.reports == []
    fitted.bus.unplug()
    fitted.show(OTHER)
    for _ in range(3):
        fitted.thread.turn()
    (lost,) = fitted.reports
    assert (lost.part, lost.ok) == ("panel", False)
    assert "does not answer" in lost.why
    fitted.bus.replug()
    fitted.thread.turn()
    assert fitted.reports[1:] == [PartReport("panel", True, "")]
    assert fitted.shows(OTHER)


def test_a_panel_missing_from_the_start_is_taken_up_when_it_comes(fitted: Fitted) -> None:
    fitted.bus.unplug()
    fitted.show(DIE)
    fitted.bus.replug()
    fitted.thread.turn()
    assert fitted.shows(DIE)
    assert [report.ok for report in fitted.reports] == [False, True]


def test_a_lost_panel_is_tried_once_a_second_however_many_pictures_come(fitted: Fitted) -> None:
    fitted.bus.unplug()
    fitted.show(DIE)
    tried = fitted.bus.transactions
    for _ in range(20):
        fitted.show(OTHER)
    assert fitted.bus.transactions == tried
    before = fitted.clock.now()
    fitted.thread.turn()
    assert fitted.clock.now() == before + RETRY
    assert fitted.bus.transactions == tried + 1


def test_the_picture_that_came_last_while_the_panel_was_lost_is_shown(fitted: Fitted) -> None:
    fitted.bus.unplug()
    fitted.show(DIE)
    fitted.show(OTHER)
    fitted.bus.replug()
    fitted.thread.turn()
    assert fitted.shows(OTHER)


def test_off_makes_the_panel_dark_and_a_picture_lights_it(fitted: Fitted) -> None:
    fitted.show(DIE)
    fitted.thread.off()
    fitted.thread.turn()
    assert not fitted.bus.chip.lit
    fitted.show(DIE)
    assert fitted.shows(DIE)


def test_off_again_sends_nothing(fitted: Fitted) -> None:
    for _ in range(3):
        fitted.thread.off()
        fitted.thread.turn()
    assert fitted.bus.transactions == START + 1


def test_a_dark_panel_wakes_no_one(fitted: Fitted) -> None:
    fitted.show(DIE)
    fitted.thread.off()
    fitted.thread.turn()
    with pytest.raises(RuntimeError, match="no event and no deadline"):
        fitted.thread.turn()


def test_an_idle_picture_costs_four_bytes_a_second(fitted: Fitted) -> None:
    fitted.settle(DIE)
    before, seen = fitted.clock.now(), fitted.bus.bytes_seen
    for _ in range(30):
        fitted.thread.turn()
    assert fitted.clock.now() == before + 30
    assert fitted.bus.bytes_seen - seen == 30 * 4


def test_an_idle_panel_that_is_pulled_off_is_noticed_within_a_second(fitted: Fitted) -> None:
    fitted.show(DIE)
    before = fitted.clock.now()
    fitted.bus.unplug()
    fitted.thread.turn()
    assert fitted.clock.now() <= before + 1
    assert [report.ok for report in fitted.reports] == [False]
    fitted.bus.replug()
    fitted.thread.turn()
    assert [report.ok for report in fitted.reports] == [False, True]
    assert fitted.shows(DIE)


def test_an_idle_panel_replugged_between_two_questions_shows_its_picture_again(
    fitted: Fitted,
) -> None:
    fitted.show(DIE)
    fitted.thread.turn()
    fitted.bus.replug()
    assert not fitted.shows(DIE)
    fitted.thread.turn()
    assert fitted.shows(DIE)
    assert fitted.reports == []


def test_a_panel_replugged_again_and_again_shows_its_picture_each_time(fitted: Fitted) -> None:
    fitted.show(DIE)
    for _ in range(5):
        fitted.clock.advance(0.5)
        fitted.bus.replug()
        fitted.thread.turn()
        assert fitted.shows(DIE)
    assert fitted.reports == []


def test_pictures_that_never_cease_put_off_no_question(fitted: Fitted) -> None:
    fitted.show(DIE)
    fitted.thread.turn()
    fitted.bus.replug()
    for picture in [OTHER, DIE] * 3:
        fitted.clock.advance(0.2)
        fitted.show(picture)
    assert fitted.shows(DIE)


def test_a_replugged_panel_that_cannot_be_read_shows_its_picture_within_a_minute(
    fitted: Fitted,
) -> None:
    fitted.bus.readable = False
    fitted.settle(DIE)
    fitted.bus.replug()
    fitted.thread.turn()
    assert not fitted.shows(DIE)  # it answers, and nobody can tell
    assert fitted.seconds_until(DIE) <= TRUST
    assert fitted.reports == []


def test_a_panel_that_cannot_be_read_is_missed_all_the_same(fitted: Fitted) -> None:
    fitted.bus.readable = False
    fitted.show(DIE)
    fitted.thread.turn()
    fitted.bus.unplug()
    fitted.thread.turn()
    assert [report.ok for report in fitted.reports] == [False]


def test_a_panel_that_always_says_off_is_not_sent_everything_again_and_again(
    fitted: Fitted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ssd1306, "status", 0xFF)
    fitted.settle(DIE)
    seen = fitted.bus.bytes_seen
    for _ in range(30):
        fitted.thread.turn()
    assert fitted.bus.bytes_seen - seen == 30 * 4


def test_a_contrast_leaves_a_dark_panel_alone_until_the_next_picture(fitted: Fitted) -> None:
    fitted.show(DIE)
    fitted.thread.off()
    fitted.thread.turn()
    seen = fitted.bus.bytes_seen
    fitted.thread.set_contrast(3)
    fitted.thread.turn()
    assert fitted.bus.bytes_seen == seen
    fitted.show(DIE)
    assert fitted.bus.chip.contrast == 3


def test_a_picture_shown_again_after_the_panel_was_lost_is_sent(fitted: Fitted) -> None:
    fitted.show(DIE)
    fitted.bus.unplug()
    fitted.show(OTHER)
    fitted.bus.replug()
    fitted.show(DIE)
    fitted.thread.turn()
    assert fitted.shows(DIE)


def test_closing_tries_a_lost_panel_once_more(fitted: Fitted) -> None:
    fitted.bus.unplug()
    fitted.show(DIE)
    fitted.bus.replug()
    fitted.thread.close(dark=False)
    assert not fitted.thread.turn()
    assert fitted.shows(DIE)


def test_contrast_is_kept_from_picture_to_picture(fitted: Fitted) -> None:
    fitted.show(DIE)
    fitted.thread.set_contrast(9)
    fitted.thread.turn()
    assert fitted.bus.chip.contrast == 9
    fitted.show(OTHER)
    assert fitted.bus.chip.contrast == 9


def test_a_panel_that_was_just_lit_is_sent_everything_once_more(fitted: Fitted) -> None:
    fitted.bus.readable = False
    fitted.show(DIE)
    fitted.bus.replug()  # as its plug bounces
    assert fitted.seconds_until(DIE) <= SETTLED
    fitted.thread.off()
    fitted.thread.turn()
    fitted.show(DIE)
    fitted.bus.replug()
    assert fitted.seconds_until(DIE) <= SETTLED


def test_after_a_minute_everything_is_sent_anew(fitted: Fitted) -> None:
    fitted.settle(DIE)
    fitted.bus.replug()  # too quick for an error
    fitted.show(OTHER)
    assert not fitted.shows(OTHER)
    fitted.clock.advance(TRUST)
    fitted.show(DIE)
    assert fitted.shows(DIE)
    seen = fitted.bus.bytes_seen
    fitted.show(OTHER)
    assert fitted.bus.bytes_seen - seen < 200


@pytest.mark.parametrize("picture", [Image.new("1", (64, 128)), Image.new("RGB", (128, 64))])
def test_what_no_panel_can_show_is_refused_where_it_is_asked_for(
    fitted: Fitted, picture: Image.Image
) -> None:
    with pytest.raises(ValueError, match="not for the panel"):
        fitted.thread.show(picture)
    with pytest.raises(ValueError, match="not for a panel"):
        fitted.thread.set_contrast(300)


def test_closing_leaves_the_panel_dark_and_the_bus_closed() -> None:
    shown = threading.Event()
    bus = FakeBus(Ssd1306(), on_change=shown.set)
    thread = PanelThread(Panel(bus=I2c(open_bus=bus.open)), lambda event: None)
    thread.start()
    thread.show(DIE)
    assert shown.wait(SOON)
    assert bus.chip.lit
    thread.close()
    assert not bus.chip.lit
    assert bus.closed == 1
    thread.close()  # once more does no harm


def test_closing_ends_the_thread_even_when_the_panel_is_lost() -> None:
    lost = threading.Event()
    bus = FakeBus(Ssd1306())
    bus.unplug()
    thread = PanelThread(Panel(bus=I2c(open_bus=bus.open)), lambda event: lost.set())
    thread.start()
    thread.show(DIE)
    assert lost.wait(SOON)
    thread.close()
    assert bus.closed == 1
