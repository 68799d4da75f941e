"""The sensor's own grammar and check, against the vectors and against CPython's check."""

from binascii import crc_hqx
from typing import Any
from urllib.parse import unquote

import pytest
from device_rig import VECTORS, line
from hypothesis import given
from hypothesis import strategies as st

from hw.sensor.device.crc import crc16
from hw.sensor.device.frame import Frame, FrameError, compose, parse, percent
from hw.sensor.device.stream import Stream

verbs = st.from_regex("[A-Z]{3,8}", fullmatch=True)
keys = st.from_regex("[a-z][a-z0-9]{0,7}", fullmatch=True)
values = st.text([chr(code) for code in range(0x21, 0x7F) if chr(code) not in "$*"], max_size=12)
bodies = st.builds(
    lambda verb, seq, given: " ".join(
        [verb, str(seq), *(f"{key}={value}" for key, value in given.items())]
    ),
    verbs,
    st.integers(0, 255),
    st.dictionaries(keys, values, max_size=4),
)


def fault(octets: bytes) -> str:
    """What is wrong with one line, "" if nothing, or "noise"."""
    stream = Stream(192)
    try:
        for octet in octets + b"\r\n":
            taken = stream.take(octet)
            if taken:
                return parse(taken).verb
    except FrameError as error:
        return error.code
    return "noise"


def test_the_check_is_that_of_the_reference() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(st.binary())
def test_the_check_is_that_of_the_standard_library(octets: bytes) -> None:
    assert crc16(octets) == crc_hqx(octets, 0xFFFF)


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: str(vector["n"]))
def test_a_good_frame_parses_and_composes_to_the_same_octets(vector: dict[str, Any]) -> None:
    octets = vector["frame"].encode()
    frame = parse(octets)
    verb, seq, params = (*vector["frame"][1:-5].split(" ", 2), "")[:3]
    assert (frame.verb, frame.seq) == (verb, int(seq))
    assert " ".join(f"{key}={value}" for key, value in frame.params.items()) == params
    assert compose(verb, frame.seq, params) == octets + b"\r\n"


@pytest.mark.parametrize("vector", VECTORS["faulty"], ids=lambda vector: str(vector["n"]))
def test_a_faulty_line_is_known_for_what_it_is(vector: dict[str, Any]) -> None:
    typed = vector["line"].startswith("!")  # a host takes it for noise, a sensor does not
    expected = "ROLL" if typed else vector["parser"].removeprefix("ok ")
    assert fault(vector["line"].encode()) == expected


@given(bodies)
def test_what_is_composed_parses_to_the_same(body: str) -> None:
    verb, seq, params = (*body.split(" ", 2), "")[:3]
    octets = compose(verb, int(seq), params)
    assert octets == line(body)
    assert parse(octets.rstrip()).body == body


@given(bodies, st.data())
def test_one_damaged_bit_is_never_taken_for_a_frame(body: str, data: st.DataObject) -> None:
    octets = bytearray(line(body).rstrip())
    octets[data.draw(st.integers(1, len(octets) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(FrameError, match=r"crc|form"):
        parse(bytes(octets))


@given(st.binary())
def test_no_octets_break_it(octets: bytes) -> None:
    with pytest.raises(FrameError, match=r"crc|form"):
        parse(b"$" + octets)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "PING",
        "PING ",
        "PING 256",
        "PING 01",
        "PING -1",
        "PING  1",
        "PING 1 ",
        " PING 1",
        "PI 1",
        "PINGPINGS 1",
        "ping 1",
        "PING 1 a",
        "PING 1 =b",
        "PING 1 A=b",
        "PING 1 1a=b",
        "PING 1 abcdefghi=b",
        "PING 1 a=b a=c",
        "PING 1 a=b*c",
        "PING 1 a=b$c",
        "PING 1 a=\tb",
        "PING 1 a=\x7f",
    ],
)
def test_whatever_breaks_the_grammar_has_no_form(body: str) -> None:
    with pytest.raises(FrameError, match="form"):
        parse(b"!" + body.encode())
    with pytest.raises(FrameError, match="form"):
        parse(line(body).rstrip())


@pytest.mark.parametrize("text", ["", "0", "65536", "1.5", "-1", "+1", " 1", "000001", "١"])
def test_a_number_out_of_its_range_is_a_wrong_argument(text: str) -> None:
    frame = Frame("ARM 1")
    frame.params["tok"] = text
    with pytest.raises(FrameError, match="arg"):
        frame.number("tok", 1, 65535)


def test_a_line_that_is_too_long_is_never_sent() -> None:
    room = 192 - len(line("LOG 1 t="))
    assert len(compose("LOG", 1, "t=" + "x" * room)) == 192
    with pytest.raises(ValueError, match="LOG makes a line of 193 octets: shorten what it says"):
        compose("LOG", 1, "t=" + "x" * (room + 1))


def test_free_text_is_percent_encoded() -> None:
    assert percent("lens dirty, 5 % $*é", 50) == "lens%20dirty%2C%205%20%25%20%24%2A%C3%A9"


@given(st.text(), st.integers(0, 30))
def test_free_text_is_cut_between_characters(text: str, most: int) -> None:
    value = percent(text, most)
    assert len(value) <= most
    assert text.startswith(unquote(value, errors="strict"))
