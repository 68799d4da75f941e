import pytest
from hw_pictures import noise
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hw.panel.pages import Pages, Rotation, changed_runs, pack

OVERHEAD = 6  # bytes on the bus for each run beyond its own

sparse = st.lists(st.sampled_from(b"\0\0\0\0\0\0\xff"), min_size=128, max_size=128).map(bytes)


def packed_by_the_datasheet(picture: Image.Image) -> Pages:
    return [
        bytes(
            sum(1 << bit for bit in range(8) if picture.getpixel((x, 8 * page + bit)))
            for x in range(128)
        )
        for page in range(8)
    ]


@given(noise)
def test_pages_are_packed_as_the_datasheet_draws_them(picture: Image.Image) -> None:
    assert pack(picture, 0) == packed_by_the_datasheet(picture)


@given(noise)
def test_a_turned_panel_gets_the_picture_turned(picture: Image.Image) -> None:
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    assert pack(picture, 180) == packed_by_the_datasheet(turned)


@given(noise)
def test_a_panel_half_as_high_is_lit_where_one_of_two_lines_is(picture: Image.Image) -> None:
    pages = pack(picture, 0)
    upright = pack(picture, 0, 32)
    assert len(upright) == 4
    for x, y in ((0, 0), (64, 17), (127, 31)):
        pair = [pages[line // 8][x] >> line % 8 & 1 for line in (2 * y, 2 * y + 1)]
        assert upright[y // 8][x] >> y % 8 & 1 == any(pair)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    assert pack(picture, 180, 32) == pack(turned, 0, 32)


@pytest.mark.parametrize("picture", [Image.new("1", (127, 64)), Image.new("L", (128, 64))])
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_picture_that_does_not_fit_is_refused(picture: Image.Image, rotation: Rotation) -> None:
    with pytest.raises(ValueError, match="draw it one-bit and 128 x 64"):
        pack(picture, rotation)


@given(sparse, sparse)
def test_sending_the_runs_changes_old_into_new(old: bytes, new: bytes) -> None:
    sent = bytearray(old)
    for first, end in changed_runs(old, new):
        sent[first:end] = new[first:end]
    assert bytes(sent) == new


@given(sparse, sparse)
def test_no_other_choice_of_runs_needs_fewer_bytes(old: bytes, new: bytes) -> None:
    cost = sum(OVERHEAD + end - first for first, end in changed_runs(old, new))
    assert cost == fewest_bytes(old, new)


def test_bytes_that_are_as_cheap_to_send_as_to_skip_are_sent() -> None:
    for gap, runs in ((OVERHEAD, [(0, 8)]), (OVERHEAD + 1, [(0, 1), (8, 9)])):
        changed = b"\xff" + bytes(gap) + b"\xff"
        assert list(changed_runs(bytes(len(changed)), changed)) == runs


def fewest_bytes(old: bytes, new: bytes) -> int:
    """By trying, from left to right, to send each byte in a run and to leave it out."""
    outside, inside = 0, OVERHEAD
    for was, now in zip(old, new, strict=True):
        sent = min(inside, outside + OVERHEAD) + 1
        outside = min(outside, inside) if was == now else 10_000
        inside, outside = sent, min(outside, sent)
    return outside
