"""`dicetower doctor` leaves all as it was, and keeps out of a running box's way."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from doctor_machines import HEADER, ROWS, Bench, bench_in, change, on_spi, overwrite
from PIL import Image

from firmware_host.store.opening import open_store
from firmware_host.store.store import Store
from hw.panel import I2c, Panel
from hw.panel import spi as hw_spi
from hw.pins import PinLibrary


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


def test_a_state_directory_to_be_made_is_well_and_not_made(bench: Bench) -> None:
    there = bench.folder / "one" / "two"
    bench.keys[""] = f'state_directory = "{there}"\n'
    findings = bench.examine()
    assert findings["state"].ok
    assert "not there yet" in findings["state"].how
    assert findings["games"].ok
    assert not there.parent.exists()


def test_while_a_box_runs_its_pins_are_left_alone_and_its_panel_is_asked(bench: Bench) -> None:
    bench.take_pin(24)
    with open_store(bench.state):
        findings = bench.examine()
    assert findings["buttons"].ok is None
    assert f"process {os.getpid()}" in findings["buttons"].how
    me = f"(process {os.getpid()})"
    assert findings["games"].how == f"{bench.database} is in use by the running box {me}"
    assert findings["games"].ok is None
    assert findings["panel"].ok


def test_while_a_box_runs_its_buzzer_and_lamps_are_left_alone(bench: Bench) -> None:
    bench.set("sound", "pin = 12")
    bench.set("lamps", "roll = 16")
    with open_store(bench.state):
        findings = bench.examine()
    assert (findings["sound"].ok, findings["lamps"].ok) == (None, None)


def test_while_a_box_runs_its_panel_on_spi_is_left_alone(bench: Bench) -> None:
    on_spi(bench)
    with open_store(bench.state):
        assert bench.examine()["panel"].ok is None
    assert bench.spi.opened == 0


def test_a_box_can_start_meanwhile_and_is_left_alone_then(bench: Bench) -> None:
    boxes = list[Store]()

    def open_pins(folder: Path) -> PinLibrary:
        boxes.append(open_store(bench.state))
        return bench.open_pins(folder)

    bench.differences["open_pins"] = open_pins
    findings = bench.examine()
    assert boxes[0].saved
    assert (findings["buttons"].ok, findings["games"].ok) == (True, None)
    boxes[0].close()


def test_the_panel_keeps_its_picture(bench: Bench) -> None:
    picture = Image.new("1", (128, 64), 1)
    Panel(bus=I2c(open_bus=bench.bus.open), contrast=9).show(picture)
    before = (bench.bus.chip.picture().tobytes(), bench.bus.chip.contrast, bench.bus.chip.lit)
    assert bench.examine()["panel"].ok
    chip = bench.bus.chip
    assert (chip.picture().tobytes(), chip.contrast, chip.lit) == before
    assert bench.bus.closed == 1


def test_a_panel_on_spi_keeps_its_picture(bench: Bench) -> None:
    on_spi(bench)
    chip = bench.spi.chip
    Panel(bus=hw_spi.Spi(bench.spi.open_pins, new_device=bench.spi.new_device)).show(
        Image.new("1", (128, 64), 1)
    )
    seen, resets = chip.picture().tobytes(), bench.spi.resets
    bench.spi.factory.reset()  # the program that showed it has ended
    assert bench.examine()["panel"].ok
    bench.spi.writebytes(b"\xe3")  # a command that does nothing: resets are counted with it
    assert (chip.picture().tobytes(), bench.spi.resets, chip.lit) == (seen, resets, True)


@pytest.mark.parametrize("damage", [b"", b"\xa5" * 4096])
def test_the_games_stay_as_they_were_to_the_byte(bench: Bench, damage: bytes) -> None:
    overwrite(bench.database, 0, damage)

    def files() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in bench.state.iterdir()}

    before = files()
    assert bench.examine()["games"].ok is not bool(damage)
    assert files() == before


def test_damage_that_is_only_in_the_log_yet_is_found(bench: Bench) -> None:
    with open_store(bench.state) as store:
        store.append(store.begin(HEADER), ROWS)
        change(bench.database, "UPDATE actions SET token = 99 WHERE game = 2 AND seq = 5")
        log = bench.database.with_name("games.sqlite3-wal")
        kept = (bench.database.read_bytes(), log.read_bytes())
    bench.database.write_bytes(kept[0])
    log.write_bytes(kept[1])
    assert not bench.examine()["games"].ok
    assert (bench.database.read_bytes(), log.read_bytes()) == kept
