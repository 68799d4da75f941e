"""Results are repeated until they are answered, one at a time, in bounded room."""

import pytest
from device_rig import Rig, body, line, params

UNTIL_THE_THIRD = 250 + 500 + 1000


@pytest.fixture
def rig() -> Rig:
    """One result was just sent."""
    rig = Rig()
    rig.greet()
    rig.say("SET beat=10000")
    rig.arm(41, 2)
    rig.tray.throw(3, 4)
    while not rolls(rig):
        rig.run(10)
    rig.sent = rig.sent[-1:]
    rig.times = rig.times[-1:]
    return rig


def rolls(rig: Rig) -> list[bytes]:
    return [octets for octets in rig.sent if octets.startswith((b"$ROLL", b"$BAD"))]


def seq(rig: Rig) -> str:
    return body(rolls(rig)[-1]).split(" ")[1]


def test_a_result_is_repeated_octet_for_octet_until_it_is_acknowledged(rig: Rig) -> None:
    rig.run(8000)
    start = rig.times[0]
    assert [at - start for at in rig.times] == [0, 250, 750, 1750, 3750, 5750, 7750]
    assert len(set(rig.sent)) == 1
    rig.say(f"ACK re={seq(rig)}")
    rig.forget()
    rig.run(5000)
    assert rolls(rig) == []


def test_a_result_is_repeated_for_days(rig: Rig) -> None:
    rig.say("SET beat=10000 settle=3000")
    for _ in range(1000):
        rig.now += 100_000
        rig.device.poll(rig.ticks)
    assert len(set(rolls(rig))) == 1
    assert len(rolls(rig)) > 900


@pytest.mark.parametrize("answer", ["ACK", "ACK re=200", "ACK re=x", "NAK re=200 e=arg"])
def test_an_answer_to_something_else_ends_nothing(rig: Rig, answer: str) -> None:
    rig.say(answer)
    rig.run(UNTIL_THE_THIRD)
    assert len(rolls(rig)) == 4


@pytest.mark.parametrize("code", ["verb", "arg", "ver", "conflict"])
def test_a_final_refusal_ends_a_result_and_counts_it_as_lost(rig: Rig, code: str) -> None:
    rig.say(f"NAK re={seq(rig)} e={code}")
    rig.run(10_000)
    assert len(rolls(rig)) == 1
    assert params(rig.frames()[-1])["lost"] == "1"


@pytest.mark.parametrize("code", ["busy", "state"])
def test_a_passing_refusal_changes_nothing_and_the_fifth_ends_it(rig: Rig, code: str) -> None:
    number = seq(rig)
    for _ in range(4):
        rig.say(f"NAK re={number} e={code}")
    rig.run(UNTIL_THE_THIRD)
    assert len(rolls(rig)) == 4
    rig.say(f"NAK re={number} e={code}")
    rig.run(8000)
    assert len(rolls(rig)) == 4
    assert params(rig.frames()[-1])["lost"] == "1"


def test_news_of_damage_brings_three_repeats_at_once_and_no_more(rig: Rig) -> None:
    for _ in range(6):
        rig.say("NAK e=crc")
    assert len(rolls(rig)) == 1 + 3
    rig.run(250)
    assert len(rolls(rig)) == 1 + 3 + 1


def test_a_host_that_greets_gets_the_same_result_at_once(rig: Rig) -> None:
    rig.run(5000)
    before = len(rolls(rig))
    rig.receive(line("HELLO 0 proto=1 app=test ver=0"))
    rig.run(10)
    assert len(rolls(rig)) == before + 1
    assert len(set(rolls(rig))) == 1


def test_one_result_is_under_way_at_a_time_and_the_others_wait(rig: Rig) -> None:
    rig.tray.nudge(0, 5)
    rig.run(2000)
    rig.tray.nudge(1, 6)
    rig.run(2000)
    assert len(set(rolls(rig))) == 1
    found = rig.results(3000)
    assert [(result["k"], result["id"], result["v"]) for result in found] == [
        ("roll", "1", "3,4"),
        ("nudge", "2", "5,4"),
        ("nudge", "3", "5,6"),
    ]


def test_where_there_is_no_room_what_nobody_asked_for_is_given_up_first(rig: Rig) -> None:
    rig.tray.nudge(0, 5)
    rig.run(1000)
    rig.arm(42, 2)
    rig.tray.take()
    rig.run(1000)
    rig.tray.throw(1, 1)
    rig.run(3000)
    for face in (2, 3, 4, 5):
        rig.tray.nudge(0, face)
        rig.run(1000)
    found = rig.results(12_000)
    assert [(result["tok"], result["v"]) for result in found] == [
        ("41", "3,4"),
        ("42", "1,1"),
        ("0", "4,1"),
        ("0", "5,1"),
    ]
    beat = params(rig.frames()[-1])
    assert (beat["q"], beat["lost"], beat["last"]) == ("0", "3", "7")


def test_of_those_that_were_asked_for_the_oldest_that_waits_is_given_up(rig: Rig) -> None:
    rig.arm(42, 2)
    for face in (1, 2, 3, 4, 5):
        rig.tray.throw(face)
        rig.run(3000)
    assert [result["v"] for result in rig.results(8000)] == ["3,4", "3", "4", "5"]


def test_each_result_has_its_repeats_for_itself(rig: Rig) -> None:
    rig.tray.nudge(0, 5)
    rig.run(1000)
    for _ in range(4):
        rig.say("NAK e=crc")
        rig.say(f"NAK re={seq(rig)} e=busy")
    rig.say(f"ACK re={seq(rig)}")
    rig.forget()
    rig.run(500)
    assert [at - rig.times[0] for at in rig.times] == [0, 250]
    for _ in range(4):
        rig.say("NAK e=crc")
        rig.say(f"NAK re={seq(rig)} e=busy")
    assert len(rolls(rig)) == 2 + 3
    rig.run(500)
    assert len(rolls(rig)) == 2 + 3 + 1


def test_numbers_of_results_begin_anew_after_65535() -> None:
    rig = Rig()
    rig.greet()
    rig.device.talk._last = 65534
    for face in (1, 2):
        rig.run(1000)
        rig.tray.place(face)
    assert [result["id"] for result in rig.results()] == ["65535", "1"]
