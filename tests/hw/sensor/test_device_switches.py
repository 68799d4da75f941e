"""The smallest reader: numbers from switches or chips."""

from device_rig import Rig
from hypothesis import given
from hypothesis import strategies as st

from hw.sensor.device.readers.switches import Switches, three_bits


class Places:
    """What the switches of each place say."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.reader = Switches(
            [lambda place=place: self.numbers[place] for place in range(len(numbers))]  # type: ignore[misc]
        )


@given(st.integers(0, 7))
def test_three_inputs_make_a_number(number: int) -> None:
    place = three_bits(lambda: number >> 2 & 1, lambda: number >> 1 & 1, lambda: number & 1)
    assert place() == number


def test_an_empty_place_has_no_die_and_one_between_its_switches_no_face() -> None:
    look = Places(0, 1, 7, 6).reader.look(0)
    assert (look.faces, look.sure, look.moving) == ((1, None, 6), (100, 0, 100), False)


def test_a_number_that_changed_a_short_time_ago_is_motion() -> None:
    places = Places(1, 2)
    moving = []
    for now in range(0, 500, 100):
        if now == 100:
            places.numbers[1] = 5
        moving.append(places.reader.look(now).moving)
    assert moving == [False, True, True, False, False]


def test_a_throw_is_read_from_switches() -> None:
    places = Places(0, 0, 0)
    rig = Rig(reader=places.reader)
    rig.greet()
    rig.run(1000)
    rig.arm(41, 3)
    for numbers in ([1, 0, 0], [1, 7, 2], [1, 4, 2]):
        places.numbers = numbers
        rig.run(100)
    (told,) = rig.results()
    assert (told["k"], told["tok"], told["v"], told["c"]) == ("roll", "41", "1,4,2", "100,100,100")
    places.numbers = [0, 0, 0]
    assert rig.results() == []


def test_taking_some_dice_off_their_switches_is_no_throw() -> None:
    places = Places(1, 4, 2)
    rig = Rig(reader=places.reader)
    rig.greet()
    rig.run(1000)
    rig.arm(42, 2)
    places.numbers = [1, 4, 0]
    assert rig.results() == []
    places.numbers = [1, 5, 0]
    (told,) = rig.results()
    assert (told["k"], told["v"]) == ("roll", "1,5")
