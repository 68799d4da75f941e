"""Who looks on sees every line, and counts."""

import pytest
from tower_rig import OURS, QUIET, Rig, line

from hw.tower.frame import Frame
from hw.tower.watch import Passed, Tally

ROLL = "ROLL 4 boot=7C3E id=9 tok=41 k=roll n=1 v=5 c=99 ms=900"


def test_every_line_is_shown_with_its_time_and_what_it_is() -> None:
    seen: list[Passed] = []
    rig = Rig(seen.append)
    rig.come_up()
    assert [passed.octets for passed in seen if passed.way == "out"] == [line(OURS)[:-2]]
    seen.clear()
    rig.session.throw(41, 1)
    rig.wait(0.3)
    rig.hear(b"noise\r\n$PING 8*0000\r\n$\xe4\r\n$" + b"A" * 200 + b"\r\n")
    rig.hear(ROLL, ROLL)
    assert [(passed.way, passed.note) for passed in seen] == [
        ("out", ""),
        ("out", "repeat"),
        ("in", "noise"),
        ("in", "crc"),
        ("out", ""),
        ("in", "form"),
        ("out", ""),
        ("in", "long"),
        ("out", ""),
        ("in", ""),
        ("in", "duplicate"),
    ]
    assert seen[0] == Passed(
        100.0, "out", line("ARM 1 tok=41 n=1")[:-2], "", Frame("ARM", 1, {"tok": "41", "n": "1"})
    )
    assert seen[1].at == 100.25
    assert seen[2].frame is None


@pytest.fixture
def tally() -> Tally:
    return Tally()


def test_a_tally_counts(tally: Tally) -> None:
    rig = Rig(tally)
    rig.come_up()
    rig.session.throw(41, 1)
    rig.wait(1.0)
    rig.hear("NAK 5 e=crc", b"noise\r\n$PING 8*0000\r\n", ROLL, ROLL, ROLL)
    assert tally.counts == {
        "in": 5,  # two HELLOs, BEAT, NAK, ROLL
        "out": 3,  # HELLO, ARM, NAK
        "repeat": 3,
        "duplicate": 2,
        "noise": 1,
        "crc": 1,
        "nak in": 1,
        "nak out": 1,
    }


def test_a_tally_measures_how_long_answers_take(tally: Tally) -> None:
    rig = Rig(tally)
    rig.come_up()
    tally.round_trips.clear()
    rig.session.throw(41, 1)
    rig.tick()
    rig.now += 0.2
    rig.hear("ACK 5 re=1")
    assert list(tally.round_trips) == [pytest.approx(0.2)]


def test_an_answer_to_a_repeated_frame_measures_nothing(tally: Tally) -> None:
    rig = Rig(tally)
    rig.come_up()
    tally.round_trips.clear()
    rig.session.throw(41, 1)
    rig.wait(0.3)
    rig.hear("ACK 5 re=1", QUIET)
    assert list(tally.round_trips) == []
