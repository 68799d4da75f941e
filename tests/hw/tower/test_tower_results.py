"""What the sensor tells of the dice: the vectors' meaning, and what makes no sense."""

import logging
import re
from typing import Any

import pytest
from tower_rig import VECTORS, Rig, line, without_number

from hw.events import Armed, Motion, NoThrow, Reading
from hw.tower.verdict import answer_to

FRAMES = {vector["n"]: vector["frame"] for vector in VECTORS["frames"]}


def reading(id: int, token: int, kind: Any, dice: str, sure: str, **more: Any) -> Reading:
    """As the vectors write it; `kind` is a cause where it is none of the kinds."""
    good = kind in ("roll", "read", "nudge", "place")
    return Reading(
        "7C3E",
        id,
        token,
        kind if good else None,
        None if good else kind,
        tuple(None if die == "?" else int(die) for die in dice),
        tuple(map(int, sure.split())),
        **more,
    )


MEANING = {
    7: reading(9, 41, "roll", "155246", "99 97 98 99 88 99"),
    9: reading(9, 41, "roll", "155246", "99 97 98 99 88 99"),
    12: reading(10, 42, "cocked", "1?4", "99 31 98"),
    14: reading(11, 42, "read", "134", "99 96 98"),
    15: reading(12, 42, "nudge", "136", "99 96 97"),
    16: reading(19, 46, "roll", "266", "99 97 98", spots=((212, 340), (498, 701), (804, 255))),
    19: reading(13, 43, "missing", "2236", "99 99 98 97", wanted=5),
    20: reading(14, 44, "stacked", "1126?", "99 98 97 99 12", wanted=6),
    21: reading(15, 44, "light", "", ""),
    22: reading(16, 44, "motion", "??????", "0 0 0 0 0 0"),
}


@pytest.fixture
def rig() -> Rig:
    up = Rig()
    up.come_up()
    return up


def test_every_result_of_the_vectors_has_its_meaning_here() -> None:
    results = {n for n, frame in FRAMES.items() if frame.startswith(("$ROLL", "$BAD"))}
    assert set(MEANING) == results


@pytest.mark.parametrize("number", sorted(MEANING))
def test_a_result_is_posted_as_it_is_meant(rig: Rig, number: int) -> None:
    assert rig.hear(FRAMES[number].encode() + b"\r\n") == []
    assert rig.posted == [MEANING[number]]


def test_the_vectors_talk_is_held(rig: Rig) -> None:
    """Frames 4 to 9, with the result that comes twice because its answer was lost."""

    def hear(number: int) -> list[str]:
        return rig.hear(FRAMES[number].encode() + b"\r\n")

    rig.session.throw(41, 6)
    assert [line(body)[:-2].decode() for body in rig.tick()] == [FRAMES[4]]
    hear(5)
    hear(6)
    hear(7)
    expected = MEANING[7]._replace(moved=True)
    assert rig.take_posted() == [Armed(41), Motion(41), expected]
    rig.session.answer(expected, "ack")
    assert [line(body)[:-2].decode() for body in rig.tick()] == [FRAMES[8]]
    assert hear(9) == ["ACK 3 re=4"]
    assert rig.posted == []


@pytest.mark.parametrize("vector", VECTORS["faulty"], ids=lambda vector: str(vector["n"]))
def test_a_faulty_line_is_answered_as_it_should_be(rig: Rig, vector: dict[str, Any]) -> None:
    """The box has stored the reading of vector 7, and awaits the throw of token 45."""
    stored = {(MEANING[7].boot, MEANING[7].id): MEANING[7]}
    rig.arm(45)
    answers = rig.hear(vector["line"].encode() + b"\r\n")
    for event in rig.posted:
        if isinstance(event, Reading):
            rig.session.answer(event, answer_to(event, stored.get((event.boot, event.id))))
    answers += rig.tick()
    expected = re.findall(r"`((?:ACK|NAK)) n( [^`]*)`", vector["answer"])
    assert [without_number(answer) for answer in answers] == ["".join(pair) for pair in expected]
    lost = [event.token for event in rig.posted if isinstance(event, NoThrow)]
    assert lost == ([45] if vector["n"] in ("M14", "M15") else [])


GOOD = "ROLL 4 boot=7C3E id=9 tok=41 k=roll n=2 v=1,6 c=99,0 ms=900 p=0:0,1000:1000"
BAD = "BAD 4 boot=7C3E id=9 tok=41 e=cocked n=2 v=1,? c=99,31"


@pytest.mark.parametrize(
    ("frame", "bad"),
    [
        (GOOD, "boot=xyz"),
        (GOOD, "id=0"),
        (GOOD, "id=65536"),
        (GOOD, "tok=-1"),
        (GOOD, "tok=65536"),
        (GOOD, "k=throw"),
        (GOOD, "n=0"),
        (GOOD, "n=3"),
        (GOOD, "n=x"),
        (GOOD, "v=1"),
        (GOOD, "v=1,6,2"),
        (GOOD, "v=1,7"),
        (GOOD, "v=0,1"),
        (GOOD, "v=1,?"),
        (GOOD, "v="),
        (GOOD, "c=99"),
        (GOOD, "c=99,101"),
        (GOOD, "c=99,-1"),
        (GOOD, "ms="),
        (GOOD, "p=0:0"),
        (GOOD, "p=0:0,1:1001"),
        (GOOD, "p=0:0,1"),
        (BAD, "e=sleepy"),
        (BAD, "v=1,7"),
        (BAD, "n=1"),
        (BAD, "c=99"),
    ],
)
def test_a_result_that_makes_no_sense_is_refused_once_and_for_all(
    rig: Rig, frame: str, bad: str
) -> None:
    key = bad.partition("=")[0]
    senseless = re.sub(rf" {key}=\S*", f" {bad}", frame)
    rig.arm(41)
    assert rig.hear(senseless) == ["NAK 2 re=4 e=arg"]
    (lost,) = rig.take_posted()
    assert isinstance(lost, NoThrow)
    assert lost.token == 41
    assert bad in lost.why or (key == "n" and "v=" in lost.why)
    assert rig.hear(senseless) == ["NAK 3 re=4 e=arg"]
    assert rig.posted == []


@pytest.mark.parametrize("key", ["boot", "id", "tok", "k", "n", "v", "c", "ms"])
def test_a_result_that_lacks_something_is_refused(rig: Rig, key: str) -> None:
    rig.arm(41)
    assert rig.hear(re.sub(rf" {key}=\S*", "", GOOD)) == ["NAK 2 re=4 e=arg"]
    (lost,) = rig.posted
    assert isinstance(lost, NoThrow)
    assert f"no {key}" in lost.why


def test_senseless_results_of_other_throws_leave_this_one(rig: Rig) -> None:
    rig.arm(42)
    assert rig.hear(GOOD.replace("v=1,6", "v=1,7")) == ["NAK 2 re=4 e=arg"]
    assert rig.posted == []


def test_unknown_keys_are_ignored(rig: Rig) -> None:
    rig.hear(GOOD + " temp=21 x=")
    (got,) = rig.posted
    assert got == reading(9, 41, "roll", "16", "99 0", spots=((0, 0), (1000, 1000)))


def test_motion_is_told_for_the_awaited_throw_only(rig: Rig) -> None:
    rig.arm(41)
    rig.hear("MOVE 5 tok=0", "MOVE 6 tok=40", "MOVE 7", "MOVE 8 tok=41")
    assert rig.posted == [Motion(41)]


def beat(state: str, queued: int = 0) -> str:
    return f"BEAT 9 st={state} up=10 last=0 q={queued} lost=0 n=6"


def test_after_motion_without_a_result_the_throw_is_armed_again_once(rig: Rig) -> None:
    rig.arm(41)
    rig.hear(beat("armed"))
    assert rig.take_posted() == []
    for _ in range(2):
        rig.hear("MOVE 5 tok=41", beat("rolling"))
        assert rig.take_posted() == [Motion(41)]
        rig.hear(beat("armed"), beat("armed"))
        assert rig.take_posted() == [Armed(41)]


def test_a_result_that_is_under_way_is_waited_for(rig: Rig) -> None:
    rig.arm(41)
    rig.hear("MOVE 5 tok=41", beat("armed", queued=1), beat("settled"))
    assert rig.take_posted() == [Motion(41)]
    rig.hear(BAD, beat("armed"))
    assert [type(event) for event in rig.posted] == [Reading]


def test_after_a_nudge_the_throw_is_armed_again(rig: Rig) -> None:
    rig.arm(41)
    rig.hear("MOVE 5 tok=41", GOOD.replace("k=roll", "k=nudge"), beat("armed", queued=1))
    assert [type(event) for event in rig.take_posted()] == [Motion, Reading]
    rig.hear(beat("armed"))
    assert rig.posted == [Armed(41)]


def test_motion_of_a_throw_that_is_no_longer_awaited_arms_nothing(rig: Rig) -> None:
    rig.arm(41)
    rig.hear("MOVE 5 tok=41")
    rig.session.throw(42, 6)
    rig.tick()
    rig.hear(beat("armed"))
    assert rig.posted == [Motion(41)]


def test_motion_before_the_link_began_anew_arms_nothing(rig: Rig) -> None:
    rig.arm(41)
    rig.hear("MOVE 5 tok=41")
    rig.session.lost(rig.now, "pulled")
    rig.come_up()
    rig.hear(beat("armed"))
    assert rig.posted == []


def test_motion_during_a_reading_that_was_asked_for_arms_nothing(rig: Rig) -> None:
    rig.session.read(41)
    rig.tick()
    rig.hear("ACK 251 re=1", "MOVE 5 tok=41", beat("armed"))
    assert rig.posted == [Motion(41)]


def test_a_reading_tells_whether_there_was_motion_since_the_one_before(rig: Rig) -> None:
    def moved(frame: str) -> bool:
        rig.hear(frame)
        (got,) = rig.take_posted()
        assert isinstance(got, Reading)
        return got.moved

    rig.hear("MOVE 3 tok=0")
    assert moved(GOOD)
    assert not moved(GOOD.replace("ROLL 4", "ROLL 5").replace("id=9", "id=10"))


def test_a_reading_that_is_posted_anew_is_the_same_as_before(rig: Rig) -> None:
    rig.hear("MOVE 3 tok=0", GOOD)
    (first,) = rig.take_posted()
    rig.session.lost(rig.now, "pulled")
    rig.come_up()
    rig.hear(GOOD.replace("ROLL 4", "ROLL 2"))
    assert rig.posted == [first]


# -- the sensor's words -----------------------------------------------------------------------


def test_the_sensor_s_words_go_to_the_log(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    assert rig.hear(FRAMES[26].encode() + b"\r\n") == []
    ((_, level, text),) = caplog.record_tuples
    assert level == logging.WARNING
    assert text == "the sensor says: lens dirty"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("a%0Ab%1B[31mc%00%7F", "ab[31mc"),
        ("%E2%80%AEabc%C2%85", "abc"),
        ("%FF%zz%", "\ufffd%zz%"),
        ("t%C3%A4hti", "tähti"),
    ],
)
def test_the_sensor_s_words_do_no_harm(
    rig: Rig, caplog: pytest.LogCaptureFixture, words: str, text: str
) -> None:
    with caplog.at_level(logging.INFO):
        rig.hear(f"LOG 5 lvl=info t={words}")
    assert caplog.messages == [f"the sensor says: {text}"]


def test_the_sensor_s_words_are_not_endless(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(100):
        rig.hear(f"LOG 5 lvl=error t={number}-" + "x" * 150)
    assert len(caplog.messages) == 10
    assert all(len(text) < 150 for text in caplog.messages)
    rig.now += 60.0
    rig.hear("LOG 5 lvl=error t=again")
    assert len(caplog.messages) == 11


def test_a_greeting_writes_nothing_to_the_terminal_but_its_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO):
        Rig().come_up()
    assert caplog.messages == ["the sensor pipcam 0.3.1, boot 7C3E, is there"]
