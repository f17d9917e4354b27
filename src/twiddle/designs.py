# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of cores: what can be built, for which ring, with which parameters, in how many cycles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.architectures import Architecture, Cycles, Iterative, Mdc, Mdf, Parameters, Pwmm, Quad, QuadHls
from twiddle.errors import TwiddleError, hint, unknown
from twiddle.model.mdc import LANES
from twiddle.model.mdf import SELECTED
from twiddle.model.methods import EXACT, Method
from twiddle.model.pwmm import HALVING
from twiddle.model.quad import METHODS as QUAD_METHODS
from twiddle.model.streaming import Form
from twiddle.rings import Ring
from twiddle.rings import ring as preset

if TYPE_CHECKING:
    from twiddle.export import Bundle
    from twiddle.sim import Simulator
    from twiddle.synth import Options, Record


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
        return str({"Form": Form, "Memory": Memory}.get(self.name, Method)[value.upper()].value)


class Memory(IntEnum):
    """What the memories of a core are made of: those of `twd_ram_pkg`."""

    BLOCK = 0
    LUT = 1
    LUT16 = 2


TABLES = ParameterSpec("LogicTables", 0, (0, 1), "1: constant tables in logic, for ASICs; 0: in block RAM")
TRUSTED = ParameterSpec("Trusted", 0, (0, 1), "1: operands are canonical by contract, and are not checked")
_MEMORIES = tuple(memory.name.lower() for memory in Memory)
MEMORY = ParameterSpec(
    "Memory", "block", _MEMORIES, "block RAM; LUTs of 64 words (AMD), or of 16 (ECP5, Gowin)"
)
OUTPUT_MEMORY = ParameterSpec(
    "Memory", "lut", _MEMORIES, "LUTs of 64 words (AMD), or of 16 (ECP5, Gowin); block: results in block RAM"
)


@dataclass(frozen=True)
class CoreKind:
    """A core as the catalogue lists it, before ring and parameters are chosen.

    top     name of its RTL module
    fixed   parameters of that module that make it this core
    technology  parameters that fit it to a technology or a system; a design has one only where it is not
                the default
    """

    name: str
    summary: str
    parameters: tuple[ParameterSpec, ...]
    top: str
    architecture: type[Architecture] = Iterative
    fixed: Parameters = field(default_factory=dict, hash=False)
    technology: tuple[ParameterSpec, ...] = (TABLES, TRUSTED)

    @property
    def generated(self) -> bool:
        """Its sources are not in `rtl/`: a tool makes them (see `twiddle hls`)."""
        return self.architecture is QuadHls


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
    technology=(TABLES, TRUSTED, MEMORY),
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
    technology=(TABLES, TRUSTED, MEMORY),
)

QUAD = CoreKind(
    name="quad",
    summary="memory-based engine of 2x2 butterflies: four coefficients a word, two layers a pass",
    parameters=(
        ParameterSpec(
            "Method",
            Method.KRED.label,
            tuple(method.label for method in Method if method in QUAD_METHODS),
            "of multiplication; kred2x is the published one",
        ),
        ParameterSpec("Published", 0, (0, 1), "1: passes of their own for psi around a cyclic transform"),
    ),
    top="twd_quad",
    architecture=Quad,
    technology=(TABLES, TRUSTED, MEMORY),
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
    architecture=Pwmm,
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
    architecture=Mdf,
    technology=(TABLES, TRUSTED, OUTPUT_MEMORY),
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
    architecture=Mdc,
    technology=(TABLES, TRUSTED, OUTPUT_MEMORY),
)


QUAD_HLS = CoreKind(
    name="quad-hls",
    summary="2x2 butterflies in place, made by high-level synthesis (see `twiddle hls`; needs CIRCT)",
    parameters=(),
    top="twd_quad_hls",
    architecture=QuadHls,
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
    def generated(self) -> bool:
        """Its sources are not in `rtl/`: a tool makes them (see `twiddle hls`)."""
        return self.kind.generated

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its sources where that is not `rtl/`: they are generated.

        Raises TwiddleError where the tool that generates them is missing.
        """
        if not self.generated:
            return None
        from twiddle.hls.compile import compile_quad

        return compile_quad(self.ring).root

    @property
    def _architecture(self) -> Architecture:
        return self.kind.architecture(self.ring, {**self.kind.fixed, **self.parameters})

    @property
    def words(self) -> str:
        """The design for people: `iterative, 4 butterflies, fold`; what is switched off is left out."""
        specs = {spec.name: spec for spec in (*self.kind.parameters, *self.kind.technology)}
        found = [self.core]
        for name, value in self.parameters.items():
            word = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
            if isinstance(value, str):
                found.append(value)
            elif specs[name].allowed != (0, 1):
                one = word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")
                found.append(f"{value} {one if value == 1 else word}")
            elif value:
                found.append(word)
        return ", ".join(found)

    @property
    def lanes(self) -> int:
        """Coefficients a beat on every stream."""
        return self._architecture.lanes

    @property
    def largest_k(self) -> int:
        """Polynomials that an operation takes on each operand stream, at most; above 1 with a port k_i."""
        return self._architecture.largest_k

    @property
    def lock_step(self) -> bool:
        """Whether a and b advance together: a source that offers all of a before b waits for ever."""
        return self.kind.architecture is Pwmm

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
        return {name: f"{self.top}.{path}" for name, path in self._architecture.probes.items()}

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
        fixed = {name: str(Method[str(value).upper()].value) for name, value in self.kind.fixed.items()}
        specs = {spec.name: spec for spec in (*self.kind.parameters, *self.kind.technology)}
        chosen = {name: specs[name].rtl(value) for name, value in self.parameters.items()}
        return {**self._architecture.rtl_ring.parameters, **fixed, **chosen}

    def __repr__(self) -> str:
        """In a line: `Design(iterative, ml-kem, Butterflies=4, DoubleBuffer=0, Method=fold)`."""
        chosen = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"Design({self.core}, {self.ring.name}{chosen})"

    def simulate(
        self,
        *,
        assertions: bool = True,
        probes: Sequence[str] = (),
        rtl_root: Path | None = None,
        netlist: str = "",
    ) -> Simulator:
        """The compiled, cycle-accurate simulator of this design; see `twiddle.Simulator`."""
        made: Simulator = import_module("twiddle.sim").Simulator(
            self, assertions=assertions, probes=probes, rtl_root=rtl_root, netlist=netlist
        )
        return made

    def export(self, folder: Path | str) -> Bundle:
        """Writes a bundle that needs nothing of Twiddle any more; see `twiddle.export.export`."""
        written: Bundle = import_module("twiddle.export").export(self, folder)
        return written

    def synthesize(self, target: str, **options: Unpack[Options]) -> Record:
        """Area and timing of this design on a target; see `twiddle.synthesize`."""
        measured: Record = import_module("twiddle.synth").synthesize(self, target, **options)
        return measured


def cores() -> list[CoreKind]:
    """Every core of the catalogue."""
    return [ITERATIVE, RNS, QUAD, PWMM, MDF, MDC, QUAD_HLS]


def core(name: str, ring: Ring | str, **parameters: int | str) -> Design:
    """The design of core `name` for `ring`, which may be the name of a preset.

    Parameters have their RTL names (`DoubleBuffer=1`) or the same in snake case (`double_buffer=1`). Values
    of enums are names in lower case (`Method="ldsp"`).

    Raises TwiddleError for an unknown core or parameter, a value outside its legal range, and values that do
    not go together.

    >>> core("rns", "ml-kem", butterflies=2)
    Design(rns, ml-kem, Butterflies=2, DoubleBuffer=0, Registers=0, Published=0)
    """
    kinds = {kind.name: kind for kind in cores()}
    if isinstance(name, Ring):
        raise TwiddleError(f"core: {name.name} is a ring; the name of the core comes first, then the ring")
    if name not in kinds:
        raise unknown("core", name, kinds)
    if isinstance(ring, str):
        ring = preset(ring)
    kind = kinds[name]
    specs = {spec.name: spec for spec in (*kind.parameters, *kind.technology)}
    by_words = {key.lower(): key for key in specs}
    parameters = {by_words.get(key.replace("_", "").lower(), key): value for key, value in parameters.items()}
    for key, value in parameters.items():
        if key not in specs:
            near = hint(key, specs)
            raise TwiddleError(f"core {name}: no parameter {key!r}{near}; it has {', '.join(specs)}")
        if type(value) is not type(specs[key].default) or value not in specs[key].allowed:
            allowed = ", ".join(map(str, specs[key].allowed))
            raise TwiddleError(f"core {name}: {key} = {value} is not one of {allowed}")
    chosen = {spec.name: parameters.get(spec.name, spec.default) for spec in kind.parameters}
    for spec in kind.technology:
        if parameters.get(spec.name, spec.default) != spec.default:
            chosen[spec.name] = parameters[spec.name]
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
