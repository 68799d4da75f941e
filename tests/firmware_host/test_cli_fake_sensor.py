"""`dicetower fake-sensor`: whole games without hardware, and each fault a word away."""

import io
import os
import pty
import queue
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from sensor_rigs import PATIENCE, Told, bench_at, greet_soon

from firmware_host.cli import main
from firmware_host.fake_sensor import Bench, CommandError, Quit, carry_out, commands
from firmware_host.fake_sensor.box import Box
from firmware_host.fake_sensor.commands import COMMANDS
from hw.events import Armed, Disarmed, Event, Motion, PartReport, Reading
from hw.tower import session
from hw.tower.frame import Frame
from hw.tower.thread import TowerSensor


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "sensor"


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def bench(link: Path, told: Told) -> Iterator[Bench]:
    with bench_at(link, told) as bench:
        yield bench


class Host:
    """A box that takes every result."""

    def __init__(self, link: Path) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.sensor = TowerSensor(str(link), self._events.put, "0")
        self.sensor.start()
        self._token = 0

    def next(self) -> Event:
        return self._events.get(timeout=PATIENCE)

    def ask_for(self, dice: int) -> None:
        """Ask for a throw, until the sensor waits for it."""
        self._token += 1
        self.sensor.throw(self._token, dice)
        while self.next() != Armed(self._token):
            pass

    def take(self) -> Reading:
        """The next result."""
        while not isinstance(reading := self.next(), Reading):
            assert isinstance(reading, Motion | PartReport)
        self.sensor.answer(reading, "ack")
        return reading

    def read(self) -> Reading:
        """What the sensor reads as it lies."""
        self.sensor.read(self._token)
        return self.take()


@pytest.fixture
def host(bench: Bench, link: Path) -> Iterator[Host]:
    host = Host(link)
    assert host.next() == PartReport("sensor", True, "")
    yield host
    host.sensor.close()


def do(bench: Bench, *lines: str) -> None:
    for line in lines:
        assert carry_out(bench, line) == ""


# -- playing ----------------------------------------------------------------------------------


def test_a_throw_by_hand(bench: Bench, host: Host) -> None:
    host.ask_for(6)
    do(bench, "throw 1 5 5 2 4 6")
    reading = host.take()
    assert (reading.kind, reading.dice, reading.token) == ("roll", (1, 5, 5, 2, 4, 6), 1)


def test_by_itself_it_throws_each_time_as_many_dice_as_are_awaited(
    bench: Bench, host: Host
) -> None:
    do(bench, "auto")
    for dice in (6, 4, 1, 6, 6, 3):
        host.ask_for(dice)
        reading = host.take()
        assert (reading.kind, len(reading.dice)) == ("roll", dice)


def test_what_is_awaited_already_is_thrown_as_soon_as_it_may_throw(
    bench: Bench, host: Host
) -> None:
    host.ask_for(2)
    do(bench, "auto")
    assert len(host.take().dice) == 2
    do(bench, "auto off")
    host.ask_for(3)
    do(bench, "throw 1 1 1")
    assert host.take().dice == (1, 1, 1)


def test_a_script_waits_until_the_box_awaits_a_throw_that_was_not_made(
    bench: Bench, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.ask_for(2)
    do(bench, "wait armed", "throw 2 3")
    host.take()
    monkeypatch.setattr(commands, "PATIENCE", 0.01)
    with pytest.raises(TimeoutError, match="no throw was awaited for 0 s: start the box"):
        carry_out(bench, "wait armed")
    host.ask_for(1)
    do(bench, "wait armed", "throw", "wait 0.001")
    assert len(host.take().dice) == 1
    host.ask_for(1)
    host.sensor.stop()
    host.ask_for(1)
    do(bench, "wait armed")


def test_what_happens_is_told(bench: Bench, host: Host, told: Told) -> None:
    host.ask_for(2)
    do(bench, "throw 2 3")
    host.take()
    told.wait_for("the box has it")
    assert told.texts == [
        "the box greets: dicetower",
        "the box awaits 2 dice (token 1)",
        "told: thrown: 2 3",
        "the box has it",
    ]


# -- faults -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "cause", "dice"),
    [
        (["throw 1 2", "lean 2"], "cocked", (1, None)),
        (["lean 2", "throw 1 2"], "cocked", (1, None)),
        (["stack 1", "throw 1 2"], "stacked", (None, 2)),
        (["throw 1 2", "miss"], "missing", (1,)),
        (["miss 1", "throw 1 2"], "missing", (2,)),
        (["throw 1 2", "extra 6"], "extra", (1, 2, 6)),
        (["spin 1 2"], "motion", (None, None)),
        (["dark"], "light", ()),
        (["lid"], "lid", ()),
        (["cam"], "cam", ()),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_what_makes_a_throw_useless(
    bench: Bench, host: Host, lines: list[str], cause: str, dice: tuple[int | None, ...]
) -> None:
    host.ask_for(2)
    do(bench, *lines)
    reading = host.take()
    assert (reading.kind, reading.cause, reading.dice) == (None, cause, dice)


@pytest.mark.parametrize(
    ("lines", "dice", "sure"),
    [
        (["unsure 2 70", "throw 1 2"], (1, 2), (98, 70)),
        (["below", "throw 1 2"], (6, 5), (98, 98)),
        (["five", "throw 6 2"], (5, 2), (98, 98)),
        (["dark", "dark off", "throw 1 2"], (1, 2), (98, 98)),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_what_makes_a_throw_doubtful(
    bench: Bench, host: Host, lines: list[str], dice: tuple[int, ...], sure: tuple[int, ...]
) -> None:
    host.ask_for(2)
    do(bench, *lines)
    reading = host.take()
    while reading.cause == "light":
        reading = host.take()
    assert (reading.kind, reading.dice, reading.sure) == ("roll", dice, sure)


def test_dice_put_there_bumped_and_taken_out(bench: Bench, host: Host, told: Told) -> None:
    host.ask_for(2)
    assert host.read().cause == "missing"  # it has seen the empty tray
    do(bench, "place 1 2")
    assert (reading := host.take()).kind == "place"
    assert reading.dice == (1, 2)
    do(bench, "nudge 2 5")
    assert (reading := host.take()).kind == "nudge"
    assert reading.dice == (1, 5)
    do(bench, "nudge")
    assert host.take().dice == (2, 5)
    assert host.read().dice == (2, 5)
    do(bench, "take", "throw 3 3", "take 2")
    assert bench.faces == [3]


def test_a_stuck_camera_sees_no_throw(bench: Bench, host: Host) -> None:
    host.ask_for(2)
    do(bench, "throw 1 2")
    host.take()
    do(bench, "stuck", "throw 3 4")
    assert host.read().dice == (1, 2)


def test_a_die_that_a_throw_by_itself_does_not_have_is_told_and_it_goes_on(
    bench: Bench, host: Host, told: Told
) -> None:
    do(bench, "lean 5", "auto")
    host.ask_for(2)
    assert host.take().kind == "roll"
    assert "there is no die 5 among 2" in told.texts


# -- the line ---------------------------------------------------------------------------------


def test_the_cable_is_pulled_and_put_back_under_the_same_name(
    bench: Bench, host: Host, link: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "REOPEN", (0.05,))
    do(bench, "unplug")
    assert isinstance(report := host.next(), PartReport)
    assert report.cause == "absent"
    assert not link.is_symlink()
    do(bench, "plug")
    assert told.texts[-1] == f"the sensor is on {link.readlink()}"
    assert host.next() == PartReport("sensor", True, "")


def test_a_sensor_that_begins_anew_is_armed_anew(bench: Bench, host: Host) -> None:
    host.ask_for(2)
    do(bench, "reboot")
    assert isinstance(host.next(), Disarmed)
    assert isinstance(host.next(), Armed)
    do(bench, "wait armed", "throw 1 2")
    assert host.take().dice == (1, 2)


def test_noise_is_no_harm(bench: Bench, host: Host) -> None:
    host.ask_for(2)
    do(bench, "noise", "throw 1 2", "noise")
    assert host.take().dice == (1, 2)


def test_who_types_a_line_is_answered_and_the_box_sees_nothing_of_it(
    bench: Bench, link: Path, told: Told
) -> None:
    with serial.Serial(str(link), timeout=PATIENCE) as port:
        do(bench, "!PING 7")
        assert told.wait_for("!PONG ").startswith("!PONG 1 re=7 up=")
        do(bench, "!SET 8 beat=500")
        assert told.wait_for("!ACK ").endswith(" re=8")
        while b"$BEAT" not in (line := port.read_until(b"\n")):
            assert not line.startswith(b"!")


def frame(verb: str, seq: int, **params: object) -> Frame:
    return Frame(verb, seq, {key: str(value) for key, value in params.items()})


def test_a_repeated_request_is_no_other_throw(told: Told) -> None:
    due: list[int] = []
    box = Box(told, lambda: due.append(box.dice))
    for _ in range(2):
        box.asks(frame("ARM", 1, tok=5, n=3))
        box.is_told(frame("ACK", 9, re=1))
        box.forget()
    assert due == [3]
    box.asks(frame("HELLO", 0, app="dicetower"))
    box.asks(frame("ARM", 1, tok=5, n=3))
    assert not box.is_due
    box.is_told(frame("ACK", 9, re=1))
    assert due == [3, 3]
    assert box.is_due


def test_a_refused_result_is_told_and_a_repeated_one_is_not(told: Told) -> None:
    box = Box(told, lambda: None)
    roll = frame("ROLL", 4, boot="7C3E", id=1, tok=0, k="roll", n=1, v=5, c=98, ms=9)
    for _ in range(3):
        box.is_told(roll)
    box.asks(frame("ACK", 9, re=3))
    box.asks(frame("NAK", 9, re=4, e="conflict"))
    assert told.texts == ["told: thrown: 5", "the box refuses it: conflict"]


# -- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("thro 1", "there is no command thro; did you mean throw?"),
        ("xyz", "there is no command xyz; help lists the commands"),
        ("throw 7", "7 is no face from 1 to 6; it is: throw [FACE…]"),
        ("throw 1 2 x", "x is no face from 1 to 6; it is: throw [FACE…]"),
        ("throw" + " 1" * 13, "13 words are too many; it is: throw [FACE…]"),
        ("lean", "0 words are too few; it is: lean DIE"),
        ("lean 0", "0 is no die from 1 to 12; it is: lean DIE"),
        ("unsure 3", "1 words are too few; it is: unsure DIE PERCENT"),
        ("unsure 3 101", "101 is no percentage from 0 to 100; it is: unsure DIE PERCENT"),
        ("nudge 1 2 3", "3 words are too many; it is: nudge [DIE] [FACE]"),
        ("nudge 3", "there is no die 3 among 0: throw or place dice first"),
        ("dark of", "of is neither on nor off; it is: dark [off]"),
        ("nudge 3 6", "there is no die 3 among 0: throw or place dice first"),
        ("plug in", "1 words are too many; it is: plug"),
        ("lean 9", "there is no die 9 in a throw of 6; it is: lean DIE"),
        ("stack 7", "there is no die 7 in a throw of 6; it is: stack DIE"),
        ("miss 12", "there is no die 12 in a throw of 6; it is: miss [DIE]"),
        ("unsure 7 50", "there is no die 7 in a throw of 6; it is: unsure DIE PERCENT"),
        ("take 3", "there is no die 3 among 0: throw or place dice first"),
        ("wait", "0 words are too few; it is: wait armed|SECONDS"),
        ("wait 601", "601 is more than 600 seconds; it is: wait armed|SECONDS"),
        ("wait long", "long is neither armed nor a number of seconds; it is: wait armed|SECONDS"),
    ],
)
def test_a_wrong_command_is_told_with_what_is_right(
    bench: Bench, line: str, complaint: str
) -> None:
    with pytest.raises(CommandError) as caught:
        carry_out(bench, line)
    assert str(caught.value) == complaint


def test_a_die_that_the_awaited_throw_will_not_have_is_refused(bench: Bench, host: Host) -> None:
    host.ask_for(2)
    with pytest.raises(CommandError, match="there is no die 3 in a throw of 2; it is: lean DIE"):
        carry_out(bench, "lean 3")
    do(bench, "throw 1 2")
    assert host.take().dice == (1, 2)
    do(bench, "lean 6")  # the throw after it may have six


def test_more_dice_than_a_line_has_room_for_are_refused(bench: Bench, told: Told) -> None:
    do(bench, "place 1 2 3 4 5 6", "place 1 2 3 4 5")
    with pytest.raises(CommandError, match=r"11 dice lie there, of 12 at most; it is: place"):
        carry_out(bench, "place 1 1")
    assert len(bench.faces) == 11
    do(bench, "extra 1", "throw 1 2 3 4 5 6 1 2 3 4 5 6")
    assert told.texts == ["12 dice lie there, of 12 at most"]


def test_nothing_and_remarks_are_nothing(bench: Bench) -> None:
    do(bench, "", "   ", "# throw 9", "throw 1 # 9")
    assert bench.faces == [1]


def test_help_has_every_command(bench: Bench) -> None:
    words = [line.split()[0] for line in carry_out(bench, "help").splitlines()]
    assert words == [*COMMANDS, "!LINE"]


def test_quit_ends_it(bench: Bench) -> None:
    with pytest.raises(Quit):
        carry_out(bench, "quit")


# -- the command ------------------------------------------------------------------------------


class Run:
    """`dicetower fake-sensor` with these words, that reads this."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: object, typed: str = "") -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(typed))
            with pytest.raises(SystemExit) as ended:
                main(["fake-sensor", *map(str, words)])
        self.status = ended.value.code
        self.out, self.err = capsys.readouterr()


def test_it_says_where_it_is_and_leaves_nothing_behind(
    link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(capsys, "--link", link, typed="throw 1 2\n")
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(f"the sensor is at {link}, on /dev/pts/")
    assert not link.is_symlink()
    assert Run(capsys).out.startswith("the sensor is at /dev/pts/")


def test_a_script_comes_before_what_is_typed(
    link: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script"
    script.write_text("# a remark\nhelp\nquit\nthrow 9\n")
    run = Run(capsys, "--link", link, "--script", script)
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith("as in: !PING 1\n")


@pytest.mark.parametrize("piped", [True, False])
def test_a_mistake_is_told_with_its_line_and_ends_it(
    piped: bool, link: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script"
    script.write_text("throw 1\n\nthrow 9\n")
    if piped:
        run = Run(capsys, "--link", link, typed=script.read_text())
    else:
        run = Run(capsys, "--link", link, "--script", script)
    where = "standard input" if piped else script
    assert run.err == (
        f"dicetower: {where}, line 3: 9 is no face from 1 to 6; it is: throw [FACE…]\n"
    )
    assert run.status == 2
    assert not link.is_symlink()


@pytest.mark.parametrize(
    ("content", "why"), [(None, "No such file"), (b"\xff\xfe", "is no text; give a file of")]
)
def test_a_script_that_can_not_be_read_is_told(
    content: bytes | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script"
    if content:
        script.write_bytes(content)
    run = Run(capsys, "--script", script)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"dicetower: {script}: ")
    assert why in run.err


def test_the_name_that_a_killed_one_left_is_used_again(
    link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link.symlink_to("/dev/pts/nobody")
    assert Run(capsys, "--link", link).status == 0


def test_a_name_that_is_taken_or_can_not_be_made_is_told(
    link: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link.touch()
    for name in (link, link / "below", link.parent / "nowhere" / "sensor"):
        run = Run(capsys, "--link", name)
        assert run.status == 2
        assert run.err.startswith(f"dicetower: {name}: ")
        assert run.err.endswith("; give another --link\n")
    assert link.read_bytes() == b""


PROGRAM = [sys.executable, "-m", "firmware_host.cli", "fake-sensor"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_after_a_script_it_stays_until_it_is_stopped_and_takes_its_name_away(
    how: signal.Signals, link: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    greet_soon(monkeypatch)
    script = tmp_path / "script"
    script.write_text("auto\n")
    with subprocess.Popen(
        [*PROGRAM, "--link", str(link), "--script", str(script)],
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout
        assert run.stdout.readline().startswith(b"the sensor is at ")
        host = Host(link)
        host.ask_for(1)
        run.send_signal(how)
        _, err = run.communicate(timeout=PATIENCE)
        host.sensor.close()
    assert (run.returncode, err) == (0, b"")
    assert not link.is_symlink()


def test_in_a_terminal_it_prompts_and_goes_on_after_a_mistake(link: Path) -> None:
    ours, theirs = pty.openpty()
    shown = b""
    with subprocess.Popen(
        [*PROGRAM, "--link", str(link)],
        env=ENVIRONMENT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as run:
        os.close(theirs)
        for answer, typed in ((b"quit ends\n> ", b"throw 9\n"), (b"[FACE", b"quit\n")):
            while answer not in shown.replace(b"\r\n", b"\n"):
                assert select.select([ours], [], [], PATIENCE)[0], shown
                shown += os.read(ours, 4096)
            os.write(ours, typed)
        assert run.wait(PATIENCE) == 0
    os.close(ours)
    assert b"9 is no face from 1 to 6; it is: throw" in shown
    assert b"dicetower: " not in shown
