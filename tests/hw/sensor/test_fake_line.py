"""A line in memory with the faults it is given, the same for the same seed."""

from hypothesis import given
from hypothesis import strategies as st

from hw.fakes.line import Delay, Faults, FaultyLine

FRAMES = [b"$PING %d*ABCD\r\n" % number for number in range(300)]


def carried(faults: Faults, seed: int = 1) -> bytes:
    line = FaultyLine(seed, faults)
    for frame in FRAMES:
        line.to_host.send(frame, 0.0)
    return line.to_host.arrived(0.0)


def share(of: bytes) -> float:
    return len(of.splitlines()) / len(FRAMES)


def test_without_faults_everything_arrives_as_it_is() -> None:
    assert carried(Faults()) == b"".join(FRAMES)


def test_frames_are_lost_and_doubled_as_often_as_was_asked() -> None:
    assert 0.7 < share(carried(Faults(lost=0.2))) < 0.9
    assert 1.1 < share(carried(Faults(doubled=0.2))) < 1.3


def test_damage_changes_one_octet_of_a_frame() -> None:
    arrived = carried(Faults(damaged=0.1))
    changed = sum(a != b for a, b in zip(arrived, b"".join(FRAMES), strict=True))
    assert 15 < changed < 45


def test_a_frame_that_is_cut_has_no_end() -> None:
    assert b"\n" not in carried(Faults(cut=1.0))


@given(st.integers(0, 2**32))
def test_a_seed_gives_the_same_faults_each_time(seed: int) -> None:
    faults = Faults(lost=0.2, damaged=0.1, doubled=0.1, cut=0.1)
    assert carried(faults, seed) == carried(faults, seed)


def test_frames_arrive_in_their_order_after_their_time() -> None:
    line = FaultyLine(1, Faults(), Delay(0.1, 0.5))
    for number, frame in enumerate(FRAMES):
        line.to_device.send(frame, number / 10)
    assert line.to_device.arrived(0.09) == b""
    deadline = line.to_device.deadline
    assert deadline is not None
    assert 0.1 <= deadline <= 0.5
    assert line.to_device.arrived(1000.0) == b"".join(FRAMES)
    assert line.to_device.deadline is None


def test_what_is_under_way_when_the_cable_is_pulled_never_arrives() -> None:
    line = FaultyLine(1, Faults(), Delay(0.1, 0.1))
    line.to_host.send(FRAMES[0], 0.0)
    line.to_device.send(FRAMES[0], 0.0)
    line.cut()
    assert (line.to_host.arrived(9.0), line.to_device.arrived(9.0)) == (b"", b"")


def test_a_mended_line_has_no_faults() -> None:
    line = FaultyLine(1, Faults(lost=1.0))
    line.to_host.send(FRAMES[0], 0.0)
    line.mend()
    line.to_host.send(FRAMES[1], 0.0)
    assert line.to_host.arrived(0.0) == FRAMES[1]
    assert line.to_host.carried == 2
