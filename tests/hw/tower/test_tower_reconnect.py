"""What is held back after the link came up, and said anew; reboots, told and untold."""

import pytest
from tower_rig import GREETING, OURS, QUIET, Rig

from hw.events import Armed, Disarmed, Motion, NoThrow, Reading

REBOOTED = GREETING.replace("7C3E", "0B52")
ROLL = "ROLL 4 boot=7C3E id=9 tok=41 k=roll n=1 v=5 c=99 ms=900"


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_a_throw_waits_until_no_result_is_under_way(rig: Rig) -> None:
    rig.session.throw(41, 6)
    rig.come_up(quiet=False)
    assert rig.hear("BEAT 5 st=settled up=1 last=9 q=1 lost=0 n=6") == []
    assert rig.hear("BEAT 6 st=rolling up=2 last=9 q=0 lost=0 n=6") == []
    assert rig.hear("BEAT 7 st=idle up=3") == []
    assert rig.hear("BEAT 8 st=settled up=4 last=9 q=0 lost=0 n=6") == ["ARM 1 tok=41 n=6"]


def test_once_quiet_a_later_throw_goes_out_at_once(rig: Rig) -> None:
    rig.come_up()
    rig.hear("BEAT 6 st=rolling up=20 last=9 q=1 lost=0 n=6")
    rig.session.throw(42, 3)
    assert rig.session.deadline <= rig.now
    assert rig.tick() == ["ARM 1 tok=42 n=3"]


def test_after_a_lost_port_the_same_token_is_armed_again_and_told_again(rig: Rig) -> None:
    rig.come_up()
    rig.arm()
    rig.session.lost(rig.now, "pulled")
    assert isinstance(rig.take_posted()[0], Disarmed)
    rig.come_up(quiet=False)
    assert rig.tick() == []
    assert rig.hear(QUIET) == ["ARM 1 tok=41 n=6"]
    rig.hear("ACK 3 re=1")
    assert rig.posted == [Armed(41)]


def test_a_result_that_comes_first_is_taken_instead_of_arming_again(rig: Rig) -> None:
    rig.come_up()
    rig.arm()
    rig.session.lost(rig.now, "pulled")
    rig.come_up(quiet=False)
    rig.hear(ROLL)
    assert [type(event) for event in rig.posted] == [Reading]
    assert rig.hear(QUIET) == []


@pytest.mark.parametrize("kind", ["k=place", "k=nudge"])
def test_what_is_no_throw_leaves_the_token_to_be_armed_again(rig: Rig, kind: str) -> None:
    rig.come_up()
    rig.arm()
    rig.hear(ROLL.replace("k=roll", kind))
    rig.session.lost(rig.now, "pulled")
    rig.come_up(quiet=False)
    assert rig.hear(QUIET) == ["ARM 1 tok=41 n=6"]


def test_a_reboot_in_mid_throw_arms_the_same_token_again(rig: Rig) -> None:
    rig.come_up()
    rig.arm()
    rig.hear("MOVE 3 tok=41")
    assert rig.take_posted() == [Motion(41)]
    rig.now += 3.0
    assert rig.hear(b"boot loader\r\n", "HELLO 0 " + REBOOTED) == [OURS]
    (told,) = rig.take_posted()
    assert isinstance(told, Disarmed)
    assert rig.hear("HELLO 1 " + REBOOTED + " re=0") == []
    assert rig.hear("BEAT 2 st=idle up=0 last=0 q=0 lost=0 n=0") == ["ARM 1 tok=41 n=6"]
    rig.hear("ACK 3 re=1")
    assert rig.posted == [Armed(41)]


def test_a_reboot_drops_what_was_on_its_way(rig: Rig) -> None:
    rig.come_up()
    rig.session.throw(41, 6)
    rig.tick()
    rig.now += 1.0
    rig.hear("HELLO 0 " + REBOOTED)
    assert rig.hear("HELLO 1 " + REBOOTED + " re=0", "ACK 2 re=1") == []
    assert rig.wait(3.0) == []
    assert Armed(41) not in rig.posted


def test_a_reboot_whose_greeting_was_lost_shows_in_the_sensor_s_time(rig: Rig) -> None:
    rig.come_up()
    rig.arm()
    rig.hear("BEAT 5 st=armed up=1234 last=9 q=0 lost=0 n=6")
    rig.now += 2.0
    assert rig.hear("BEAT 1 st=idle up=1 last=0 q=0 lost=0 n=0") == [OURS]
    rig.hear("HELLO 2 " + REBOOTED + " re=0")
    assert rig.hear("BEAT 3 st=idle up=2 last=0 q=0 lost=0 n=0") == ["ARM 1 tok=41 n=6"]


def test_a_sensor_whose_time_stands_still_is_suspected_only_once(rig: Rig) -> None:
    rig.come_up()
    sent = []
    for _ in range(10):
        rig.now += 2.0
        sent += rig.hear("BEAT 5 st=idle up=10 last=0 q=0 lost=0 n=0")
        sent += rig.hear("HELLO 6 " + GREETING + " re=0")
    assert sent == [OURS]


def test_beats_that_are_heard_late_are_no_reboot(rig: Rig) -> None:
    rig.come_up()
    for up, late in [(12, 0.0), (14, 1.4), (16, 0.0), (18, 0.9)]:
        rig.now = 100.0 + up - 10 + late
        assert rig.hear(f"BEAT 5 st=idle up={up} last=0 q=0 lost=0 n=0") == []


def test_a_reading_that_was_asked_for_is_asked_for_again(rig: Rig) -> None:
    rig.come_up()
    rig.arm()
    rig.session.read(41)
    rig.tick()
    rig.hear("ACK 9 re=2")
    rig.now += 1.0
    rig.hear("HELLO 0 " + REBOOTED, "HELLO 1 " + REBOOTED + " re=0")
    rig.hear("HELLO 1 " + REBOOTED + " re=0")
    assert rig.hear(QUIET) == ["ARM 1 tok=41 n=6"]
    assert rig.hear("ACK 2 re=1") == ["READ 2 tok=41"]
    rig.hear("ACK 3 re=2", ROLL.replace("k=roll", "k=read"))
    rig.session.lost(rig.now, "pulled")
    rig.come_up(quiet=False)
    assert rig.hear(QUIET) == ["ARM 1 tok=41 n=6"]
    assert rig.hear("ACK 2 re=1") == []


@pytest.mark.parametrize("token", [0, -1, 65536])
def test_a_token_that_the_line_does_not_carry_is_no_token(rig: Rig, token: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 65535"):
        rig.session.throw(token, 6)
    with pytest.raises(ValueError, match="from 1 to 65535"):
        rig.session.read(token)


def test_no_late_refusal_of_an_earlier_link_ends_a_throw(rig: Rig) -> None:
    rig.come_up()
    rig.session.throw(41, 6)
    rig.tick()
    rig.session.lost(rig.now, "pulled")
    rig.come_up(quiet=False)
    rig.hear("NAK 2 re=1 e=arg")
    assert not [event for event in rig.posted if isinstance(event, NoThrow)]
