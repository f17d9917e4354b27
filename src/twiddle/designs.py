# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of cores: what can be built, for which ring, with which parameters, in how many cycles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from twiddle.errors import TwiddleError
from twiddle.model.iterative import Schedule
from twiddle.rings import Ring

if TYPE_CHECKING:
    from twiddle.sim import Simulator

OPCODES: Mapping[str, int] = {"ntt": 0, "intt": 1, "pwm": 2, "mul": 3, "mult": 4}
"""Operation codes of the port `op_i`."""


@dataclass(frozen=True)
class Cycles:
    """Cycle counts of one operation; None where a figure has no meaning."""

    interval: int | None
    fill: int | None
    latency: int | None
    busy: int | None


@dataclass(frozen=True)
class ParameterSpec:
    """One parameter of a core: its RTL name, default, legal values and meaning."""

    name: str
    default: int
    allowed: tuple[int, ...]
    meaning: str


@dataclass(frozen=True)
class CoreKind:
    """A core as the catalogue lists it, before ring and parameters are chosen."""

    name: str
    summary: str
    parameters: tuple[ParameterSpec, ...]
    operations: tuple[str, ...]


ITERATIVE = CoreKind(
    name="iterative",
    summary="in-place memory-based engine with 1, 2 or 4 unified butterflies",
    parameters=(
        ParameterSpec("Butterflies", 4, (1, 2, 4), "butterfly units that work in parallel"),
        ParameterSpec("DoubleBuffer", 1, (0, 1), "1: loads and unloads while computing; 0: less memory"),
    ),
    operations=("ntt", "intt", "pwm", "mul", "mult"),
)


@dataclass(frozen=True)
class Design:
    """One core with its ring and parameters chosen: what is simulated, synthesised and exported."""

    kind: CoreKind
    ring: Ring
    parameters: Mapping[str, int] = field(hash=False)

    @property
    def core(self) -> str:
        """Name of the core in the catalogue."""
        return self.kind.name

    @property
    def top(self) -> str:
        """Name of the top RTL module."""
        return f"twd_{self.kind.name}"

    @property
    def lanes(self) -> int:
        """Coefficients a beat on every stream."""
        return 2 * self.parameters["Butterflies"]

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations that the core offers."""
        return self.kind.operations

    @property
    def probes(self) -> Mapping[str, str]:
        """Hierarchical RTL signals behind the busy count: the read and the write of the butterflies."""
        return {"read": f"{self.top}.busy_read", "write": f"{self.top}.busy_write"}

    def cycles(self, operation: str) -> Cycles:
        """Cycle counts of one operation, by formula.

        Raises TwiddleError for an operation that the core does not offer.
        """
        if operation not in self.operations:
            raise TwiddleError(
                f"core {self.core}: no operation {operation!r}; it offers {', '.join(self.operations)}"
            )
        schedule = Schedule(self.ring, self.parameters["Butterflies"])
        double_buffer = bool(self.parameters["DoubleBuffer"])
        return Cycles(
            interval=schedule.interval(operation, double_buffer),
            fill=schedule.fill(operation, double_buffer),
            latency=schedule.latency(operation, double_buffer),
            busy=schedule.busy(operation),
        )

    def rtl_parameters(self) -> dict[str, str]:
        """Parameter values in the form that Verilator's -G and Yosys' chparam take."""
        return {"Ring": self.ring.parameter, **{k: str(v) for k, v in self.parameters.items()}}

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
    return [ITERATIVE]


def core(name: str, ring: Ring, **parameters: int) -> Design:
    """The design of core `name` for `ring`, parameters by their RTL names.

    Raises TwiddleError for an unknown core or parameter, or a value outside its legal range.
    """
    kinds = {kind.name: kind for kind in cores()}
    if name not in kinds:
        raise TwiddleError(f"core {name!r}: unknown; the cores are {', '.join(kinds)}")
    kind = kinds[name]
    specs = {spec.name: spec for spec in kind.parameters}
    for key, value in parameters.items():
        if key not in specs:
            raise TwiddleError(f"core {name}: no parameter {key!r}; it has {', '.join(specs)}")
        if value not in specs[key].allowed:
            allowed = ", ".join(map(str, specs[key].allowed))
            raise TwiddleError(f"core {name}: {key} = {value} is not one of {allowed}")
    chosen = {key: parameters.get(key, spec.default) for key, spec in specs.items()}
    if ring.n < 4 * chosen["Butterflies"]:
        raise TwiddleError(
            f"core {name}: Butterflies = {chosen['Butterflies']} needs n >= {4 * chosen['Butterflies']}; "
            f"ring {ring.name} has n = {ring.n}"
        )
    return Design(kind, ring, chosen)
