"""Panels that lose power or a wire before each transfer there is, and are right soon after."""

from collections.abc import Callable
from itertools import count, takewhile
from typing import NamedTuple

import pytest
from fitted_panel import DIE, MODELS, OTHER, Fitted
from PIL import Image

from hw.panel import ChipName
from hw.panel.thread import RETRY, SETTLED

SOON = max(RETRY, SETTLED)  # s; an idle panel is asked as often


def nothing(fitted: Fitted) -> None:
    """The panel is as it came."""


def settle(fitted: Fitted) -> None:
    fitted.settle(DIE)


def lose(fitted: Fitted) -> None:
    fitted.settle(DIE)
    fitted.bus.unplug()
    fitted.show(OTHER)
    fitted.bus.replug()


def sleep(fitted: Fitted) -> None:
    fitted.settle(DIE)
    fitted.thread.off()
    fitted.thread.turn()


def show_other(fitted: Fitted) -> None:
    fitted.show(OTHER)


def turn(fitted: Fitted) -> None:
    fitted.thread.turn()


def dim(fitted: Fitted) -> None:
    fitted.thread.set_contrast(1)
    fitted.thread.turn()


class Time(NamedTuple):
    """When it happens."""

    before: Callable[[Fitted], None]
    during: Callable[[Fitted], None]
    wanted: Image.Image
    contrast: int = 0x7F


TIMES = {
    "first picture": Time(nothing, show_other, OTHER),
    "change": Time(settle, show_other, OTHER),
    "question": Time(settle, turn, DIE),
    "dimming": Time(settle, dim, DIE, contrast=1),
    "return": Time(lose, turn, OTHER),
    "waking": Time(sleep, show_other, OTHER),
}

each_time = pytest.mark.parametrize("time", TIMES.values(), ids=TIMES)
each_chip = pytest.mark.parametrize("chip", MODELS)


def each_transfer(
    chip: ChipName, time: Time, trouble: Callable[[Fitted], None], mend: Callable[[Fitted], None]
) -> None:
    """Let it happen before the first transfer, then before the second, until there is no more."""

    def there_was(transfer: int) -> bool:
        fitted = Fitted(chip, rotation=180 if transfer % 2 else 0)
        time.before(fitted)
        fitted.bus.before(transfer, lambda: trouble(fitted))
        time.during(fitted)
        if fitted.bus.happened:
            mend(fitted)
            assert fitted.seconds_until(time.wanted) <= SOON
            assert fitted.bus.chip.contrast == time.contrast
            assert (fitted.bus.opened, fitted.bus.closed) == (1, 0)
        return fitted.bus.happened

    assert list(takewhile(there_was, count()))


@each_chip
@each_time
def test_a_panel_pulled_off_and_put_back_is_right_soon_after(chip: ChipName, time: Time) -> None:
    each_transfer(chip, time, lambda f: f.bus.unplug(), lambda f: f.bus.replug())


@each_chip
@each_time
def test_a_panel_with_a_wire_off_and_on_again_is_right_soon_after(
    chip: ChipName, time: Time
) -> None:
    each_transfer(chip, time, lambda f: f.bus.unplug(), lambda f: f.bus.replug(powered=True))


@each_chip
@each_time
def test_a_panel_whose_power_fails_too_shortly_to_be_noticed_is_right_soon_after(
    chip: ChipName, time: Time
) -> None:
    each_transfer(chip, time, lambda f: f.bus.chip.power_up(), nothing)
