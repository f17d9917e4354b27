# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A board with `twd_lattice_axi` on a serial port.

The protocol is that of examples/boards/firmware/board.c.
"""

import contextlib
import os
import select
import struct
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from twiddle.base.errors import TwiddleError, integer, system_errors
from twiddle.model.sets import Error
from twiddle.tools.lattice_simulator import Answer, Task

BAUD = 115_200
TIMEOUT = 5.0
"""Seconds that a board may take beside those of the transfer."""

_REQUEST, _ANSWER = b"TWq1", b"TWa1"
_WORDS = struct.Struct("<6I")
_SUM = struct.Struct("<I")
_ASK = 0xFF
_NUMBERS = 1 << 24
_LONGEST = 1 << 16
"""More bytes than a frame of an answer has."""

_STATES = (
    "",
    "the request came damaged",
    "a frame is longer than the board's memory for it",
    "the board does not do this operation",
    "the operation gave no result; reset the board",
)


class Board:
    """A board; as a context manager, it closes the port at its end.

    port     its device, such as /dev/ttyUSB0, or a pseudo-terminal
    baud     as the board was built
    timeout  seconds that an answer may take beside those of the transfer

    Raises TwiddleError for a port that is absent or no serial port.
    """

    def __init__(self, port: Path | str, baud: int = BAUD, timeout: float = TIMEOUT) -> None:
        self.port, self._baud, self._timeout = str(port), integer("baud", baud, 1), timeout
        with system_errors(self.port, "cannot be opened"):
            self._file = os.open(self.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            self._set_up()
        except BaseException:
            self.close()
            raise
        self._number = int.from_bytes(os.urandom(3))
        """Of the last request, which the answer repeats: a late answer is not taken for that of a later request."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the port."""
        os.close(self._file)

    def _set_up(self) -> None:
        """Bytes as they are, 8 bits, no parity, 1 stop bit, no flow control; drops what has come."""
        try:
            import termios
        except ModuleNotFoundError:
            raise TwiddleError(f"{self.port}: serial ports need a system with termios") from None
        speed = getattr(termios, f"B{self._baud}", None)
        if speed is None:
            raise TwiddleError(f"{self.port}: a serial port of this system has no {self._baud} baud")
        try:
            control = termios.tcgetattr(self._file)[6]
            raw = [0, 0, termios.CS8 | termios.CREAD | termios.CLOCAL, 0, speed, speed, control]
            termios.tcsetattr(self._file, termios.TCSANOW, raw)
            termios.tcflush(self._file, termios.TCIOFLUSH)
        except termios.error:
            raise TwiddleError(f"{self.port}: not a serial port") from None

    def ask(self) -> tuple[str, Error | int]:
        """The name of the board, and its known answers that were wrong: 1 of ML-KEM, 2 of ML-DSA. Errors as `run`."""
        (name, _), wrong, _ = self._exchange(_ASK, (), (32,))
        return name.decode("ascii", "replace"), wrong

    def run(self, task: Task) -> Answer:
        """Executes an operation.

        Raises TwiddleError if the board refuses it, or does not answer in time.
        """
        if task.seed or task.key or task.random or task.ctx is not None:
            raise TwiddleError(f"{self.port}: a board takes whole keys, random bytes and M', as frames")
        first, *others = task.frames
        given = (first, b"", *others) if task.deterministic else task.frames
        frames, rules, cycles = self._exchange(task.word, given, task.results)
        return Answer(tuple(frames[: len(task.results)]), Error(rules), cycles, 0)

    def _exchange(
        self, command: int, frames: Sequence[bytes], results: Sequence[int]
    ) -> tuple[tuple[bytes, bytes], int, int]:
        """The frames of an answer, its rules and its cycles."""
        self._number = (self._number + 1) % _NUMBERS
        first = self._number << 8 | command
        sizes = [*map(len, frames), *[0] * (3 - len(frames)), *results, *[0] * (2 - len(results))]
        body = _WORDS.pack(first, *sizes) + b"".join(frames)
        request = _REQUEST + body + _SUM.pack(zlib.crc32(body))
        seconds = self._timeout + 10 * (len(request) + sum(results) + 64) / self._baud
        end = time.monotonic() + seconds
        self._write(request, end)
        came = bytearray()
        while (answer := self._answer(came, first)) is None:
            if not (more := self._read(end)):
                raise TwiddleError(f"{self.port}: {_missing(came)} within {seconds:.1f} s")
            came += more
        (_, state, rules, cycles, *_), made = answer
        if state or (command != _ASK and tuple(map(len, made))[: len(results)] != tuple(results)):
            reason = _STATES[state] if state < len(_STATES) else f"the board answers with state {state}"
            raise TwiddleError(f"{self.port}: {reason or 'the answer has other frames than the operation'}")
        return made, rules, cycles

    def _answer(self, came: bytearray, first: int) -> tuple[tuple[int, ...], tuple[bytes, bytes]] | None:
        """The answer to the request with this first word in what came; drops others and all else before it."""
        while (at := came.find(_ANSWER)) >= 0:
            head = at + len(_ANSWER)
            if len(came) < head + _WORDS.size:
                return None
            words = _WORDS.unpack_from(came, head)
            middle, last = head + _WORDS.size + words[4], head + _WORDS.size + words[4] + words[5]
            if words[0] == first and max(words[4:]) <= _LONGEST:
                if len(came) < last + _SUM.size:
                    return None
                if _SUM.unpack_from(came, last)[0] != zlib.crc32(came[head:last]):
                    raise TwiddleError(f"{self.port}: the answer came damaged")
                return words, (bytes(came[head + _WORDS.size : middle]), bytes(came[middle:last]))
            del came[:head]
        return None

    def _read(self, end: float) -> bytes:
        """What has come, at least a byte; none: nothing came in time. Raises TwiddleError if the port is gone."""
        while (left := end - time.monotonic()) > 0:
            if select.select([self._file], [], [], left)[0]:
                with system_errors(self.port, "cannot be read"), contextlib.suppress(BlockingIOError):
                    if not (found := os.read(self._file, 4096)):
                        raise TwiddleError(f"{self.port}: the board is gone")
                    return found
        return b""

    def _write(self, data: bytes, end: float) -> None:
        left = memoryview(data)
        while left:
            if (seconds := end - time.monotonic()) <= 0:
                raise TwiddleError(f"{self.port}: takes no bytes")
            if select.select([], [self._file], [], seconds)[1]:
                with system_errors(self.port, "cannot be written"), contextlib.suppress(BlockingIOError):
                    left = left[os.write(self._file, left) :]


def _missing(came: bytearray) -> str:
    """What is wrong with bytes that are no answer."""
    if not came:
        return "no answer"
    if _ANSWER in came:
        return f"no whole answer, {len(came)} bytes of one"
    return f"no answer of a board, {len(came)} other bytes (another baud rate?)"
