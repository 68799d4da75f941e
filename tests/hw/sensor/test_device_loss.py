"""On a line that loses and damages frames each throw arrives exactly once, as it was thrown."""

from device_peer import Peer
from hypothesis import given, settings
from hypothesis import strategies as st

from hw.fakes.line import Faults

BAD = Faults(lost=0.2, damaged=0.1, doubled=0.1, cut=0.05)
throws = st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=6), min_size=1, max_size=4)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), throws)
def test_every_throw_arrives_exactly_once(seed: int, thrown: list[list[int]]) -> None:
    peer = Peer(seed, BAD)
    peer.greet()
    for token, faces in enumerate(thrown, start=1):
        peer.command(f"ARM tok={token} n={len(faces)}")
        peer.tray.take()
        peer.quiet()
        peer.tray.throw(*faces)
        peer.quiet()
    rolls = [(kept["k"], kept["tok"], kept["v"]) for kept in peer.kept.values()]
    assert rolls == [
        ("roll", str(token), ",".join(map(str, faces))) for token, faces in enumerate(thrown, 1)
    ]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_sensor_that_starts_anew_in_mid_throw_is_armed_again(seed: int) -> None:
    peer = Peer(seed, BAD)
    peer.greet()
    peer.command("ARM tok=7 n=2")
    peer.tray.throw(1, 1)
    peer.sensor.reboot(b"ets Jun  8 2016 00:22:57\r\n")
    peer.greet()
    peer.quiet()
    peer.command("ARM tok=7 n=2")
    peer.tray.take()
    peer.quiet()
    peer.tray.throw(5, 6)
    peer.quiet()
    *_, last = peer.kept.values()
    assert (last["k"], last["tok"], last["v"]) == ("roll", "7", "5,6")
    assert [kept["tok"] for kept in peer.kept.values()].count("7") == 1


@given(st.lists(st.binary(max_size=80), max_size=20))
def test_any_octets_in_any_pieces_leave_it_talking(pieces: list[bytes]) -> None:
    peer = Peer(1, Faults())
    peer.greet()
    for piece in pieces:
        peer.sensor.received(piece, 0.1)
    peer.sensor.received(b"\r\n", 0.1)
    peer.command("OFF")
