"""One frame: parsed strictly, composed so that it parses to the same."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tower_rig import VECTORS, line

from hw.tower.frame import TO_DEVICE, TO_HOST, Frame, compose, parse

LIMITS = {"device": TO_HOST, "host": TO_DEVICE}

verbs = st.from_regex("[A-Z]{3,8}", fullmatch=True)
keys = st.from_regex("[a-z][a-z0-9]{0,7}", fullmatch=True)
values = st.text([chr(code) for code in range(0x21, 0x7F) if chr(code) not in "$*"], max_size=20)
frames = st.builds(Frame, verbs, st.integers(0, 255), st.dictionaries(keys, values, max_size=4))


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: str(vector["n"]))
def test_a_good_frame_parses_and_composes_to_the_same_octets(vector: dict[str, Any]) -> None:
    octets = vector["frame"].encode()
    frame = parse(octets)
    assert isinstance(frame, Frame)
    words = vector["frame"][1:-5].split(" ")
    assert [frame.verb, str(frame.seq)] == words[:2]
    assert [f"{key}={value}" for key, value in frame.params.items()] == words[2:]
    assert compose(*frame, limit=LIMITS[vector["dir"]]) == octets + b"\r\n"


@given(frames)
def test_what_is_composed_parses_to_the_same(frame: Frame) -> None:
    assert parse(compose(*frame, limit=200).rstrip()) == frame


@given(frames, st.data())
def test_one_damaged_bit_is_never_taken_for_a_frame(frame: Frame, data: st.DataObject) -> None:
    octets = bytearray(compose(*frame, limit=200).rstrip())
    octets[data.draw(st.integers(1, len(octets) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert parse(bytes(octets)) in ("crc", "form")


@given(st.binary())
def test_no_octets_break_it(octets: bytes) -> None:
    assert parse(octets) in ("crc", "form")


@pytest.mark.parametrize(
    "body",
    [
        "PING",
        "PING ",
        "PING 256",
        "PING 01",
        "PING +1",
        "PING  1",
        "PING 1 ",
        " PING 1",
        "PI 1",
        "ping 1",
        "PINGPINGP 1",
        "PING 1 re",
        "PING 1 =1",
        "PING 1 Re=1",
        "PING 1 1a=1",
        "PING 1 abcdefghi=1",
        "PING 1 re=1 re=1",
        "PING 1 re=a*b",
        "PING 1\tre=1",
        "PING 1\n",
        "",
    ],
)
def test_a_right_check_excuses_no_other_spelling(body: str) -> None:
    assert parse(line(body).removesuffix(b"\r\n")) == "form"


@pytest.mark.parametrize("octets", [b"$", b"$*", b"$PING 8", b"$PING 8*22D", b"$PING 8*22d6"])
def test_a_frame_without_its_check_has_no_form(octets: bytes) -> None:
    assert parse(octets) == "form"


def test_an_octet_that_is_no_ascii_spoils_the_form_whatever_the_check() -> None:
    assert parse(b"$PING 8 t=\xe4*0000") == "form"


def test_a_value_may_be_empty_or_have_an_equals_sign() -> None:
    assert parse(line("LOG 1 t= u=a=b").rstrip()) == Frame("LOG", 1, {"t": "", "u": "a=b"})


def test_what_breaks_the_grammar_is_not_composed() -> None:
    for frame in (("PING", 256, {}), ("ping", 1, {}), ("PING", 1, {"re": "a b"})):
        with pytest.raises(ValueError, match="grammar"):
            compose(*frame)


def test_no_line_to_the_device_is_longer_than_64_octets() -> None:
    room = TO_DEVICE - len(compose("LOG", 1, {"t": ""}))
    assert len(compose("LOG", 1, {"t": "x" * room})) == 64
    with pytest.raises(ValueError, match="at most 64"):
        compose("LOG", 1, {"t": "x" * (room + 1)})
