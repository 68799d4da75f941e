"""Parts that cannot be had at first."""

import pytest

from hw.errors import PartError
from hw.fakes.clock import FakeClock
from hw.late import AGAIN, Late


class Refusing:
    """Refuses a part so many times."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        if self.left:
            self.left -= 1
            raise PartError(f"no part, {self.left} times more: free it")
        return "part"


def test_a_part_is_opened_when_it_is_asked_for_and_once() -> None:
    opens = Refusing(0)
    late = Late(opens, FakeClock())
    assert opens.asked == 0
    assert [late.get(), late.get()] == ["part", "part"]
    assert opens.asked == 1


def test_until_it_can_be_had_it_is_asked_for_at_a_measured_pace() -> None:
    opens, clock = Refusing(2), FakeClock(100.0)
    late = Late(opens, clock)
    told = []
    for _ in range(2):
        for _ in range(4):
            with pytest.raises(PartError) as refused:
                late.get()
            told.append(str(refused.value))
            clock.advance(AGAIN / 4)
    assert opens.asked == 2
    assert told == ["no part, 1 times more: free it"] * 4 + ["no part, 0 times more: free it"] * 4
    assert late.get() == "part"


def test_what_is_no_matter_of_the_part_is_not_kept() -> None:
    def broken() -> str:
        raise RuntimeError("a fault of the program")

    late = Late(broken, FakeClock())
    for _ in range(2):
        with pytest.raises(RuntimeError):
            late.get()
