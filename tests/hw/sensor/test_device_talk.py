"""What the sensor does when a host talks to it, each vector for itself and the rules between."""

import re
from typing import Any

import pytest
from device_rig import ANSWERS, Rig, body, from_host, line, params, without_firmware


def hellos(frames: list[str]) -> list[str]:
    return [frame for frame in frames if frame.startswith("HELLO")]


@pytest.mark.parametrize("vector", from_host("frames"), ids=lambda vector: str(vector["n"]))
def test_each_frame_of_a_host_gets_its_answer(vector: dict[str, Any]) -> None:
    answers = Rig().receive(vector["frame"].encode() + b"\r\n")
    assert [without_firmware(body(answer)) for answer in answers] == ANSWERS[vector["n"]]


@pytest.mark.parametrize("vector", from_host("faulty"), ids=lambda vector: str(vector["n"]))
def test_each_faulty_line_of_a_host_is_refused(vector: dict[str, Any]) -> None:
    (answer,) = Rig().receive(vector["line"].encode() + b"\r\n")
    assert body(answer) == ANSWERS[vector["n"]][0]


def test_a_line_that_is_too_long_is_refused_once() -> None:
    rig = Rig()
    assert rig.receive(b"$" + b"A" * 500) == []
    assert rig.receive(b"\r\n") == [line("NAK 1 e=long")]


@pytest.mark.parametrize("noise", [b"ets Jun  8 2016\r\n", b"\xff\x00\r\n", b"AT\r", b"\r\n\r\n"])
def test_noise_is_never_answered(noise: bytes) -> None:
    assert Rig().receive(noise) == []


@pytest.mark.parametrize("verb", ["ACK", "NAK", "PONG", "BEAT", "MOVE", "LOG"])
@pytest.mark.parametrize("rest", ["", " re=x e=arg", " re=300", " re=7"])
def test_some_frames_are_never_answered(verb: str, rest: str) -> None:
    assert Rig().receive(line(f"{verb} 5{rest}")) == []


def test_it_greets_each_second_until_it_hears_a_good_frame() -> None:
    rig = Rig()
    rig.run(3000)
    assert [without_firmware(frame) for frame in rig.frames()] == [
        "HELLO 0 proto=1 min=1 dev=pipcam ser=E6614C31 boot=7C3E dice=6 caps=conf,pos,lux"
    ] * 4
    assert rig.times == [0, 1000, 2000, 3000]
    rig.receive(b"$PING 8*0000\r\n!PING  8\r\nnoise\r\n")
    assert hellos(rig.run(1000))
    rig.greet()
    assert not hellos(rig.run(30_000))


def test_a_host_that_has_not_greeted_gets_one_more_greeting_for_what_it_says() -> None:
    rig = Rig()
    rig.run(500)
    for _ in range(2):
        rig.say("PING")
        assert len(hellos(rig.run(5000))) == 1
    rig.greet()
    rig.say("PING")
    assert not hellos(rig.run(5000))


def test_results_and_beats_wait_until_somebody_listens() -> None:
    rig = Rig()
    rig.tray.throw(1, 2, 3)
    assert {frame.split(" ")[0] for frame in rig.run(5000)} == {"HELLO"}
    rig.receive(line("HELLO 0 proto=1 app=test ver=0"))
    verbs = [frame.split(" ")[0] for frame in rig.run(20)]
    assert verbs == ["ROLL", "BEAT"]


@pytest.mark.parametrize("proto", ["0", "2", "65535"])
def test_a_host_of_another_version_is_told_so_and_left_alone(proto: str) -> None:
    rig = Rig()
    assert rig.receive(line(f"HELLO 0 proto={proto}")) == [line("NAK 1 re=0 e=ver want=1")]
    rig.tray.throw(1)
    rig.forget()
    rig.run(30_000)
    assert [frame.split(" ")[0] for frame in rig.frames()] == ["HELLO"] * 3
    assert rig.times == [10_000, 20_000, 30_000]


def test_a_host_that_refuses_the_version_is_greeted_every_ten_seconds_until_it_greets() -> None:
    rig = Rig()
    rig.greet()
    rig.receive(line("NAK 15 re=1 e=ver want=3"))
    rig.receive(line("PING 16"))
    assert [frame.split(" ")[0] for frame in rig.run(20_000)] == ["HELLO", "HELLO"]
    rig.greet()
    assert [frame.split(" ")[0] for frame in rig.run(2000)] == ["BEAT"]


def test_a_ping_is_answered_with_the_seconds_since_power_up() -> None:
    rig = Rig()
    rig.run(7450)
    assert rig.say("PING") == ["PONG 1 re=1 up=7"]
    rig.now += 600  # of which it was not told yet
    assert rig.say("PING") == ["PONG 2 re=2 up=8"]


def test_it_beats_every_two_seconds_with_what_it_is_at() -> None:
    rig = Rig()
    rig.greet()
    beats = rig.run(6000)
    assert beats == [
        "BEAT 3 st=idle up=2 last=0 q=0 lost=0 n=0 lux=212",
        "BEAT 4 st=idle up=4 last=0 q=0 lost=0 n=0 lux=212",
        "BEAT 5 st=idle up=6 last=0 q=0 lost=0 n=0 lux=212",
    ]


def test_a_greeting_brings_a_beat_at_once() -> None:
    rig = Rig()
    rig.greet()
    rig.run(700)
    rig.receive(line("HELLO 0 proto=1 app=test ver=0"))
    assert [frame.split(" ")[0] for frame in rig.run(10)] == ["BEAT"]


def test_settings_take_effect_from_the_newest_beat_on() -> None:
    rig = Rig()
    rig.greet()
    rig.say("SET beat=500 settle=3000")
    rig.forget()
    rig.run(1500)
    assert rig.times == [510, 1010, 1510]
    rig.arm(1, 1)
    rig.tray.throw(4, ms=1000)
    assert not rig.results(3900)
    assert rig.results(300)


@pytest.mark.parametrize("bad", ["beat=499", "beat=10001", "settle=199", "settle=3001", "beat=x"])
def test_a_setting_out_of_range_changes_nothing(bad: str) -> None:
    rig = Rig()
    rig.greet()
    good = "settle=200" if "beat" in bad else "beat=500"
    assert rig.say(f"SET {good} {bad}") == ["NAK 3 re=1 e=arg"]
    assert len(rig.run(6000)) == 3


def test_unknown_parameters_are_ignored() -> None:
    assert Rig().say("ARM tok=4 n=6 mood=good") == ["ACK 1 re=1"]
    assert Rig().say("SET mood=good") == ["ACK 1 re=1"]


WRONG = """
ARM | ARM tok=0 n=1 | ARM tok=65536 n=1 | ARM tok=1 | ARM tok=1 n=0 | ARM tok=1 n=7
| ARM tok=1 n=six | READ | READ tok=0 | READ tok= | HELLO | HELLO proto=new
"""


@pytest.mark.parametrize("bad", [bad.strip() for bad in WRONG.split("|")])
def test_a_wrong_argument_is_refused(bad: str) -> None:
    assert Rig().say(bad) == ["NAK 1 re=1 e=arg"]


def test_at_most_five_refusals_go_out_in_any_second() -> None:
    rig = Rig()
    for _ in range(300):
        rig.receive(line("FOO 1"))
        rig.receive(b"$PING\r\n")
        rig.run(10)
    times = [at for at, octets in zip(rig.times, rig.sent, strict=True) if b"NAK" in octets]
    assert len(times) == 15
    assert all(later - earlier >= 1000 for earlier, later in zip(times, times[5:], strict=False))


def test_a_command_that_comes_again_is_answered_again_and_not_done_again() -> None:
    rig = Rig()
    rig.greet()
    arm = line("ARM 1 tok=41 n=2")
    rig.receive(arm)
    rig.tray.throw(3, 4)
    assert [result["k"] for result in rig.results()] == ["roll"]
    assert params(body(rig.receive(arm)[0])) == {"re": "1"}
    assert rig.run(2000)[-1].split(" ")[2] == "st=settled"


def test_a_reading_that_is_asked_for_again_is_read_once() -> None:
    rig = Rig()
    rig.greet()
    rig.tray.place(1, 2)
    rig.results()
    read = line("READ 5 tok=42")
    for _ in range(3):
        rig.receive(read)
    assert [result["k"] for result in rig.results()] == ["read"]
    rig.receive(read)
    assert rig.results() == []


def test_after_a_greeting_a_command_like_the_last_is_another() -> None:
    rig = Rig()
    rig.tray.place(1, 2)
    rig.run(1000)
    read = line("READ 1 tok=42")
    for _ in range(2):
        rig.greet()
        rig.receive(read)
        assert [result["k"] for result in rig.results()] == ["read"]


def test_reading_while_dice_roll_is_refused_for_now_and_done_when_asked_again() -> None:
    rig = Rig()
    rig.greet()
    rig.tray.throw(1, 2)
    rig.run(100)
    read = line("READ 1 tok=42")
    assert params(body(rig.receive(read)[0])) == {"re": "1", "e": "state"}
    rig.results()
    assert params(body(rig.receive(read)[0])) == {"re": "1"}
    assert [result["k"] for result in rig.results()] == ["read"]


def test_what_is_typed_by_hand_is_answered_without_a_check() -> None:
    rig = Rig()
    assert rig.receive(b"!PING 1\r") == [b"!PONG 1 re=1 up=0\r\n"]
    assert rig.receive(b"!ARM 2 tok=7 n=1\n") == [b"!ACK 2 re=2\r\n"]
    assert rig.receive(b"!ARM 3 tok=0 n=1\n") == [b"!NAK 3 re=3 e=arg\r\n"]
    assert rig.receive(b"!arm\n") == [b"!NAK 4 e=form\r\n"]
    (answer,) = rig.receive(b"!HELLO 0 proto=1\r\n")
    assert re.fullmatch(rb"!HELLO 5 .* re=0\r\n", answer)


def test_a_maker_can_play_through_a_throw_by_hand() -> None:
    rig = Rig()
    rig.run(1000)
    rig.receive(b"!ARM 1 tok=7 n=2\n")
    assert not rig.device.talk.checked
    rig.tray.throw(6, 6)
    (roll,) = {frame for frame in rig.run(3000) if frame.startswith("ROLL")}
    rig.receive(f"!ACK 2 re={roll.split(' ')[1]}\n".encode())
    assert "q=0" in rig.run(2000)[-1]
    rig.receive(line("PING 1"))
    assert rig.device.talk.checked


def test_frames_count_from_1_to_255_over_and_over() -> None:
    rig = Rig()
    answers = [rig.say("PING")[0].split(" ")[1] for _ in range(255 + 3)]
    assert answers == [str(1 + at % 255) for at in range(255 + 3)]


def test_people_are_told_in_at_most_one_line() -> None:
    rig = Rig()
    rig.device.log("warn", "nobody hears this")
    rig.greet()
    rig.device.log("warn", "lens dirty")
    rig.device.log("error", "€" * 100)
    assert rig.frames() == [
        "LOG 3 lvl=warn t=lens%20dirty",
        f"LOG 4 lvl=error t={'%E2%82%AC' * 15}",
    ]
