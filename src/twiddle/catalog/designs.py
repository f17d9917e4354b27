# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of cores: rings, parameters and cycle counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError, hint, shown, unknown, whole
from twiddle.base.rings import Ring
from twiddle.base.rings import ring as preset
from twiddle.catalog.cores import CORES
from twiddle.catalog.cores.base import Architecture, CoreKind, Cycles, Parameters, ParameterSpec
from twiddle.catalog.cores.base import Memory as Memory

if TYPE_CHECKING:
    from twiddle.bundle import Bundle
    from twiddle.bundle.wrap.top import Wrapper
    from twiddle.tools.sim import Simulator
    from twiddle.tools.synth import Options, Record


@dataclass(frozen=True)
class Design:
    """One core with chosen ring and parameters, ready to simulate, synthesise and export; made by `core`.

    kind        its entry in the catalogue
    ring        its ring
    parameters  by their RTL names, integers or names of an enum's members

    >>> design = core("rns", "ml-kem")
    >>> design.words, design.lanes, design.operations
    ('rns, 4 butterflies', 8, ('ntt', 'intt', 'pwm', 'mul', 'mult'))
    """

    kind: CoreKind
    ring: Ring
    parameters: Parameters = field(hash=False)

    @property
    def core(self) -> str:
        """The core's name in the catalogue."""
        return self.kind.name

    @property
    def top(self) -> str:
        """The name of the top RTL module."""
        return self.kind.top

    @property
    def generated(self) -> bool:
        """Its sources are not in `rtl/`: a tool generates them (see `twiddle hls`)."""
        return self.kind.generated

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its generated sources, if not `rtl/`.

        Raises TwiddleError if the generating tool is missing.
        """
        return self._architecture.rtl_root

    @property
    def _architecture(self) -> Architecture:
        return self.kind.chosen(self.ring, self.parameters)

    @property
    def words(self) -> str:
        """The design in words: `iterative, 4 butterflies, fold`; features that are off are left out."""
        specs = self.kind.specs
        words = (specs[name].words(value) for name, value in self.parameters.items())
        return ", ".join([self.core, *filter(None, words)])

    @property
    def lanes(self) -> int:
        """Coefficients per beat on every stream."""
        return self._architecture.lanes

    @property
    def largest_k(self) -> int:
        """Most polynomials per operation on each operand stream; above 1 with a port k_i."""
        return self._architecture.largest_k

    @property
    def butterflies(self) -> int:
        """Butterflies of one transform; 0 without any."""
        return self._architecture.butterflies

    @property
    def lock_step(self) -> bool:
        """Whether a and b advance together: a source that offers all of a before b deadlocks."""
        return self.kind.architecture.lock_step

    @property
    def selector(self) -> int:
        """The value of the port `ring_i` for this ring, if the core selects it at run time."""
        return self._architecture.selector

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations that the core offers."""
        return self._architecture.operations

    @property
    def probes(self) -> Mapping[str, str]:
        """Hierarchical RTL signals of the busy count: read and write of the butterflies."""
        return {name: f"{self.top}.{path}" for name, path in self._architecture.probes.items()}

    def cycles(self, operation: str, k: int = 1) -> Cycles:
        """Cycle counts of one operation, by formula, with k polynomials on each operand stream.

        Raises TwiddleError for an unsupported operation or k.
        """
        self._check(operation, k)
        return self._architecture.cycles(operation, k)

    def model(self, operation: str, a: ArrayLike, b: ArrayLike | None = None, k: int = 1) -> NDArray[np.int64]:
        """The expected results: shape (m, n) for operands of shape (m k, n).

        Raises TwiddleError as `cycles` does, and for wrong operands.
        """
        self._check(operation, k)
        return self._architecture.run(operation, a, b, k)

    def _check(self, operation: str, k: int) -> None:
        if not isinstance(operation, str) or operation not in self.operations:
            raise unknown("operation", operation, self.operations, f" of core {self.core}")
        if not 1 <= (whole(k) or 0) <= self.largest_k:
            raise TwiddleError(f"core {self.core}: k = {shown(k)} is not an integer from 1 to {self.largest_k}")

    def rtl_parameters(self) -> dict[str, str]:
        """Parameter values in the form for Verilator's -G and Yosys' chparam."""
        fixed = {spec.name: spec.rtl(spec.default) for spec in self.kind.fixed}
        specs = self.kind.specs
        chosen = {name: specs[name].rtl(value) for name, value in self.parameters.items()}
        return {**self._architecture.rtl_ring.parameters, **fixed, **chosen}

    def __repr__(self) -> str:
        """One line: `Design(iterative, ml-kem, Butterflies=4, DoubleBuffer=0, Method=fold)`."""
        chosen = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"Design({self.core}, {self.ring.name}{chosen})"

    def simulate(
        self, *, assertions: bool = True, probes: Sequence[str] = (), rtl_root: Path | None = None, netlist: str = ""
    ) -> Simulator:
        """The compiled, cycle-accurate simulator of this design; see `twiddle.Simulator`."""
        made: Simulator = import_module("twiddle.tools.sim").Simulator(
            self, assertions=assertions, probes=probes, rtl_root=rtl_root, netlist=netlist
        )
        return made

    def export(self, folder: Path | str, wrapper: Wrapper | None = None) -> Bundle:
        """Writes a self-contained bundle; see `twiddle.export.export`."""
        written: Bundle = import_module("twiddle.export").export(self, folder, wrapper)
        return written

    def synthesize(self, target: str, **options: Unpack[Options]) -> Record:
        """Area and timing of this design on a target; see `twiddle.synthesize`."""
        measured: Record = import_module("twiddle.tools.synth").synthesize(self, target, **options)
        return measured


def cores() -> list[CoreKind]:
    """Every core of the catalogue.

    >>> [kind.name for kind in cores()]
    ['iterative', 'rns', 'quad', 'pwmm', 'mdf', 'mdc', 'quad-hls']
    """
    return list(CORES)


def core(name: str, ring: Ring | str, **parameters: SupportsIndex | str) -> Design:
    """The design of core `name` for `ring`, which may be the name of a preset.

    Parameters use their RTL names (`DoubleBuffer=1`) or the same in snake case (`double_buffer=1`). Values
    of enums are members (`Method=Method.LDSP`), or their names in lower case (`Method="ldsp"`).

    Raises TwiddleError for an unknown core or parameter, a value outside its legal range, and values that
    conflict.

    >>> core("rns", "ml-kem", butterflies=2)
    Design(rns, ml-kem, Butterflies=2, DoubleBuffer=0, Registers=0, Published=0)
    """
    kinds = {kind.name: kind for kind in cores()}
    if not isinstance(name, str) or name not in kinds:
        if isinstance(name, Ring) or (isinstance(ring, str) and ring in kinds):
            wrong = name.name if isinstance(name, Ring) else name
            raise TwiddleError(f"core {shown(wrong)}: a ring; the core's name comes first, then the ring")
        raise unknown("core", name, kinds)
    ring = preset(ring)
    kind = kinds[name]
    specs = kind.specs
    given = values(name, specs, parameters)
    chosen = {spec.name: given.get(spec.name, spec.default) for spec in kind.parameters}
    for spec in kind.technology:
        if given.get(spec.name, spec.default) != spec.default:
            chosen[spec.name] = given[spec.name]
    broken = kind.chosen(ring, chosen).broken()
    if broken is not None:
        raise TwiddleError(f"core {name}: {broken}")
    return Design(kind, ring, chosen)


def values(
    core: str, specs: Mapping[str, ParameterSpec], parameters: Mapping[str, SupportsIndex | str]
) -> dict[str, int | str]:
    """Parameters by their RTL names, from those or the same in snake case.

    Raises TwiddleError for an unknown one, and a value outside its legal range.
    """
    by_words = {key.lower(): key for key in specs}
    given: dict[str, SupportsIndex | str] = {}
    for name, value in parameters.items():
        key = by_words.get(name.replace("_", "").lower(), name)
        if key in given:
            raise TwiddleError(f"core {core}: {key} is set twice")
        given[key] = value
    checked = {}
    for key, value in given.items():
        if key not in specs:
            near = hint(key, specs)
            raise TwiddleError(f"core {core}: no parameter {key!r}{near}; it has {', '.join(specs)}")
        legal = specs[key].legal(value)
        if legal is None:
            allowed = ", ".join(map(str, specs[key].allowed))
            near = hint(value, map(str, specs[key].allowed)) if isinstance(value, str) else ""
            raise TwiddleError(f"core {core}: {key} = {shown(value)} is not one of {allowed}{near}")
        checked[key] = legal
    return checked


def takes(kind: CoreKind, ring: Ring) -> bool:
    """Whether a core with its default parameters supports a ring."""
    chosen = {spec.name: spec.default for spec in kind.parameters}
    return kind.chosen(ring, chosen).broken() is None


def combinations(kind: CoreKind, ring: Ring) -> Iterator[Design]:
    """The designs of a core for a ring: every legal combination of parameter values."""
    values = [[(spec.name, value) for value in spec.allowed] for spec in kind.parameters]
    for chosen in product(*values):
        if kind.chosen(ring, dict(chosen)).broken() is None:
            yield Design(kind, ring, dict(chosen))


def technology_values(kind: CoreKind, base: Parameters, ring: Ring) -> Iterator[Design]:
    """A legal design of a core with each value of a technology parameter that is not the default."""
    for spec in kind.technology:
        for value in spec.allowed:
            if value != spec.default:
                yield core(kind.name, ring, **{**base, spec.name: value})
