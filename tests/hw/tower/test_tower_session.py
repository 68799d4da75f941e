"""Greeting, versions, silence, and what is held back meanwhile; all in fake time."""

import pytest
from tower_rig import GREETING, OURS, QUIET, Rig, line, without_number

from hw.events import PartReport
from hw.tower.session import Session

UP = PartReport("sensor", True, "")
TOO_NEW = "HELLO 0 proto=3 min=2 dev=pipcam fw=2.0.0 ser=E6614C31 boot=91AA dice=6 caps=conf"
ROLL = "ROLL 4 boot=7C3E id=9 tok=41 k=roll n=1 v=5 c=99 ms=900"


@pytest.fixture
def rig() -> Rig:
    return Rig()


def cause(report: object) -> str:
    assert isinstance(report, PartReport)
    assert not report.ok
    return report.cause


# -- greeting ---------------------------------------------------------------------------------


def test_the_sensor_s_own_greeting_is_answered_and_its_answer_opens_the_link(rig: Rig) -> None:
    rig.open()
    assert rig.hear("HELLO 0 " + GREETING) == [OURS]
    assert rig.posted == []
    assert rig.hear("HELLO 1 " + GREETING + " re=0") == []
    assert rig.posted == [UP]


def test_a_sensor_that_does_not_greet_is_greeted_five_times_after_three_seconds(rig: Rig) -> None:
    rig.open()
    assert rig.wait(8.9) == [(at, OURS) for at in (3.0, 3.5, 4.0, 5.0, 7.0)]
    assert rig.posted == []
    rig.wait(0.2)
    assert [cause(report) for report in rig.posted] == ["silent"]
    assert rig.session.reopen_at == pytest.approx(110.0)


def test_an_answer_to_our_greeting_opens_the_link(rig: Rig) -> None:
    rig.open()
    rig.wait(3.5)
    rig.hear("HELLO 7 " + GREETING + " re=0")
    assert rig.posted == [UP]
    assert [body for _, body in rig.wait(6.0)] == []


def test_an_answer_to_a_greeting_of_another_link_is_a_greeting(rig: Rig) -> None:
    rig.open()
    assert rig.hear("HELLO 7 " + GREETING + " re=0") == [OURS]
    assert rig.posted == []


def test_a_greeting_that_was_lost_is_sent_again(rig: Rig) -> None:
    rig.open()
    rig.hear("HELLO 0 " + GREETING)
    assert rig.wait(1.0) == [(0.5, OURS), (1.0, OURS)]


def test_greetings_do_not_chase_each_other(rig: Rig) -> None:
    rig.open()
    sent = []
    for _ in range(100):
        sent += rig.hear("HELLO 0 " + GREETING)
        sent += [body for _, body in rig.wait(0.01)]
    assert 3 <= len(sent) <= 5


def test_repeated_greetings_are_not_answered_faster_than_that_either(rig: Rig) -> None:
    rig.come_up()
    rig.now += 1.0
    assert rig.hear(*["HELLO 0 " + GREETING] * 20) == [OURS]


@pytest.mark.parametrize("openings", [1, 2])
def test_everything_before_the_first_good_frame_is_dropped(rig: Rig, openings: int) -> None:
    for _ in range(openings - 1):
        rig.come_up()
        rig.session.lost(rig.now, "pulled")
    rig.open()
    assert rig.hear(b"c=99*BDBF\r\nets Jun  8 2016\r\n$ROLL 4 boot\r\n\xff\xff$BAD*0000\r\n") == []
    assert rig.hear("HELLO 0 " + GREETING) == [OURS]
    assert rig.hear(b"$BAD*0000\r\n") == ["NAK 1 e=crc"]


def test_nothing_is_taken_before_the_greeting(rig: Rig) -> None:
    rig.open()
    assert rig.hear(ROLL, "FOO 5", "BEAT 6 st=idle q=0", "MOVE 7 tok=41") == []
    assert rig.posted == []


@pytest.mark.parametrize("bad", ["proto=x", "min=", "boot=7C3", "boot=WXYZ"])
def test_a_greeting_that_makes_no_sense_is_refused(rig: Rig, bad: str) -> None:
    key = bad.split("=")[0]
    params = [bad if part.startswith(key + "=") else part for part in GREETING.split()]
    rig.open()
    assert rig.hear("HELLO 0 " + " ".join(params)) == ["NAK 1 re=0 e=arg"]
    assert rig.posted == []


def test_a_repeated_greeting_is_only_answered(rig: Rig) -> None:
    rig.come_up()
    rig.arm()
    rig.now += 1.0
    assert rig.hear("HELLO 0 " + GREETING) == [OURS]
    assert rig.hear("HELLO 9 " + GREETING + " re=0") == []
    assert [body for _, body in rig.wait(6.0)] == []
    assert rig.posted == []


def test_a_greeting_clears_what_is_remembered_of_the_sensor(rig: Rig) -> None:
    rig.come_up()
    rig.hear(ROLL)
    (reading,) = rig.take_posted()
    rig.hear("HELLO 0 " + GREETING, ROLL)
    assert rig.posted == [reading]


def test_a_version_that_cannot_be_sent_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="grammar"):
        Session(lambda event: None, "0.1 beta")
    with pytest.raises(ValueError, match="at most 64"):
        Session(lambda event: None, "1" * 40)


# -- versions ---------------------------------------------------------------------------------


def test_a_sensor_that_is_too_new_is_told_so_and_waited_for(rig: Rig) -> None:
    rig.open()
    assert rig.hear(TOO_NEW) == ["NAK 1 re=0 e=ver want=1"]
    assert [cause(report) for report in rig.posted] == ["version"]
    rig.session.throw(41, 6)
    for _ in range(10):
        assert rig.wait(10.0) == []
        (refusal,) = rig.hear(TOO_NEW)
        assert without_number(refusal) == "NAK re=0 e=ver want=1"
    assert len(rig.take_posted()) == 1
    assert rig.hear("HELLO 0 " + GREETING) == [OURS]
    assert rig.hear("HELLO 1 " + GREETING + " re=0", QUIET) == ["ARM 1 tok=41 n=6"]
    assert rig.posted == [UP]


@pytest.mark.parametrize(("lowest", "highest"), [(0, 1), (1, 1), (1, 9), (0, 7)])
def test_one_version_in_common_is_enough(rig: Rig, lowest: int, highest: int) -> None:
    rig.open()
    assert rig.hear(f"HELLO 0 proto={highest} min={lowest} boot=91AA") == [OURS]


def test_a_sensor_that_refuses_our_version_is_told_of(rig: Rig) -> None:
    rig.open()
    rig.wait(3.0)
    rig.hear("NAK 1 re=0 e=ver want=2")
    assert [cause(report) for report in rig.posted] == ["version"]
    assert rig.session.reopen_at is None


# -- silence ----------------------------------------------------------------------------------


def test_a_silent_sensor_is_pinged_three_times_and_given_up(rig: Rig) -> None:
    rig.come_up()
    sent = rig.wait(7.24)
    assert sent == [(6.5, "PING 1"), (6.75, "PING 2"), (7.0, "PING 3")]
    assert rig.posted == []
    rig.wait(0.02)
    assert [cause(report) for report in rig.posted] == ["silent"]
    assert rig.session.reopen_at == pytest.approx(108.25)


def test_any_good_frame_ends_the_silence(rig: Rig) -> None:
    rig.come_up()
    rig.wait(6.8)
    rig.hear("PONG 12 re=2 up=17")
    assert rig.wait(6.4) == []
    rig.hear("LOG 13 lvl=info t=alive")
    assert rig.wait(6.4) == []


def test_noise_and_damaged_frames_do_not_end_it(rig: Rig) -> None:
    rig.come_up()
    for _ in range(8):
        rig.hear(b"noise\r\n$BEAT 5 st=idle*0000\r\n")
        rig.wait(1.0)
    assert [cause(report) for report in rig.posted] == ["silent"]


def test_the_port_is_opened_again_after_1_2_5_and_10_seconds(rig: Rig) -> None:
    waits = []
    for _ in range(6):
        rig.session.lost(rig.now, "there is no sensor")
        assert rig.session.reopen_at == rig.session.deadline
        waits.append(rig.session.deadline - rig.now)
        rig.now = rig.session.deadline
    assert waits == [1.0, 2.0, 5.0, 10.0, 10.0, 10.0]
    assert len(rig.posted) == 1
    rig.come_up()
    rig.session.lost(rig.now, "there is no sensor")
    assert rig.session.deadline == rig.now + 1.0


def test_a_port_that_opens_to_a_silent_sensor_is_tried_less_and_less_often(rig: Rig) -> None:
    waits = []
    for _ in range(5):
        rig.open()
        rig.wait(20.0)
        assert rig.session.reopen_at is not None
        waits.append(rig.session.reopen_at - (rig.now - 11.0))
    assert waits == pytest.approx([1.0, 2.0, 5.0, 10.0, 10.0])
    assert [cause(report) for report in rig.posted] == ["silent"]


def test_the_same_trouble_is_told_once_and_another_one_again(rig: Rig) -> None:
    for trouble in ("absent", "absent", "busy", "absent"):
        rig.session.lost(rig.now, f"it is {trouble}", trouble)
    assert [cause(report) for report in rig.posted] == ["absent", "busy", "absent"]


def test_what_comes_while_the_port_is_closed_is_nothing(rig: Rig) -> None:
    rig.come_up()
    rig.session.lost(rig.now, "pulled")
    rig.posted.clear()
    assert rig.hear(ROLL, QUIET, "HELLO 0 " + GREETING) == []
    assert rig.posted == []


def test_half_a_line_at_unplug_is_forgotten(rig: Rig) -> None:
    rig.come_up()
    whole = line(ROLL)
    rig.hear(whole[:30])
    rig.session.lost(rig.now, "pulled")
    rig.come_up()
    assert rig.hear(whole[30:]) == []
    assert rig.posted == []


# -- for a watch ------------------------------------------------------------------------------


def test_a_ping_goes_out_with_the_next_tick_and_only_while_the_link_is_up(rig: Rig) -> None:
    rig.session.ping()
    rig.open()
    assert rig.tick() == []
    rig.come_up()
    assert rig.tick() == []
    rig.session.ping()
    assert rig.session.deadline == rig.now
    assert [without_number(body) for body in rig.tick()] == ["PING"]
    assert rig.tick() == []
