"""Statistics against published and independently computed values, and against bad sources."""

import math
from collections import Counter
from itertools import groupby, pairwise, product

import pytest
from random_sources import BAD, good, over_and_over

from hw.statistics import (
    LEAST,
    LEVEL,
    Finding,
    chi_square_tail,
    examine,
    face_counts,
    proportion_tail,
    repetition_tail,
    runs_of_bits,
    serial_correlation,
)

SIZE = 16_384
PI = (  # the first hundred binary digits of pi, NIST SP 800-22 section 2.3.8
    "11001001000011111101101010100010001000010110100011"
    "00001000110100110001001100011001100010100010111000"
)


def found(raw: bytes) -> dict[str, Finding]:
    return {finding.test: finding for finding in examine(raw)}


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [  # by scipy.stats.chi2.sf
        (255, 255, 0.48822252177040637),
        (293.2478, 255, 0.05000014600551991),
        (200.5, 255, 0.9950654645754161),
        (400, 255, 1.6600025244123397e-08),
        (1.145, 5, 0.9500437784479228),
        (11.07, 5, 0.050009618622405425),
        (40.0, 5, 1.493367900050393e-07),
        (3, 4, 0.5578254003710748),
        (30, 10, 0.000856641210775301),
        (0, 5, 1.0),
    ],
)
def test_chi_square_probabilities(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, rel=1e-10)


@pytest.mark.parametrize(
    ("bits", "runs", "p"),
    [("1001101011", 7, 0.147232), (PI, 52, 0.500798)],
)
def test_runs_as_in_the_examples_of_nist(bits: str, runs: int, p: float) -> None:
    found_runs, found_p = runs_of_bits(int(bits, 2), len(bits))
    assert found_runs == runs
    assert found_p == pytest.approx(p, abs=5e-7)


def test_runs_of_bits_that_are_not_even_are_no_chance() -> None:
    assert runs_of_bits((1 << 90) - 1, 100) == (2, 0.0)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b"\x01\x02\x03", -0.5),  # (3 * 11 - 36) / (3 * 14 - 36)
        (b"\x00\xff" * 8, -1.0),
        (b"\x05\x05\x05\x05", 1.0),
    ],
)
def test_serial_correlation(raw: bytes, value: float) -> None:
    assert serial_correlation(raw) == pytest.approx(value)


@pytest.mark.parametrize(("values", "size"), [(2, 10), (3, 7)])
def test_repetition_probabilities_by_counting_all_sequences(values: int, size: int) -> None:
    longest = Counter(
        max(len(list(run)) for _, run in groupby(sequence))
        for sequence in product(range(values), repeat=size)
    )
    for least in range(1, size + 2):
        share = sum(count for run, count in longest.items() if run >= least) / values**size
        assert repetition_tail(least, size, values) == pytest.approx(share)


@pytest.mark.parametrize(
    ("count", "p"),
    [  # by scipy.stats.binom.sf of 511 bytes
        (1, 1.0),
        (4, 0.32226386094587656),
        (9, 0.001050361564084197),
        (13, 1.2218662807704025e-06),
        (19, 4.717373072909993e-12),
    ],
)
def test_proportion_probabilities(count: int, p: float) -> None:
    assert proportion_tail(count) == pytest.approx(p, rel=1e-10)


def test_faces_are_counted_as_dice_are_thrown() -> None:
    assert face_counts(bytes(range(256)) + b"\x05\xff") == [42, 42, 42, 42, 42, 43]


def test_good_bytes_are_good_and_each_test_says_its_sample() -> None:
    findings = found(good(SIZE))
    assert all(finding.good for finding in findings.values())
    assert [(finding.size, finding.unit) for finding in findings.values()] == [
        (SIZE, "bytes"),
        (sum(face_counts(good(SIZE))), "dice"),
        (SIZE * 8, "bits"),
        (SIZE, "bytes"),
        (SIZE, "bytes"),
        (SIZE // 512, "windows of 512"),
    ]


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_source_is_found_by_more_than_one_test(bad: str) -> None:
    assert sum(not finding.good for finding in examine(BAD[bad](SIZE))) >= 2


def seldom_five(byte: int) -> int:
    return byte - (byte % 6 == 5)


STILL = bytes.maketrans(b"\xaa\x55\xa5\x5a", b"\x0f\xf0\xf0\x0f")  # as many ones, fewer changes
SMOOTH = bytes((a + b) // 2 for a, b in pairwise(good(SIZE)))
CLUSTER = good(SIZE // 512 * 512) + over_and_over(b"\x07" + good(20), 512)


@pytest.mark.parametrize(
    ("raw", "finder"),
    [
        (bytes(byte % 252 for byte in good(4 * SIZE)), "chi-square of bytes"),
        (bytes(map(seldom_five, good(SIZE))), "chi-square of faces"),
        (good(SIZE).translate(STILL), "runs of bits"),
        (SMOOTH, "serial correlation"),
        (good(SIZE) + bytes(6), "repetition count"),
        (CLUSTER, "adaptive proportion"),
    ],
)
def test_each_test_finds_what_it_is_for(raw: bytes, finder: str) -> None:
    assert found(raw)[finder].p < LEVEL


def test_good_bytes_are_called_bad_about_as_often_as_the_level_says() -> None:
    ps = [finding.p for seed in range(150) for finding in examine(good(LEAST, seed))]
    assert all(0 <= p <= 1 for p in ps)
    assert sum(p < 0.01 for p in ps) < 0.015 * len(ps)
    assert sum(p < LEVEL for p in ps) <= 3


def test_too_few_bytes_are_refused() -> None:
    with pytest.raises(ValueError, match="1279 bytes are too few to judge; give 1280 or more"):
        examine(bytes(LEAST - 1))


def test_bytes_without_a_die_in_them_are_bad() -> None:
    assert found(b"\xfe" * LEAST)["chi-square of faces"] == ("chi-square of faces", 0, 0, 0, "dice")
    assert math.isfinite(found(b"\xfe" * LEAST)["chi-square of bytes"].statistic)
