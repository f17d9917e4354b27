# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue entry of a core: parameters, rules, cycles, drawing, what is measured and shown."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle import model
from twiddle.base.errors import whole
from twiddle.base.rings import Ring
from twiddle.model.methods import Method

OPCODES: Mapping[str, int] = {"ntt": 0, "intt": 1, "pwm": 2, "mul": 3, "mult": 4}
"""Operation codes of the port `op_i`."""

Parameters = Mapping[str, int | str]
"""Parameters of a core by their RTL names; enum values by their names."""


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
    """One parameter of a core: its RTL name, default, legal values and meaning.

    Values are integers or enum names, as in `Method`.
    """

    name: str
    default: int | str
    allowed: tuple[int | str, ...]
    meaning: str
    enum: type[IntEnum] = Method

    @property
    def named(self) -> bool:
        """The values are names."""
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
        if self.allowed == (0, 1):
            return word if value else ""
        one = word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")
        return f"{value} {one if value == 1 else word}"


def choice(name: str, default: IntEnum, among: Iterable[IntEnum], meaning: str) -> ParameterSpec:
    """A parameter whose values are members of an enum."""
    return ParameterSpec(
        name, default.name.lower(), tuple(member.name.lower() for member in among), meaning, type(default)
    )


class Memory(IntEnum):
    """The memory primitives of a core, as in `twd_ram_pkg`."""

    BLOCK = 0
    LUT = 1
    LUT16 = 2


DOUBLE_BUFFER = "1: load and unload during computation; 0: less memory"
TABLES = ParameterSpec("LogicTables", 0, (0, 1), "1: constant tables in logic, for ASICs; 0: in block RAM")
TRUSTED = ParameterSpec("Trusted", 0, (0, 1), "1: operands are canonical by contract and not checked")
MEMORY = choice("Memory", Memory.BLOCK, Memory, "block RAM; LUTs of 64 words (AMD), or of 16 (ECP5, Gowin)")
OUTPUT_MEMORY = choice(
    "Memory", Memory.LUT, Memory, "LUTs of 64 words (AMD), or of 16 (ECP5, Gowin); block: results in block RAM"
)


class Architecture:
    """A core with chosen ring and parameters.

    operations  the operations that the core offers
    probes      the signals "read" and "write" of the busy count, by their names below the top; may be empty
    lanes       coefficients per beat
    largest_k   most polynomials per operation on a stream
    lock_step   a and b advance together: a source that offers all of a before b deadlocks
    pipelined   operations follow each other through a pipeline, and an output memory keeps several results
    generated   its sources are not in `rtl/`: a tool generates them
    butterflies  of one transform; a 2x2 butterfly counts four; 0 without any
    selector    value of the port `ring_i`, for a ring chosen at run time
    rtl_ring    the ring that the RTL is built for
    """

    operations: tuple[str, ...] = tuple(OPCODES)
    probes: Mapping[str, str] = {}
    lanes = 4
    largest_k = 1
    lock_step = False
    pipelined = False
    generated = False
    butterflies = 0
    selector = 0

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        self.ring = self.rtl_ring = ring
        self.parameters = parameters
        self.method = Method[str(parameters.get("Method", Method.FOLD.label)).upper()]

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its sources if not `rtl/`; TwiddleError if their tool is missing."""
        return None

    def broken(self) -> str | None:
        """The conflict between parameters that are legal one by one; None if there is none."""
        raise NotImplementedError

    def cycles(self, operation: str, k: int) -> Cycles:
        """Cycle counts of an offered operation, by formula."""
        raise NotImplementedError

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        """The model's results for operands of shape (m k, n)."""
        return model.run(self.ring, operation, a, b)

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


@dataclass(frozen=True)
class Point:
    """A ring and parameters of a core, with targets and seeds; the default is the reference flow."""

    ring: str
    parameters: Parameters = field(default_factory=dict, hash=False)
    targets: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()


AREA = ("xc7",)
"""Targets of designs whose place and route takes an hour or more with three seeds."""

LARGER = ("xcup", "gowin")
"""Families in addition to those of the reference flow."""

FIVE = (1, 2, 3, 4, 5)
"""Seeds of place and route for designs in README.

The streaming products of rings other than ml-kem have three, since these need an hour or more; that of ml-dsa
with two lanes has one.
"""

LUTS: Parameters = {"Method": "tiles_shift", "Memory": "lut16"}
"""No DSP block and no block RAM."""


@dataclass(frozen=True)
class Signal:
    """A signal by its name; its lowest `bits` are kept (0: the width of a coefficient).

    within   instance with the signal, as a hierarchical name below the top module
    """

    name: str
    bits: int
    what: str
    within: str = ""

    @property
    def path(self) -> str:
        """The hierarchical name below the top module."""
        return f"{self.within}.{self.name}" if self.within else self.name


@dataclass(frozen=True)
class Shown:
    """An operation with a waveform: the number of runs, and the signals shown in addition to the streams."""

    point: Point
    operation: str
    inner: tuple[Signal, ...]
    count: int = 1

    @property
    def signals(self) -> tuple[Signal, ...]:
        """All shown signals."""
        return (*_OPERAND, *self.inner, *_RESULT)


_OPERAND = (
    Signal("a_valid_i", 1, "operand: a beat is offered"),
    Signal("a_ready_o", 1, "operand: a beat is taken"),
    Signal("a_data_i", 0, "operand: coefficient of lane 0"),
)
_RESULT = (
    Signal("c_valid_o", 1, "result: a beat is offered"),
    Signal("c_ready_i", 1, "result: a beat is taken"),
    Signal("c_data_o", 0, "result: coefficient of lane 0"),
    Signal("c_last_o", 1, "result: last beat"),
)


@dataclass(frozen=True)
class CoreKind:
    """A core in the catalogue, before ring and parameters are chosen.

    name, summary  its name, and what it is in a few words
    parameters  that a design chooses, each with its default and its legal values
    top     name of its RTL module
    architecture  builds the core from a ring and parameters
    drawing  its datapath in a few lines
    fixed   parameters of the RTL module that select this core
    technology  parameters for a technology or a system; a design has one only if it differs from the default
    benched, apart, shown  designs that `twiddle bench` measures, those that the page breaks down by module,
              and those with a waveform on the page
    place   in the order of the catalogue; by default after those with one

    >>> from twiddle.catalog import cores
    >>> [(spec.name, spec.allowed) for spec in cores()[0].parameters][:2]
    [('Butterflies', (1, 2, 4)), ('DoubleBuffer', (0, 1))]
    """

    name: str
    summary: str
    parameters: tuple[ParameterSpec, ...]
    top: str
    architecture: type[Architecture]
    drawing: str = field(default="", compare=False)
    fixed: tuple[ParameterSpec, ...] = ()
    technology: tuple[ParameterSpec, ...] = (TABLES, TRUSTED)
    benched: tuple[Point, ...] = field(default=(), compare=False)
    apart: tuple[Point, ...] = field(default=(), compare=False)
    shown: tuple[Shown, ...] = field(default=(), compare=False)
    place: float = field(default=math.inf, compare=False)

    def __repr__(self) -> str:
        """One line."""
        return f"CoreKind({self.name}: {self.summary})"

    @property
    def generated(self) -> bool:
        """Its sources are not in `rtl/`: a tool generates them (see `twiddle hls`)."""
        return self.architecture.generated

    @property
    def specs(self) -> Mapping[str, ParameterSpec]:
        """The settable parameters, by name."""
        return {spec.name: spec for spec in (*self.parameters, *self.technology)}

    def chosen(self, ring: Ring, parameters: Parameters) -> Architecture:
        """The core with a ring and parameters."""
        return self.architecture(ring, {**{spec.name: spec.default for spec in self.fixed}, **parameters})
