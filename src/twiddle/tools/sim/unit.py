# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams operands through a compiled arithmetic unit, one element a cycle; of a multiplier every pair."""

import ctypes
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError
from twiddle.tools.sim.build import (
    MESSAGE_SIZE,
    Build,
    Compiled,
    Port,
    Request,
    Source,
    build,
    build_one_of,
    data_ports,
    failure,
    fields,
    words,
)
from twiddle.tools.sim.waveform import check_written, checked_kind


class _UnitJob(ctypes.Structure):
    _fields_ = (
        *fields("count latency disable seed random_state"),
        *fields("inputs outputs", ctypes.POINTER(ctypes.c_void_p)),
        *fields("waveform", ctypes.c_char_p),
        *fields("cycle"),
        *fields("message", ctypes.c_char * MESSAGE_SIZE),
    )


UnitPoint = tuple[str, Mapping[str, int | str]]


class UnitSimulator:
    """A compiled arithmetic unit: data ports of any number and width, clk_i, en_i and rst_ni where present.

    top          module of the manifest
    parameters   by their RTL names; integers, or SystemVerilog literals such as Ring.parameter
    rtl_root     another RTL tree with its own manifest.toml
    batch        points that are compiled into one library with this one, which is among them: twenty take the
                 time of three. Each stays a separate model.
    netlist      simulated instead of the sources
    """

    def __init__(
        self,
        top: str,
        parameters: Mapping[str, int | str] | None = None,
        *,
        assertions: bool = True,
        rtl_root: Path | None = None,
        batch: Sequence[UnitPoint] = (),
        netlist: Source | None = None,
    ) -> None:
        self.top = top
        self.parameters = {name: str(value) for name, value in (parameters or {}).items()}

        def request(top: str, parameters: Mapping[str, int | str], trace: str) -> Request:
            texts = {name: str(value) for name, value in parameters.items()}
            return Request(top, texts, "unit", trace=trace, assertions=assertions, root=rtl_root, netlist=netlist)

        def make(trace: str) -> Build:
            this = request(top, self.parameters, trace)
            requests = [request(*point, trace) for point in batch]
            return build(this) if trace or this not in requests else build_one_of(requests, requests.index(this))

        self._model = Compiled(make, "twd_run_unit", _UnitJob)
        self._model.load("")
        self.inputs, self.outputs = data_ports(self._model.ports)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"UnitSimulator({self.top}{given})"

    def run(
        self,
        inputs: Mapping[str, ArrayLike],
        *,
        latency: int | Mapping[str, int],
        late: Mapping[str, int] | None = None,
        enable: float = 1.0,
        seed: int = 0,
        random_state: bool = False,
        waveform: Path | None = None,
    ) -> dict[str, NDArray[np.int64]]:
        """The result of every element.

        inputs    port -> integers (m,), taken modulo 2^width (negative ones in two's complement); a port of
                  more than 64 bits takes (m, words) of 64 bits, least significant first
        latency   enabled cycles from operands to result, for all outputs or port by port; 0: combinational
        late         input ports whose operands arrive this many enabled cycles after the others
        enable       probability that en_i is 1 in a cycle; if it is 0, the ports have other operands, and
                     an output that changes is a failure
        returns   port -> int64 (m,) or (m, words): the bits of the port, not sign-extended

        Raises TwiddleError for inputs that do not fit the ports, AssertionFailed if an assertion fails, and
        ContractBroken for an output that changes while en_i is 0.
        """
        if set(inputs) != {port.name for port in self.inputs}:
            names = ", ".join(port.name for port in self.inputs)
            raise TwiddleError(f"{self.top}: inputs {', '.join(inputs)} given, its data inputs are {names}")
        arrays = [_column(port, inputs[port.name]) for port in self.inputs]
        count = len(arrays[0]) if arrays else 0
        if count == 0 or any(len(array) != count for array in arrays):
            raise TwiddleError(f"{self.top}: inputs are empty or differ in length")
        latencies = [latency if isinstance(latency, int) else latency[port.name] for port in self.outputs]
        shortest = min(latencies)
        delays = [(late or {}).get(port.name, 0) for port in self.inputs]
        more = max(max(delays), max(latencies) - shortest)
        if more:
            arrays = [_delayed(array, delay, more) for array, delay in zip(arrays, delays, strict=True)]
        if not 0.0 < enable <= 1.0:
            raise TwiddleError(f"enable = {enable}: not a probability in (0, 1]")
        results = [np.empty((count + more, words(port)), np.int64) for port in self.outputs]
        trace = checked_kind(waveform)
        job = _UnitJob(
            count=count + more,
            latency=shortest,
            disable=round((1.0 - enable) * 2**32),
            seed=seed % 2**64,
            random_state=random_state,
            inputs=(ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays)),
            outputs=(ctypes.c_void_p * len(results))(*(array.ctypes.data for array in results)),
            waveform=None if waveform is None else os.fsencode(waveform),
        )
        if not self._model.run(trace, job):
            values = "".join(f", {name}={value}" for name, value in self.parameters.items())
            raise failure(job.message, f"{self.top}{values}", f" at cycle {job.cycle}; seed {seed}")
        check_written(waveform)
        return {
            port.name: array[after - shortest :][:count].squeeze(axis=1 if words(port) == 1 else ())
            for port, array, after in zip(self.outputs, results, latencies, strict=True)
        }


def _column(port: Port, values: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(values)
    shape = "(m,)" if words(port) == 1 else f"(m, {words(port)})"
    if array.dtype.kind not in "iu" or array.shape[1:] != ((words(port),) if words(port) > 1 else ()):
        raise TwiddleError(f"{port.name}: not integers of shape {shape}")
    return np.ascontiguousarray(array, np.int64 if array.dtype.kind == "i" else np.uint64).view(np.int64)


def _delayed(array: NDArray[np.int64], delay: int, more: int) -> NDArray[np.int64]:
    """The operands `delay` cycles later, padded to `more` cycles with the first and the last one."""
    ends = [(delay, more - delay), *[(0, 0)] * (array.ndim - 1)]
    return np.pad(array, ends, mode="edge")


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
