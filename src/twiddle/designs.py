# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of cores: what can be built, for which ring, with which parameters, in how many cycles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle import model
from twiddle.errors import TwiddleError
from twiddle.model import methods, rns
from twiddle.model.iterative import Schedule
from twiddle.model.mdc import LANES
from twiddle.model.methods import Method
from twiddle.model.operands import polynomials
from twiddle.model.pwmm import EXACT, HALVING, LARGEST_K, Pipeline, reason, supported
from twiddle.model.streaming import EITHER, SELECTED, Form, MdcCore, MdfCore
from twiddle.rings import Ring, ring

if TYPE_CHECKING:
    from twiddle.sim import Simulator

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


@dataclass(frozen=True)
class ParameterSpec:
    """One parameter of a core: its RTL name, default, legal values and meaning.

    Values are integers, or the names of an enum: those of `Method`.
    """

    name: str
    default: int | str
    allowed: tuple[int | str, ...]
    meaning: str

    @property
    def named(self) -> bool:
        """Values are names."""
        return isinstance(self.default, str)

    def rtl(self, value: int | str) -> str:
        """A value in the form that Verilator's -G and Yosys' chparam take."""
        if isinstance(value, int):
            return str(value)
        return (Form if self.name == "Form" else Method)[value.upper()].parameter


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
    def probes(self) -> tuple[str, ...]:
        """Which of "read" and "write" the core has, as busy_read and busy_write."""

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


class _Iterative:
    """`twd_iterative`, with the multiplier that `Method` names."""

    operations = tuple(OPCODES)
    probes = ("read", "write")
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


class _Pwmm:
    """`twd_pwmm`."""

    operations: tuple[str, ...] = ("pwm",)
    probes = ()
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


class _Streaming:
    """`twd_mdf` and `twd_mdc`: one polynomial after another through a pipe of stages."""

    probes: tuple[str, ...] = ()
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


class _Mdf(_Streaming):
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


class _Mdc(_Streaming):
    """`twd_mdc`."""

    @property
    def operations(self) -> tuple[str, ...]:
        return tuple(OPCODES)[: (1, 2, 5)[self._form]]

    def cycles(self, operation: str, k: int) -> Cycles:
        mixed = bool(self._parameters["Mixed"])
        core = MdcCore(self._ring, self.lanes, self._method, self._form, mixed)
        fill = core.fill(operation)
        return Cycles(core.beats, fill, fill + core.beats, None)


@dataclass(frozen=True)
class CoreKind:
    """A core as the catalogue lists it, before ring and parameters are chosen.

    top     name of its RTL module
    fixed   parameters of that module that make it this core
    """

    name: str
    summary: str
    parameters: tuple[ParameterSpec, ...]
    top: str
    architecture: type[Architecture] = _Iterative
    fixed: Parameters = field(default_factory=dict, hash=False)


ITERATIVE = CoreKind(
    name="iterative",
    summary="in-place memory-based engine with 1, 2 or 4 unified butterflies",
    parameters=(
        ParameterSpec("Butterflies", 4, (1, 2, 4), "butterfly units that work in parallel"),
        ParameterSpec("DoubleBuffer", 1, (0, 1), "1: loads and unloads while computing; 0: less memory"),
        ParameterSpec(
            "Method",
            Method.FOLD.label,
            tuple(method.label for method in Method if method is not Method.RNS),
            "of multiplication; ldsp and tiles take no DSP block",
        ),
    ),
    top="twd_iterative",
)

RNS = CoreKind(
    name="rns",
    summary="in-place engine whose multiplications are table look-ups, without DSP blocks",
    parameters=(
        ParameterSpec("Butterflies", 4, (1, 2, 4), "one single butterfly, one dual one, two dual ones"),
        ParameterSpec("DoubleBuffer", 0, (0, 1), "1: loads and unloads while computing; 0: less memory"),
        ParameterSpec("Registers", 0, (0, 1), "1: behind the tables; two cycles more, a faster clock"),
        ParameterSpec(
            "Published", 0, (0, 1), "1: sub-moduli 7, 31, 32 and five products a pair, as published"
        ),
    ),
    top="twd_iterative",
    fixed={"Method": Method.RNS.label},
)

PWMM = CoreKind(
    name="pwmm",
    summary="rows of matrix-vector products in the transform domain, k = 1 to 8 products a row",
    parameters=(
        ParameterSpec("Units", 1, (1, 2), "pairs of coefficients a cycle"),
        ParameterSpec(
            "Method",
            Method.TILES.label,
            tuple(method.label for method in Method if method in EXACT | HALVING),
            "of multiplication; tiles and ldsp take no DSP block",
        ),
        ParameterSpec("Scaled", 0, (0, 1), "1: results hold the 1/n of the inverse transform (kred, ldsp)"),
    ),
    top="twd_pwmm",
    architecture=_Pwmm,
)


_STREAMING_METHOD = ParameterSpec(
    "Method",
    Method.FOLD.label,
    tuple(method.label for method in Method),
    "of multiplication; ldsp and tiles take no DSP block, shift_add is the published one",
)
_FORM = ParameterSpec(
    "Form",
    Form.PRODUCT.label,
    tuple(form.label for form in Form),
    "forward: ntt; transform: ntt and intt; product: all operations",
)

MDF = CoreKind(
    name="mdf",
    summary="stream of four coefficients a cycle through delay-feedback stages",
    parameters=(
        _FORM,
        ParameterSpec("Select", 0, (0, 1), f"1: the ring is chosen at run time, {', '.join(SELECTED)}"),
        _STREAMING_METHOD,
    ),
    top="twd_mdf",
    architecture=_Mdf,
)

MDC = CoreKind(
    name="mdc",
    summary="stream of 2, 4 or 8 coefficients a cycle through delay commutators, whole products too",
    parameters=(
        ParameterSpec("Lanes", 4, LANES, "coefficients a cycle"),
        _FORM,
        ParameterSpec(
            "Mixed", 0, (0, 1), "1: operations of any kind without a gap; 0: each as short as it is"
        ),
        _STREAMING_METHOD,
    ),
    top="twd_mdc",
    architecture=_Mdc,
)


@dataclass(frozen=True)
class Design:
    """One core with its ring and parameters chosen: what is simulated, synthesised and exported."""

    kind: CoreKind
    ring: Ring
    parameters: Parameters = field(hash=False)

    @property
    def core(self) -> str:
        """Name of the core in the catalogue."""
        return self.kind.name

    @property
    def top(self) -> str:
        """Name of the top RTL module."""
        return self.kind.top

    @property
    def _architecture(self) -> Architecture:
        return self.kind.architecture(self.ring, {**self.kind.fixed, **self.parameters})

    @property
    def lanes(self) -> int:
        """Coefficients a beat on every stream."""
        return self._architecture.lanes

    @property
    def largest_k(self) -> int:
        """Polynomials that an operation takes on each operand stream, at most; above 1 with a port k_i."""
        return self._architecture.largest_k

    @property
    def selector(self) -> int:
        """What goes on the port `ring_i` for this ring, where the core chooses it at run time."""
        return self._architecture.selector

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations that the core offers."""
        return self._architecture.operations

    @property
    def probes(self) -> Mapping[str, str]:
        """Hierarchical RTL signals behind the busy count: the read and the write of the butterflies."""
        return {name: f"{self.top}.busy_{name}" for name in self._architecture.probes}

    def cycles(self, operation: str, k: int = 1) -> Cycles:
        """Cycle counts of one operation, by formula, with k polynomials on each operand stream.

        Raises TwiddleError for an operation that the core does not offer, or a k that it does not take.
        """
        self._check(operation, k)
        return self._architecture.cycles(operation, k)

    def model(
        self, operation: str, a: ArrayLike, b: ArrayLike | None = None, k: int = 1
    ) -> NDArray[np.int64]:
        """What the core must give: results of shape (m, n) for operands of shape (m k, n).

        Raises TwiddleError as `cycles` does, and for wrong operands.
        """
        self._check(operation, k)
        return self._architecture.run(operation, a, b, k)

    def _check(self, operation: str, k: int) -> None:
        if operation not in self.operations:
            raise TwiddleError(
                f"core {self.core}: no operation {operation!r}; it offers {', '.join(self.operations)}"
            )
        if not isinstance(k, int) or not 1 <= k <= self.largest_k:
            raise TwiddleError(f"core {self.core}: k = {k!r} is not an integer from 1 to {self.largest_k}")

    def rtl_parameters(self) -> dict[str, str]:
        """Parameter values in the form that Verilator's -G and Yosys' chparam take."""
        fixed = {name: Method[str(value).upper()].parameter for name, value in self.kind.fixed.items()}
        chosen = {spec.name: spec.rtl(self.parameters[spec.name]) for spec in self.kind.parameters}
        return {"Ring": self._architecture.rtl_ring.parameter, **fixed, **chosen}

    def simulate(self, **options: Any) -> Simulator:
        """The compiled, cycle-accurate simulator of this design (see `twiddle.sim.Simulator`)."""
        from twiddle.sim import Simulator

        return Simulator(self, **options)

    def synthesize(self, target: str, **options: Any) -> dict[str, Any]:
        """Area and timing of this design on a target (see `twiddle.synth.synthesize`)."""
        from twiddle.synth import synthesize

        return synthesize(self, target, **options)


def cores() -> list[CoreKind]:
    """Every core of the catalogue."""
    return [ITERATIVE, RNS, PWMM, MDF, MDC]


def core(name: str, ring: Ring, **parameters: int | str) -> Design:
    """The design of core `name` for `ring`, parameters by their RTL names, enum values by theirs.

    Raises TwiddleError for an unknown core or parameter, a value outside its legal range, and values that do
    not go together.
    """
    kinds = {kind.name: kind for kind in cores()}
    if name not in kinds:
        raise TwiddleError(f"core {name!r}: unknown; the cores are {', '.join(kinds)}")
    kind = kinds[name]
    specs = {spec.name: spec for spec in kind.parameters}
    for key, value in parameters.items():
        if key not in specs:
            raise TwiddleError(f"core {name}: no parameter {key!r}; it has {', '.join(specs)}")
        if type(value) is not type(specs[key].default) or value not in specs[key].allowed:
            allowed = ", ".join(map(str, specs[key].allowed))
            raise TwiddleError(f"core {name}: {key} = {value} is not one of {allowed}")
    chosen = {key: parameters.get(key, spec.default) for key, spec in specs.items()}
    broken = kind.architecture(ring, {**kind.fixed, **chosen}).broken()
    if broken is not None:
        raise TwiddleError(f"core {name}: {broken}")
    return Design(kind, ring, chosen)


def takes(kind: CoreKind, ring: Ring) -> bool:
    """Whether a core with its default parameters takes a ring."""
    chosen = {spec.name: spec.default for spec in kind.parameters}
    return kind.architecture(ring, {**kind.fixed, **chosen}).broken() is None


def combinations(kind: CoreKind, ring: Ring) -> Iterator[Design]:
    """The designs of a core for a ring: every combination of parameter values that go together."""
    values = [[(spec.name, value) for value in spec.allowed] for spec in kind.parameters]
    for chosen in product(*values):
        if kind.architecture(ring, {**kind.fixed, **dict(chosen)}).broken() is None:
            yield Design(kind, ring, dict(chosen))
