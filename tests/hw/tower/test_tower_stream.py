"""Octets in any pieces: the same lines, whatever they are, in little memory."""

import random
import tracemalloc
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tower_rig import VECTORS, line

from hw.tower.frame import TO_HOST, Frame
from hw.tower.stream import Line, Stream

PIECE = 4096  # octets that a port gives at once

ends = st.sampled_from([b"\r\n", b"\n", b"\r", b""])
good = st.sampled_from([vector["frame"].encode() for vector in VECTORS["frames"]])
bad = st.sampled_from([vector["line"].encode() for vector in VECTORS["faulty"]])
parts = st.one_of(
    good, bad, st.binary(max_size=300), st.text("$*\r\n A1", max_size=30).map(str.encode)
)
streams = st.lists(st.tuples(parts, ends), max_size=12).map(
    lambda pairs: b"".join(part + end for part, end in pairs)
)


def contents(octets: bytes) -> list[Any]:
    return [found.content for found in Stream().feed(octets)]


@given(streams, st.lists(st.integers(0, 3000)))
def test_any_pieces_give_the_same_lines(octets: bytes, cuts: list[int]) -> None:
    stream = Stream()
    places = [0, *sorted(cuts), len(octets)]
    pieces = [octets[a:b] for a, b in pairwise(places)]
    found = [line for piece in pieces for line in stream.feed(piece)]
    assert found == Stream().feed(octets)


@given(streams, good)
def test_after_a_line_end_a_good_frame_is_taken_whatever_came_before(
    before: bytes, frame: bytes
) -> None:
    last = Stream().feed(before + b"\n" + frame + b"\r\n")[-1]
    assert isinstance(last.content, Frame)
    assert last.octets == frame


@pytest.mark.parametrize("vector", VECTORS["faulty"], ids=lambda vector: str(vector["n"]))
def test_a_faulty_line_is_what_it_should_be(vector: dict[str, Any]) -> None:
    (*before, last) = contents(vector["line"].encode() + b"\r\n")
    assert before == (["noise"] if vector["line"].count("$") > 1 else [])
    found = f"ok {last.verb}" if isinstance(last, Frame) else last
    assert found == vector["parser"]


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_every_line_end_ends_one_line(end: bytes) -> None:
    assert contents((b"$PING 8*22D6" + end) * 3) == [Frame("PING", 8, {})] * 3


def test_a_frame_begins_anywhere() -> None:
    assert contents(b"ets Jun" + line("PING 8")) == ["noise", Frame("PING", 8, {})]


def test_a_frame_of_192_octets_is_taken_and_a_longer_one_is_not() -> None:
    room = TO_HOST - len(line("LOG 1 t="))
    (frame,) = contents(line("LOG 1 t=" + "x" * room))
    assert isinstance(frame, Frame)
    assert contents(line("LOG 1 t=" + "x" * (room + 2))) == ["long"]


def test_nothing_begins_in_the_rest_of_a_frame_that_is_too_long() -> None:
    too_long = b"$" + b"A" * 300 + line("PING 8")
    assert contents(too_long + line("PING 9")) == ["long", Frame("PING", 9, {})]


def test_noise_may_be_of_any_length() -> None:
    assert contents(b"x" * 1000 + line("PING 8")) == ["noise", Frame("PING", 8, {})]


def test_half_a_line_is_kept_for_the_rest() -> None:
    stream = Stream()
    assert stream.feed(b"$PING 8*2") == []
    assert stream.feed(b"2D6\r") == [Line(b"$PING 8*22D6", Frame("PING", 8, {}))]


@pytest.mark.parametrize("kind", ["random", "no line end", "only $", "a frame without end"])
def test_ten_megabytes_of_noise_take_little_memory_and_a_frame_is_found_after(kind: str) -> None:
    noise = {
        "random": random.Random(1).randbytes(1 << 20),
        "no line end": b"x" * (1 << 20),
        "only $": b"$" * PIECE + b"x" * ((1 << 20) - PIECE),
        "a frame without end": b"$" + b"A" * (1 << 20),
    }[kind]
    pieces = [noise[at : at + PIECE] for at in range(0, len(noise), PIECE)]
    stream = Stream()
    tracemalloc.start()
    for _ in range(10):
        for piece in pieces:
            stream.feed(piece)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 << 20
    assert stream.feed(b"\n" + line("PING 8"))[-1].content == Frame("PING", 8, {})
