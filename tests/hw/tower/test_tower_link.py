"""Numbers, repeats and answers, through a session that is up."""

import pytest
from tower_rig import QUIET, Rig, without_number

from hw.dice import Answer
from hw.events import Armed, NoThrow, Reading

ROLL = "ROLL {seq} boot=7C3E id={id} tok={token} k=roll n=1 v=5 c=99 ms=900"


@pytest.fixture
def rig() -> Rig:
    up = Rig()
    up.come_up()
    return up


def roll(seq: int = 4, id: int = 9, token: int = 41) -> str:
    return ROLL.format(seq=seq, id=id, token=token)


def only_reading(rig: Rig) -> Reading:
    (reading,) = rig.take_posted()
    assert isinstance(reading, Reading)
    return reading


def answer(rig: Rig, reading: Reading, answer: Answer) -> list[str]:
    rig.session.answer(reading, answer)
    return rig.tick()


# -- what we repeat ---------------------------------------------------------------------------


def test_a_command_is_repeated_the_same_until_it_is_answered(rig: Rig) -> None:
    rig.session.throw(41, 6)
    sent = rig.wait(6.0)
    assert {body for _, body in sent} == {"ARM 1 tok=41 n=6"}
    assert [at for at, _ in sent] == [0.0, 0.25, 0.75, 1.75, 3.75, 5.75]
    assert rig.posted == []
    rig.hear("ACK 2 re=1")
    assert rig.take_posted() == [Armed(41)]
    assert rig.wait(6.0) == []


def test_an_answer_to_another_frame_ends_nothing(rig: Rig) -> None:
    rig.session.throw(41, 6)
    rig.tick()
    assert rig.hear("ACK 2 re=2", "ACK 3", "NAK 4 re=2 e=arg", "PONG 5 re=1 up=12") == []
    assert rig.posted == []
    assert rig.wait(0.25) == [(0.25, "ARM 1 tok=41 n=6")]


def test_only_one_command_is_on_its_way_at_a_time(rig: Rig) -> None:
    rig.session.throw(41, 6)
    assert rig.tick() == ["ARM 1 tok=41 n=6"]
    rig.session.read(41)
    assert rig.tick() == []
    assert rig.hear("ACK 2 re=1") == ["READ 2 tok=41"]


def test_a_later_throw_replaces_one_on_its_way_and_only_it_is_told(rig: Rig) -> None:
    rig.session.throw(41, 6)
    rig.tick()
    rig.session.throw(42, 3)
    rig.session.throw(43, 2)
    assert rig.hear("ACK 2 re=1") == ["ARM 2 tok=43 n=2"]
    rig.hear("ACK 3 re=2")
    assert rig.posted == [Armed(43)]


def test_stop_disarms_and_is_not_said_again(rig: Rig) -> None:
    rig.arm()
    rig.session.stop()
    assert rig.tick() == ["OFF 2"]
    rig.hear("ACK 3 re=2")
    rig.hear("HELLO 0 proto=1 min=1 boot=0B52", "HELLO 1 proto=1 min=1 boot=0B52 re=0", QUIET)
    assert all(body.startswith(("HELLO", "PING")) for _, body in rig.wait(7.0))
    assert rig.posted == []


def test_numbers_go_from_255_to_1(rig: Rig) -> None:
    rig.session.throw(41, 6)
    numbers = [rig.tick()[0].split()[1]]
    for token in range(42, 300):
        rig.session.throw(token, 6)
        numbers += [body.split()[1] for body in rig.hear(f"ACK 9 re={numbers[-1]}")]
    assert [int(number) for number in numbers] == [*range(1, 256), 1, 2, 3, 4]


def test_what_the_sensor_heard_damaged_is_repeated_at_once_but_three_times_only(rig: Rig) -> None:
    rig.session.throw(41, 6)
    rig.tick()
    for _ in range(3):
        assert rig.hear("NAK 16 e=crc") == ["ARM 1 tok=41 n=6"]
    assert rig.hear("NAK 16 e=crc") == []
    assert rig.wait(0.25) == [(0.25, "ARM 1 tok=41 n=6")]


def test_a_nak_without_a_command_on_its_way_is_nothing(rig: Rig) -> None:
    assert rig.hear("NAK 16 e=crc", "NAK 17 re=3 e=arg") == []
    assert rig.posted == []


@pytest.mark.parametrize("reason", ["verb", "arg", "ver", "conflict"])
def test_a_refused_arm_is_lost(rig: Rig, reason: str) -> None:
    rig.session.throw(41, 6)
    rig.tick()
    rig.hear(f"NAK 2 re=1 e={reason}")
    (lost,) = rig.posted
    assert isinstance(lost, NoThrow)
    assert lost.token == 41
    assert reason in lost.why
    assert rig.wait(6.0) == []


@pytest.mark.parametrize("reason", ["busy", "state"])
def test_what_passes_keeps_the_timer_and_five_of_it_end_the_command(rig: Rig, reason: str) -> None:
    rig.arm()
    rig.session.read(41)
    rig.tick()
    for _ in range(4):
        assert rig.hear(f"NAK 9 re=2 e={reason}") == []
    assert [at for at, _ in rig.wait(1.0)] == [0.25, 0.75]
    assert rig.posted == []
    rig.hear(f"NAK 9 re=2 e={reason}")
    (lost,) = rig.posted
    assert isinstance(lost, NoThrow)
    assert lost.token == 41
    assert rig.wait(3.0) == []


def test_a_refused_off_is_over_and_nobody_is_told(rig: Rig) -> None:
    rig.session.stop()
    rig.tick()
    rig.hear("NAK 2 re=1 e=verb")
    assert rig.posted == []
    assert rig.wait(6.0) == []


# -- what they repeat -------------------------------------------------------------------------


def test_a_result_is_answered_only_when_the_box_says_so(rig: Rig) -> None:
    assert rig.hear(roll(), roll()) == []
    reading = only_reading(rig)
    assert answer(rig, reading, "ack") == ["ACK 1 re=4"]


def test_a_result_that_comes_again_is_answered_again_and_posted_once(rig: Rig) -> None:
    rig.hear(roll())
    answer(rig, only_reading(rig), "ack")
    assert rig.hear(roll()) == ["ACK 2 re=4"]
    assert rig.hear(roll()) == ["ACK 3 re=4"]
    assert rig.posted == []


def test_a_conflict_is_refused_and_refused_again(rig: Rig) -> None:
    rig.hear(roll())
    assert answer(rig, only_reading(rig), "conflict") == ["NAK 1 re=4 e=conflict"]
    assert rig.hear(roll()) == ["NAK 2 re=4 e=conflict"]


def test_an_answer_that_comes_too_late_goes_to_no_other_result(rig: Rig) -> None:
    rig.hear(roll(seq=4, id=9))
    old = only_reading(rig)
    rig.hear(roll(seq=5, id=10))
    new = only_reading(rig)
    assert answer(rig, old, "ack") == []
    assert answer(rig, new, "ack") == ["ACK 1 re=5"]


def test_an_answer_goes_to_no_later_result_that_makes_no_sense(rig: Rig) -> None:
    rig.hear(roll(seq=4, id=9))
    old = only_reading(rig)
    assert rig.hear(roll(seq=5, id=10).replace("v=5", "v=7")) == ["NAK 1 re=5 e=arg"]
    assert answer(rig, old, "ack") == []


def test_a_result_that_was_not_answered_before_a_greeting_is_posted_anew(rig: Rig) -> None:
    rig.hear(roll(seq=4))
    reading = only_reading(rig)
    rig.session.lost(rig.now, "pulled")
    rig.come_up(quiet=False)
    assert answer(rig, reading, "ack") == []
    rig.hear(roll(seq=2))
    again = only_reading(rig)
    assert again == reading
    assert answer(rig, again, "ack") == ["ACK 1 re=2"]


# -- NAKs of ours -----------------------------------------------------------------------------


def test_at_most_five_naks_a_second_are_sent(rig: Rig) -> None:
    damaged = b"$PING 8*0000\r\n"
    naks = rig.hear(damaged * 20)
    assert [without_number(nak) for nak in naks] == ["NAK e=crc"] * 5
    rig.now += 0.9
    assert rig.hear(damaged) == []
    rig.now += 0.1
    assert len(rig.hear(damaged)) == 1


def test_an_unknown_verb_is_refused_and_what_wants_no_answer_gets_none(rig: Rig) -> None:
    assert rig.hear("FOO 17 x=1") == ["NAK 1 re=17 e=verb"]
    assert rig.hear("LOG 18 t=a", "BEAT 19", "MOVE 20", "PONG 21", "ACK 22", "NAK 23") == []


def test_a_tester_s_unchecked_line_is_noise(rig: Rig) -> None:
    assert rig.hear(b"!" + roll().encode() + b"\r\n") == []
    assert rig.posted == []
