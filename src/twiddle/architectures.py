# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The architectures behind the catalogue: what each makes of a ring and parameters, in which cycles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle import model
from twiddle.errors import TwiddleError
from twiddle.hls.catalogue import planned, reason_against
from twiddle.model import methods, quad, rns
from twiddle.model.iterative import Schedule
from twiddle.model.mdf import EITHER, SELECTED
from twiddle.model.methods import Method
from twiddle.model.operands import polynomials
from twiddle.model.pwmm import LARGEST_K, Pipeline, reason, supported
from twiddle.model.streaming import Form, MdcCore, MdfCore
from twiddle.rings import Ring, ring

OPCODES: Mapping[str, int] = {"ntt": 0, "intt": 1, "pwm": 2, "mul": 3, "mult": 4}
"""Operation codes of the port `op_i`."""

Parameters = Mapping[str, int | str]
"""Parameters of a core by their RTL names; the values of an enum by theirs."""


@dataclass(frozen=True)
class Cycles:
    """Cycle counts of one operation; None where a figure has no meaning."""

    interval: int | None
    fill: int | None
    latency: int | None
    busy: int | None


class Architecture(Protocol):
    """What the catalogue knows of one kind of core with its ring and parameters chosen."""

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None: ...

    @property
    def lanes(self) -> int:
        """Coefficients a beat."""

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations that the core offers."""

    @property
    def probes(self) -> Mapping[str, str]:
        """The signals "read" and "write" of the busy count, by their names below the top; or none."""

    @property
    def largest_k(self) -> int:
        """Polynomials that one operation takes on a stream, at most."""

    @property
    def selector(self) -> int:
        """What goes on the port `ring_i`, where the ring is chosen at run time."""

    @property
    def rtl_ring(self) -> Ring:
        """The ring that the RTL is built for."""

    def broken(self) -> str | None:
        """What is wrong with parameters that are legal one by one; None when nothing is."""

    def cycles(self, operation: str, k: int) -> Cycles:
        """Cycle counts of an operation that the core offers, by formula."""

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        """The results by the model, for operands of shape (m k, n)."""


class Iterative:
    """`twd_iterative`, with the multiplier that `Method` names."""

    operations = tuple(OPCODES)
    probes: Mapping[str, str] = {"read": "u_core.busy_read", "write": "u_core.busy_write"}
    largest_k = 1
    selector = 0

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        self._ring = self.rtl_ring = ring
        self._butterflies = int(parameters["Butterflies"])
        self._double_buffer = bool(parameters["DoubleBuffer"])
        self._method = Method[str(parameters["Method"]).upper()]
        self._registers = bool(parameters.get("Registers", 0))
        self._published = bool(parameters.get("Published", 0))

    @property
    def lanes(self) -> int:
        return 2 * self._butterflies

    def broken(self) -> str | None:
        why = methods.reason(self._method, self._ring.q)
        if why is not None:
            others = (method for method in methods.supported(self._ring.q) if method is not Method.RNS)
            working = ", ".join(method.label for method in others)
            hint = (
                "core iterative takes this ring with" if self._method is Method.RNS else "methods that work:"
            )
            return f"Method = {self._method.label}, q = {self._ring.q}: {why}; {hint} {working}"
        if self._published and self._ring.q != rns.PAPER_MODULUS:
            return (
                f"Published = 1 is for q = {rns.PAPER_MODULUS}; ring {self._ring.name} has q = {self._ring.q}"
            )
        if self._published and self._registers:
            return "Published = 1 goes with Registers = 0: a product is multiplied again three cycles later"
        if self._ring.n >= 4 * self._butterflies:
            return None
        return (
            f"Butterflies = {self._butterflies} needs n >= {4 * self._butterflies}; "
            f"ring {self._ring.name} has n = {self._ring.n}"
        )

    def cycles(self, operation: str, k: int) -> Cycles:
        schedule = Schedule(self._ring, self._butterflies, self._method, self._registers, self._published)
        return Cycles(
            interval=schedule.interval(operation, self._double_buffer),
            fill=schedule.fill(operation, self._double_buffer),
            latency=schedule.latency(operation, self._double_buffer),
            busy=schedule.busy(operation),
        )

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        return model.run(self._ring, operation, a, b)


class Quad:
    """`twd_quad`."""

    operations = tuple(OPCODES)
    probes: Mapping[str, str] = {"read": "u_engine.busy_read", "write": "u_engine.busy_write"}
    largest_k = 1
    selector = 0
    lanes = 4

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        self._ring = self.rtl_ring = ring
        self._method = Method[str(parameters["Method"]).upper()]
        self._published = bool(parameters["Published"])

    def broken(self) -> str | None:
        why = quad.reason(self._method, self._ring.q)
        if why is not None:
            working = ", ".join(
                method.label for method in quad.METHODS if quad.reason(method, self._ring.q) is None
            )
            return f"Method = {self._method.label}, q = {self._ring.q}: {why}; methods that work: {working}"
        if self._published and not self._ring.complete:
            return f"Published = 1 is for complete transforms; ring {self._ring.name} has an incomplete one"
        if self._ring.n < quad.LEAST_N:
            return f"2x2 butterflies need n >= {quad.LEAST_N}; ring {self._ring.name} has n = {self._ring.n}"
        return None

    def cycles(self, operation: str, k: int) -> Cycles:
        schedule = quad.Schedule(self._ring, self._method, self._published)
        return Cycles(
            interval=schedule.interval(operation),
            fill=schedule.fill(operation),
            latency=schedule.latency(operation),
            busy=schedule.busy(operation),
        )

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        return model.run(self._ring, operation, a, b)


class Pwmm:
    """`twd_pwmm`."""

    operations: tuple[str, ...] = ("pwm",)
    probes: Mapping[str, str] = {}
    largest_k = LARGEST_K
    selector = 0

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        self._ring = self.rtl_ring = ring
        self._units = int(parameters["Units"])
        self._method = Method[str(parameters["Method"]).upper()]
        self._scaled = bool(parameters["Scaled"])

    @property
    def lanes(self) -> int:
        return 2 * self._units

    @property
    def _pipeline(self) -> Pipeline:
        return Pipeline(self._ring, self._units, self._method, self._scaled)

    def broken(self) -> str | None:
        why = reason(self._ring, self._method, self._scaled)
        if why is not None:
            working = ", ".join(method.label for method in supported(self._ring, self._scaled))
            return f"Method = {self._method.label}, q = {self._ring.q}: {why}; methods that work: {working}"
        if self._pipeline.beats < self._pipeline.fewest_beats:
            least = 2 * self._units * self._pipeline.fewest_beats
            return (
                f"Units = {self._units}, Method = {self._method.label} needs n >= {least}; "
                f"ring {self._ring.name} has n = {self._ring.n}"
            )
        return None

    def cycles(self, operation: str, k: int) -> Cycles:
        pipeline = self._pipeline
        return Cycles(pipeline.interval(k), pipeline.fill(k), pipeline.latency(k), None)

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        if b is None:
            raise TwiddleError(f"operation {operation}: takes two operands, b is missing")
        first, second = polynomials(self._ring, a, "a"), polynomials(self._ring, b, "b")
        if len(first) != len(second) or len(first) % k:
            raise TwiddleError(
                f"operation {operation}: a of {len(first)} and b of {len(second)} polynomials; "
                f"as many of both are needed, a multiple of k = {k}"
            )
        shape = (-1, k, self._ring.n)
        return model.pwmm(self._ring, first.reshape(shape), second.reshape(shape), self._scaled)


class Streaming:
    """`twd_mdf` and `twd_mdc`: one polynomial after another through a pipe of stages."""

    probes: Mapping[str, str] = {}
    largest_k = 1

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        self._ring = ring
        self._method = Method[str(parameters["Method"]).upper()]
        self._form = Form[str(parameters["Form"]).upper()]
        self._parameters = parameters

    @property
    def lanes(self) -> int:
        return int(self._parameters.get("Lanes", 4))

    @property
    def selector(self) -> int:
        return 0

    @property
    def rtl_ring(self) -> Ring:
        return self._ring

    def broken(self) -> str | None:
        why = methods.reason(self._method, self._ring.q)
        if why is not None:
            working = ", ".join(method.label for method in methods.supported(self._ring.q))
            return f"Method = {self._method.label}, q = {self._ring.q}: {why}; methods that work: {working}"
        if self._ring.n < 4 * self.lanes:
            lanes = f"Lanes = {self.lanes} needs" if "Lanes" in self._parameters else "four lanes need"
            return f"{lanes} n >= {4 * self.lanes}; ring {self._ring.name} has n = {self._ring.n}"
        return None

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        return model.run(self._ring, operation, a, b)


class Mdf(Streaming):
    """`twd_mdf`."""

    @property
    def operations(self) -> tuple[str, ...]:
        return tuple(OPCODES)[: (1, 2, 4)[self._form]]

    @property
    def selector(self) -> int:
        return SELECTED.index(self._ring.name) if self._parameters["Select"] else 0

    @property
    def rtl_ring(self) -> Ring:
        return ring(SELECTED[-1]) if self._parameters["Select"] else self._ring

    def broken(self) -> str | None:
        if not self._parameters["Select"]:
            return super().broken()
        if self._form is Form.PRODUCT:
            return "Select = 1 goes with Form = forward or transform; one ring is needed for products"
        if self._ring.name not in SELECTED or self._ring != ring(self._ring.name):
            return (
                f"Select = 1 is for the rings {', '.join(SELECTED)}; ring {self._ring.name} is none of them"
            )
        if self._method not in EITHER:
            working = ", ".join(method.label for method in EITHER)
            return f"Method = {self._method.label} has no form for two moduli; methods that work: {working}"
        return None

    def cycles(self, operation: str, k: int) -> Cycles:
        core = MdfCore(self._ring, self._method, self._form, bool(self._parameters["Select"]))
        fill = core.fill(operation)
        return Cycles(core.interval(operation), fill, fill + core.beats, None)


class Mdc(Streaming):
    """`twd_mdc`."""

    def broken(self) -> str | None:
        if self._form is Form.FORWARD and self._parameters["Mixed"]:
            return "Mixed = 1 goes with Form = transform or product; forward has one kind of operation"
        return super().broken()

    @property
    def operations(self) -> tuple[str, ...]:
        return tuple(OPCODES)[: (1, 2, 5)[self._form]]

    def cycles(self, operation: str, k: int) -> Cycles:
        mixed = bool(self._parameters["Mixed"])
        core = MdcCore(self._ring, self.lanes, self._method, self._form, mixed)
        fill = core.fill(operation)
        return Cycles(core.beats, fill, fill + core.beats, None)


class QuadHls:
    """`twd_quad_hls`, whose cycles follow from the schedule of the tool."""

    operations = tuple(OPCODES)
    probes: Mapping[str, str] = {"read": "busy_read", "write": "busy_write"}
    largest_k = 1
    selector = 0
    lanes = 4

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        self._ring = self.rtl_ring = ring

    def broken(self) -> str | None:
        return reason_against(self._ring)

    def cycles(self, operation: str, k: int) -> Cycles:
        plan = planned(self._ring)
        latency = plan.latency(operation)
        return Cycles(latency, plan.fill(operation), latency, plan.busy(operation))

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        return model.run(self._ring, operation, a, b)
