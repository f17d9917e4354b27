# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every operand pair through a compiled modular multiplier, compared during simulation."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from twiddle.tools.sim.build import MESSAGE_SIZE, Request, Source, build, fields
from twiddle.tools.sim.failures import failure

TOP = "twd_mod_mul"
DUAL = "twd_mod_mul_rns_dual"
_SAME, _DIFFERENT = 0, 1


class _ExhaustJob(ctypes.Structure):
    _fields_ = (
        *fields("q scale latency lanes first last compared a b got expected"),
        *fields("message", ctypes.c_char * MESSAGE_SIZE),
    )


@dataclass(frozen=True)
class Difference:
    """The first wrong product of a sweep: a * b gave `got` instead of `expected`."""

    a: int
    b: int
    got: int
    expected: int

    def __str__(self) -> str:
        return f"a = {self.a}, b = {self.b}: got {self.got}, expected {self.expected}"


class ProductSweep:
    """A compiled multiplier, by default `twd_mod_mul`. Parameters by their RTL names.

    With several lanes the first computes every pair a, b and the second q - 1 - a, b in parallel. `rtl_root`
    is another RTL tree, `netlist` is compiled instead of the sources.

    Raises TwiddleError when a tool is missing or elaboration refuses the parameters.
    """

    def __init__(
        self,
        parameters: Mapping[str, int | str],
        top: str = TOP,
        rtl_root: Path | None = None,
        netlist: Source | None = None,
    ) -> None:
        self._top = top
        self._lanes = 2 if top == DUAL else 1
        texts = {name: str(value) for name, value in parameters.items()}
        request = Request(top=top, parameters=texts, harness="exhaust", root=rtl_root, netlist=netlist)
        self._library = ctypes.CDLL(str(build(request).library))
        self._library.twd_run_exhaust.argtypes = [ctypes.POINTER(_ExhaustJob)]

    def rows(self, q: int, scale: int, latency: int, first: int, last: int) -> tuple[int, Difference | None]:
        """Products a * b * scale mod q, first <= a < last with all b in [0, q), one a cycle.

        Returns the number of right products before the first wrong one, and that one. Python's lock is
        released, so several sweeps can run in threads. Raises AssertionFailed if an assertion fails.
        """
        job = _ExhaustJob(q=q, scale=scale, latency=latency, lanes=self._lanes, first=first, last=last)
        outcome = self._library.twd_run_exhaust(ctypes.byref(job))
        if outcome == _SAME:
            return job.compared, None
        if outcome == _DIFFERENT:
            return job.compared, Difference(job.a, job.b, job.got, job.expected)
        raise failure(job.message, self._top)
