import pytest

from hw.events import Event, Thrown
from hw.fakes.dice import ScriptedDice, SeededDice


def throws_of(seed: int) -> list[Event]:
    posted: list[Event] = []
    dice = SeededDice(seed, posted.append)
    for token, count in enumerate([6, 3, 1, 6]):
        dice.throw(token, count)
    dice.close()
    return posted


def test_a_seed_gives_the_same_throws_each_time() -> None:
    assert throws_of(7) == throws_of(7)
    assert throws_of(7) != throws_of(8)


def test_seeded_throws_have_as_many_dice_as_asked_for() -> None:
    for token, (event, count) in enumerate(zip(throws_of(1), [6, 3, 1, 6], strict=True)):
        assert isinstance(event, Thrown)
        assert (event.token, event.source, len(event.dice)) == (token, "seed", count)
        assert set(event.dice) <= set(range(1, 7))


def test_a_script_is_thrown_in_order() -> None:
    posted: list[Event] = []
    dice = ScriptedDice([[1, 2, 3], (6,)], posted.append)
    dice.throw(10, 3)
    dice.throw(11, 1)
    dice.close()
    assert posted == [Thrown(10, (1, 2, 3), "script"), Thrown(11, (6,), "script")]


def test_a_script_that_has_ended_says_so() -> None:
    with pytest.raises(ValueError, match="has ended and 6 dice are asked for: add a throw"):
        ScriptedDice([], print).throw(1, 6)


def test_a_scripted_throw_of_another_size_is_named() -> None:
    dice = ScriptedDice([(1,), (1, 2)], lambda event: None)
    dice.throw(1, 1)
    with pytest.raises(ValueError, match=r"throw 2 of the script is \(1, 2\): write 6 dice there"):
        dice.throw(2, 6)
