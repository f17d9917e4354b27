# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A block of hardware with parameters, and its entry in the catalogue.

A `Kind` is an entry: a module, the parameters that a user may set, and its `Architecture`, which knows their rules.
A `Block` is a kind with chosen parameters, and with a ring where its hardware is built for one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle import model
from twiddle.base import ATTACHED
from twiddle.base.errors import TwiddleError, hint, shown, unknown, whole
from twiddle.base.rings import Ring
from twiddle.base.rings import ring as preset
from twiddle.base.sources import Sources, sources
from twiddle.model.methods import Method

OPCODES: Mapping[str, int] = {"ntt": 0, "intt": 1, "pwm": 2, "mul": 3, "mult": 4}
"""Operation codes of the port `op_i`."""

Parameters = Mapping[str, int | str]
"""Parameters by their RTL names; enum values by their names."""


@dataclass(frozen=True)
class Cycles:
    """Cycle counts of one operation; None for a figure without a meaning.

    interval  between the first beats in of two operations at full rate
    fill      from the first beat in to the first beat out
    latency   from the first beat in to the last beat out, both included
    busy      from the first butterfly read to the last write, both included; None for streaming cores

    >>> from twiddle import core
    >>> core("iterative", "ml-kem", butterflies=4).cycles("ntt")
    Cycles(interval=224, fill=283, latency=315, busy=239)
    """

    interval: int | None
    fill: int | None
    latency: int | None
    busy: int | None


@dataclass(frozen=True)
class ParameterSpec:
    """One parameter: its RTL name, default, legal values and meaning.

    Values are integers or enum names, as in `Method`.
    """

    name: str
    default: int | str
    allowed: tuple[int | str, ...]
    meaning: str
    enum: type[IntEnum] = Method

    @property
    def named(self) -> bool:
        return isinstance(self.default, str)

    def legal(self, value: object) -> int | str | None:
        """A legal value: an integer of any type, True or False for 1 or 0, a name or a member of the enum.

        None for any other.
        """
        if isinstance(value, bool) and self.allowed == (0, 1):
            value = int(value)
        elif self.named and isinstance(value, self.enum):
            value = value.name.lower()
        plain = str(value) if isinstance(value, str) else whole(value)
        return plain if plain in self.allowed else None

    def rtl(self, value: int | str) -> str:
        """A value in the form for Verilator's -G and Yosys' chparam."""
        return str(value if isinstance(value, int) else self.enum[value.upper()].value)

    def words(self, value: int | str) -> str:
        """A value for people: `4 butterflies`, `fold`; empty for a feature that is off."""
        word = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name).lower()
        if isinstance(value, str):
            return value
        if self.allowed in ((0, 1), (0, 1, 2)):
            return "" if value == 0 else word if value == 1 else f"{word} {value}"
        one = word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")
        return f"{value} {one if value == 1 else word}"


def choice(name: str, default: IntEnum, among: Iterable[IntEnum], meaning: str) -> ParameterSpec:
    """A parameter whose values are members of an enum."""
    return ParameterSpec(
        name, default.name.lower(), tuple(member.name.lower() for member in among), meaning, type(default)
    )


class Architecture:
    """What a kind knows of chosen parameters; this base is right for a block without a ring.

    operations  the operations of a polynomial core
    generated   its sources are not in `rtl/`: a tool generates them
    """

    operations: tuple[str, ...] = ()
    generated = False
    lock_step = False
    pipelined = False

    def __init__(self, ring: Ring | None, parameters: Parameters, /) -> None:
        self.parameters = parameters

    @property
    def words(self) -> str:
        return ""

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its sources if not `rtl/`; TwiddleError if their tool is missing."""
        return None

    def broken(self) -> str | None:
        """The conflict between parameters that are legal one by one; None if there is none."""
        return None

    def rtl_parameters(self, specs: Mapping[str, ParameterSpec]) -> dict[str, str]:
        """Parameters in the form for Verilator's -G and Yosys' chparam."""
        return {name: specs[name].rtl(value) for name, value in self.parameters.items()}


class PolynomialCore(Architecture):
    """A core with the ports of design.md: streams of polynomials of one ring.

    probes      the signals "read" and "write" of the busy count, by their names below the top; may be empty
    lanes       coefficients per beat
    largest_k   most polynomials per operation on a stream
    lock_step   a and b advance together: a source that offers all of a before b deadlocks
    pipelined   operations follow each other through a pipeline, and an output memory keeps several results
    butterflies  of one transform; a 2x2 butterfly counts four; 0 without any
    selector    value of the port `ring_i`, for a ring chosen at run time
    rtl_ring    the ring that the RTL is built for
    """

    operations: tuple[str, ...] = tuple(OPCODES)
    probes: Mapping[str, str] = {}
    lanes = 4
    largest_k = 1
    butterflies = 0
    selector = 0

    def __init__(self, ring: Ring | None, parameters: Parameters, /) -> None:
        if ring is None:
            raise TwiddleError("ring: missing")
        super().__init__(ring, parameters)
        self.ring = self.rtl_ring = ring
        self.method = Method[str(parameters.get("Method", Method.FOLD.label)).upper()]

    def cycles(self, operation: str, k: int) -> Cycles:
        raise NotImplementedError

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        """The model's results for operands of shape (m k, n)."""
        return model.run(self.ring, operation, a, b)

    def rtl_parameters(self, specs: Mapping[str, ParameterSpec]) -> dict[str, str]:
        return {**self.rtl_ring.parameters, **super().rtl_parameters(specs)}

    def refused(
        self, reason: Callable[[Method], str | None], among: Iterable[Method] = Method, hint: str = "methods that work:"
    ) -> str | None:
        """Why the method does not support the ring, with the methods that do; None if it does."""
        why = reason(self.method)
        if why is None:
            return None
        working = ", ".join(method.label for method in among if reason(method) is None)
        return f"Method = {self.method.label}, q = {self.ring.q}: {why}; {hint} {working}"

    def short(self, least: int, who: str) -> str | None:
        """An error if the ring has fewer coefficients than `who` needs; otherwise None."""
        if self.ring.n >= least:
            return None
        return f"{who} n >= {least}; ring {self.ring.name} has n = {self.ring.n}"


class Unit(Architecture):
    """An arithmetic unit: operands in, residues modulo q out, `latency` cycles later."""

    only: Method | None = None
    """The method of a unit that is built for one."""

    def __init__(self, ring: Ring | None, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.q = int(parameters["Q"]) if ring is None else ring.q
        self.method = self.only or Method[str(parameters.get("Method", Method.FOLD.label)).upper()]

    @property
    def form(self) -> str:
        """Distinguishes units of one family and method: the factor of the result, or the construction."""
        raise NotImplementedError

    @property
    def latency(self) -> int:
        raise NotImplementedError

    @property
    def cycles(self) -> int | None:
        """For a whole point-wise product of two polynomials, of an engine for the whole product; None without."""
        return None

    @property
    def words(self) -> str:
        """The unit in words, after the name of its family."""
        return f"{self.method.label} ({self.form}), q = {self.q}"


@dataclass(frozen=True)
class Point:
    """A ring and parameters of a kind, with targets and seeds; the default is the reference flow."""

    ring: str = ""
    parameters: Parameters = field(default_factory=dict, hash=False)
    targets: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Kind:
    """An entry of the catalogue, before ring and parameters are chosen.

    name, summary  its name, and what it is in a few words
    parameters  that a block chooses, each with its default and its legal values
    top     name of its RTL module
    architecture  the rules of ring and parameters
    family  core; reduction, multiplier, butterfly or engine for arithmetic units; system for the rest
    ringed  its blocks are built for a ring
    drawing  its datapath in a few lines
    fixed   parameters of the RTL module that select this kind
    technology  parameters for a technology or a system; a block has one only if it differs from the default
    benched, apart  blocks that `twiddle bench` measures, and those that the page breaks down by module
    place   in the order of the catalogue; by default after those with one

    >>> from twiddle import cores
    >>> [(spec.name, spec.allowed) for spec in cores()[0].parameters][:2]
    [('Butterflies', (1, 2, 4)), ('DoubleBuffer', (0, 1))]
    """

    name: str
    summary: str
    parameters: tuple[ParameterSpec, ...]
    top: str
    architecture: type[Architecture]
    family: str = "core"
    ringed: bool = True
    drawing: str = field(default="", compare=False)
    fixed: tuple[ParameterSpec, ...] = ()
    technology: tuple[ParameterSpec, ...] = ()
    benched: tuple[Point, ...] = field(default=(), compare=False)
    apart: tuple[Point, ...] = field(default=(), compare=False)
    place: float = field(default=math.inf, compare=False)

    def __repr__(self) -> str:
        return f"Kind({self.name}: {self.summary})"

    @property
    def generated(self) -> bool:
        """Its sources are not in `rtl/`: a tool generates them (see `twiddle hls`)."""
        return self.architecture.generated

    @cached_property
    def specs(self) -> Mapping[str, ParameterSpec]:
        """The settable parameters, by name."""
        return {spec.name: spec for spec in (*self.parameters, *self.technology)}

    def chosen(self, ring: Ring | None, parameters: Parameters) -> Architecture:
        return self.architecture(ring, {**{spec.name: spec.default for spec in self.fixed}, **parameters})

    def block(self, ring: Ring | str | None = None, **parameters: SupportsIndex | str) -> Block:
        """The block with a ring, or the name of one, and parameters; see `twiddle.core`.

        Raises TwiddleError for a missing or needless ring, an unknown parameter, a value outside its legal range, and
        values that conflict.
        """
        if ring is None and self.ringed:
            raise TwiddleError(f"core {self.name}: needs a ring")
        if ring is not None and not self.ringed:
            raise TwiddleError(f"core {self.name}: takes no ring; its parameters: {', '.join(self.specs) or 'none'}")
        over = None if ring is None else preset(ring)
        given = self._values(parameters)
        chosen = {spec.name: given.get(spec.name, spec.default) for spec in self.parameters}
        for spec in self.technology:
            if given.get(spec.name, spec.default) != spec.default:
                chosen[spec.name] = given[spec.name]
        if (broken := self.chosen(over, chosen).broken()) is not None:
            raise TwiddleError(f"core {self.name}: {broken}")
        return Block(self, over, chosen)

    def _values(self, parameters: Mapping[str, SupportsIndex | str]) -> dict[str, int | str]:
        """Parameters by their RTL names, from those or the same in snake case."""
        by_words = {key.lower(): key for key in self.specs}
        given: dict[str, SupportsIndex | str] = {}
        for name, value in parameters.items():
            key = by_words.get(name.replace("_", "").lower(), name)
            if key in given:
                raise TwiddleError(f"core {self.name}: {key} is set twice")
            given[key] = value
        checked = {}
        for key, value in given.items():
            if key not in self.specs:
                near = hint(key, self.specs)
                there = f"it has {', '.join(self.specs)}" if self.specs else "it has none"
                raise TwiddleError(f"core {self.name}: no parameter {key!r}{near}; {there}")
            legal = self.specs[key].legal(value)
            if legal is None:
                names = [str(each) for each in self.specs[key].allowed]
                near = hint(value, names) if isinstance(value, str) else ""
                raise TwiddleError(f"core {self.name}: {key} = {shown(value)} is not one of {', '.join(names)}{near}")
            checked[key] = legal
        return checked

    def takes(self, ring: Ring) -> bool:
        """Whether it supports a ring with its default parameters."""
        return self.chosen(ring, {spec.name: spec.default for spec in self.parameters}).broken() is None

    def combinations(self, ring: Ring | None = None) -> Iterator[Block]:
        """Its blocks for a ring: every legal combination of parameter values."""
        for values in product(*(spec.allowed for spec in self.parameters)):
            chosen = {spec.name: value for spec, value in zip(self.parameters, values, strict=True)}
            if self.chosen(ring, chosen).broken() is None:
                yield Block(self, ring, chosen)

    def technology_values(self, base: Parameters, ring: Ring | None = None) -> Iterator[Block]:
        """A block with each value of a technology parameter that is not the default, where it is legal."""
        for spec in self.technology:
            for value in spec.allowed:
                chosen = {**base, spec.name: value}
                if value != spec.default and self.chosen(ring, chosen).broken() is None:
                    yield self.block(ring, **chosen)

    def measured(self) -> Iterator[tuple[Block, Point]]:
        """The blocks that `twiddle bench` measures."""
        for point in self.benched:
            yield self.block(point.ring or None, **point.parameters), point


@dataclass(frozen=True)
class Block:
    """A kind with chosen parameters, ready to synthesise, and to simulate and export where it can; made by `core`.

    kind        its entry in the catalogue
    over        its ring; None for a block that is built for none
    parameters  by their RTL names, integers or names of an enum's members

    >>> from twiddle import core
    >>> block = core("rns", "ml-kem")
    >>> block.words, block.lanes, block.operations
    ('rns, 4 butterflies', 8, ('ntt', 'intt', 'pwm', 'mul', 'mult'))
    """

    kind: Kind
    over: Ring | None
    parameters: Parameters = field(hash=False)

    def __hash__(self) -> int:
        return hash((self.kind.name, self.over, *self.parameters.items()))

    @property
    def core(self) -> str:
        """Its name in the catalogue."""
        return self.kind.name

    @property
    def top(self) -> str:
        """The name of the top RTL module."""
        return self.kind.top

    @property
    def ring(self) -> Ring:
        """Its ring. Raises TwiddleError for a block that is built for none."""
        if self.over is None:
            raise TwiddleError(f"core {self.core}: has no ring")
        return self.over

    @property
    def generated(self) -> bool:
        """Its sources are not in `rtl/`: a tool generates them (see `twiddle hls`)."""
        return self.kind.generated

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its generated sources, if not `rtl/`."""
        return self.architecture.rtl_root

    @cached_property
    def architecture(self) -> Architecture:
        """The rules of its ring and parameters."""
        return self.kind.chosen(self.over, self.parameters)

    @property
    def streams(self) -> bool:
        """Whether it has the ports of a polynomial core, which `simulate` drives."""
        return isinstance(self.architecture, PolynomialCore)

    @property
    def _polynomial(self) -> PolynomialCore:
        if isinstance(self.architecture, PolynomialCore):
            return self.architecture
        raise TwiddleError(f"core {self.core}: has no streams of polynomials")

    @property
    def unit(self) -> Unit:
        """Modulus, method, form and latency of an arithmetic unit. Raises TwiddleError for any other block."""
        if isinstance(self.architecture, Unit):
            return self.architecture
        raise TwiddleError(f"core {self.core}: is not an arithmetic unit")

    @property
    def words(self) -> str:
        """The block in words: `iterative, 4 butterflies, fold`; features that are off are left out."""
        if self.architecture.words:
            return (
                f"{self.kind.family} {self.architecture.words}"
                if isinstance(self.architecture, Unit)
                else self.architecture.words
            )
        specs = self.kind.specs
        words = (specs[name].words(value) for name, value in self.parameters.items())
        return ", ".join([self.core, *filter(None, words)])

    @property
    def stem(self) -> str:
        """Its name among the records: `iterative-ml-kem-Butterflies4-DoubleBuffer0-Methodfold`."""
        return stem(self.core, self.ring_name, self.parameters)

    @property
    def ring_name(self) -> str:
        """The name of its ring; empty for a block that is built for none."""
        return "" if self.over is None else self.over.name

    @property
    def settings(self) -> str:
        """Its parameters as typed: `Butterflies=4 Method=fold`."""
        return " ".join(f"{name}={value}" for name, value in self.parameters.items())

    @property
    def lanes(self) -> int:
        """Coefficients per beat on every stream."""
        return self._polynomial.lanes

    @property
    def largest_k(self) -> int:
        """Most polynomials per operation on each operand stream; above 1 with a port k_i."""
        return self._polynomial.largest_k

    @property
    def butterflies(self) -> int:
        """Butterflies of one transform; 0 without any."""
        return self._polynomial.butterflies

    @property
    def lock_step(self) -> bool:
        """Whether a and b advance together: a source that offers all of a before b deadlocks."""
        return self.kind.architecture.lock_step

    @property
    def selector(self) -> int:
        """The value of the port `ring_i` for this ring, if the core selects it at run time."""
        return self._polynomial.selector

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations of a polynomial core; none for another block."""
        return self.architecture.operations

    @property
    def probes(self) -> Mapping[str, str]:
        """Hierarchical RTL signals of the busy count: read and write of the butterflies."""
        return {name: f"{self.top}.{path}" for name, path in self._polynomial.probes.items()}

    def cycles(self, operation: str, k: int = 1) -> Cycles:
        """Cycle counts of one operation, by formula, with k polynomials on each operand stream.

        Raises TwiddleError for an unsupported operation or k.
        """
        self._check(operation, k)
        return self._polynomial.cycles(operation, k)

    def all_cycles(self) -> dict[str, Cycles]:
        """The cycle counts of every operation, for one polynomial an operand."""
        return {name: self.cycles(name) for name in self.operations}

    def model(self, operation: str, a: ArrayLike, b: ArrayLike | None = None, k: int = 1) -> NDArray[np.int64]:
        """The expected results: shape (m, n) for operands of shape (m k, n).

        Raises TwiddleError as `cycles` does, and for wrong operands.
        """
        self._check(operation, k)
        return self._polynomial.run(operation, a, b, k)

    def _check(self, operation: str, k: int) -> None:
        if not isinstance(operation, str) or operation not in self.operations:
            raise unknown("operation", operation, self.operations, f" of core {self.core}")
        if not 1 <= (whole(k) or 0) <= self.largest_k:
            raise TwiddleError(f"core {self.core}: k = {shown(k)} is not an integer from 1 to {self.largest_k}")

    def rtl_parameters(self) -> dict[str, str]:
        """Parameter values in the form for Verilator's -G and Yosys' chparam."""
        fixed = {spec.name: spec for spec in self.kind.fixed}
        return self.architecture.rtl_parameters({**fixed, **self.kind.specs})

    def sources(self) -> Sources:
        """The elaboration inputs. Raises TwiddleError if they are generated and their tool is missing."""
        return sources(self.top, self.rtl_parameters(), self.rtl_root)

    def __repr__(self) -> str:
        """One line: `Block(iterative, ml-kem, Butterflies=4, DoubleBuffer=0, Method=fold)`."""
        words = filter(None, [self.core, self.ring_name, *self.settings.split()])
        return f"Block({', '.join(words)})"


def stem(core: str, ring: str, parameters: Parameters) -> str:
    """The name of a block among the records; ring is empty for a block without one."""
    settings = (f"{key}{value}" for key, value in parameters.items())
    return "-".join(filter(None, [core, ring, *settings]))


for _name, _method in ATTACHED.items():
    setattr(Block, _name, _method)
