"""Buses that take a second for nothing, or never come back."""

import errno
import threading
from random import Random

import pytest
from fitted_panel import DIE, KERNELS_PATIENCE, OTHER, Fitted
from hw_pictures import same
from PIL import Image
from smbus2 import i2c_msg

from hw.events import Event
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.panel import I2c, Panel, PanelThread, thread
from hw.panel.thread import CLOSING, STUCK_RETRY

SOON = 5.0  # s; a test that waits so long has failed
FEW = 0.05  # s; for a thread that will never end

each_error = pytest.mark.parametrize(
    "number",
    [errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY, errno.EIO, errno.EREMOTEIO],
    ids=errno.errorcode.get,
)


@pytest.fixture
def fitted() -> Fitted:
    return Fitted()


@each_error
def test_nothing_more_is_sent_after_the_first_transfer_that_failed(
    fitted: Fitted, number: int
) -> None:
    fitted.settle(DIE)
    noisy = Image.frombytes("1", (128, 64), Random(1).randbytes(1024))
    for again in (lambda: fitted.show(noisy), fitted.thread.turn, fitted.thread.turn):
        sent = fitted.bus.transactions
        fitted.bus.stuck = number
        again()
        assert fitted.bus.transactions == sent + 1
    fitted.bus.stuck = None
    assert fitted.seconds_until(noisy) <= STUCK_RETRY


@each_error
def test_the_question_to_an_idle_panel_is_one_transfer_as_well(fitted: Fitted, number: int) -> None:
    fitted.settle(DIE)
    sent = fitted.bus.transactions
    fitted.bus.stuck = number
    fitted.thread.turn()
    assert fitted.bus.transactions == sent + 1
    assert [report.ok for report in fitted.reports] == [False]


@each_error
def test_a_stuck_bus_is_tried_seldom_and_reported_once(fitted: Fitted, number: int) -> None:
    fitted.bus.stuck = number
    fitted.show(DIE)
    began, sent = fitted.clock.now(), fitted.bus.transactions
    while fitted.clock.now() < began + 600:
        fitted.show(OTHER)
        fitted.thread.turn()
    held = (fitted.bus.transactions - sent) * KERNELS_PATIENCE
    assert 0.05 < held / (fitted.clock.now() - began) < 0.1
    assert [report.ok for report in fitted.reports] == [False]
    fitted.bus.stuck = None
    assert fitted.seconds_until(OTHER) <= STUCK_RETRY
    assert [report.ok for report in fitted.reports] == [False, True]


@pytest.mark.parametrize("number", [errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY])
def test_what_to_do_about_a_stuck_bus_is_said(fitted: Fitted, number: int) -> None:
    fitted.bus.stuck = number
    fitted.show(DIE)
    (report,) = fitted.reports
    assert report.why.startswith("I2C bus 1 is stuck (")
    assert "take the power from all that is on it for a moment" in report.why


@each_error
def test_closing_on_a_stuck_bus_takes_no_longer_than_anyone_waits(
    fitted: Fitted, number: int
) -> None:
    fitted.settle(DIE)
    fitted.bus.stuck = number
    began = fitted.clock.now()
    fitted.show(OTHER)
    fitted.thread.close()
    while fitted.thread.turn():
        pass
    assert fitted.clock.now() - began < CLOSING


class HangingBus(FakeBus):
    """A bus that holds every transfer up until told to go on."""

    def __init__(self) -> None:
        super().__init__(Ssd1306())
        self.entered, self.go_on = threading.Event(), threading.Event()

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        self.entered.set()
        assert self.go_on.wait(SOON)
        super().i2c_rdwr(*messages)


def test_a_transfer_that_hangs_delays_no_one_and_the_newest_picture_follows() -> None:
    bus, posted = HangingBus(), list[Event]()
    panels_thread = PanelThread(Panel(bus=I2c(open_bus=bus.open)), posted.append)
    panels_thread.start()
    panels_thread.show(OTHER)
    assert bus.entered.wait(SOON)
    for _ in range(100):
        panels_thread.show(OTHER)
    panels_thread.show(DIE)
    assert bus.transactions == 0
    bus.go_on.set()
    panels_thread.close(dark=False)
    assert same(bus.chip.picture(), DIE)
    assert bus.closed == 1


def test_a_transfer_that_never_ends_holds_up_neither_closing_nor_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thread, "CLOSING", FEW)
    bus = HangingBus()
    panels_thread = PanelThread(Panel(bus=I2c(open_bus=bus.open)), lambda event: None)
    panels_thread.start()
    panels_thread.show(DIE)
    assert bus.entered.wait(SOON)
    panels_thread.close()
    (hanging,) = (each for each in threading.enumerate() if each.name == "panel")
    assert hanging.daemon
    bus.go_on.set()
    hanging.join(SOON)
    assert not hanging.is_alive()
    assert bus.closed == 1
