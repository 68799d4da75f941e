"""The sensor's thread, so that nothing on its line ever delays a press."""

import logging
import queue
import threading
from collections.abc import Callable
from functools import partial

from hw.clock import SystemClock
from hw.dice import Answer
from hw.events import Post, Reading
from hw.tower import troubles
from hw.tower.commands import must_be_token
from hw.tower.port import PortError, SerialPort
from hw.tower.session import Session
from hw.tower.watch import Watch

CLOSING = 3.0  # s; a sensor that takes nothing holds the thread for one

log = logging.getLogger(__name__)


class TowerSensor:
    """Real dice, read by a sensor on a serial port; the port may come and go.

    One thread owns the port. It sleeps until octets come, something is asked of it, or something is
    due. `path` is best a name that stays, such as one in /dev/serial/by-id.
    """

    def __init__(
        self,
        path: str,
        post: Post,
        version: str,  # of the box's program, for the sensor
        watch: Watch | None = None,
    ) -> None:
        self._path = path
        self._session = Session(post, version, path, watch)
        self._clock = SystemClock()
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._port: SerialPort | None = None
        self._going = True
        self._unexpected = ""  # what was logged last
        self._thread = threading.Thread(target=self._run, name="sensor", daemon=True)

    def start(self) -> None:
        """Start the thread; until then the port is not opened."""
        self._thread.start()

    def throw(self, token: int, count: int) -> None:
        """ValueError for a token that the line doesn't carry, as in `read`."""
        self._call(partial(self._session.throw, must_be_token(token), count))

    def read(self, token: int) -> None:
        self._call(partial(self._session.read, must_be_token(token)))

    def stop(self) -> None:
        self._call(self._session.stop)

    def answer(self, reading: Reading, answer: Answer) -> None:
        self._call(partial(self._session.answer, reading, answer))

    def ping(self) -> None:
        self._call(self._session.ping)

    def close(self) -> None:
        """End the thread and close the port."""
        self._call(self._end)
        if self._thread.is_alive():
            self._thread.join(CLOSING)

    def turn(self) -> bool:
        """Wait for octets, a call or what is due, and see to it; False once closed.

        Whatever goes wrong is a lost port: the box would wait for ever for a thread that has ended.
        """
        try:
            self._turn()
        except PortError as error:
            self._session.lost(self._clock.now(), str(error), error.cause)
        except Exception as error:
            self._log_once(error)
            self._session.lost(self._clock.now(), *troubles.failed(self._path, repr(error)))
        if self._session.reopen_at is not None:
            self._close_port()
        return self._going

    def _run(self) -> None:
        try:
            while self.turn():
                pass
        finally:
            self._close_port()

    def _call(self, call: Callable[[], None]) -> None:
        self._calls.put(call)
        if port := self._port:
            port.wake()

    def _log_once(self, error: Exception) -> None:
        if repr(error) != self._unexpected:
            self._unexpected = repr(error)
            log.error("the sensor's port %s fails in an unknown way", self._path, exc_info=error)

    def _end(self) -> None:
        self._going = False

    def _turn(self) -> None:
        if self._port:
            self._listen(self._port)
        elif call := self._clock.take(self._calls, self._session.reopen_at):
            call()
        else:
            self._port = SerialPort(self._path)
            self._session.opened(self._clock.now())
        self._carry_out()

    def _carry_out(self) -> None:
        """Do what was called, and send what there is; a call from now on wakes the port."""
        while not self._calls.empty():
            self._calls.get()()
        self._session.tick(self._clock.now())
        if self._port:
            self._port.write(self._session.outgoing())

    def _listen(self, port: SerialPort) -> None:
        data = port.read(max(0.0, self._session.deadline - self._clock.now()))
        self._session.received(data, self._clock.now())

    def _close_port(self) -> None:
        port, self._port = self._port, None
        if port:
            port.close()
