"""Octets become lines, in any pieces, whatever comes between."""

import pytest
from device_rig import line
from hypothesis import given
from hypothesis import strategies as st

from hw.sensor.device.frame import FrameError
from hw.sensor.device.stream import Stream

PING = line("PING 8")
ENDS = st.sampled_from([b"\r", b"\n", b"\r\n"])
NOISE = st.binary(max_size=300).map(lambda octets: octets.translate(None, b"$!\r\n"))


def lines(octets: bytes, stream: Stream | None = None) -> list[str]:
    """Lines, and "long" for each that was too long."""
    found: list[str] = []
    stream = stream or Stream()
    for octet in octets:
        try:
            taken = stream.take(octet)
        except FrameError as error:
            found.append(error.code)
            continue
        if taken:
            found.append(taken.decode("latin-1"))
    return found


@given(st.lists(st.tuples(NOISE, ENDS, ENDS)))
def test_frames_are_found_among_any_noise(parts: list[tuple[bytes, bytes, bytes]]) -> None:
    octets = b"".join(noise + end + PING.rstrip() + last for noise, end, last in parts)
    assert lines(octets) == [PING.rstrip().decode()] * len(parts)


@given(NOISE)
def test_a_frame_begins_at_its_mark_though_noise_stands_before_it(noise: bytes) -> None:
    stream = Stream()
    assert lines(noise + PING, stream) == [PING.rstrip().decode()]
    assert stream.noise == (1 if noise else 0)


def test_a_mark_inside_a_frame_begins_another() -> None:
    stream = Stream()
    assert lines(b"$ARM 1 tok=4" + PING, stream) == [PING.rstrip().decode()]
    assert stream.noise == 1


@pytest.mark.parametrize(("length", "found"), [(63, ["$" + "A" * 62]), (64, ["long"])])
def test_a_line_with_its_end_has_at_most_64_octets(length: int, found: list[str]) -> None:
    assert lines(b"$" + b"A" * (length - 1) + b"\r\n") == found


def test_the_rest_of_a_line_that_is_too_long_is_skipped_with_all_its_marks() -> None:
    assert lines(b"$" + b"A" * 100 + PING + PING) == ["long", PING.rstrip().decode()]


def test_a_typed_line_begins_only_where_a_line_does() -> None:
    assert lines(b"!PING 1\rx!PING 2\r!PING 3!\n$A!B\n") == ["!PING 1", "!PING 3!", "$A!B"]


def test_noise_of_any_length_is_ignored_and_counted_once() -> None:
    stream = Stream()
    assert lines(b"x" * 1000 + b"\r\n\r\n\n" + b"y\n", stream) == []
    assert stream.noise == 2


@given(st.binary(max_size=400))
def test_no_octets_break_it_and_the_next_line_is_heard(octets: bytes) -> None:
    assert lines(octets + b"\r\n" + PING)[-1] == PING.rstrip().decode()
