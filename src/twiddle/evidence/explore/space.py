# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Design spaces: of a ring, all cores and parameters with an operation; of a scheme, all builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from twiddle.base.errors import FieldError, TwiddleError, among, expect, hint
from twiddle.base.rings import Ring
from twiddle.base.rings import ring as preset
from twiddle.base.sources import Sources, sources
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES, Block, Kind
from twiddle.evidence import recipe
from twiddle.evidence.lattice_cycles import average, of_set
from twiddle.evidence.results import Results
from twiddle.model.work import work
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Measurement
from twiddle.tools.targets import TARGETS

OPERATION = "mul"
"""The default operation, if a core offers it."""

Settings = Mapping[str, Sequence[str]]
"""Fixed parameters: the allowed values of each, as typed."""


@dataclass(frozen=True)
class Point:
    """One point of the space: a design, its target and the operation."""

    name: str  # unique: the name of its record, without the ending
    words: str = field(hash=False)  # the design and its target in words
    core: str
    ring: str
    parameters: Mapping[str, int | str] = field(hash=False)
    target: str
    operation: str
    interval: int  # cycles between results at full rate
    latency: int  # cycles from the first beat in to the last beat out
    top: str
    rtl_parameters: Mapping[str, str] = field(hash=False)
    # the sources of the user's own core, which has no record
    own_sources: Sources | None = field(default=None, hash=False)
    # of a build for whole operations: those of each, on average
    cycles: Mapping[str, float] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        return f"Point({self.words}: {self.operation}, {self.interval} cycles)"

    @classmethod
    def of(cls, design: Block, target: str, operation: str, **whole: Any) -> Point:
        """The point of one of our designs; of a whole operation with its ring, interval, latency and cycles."""
        if not whole:
            cycles = design.cycles(operation)
            whole = {"ring": design.ring.name, "interval": cycles.interval or 0, "latency": cycles.latency or 0}
        return cls(
            name=records.name_of(design, target).removesuffix(".json"),
            words=f"{design.words} on {target}",
            core=design.core,
            parameters=design.parameters,
            target=target,
            operation=operation,
            top=design.top,
            rtl_parameters=design.rtl_parameters(),
            **whole,
        )

    @property
    def settings(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.parameters.items())

    def sources(self) -> Sources:
        """The sources of its elaboration; on a worker, that worker's files."""
        return self.own_sources or sources(self.top, self.rtl_parameters)


@dataclass(frozen=True)
class Outcome:
    """The state of a point: its measurement with its source, or the reason for having none."""

    status: Literal["measured", "failed", "ruled out", "unknown"]
    measurement: Measurement | None = None
    source: str | None = None
    reason: str | None = None


def count_of(points: int) -> str:
    """A number of points, in words."""
    return f"{points} point{'s' * (points != 1)}"


def points(
    ring: Ring | str,
    results: Results | None = None,
    operation: str | None = None,
    cores: Iterable[str] = (),
    targets: Iterable[str] = ("ecp5",),
    settings: Settings | None = None,
) -> list[Point]:
    """The design space of a ring: every combination of parameters, and the recorded technology variants.

    results    the technology variants are those recorded there; None: in the records of Twiddle
    operation  the required operation; None: mul, or the first one of the chosen cores if none offers mul
    cores      names of cores; none: all
    settings   excludes designs without one of these parameters or with another value of it

    """
    ring, results = preset(ring), Results() if results is None else results
    expect("results", results, Results, "records; twiddle.Results() has those of Twiddle")
    kinds = {kind.name: kind for kind in designs.cores()}
    chosen = among("core", cores, kinds) or list(kinds)
    chosen_targets = among("target", targets, TARGETS) or ["ecp5"]
    if operation is not None:
        among("operation", [operation], OPCODES)
    if not cores:
        chosen = [name for name in chosen if not kinds[name].generated]
    for name in chosen:
        if kinds[name].generated:
            raise FieldError(f"core {name}: a tool generates its sources; measure it with twiddle hls")
    settings = settings or {}
    for name, values in settings.items():
        _check_setting(name, values, [kinds[core] for core in chosen])
    recorded = [
        record
        for record in results.readable(lambda _: None)
        if record.ring == ring.name and record.target in chosen_targets
    ]
    space: list[Block] = []
    for name in chosen:
        space += kinds[name].combinations(ring)
        space += [designs.core(name, ring, **record.parameters) for record in recorded if record.core == name]
    allowed = [
        design
        for design in dict.fromkeys(space)
        if all(str(design.parameters.get(name)) in values for name, values in settings.items())
    ]
    offered = [name for design in allowed for name in design.operations]
    wanted = operation or (offered[0] if offered and OPERATION not in offered else OPERATION)
    allowed = [design for design in allowed if wanted in design.operations]
    if not allowed:
        fixed = "".join(f", {name} = {' or '.join(values)}" for name, values in settings.items())
        raise TwiddleError(f"no design of {', '.join(chosen)} for ring {ring.name} offers {wanted}{fixed}")
    return [Point.of(design, target, wanted) for target in chosen_targets for design in allowed]


def _check_setting(name: str, values: Sequence[str], kinds: Sequence[Kind]) -> None:
    """Raises TwiddleError for an unknown parameter or an unsupported value."""
    specs = [spec for kind in kinds for spec in (*kind.parameters, *kind.technology) if spec.name == name]
    if not specs:
        there = list(dict.fromkeys(spec.name for kind in kinds for spec in kind.parameters))
        known = f"{', '.join(kind.name for kind in kinds)} have {', '.join(there)}"
        raise TwiddleError(f"{name}={values[0]}: no such parameter{hint(name, there)}; {known}")
    allowed = list(dict.fromkeys(str(value) for spec in specs for value in spec.allowed))
    for value in values:
        if value not in allowed:
            near = "" if value.isdigit() else hint(value, allowed)
            raise TwiddleError(f"{name}={value}: not one of {', '.join(allowed)}{near}")


def own_points(path: Path, ring: Ring, operation: str, targets: Iterable[str]) -> list[Point]:
    """The user's own core on every target, from a recipe (see `twiddle.evidence.recipe`)."""
    described, sources = recipe.here(path)
    if preset(described.ring) != ring:
        raise TwiddleError(f"{path}: ring: {described.ring} is not the explored {ring.name}")
    for name in ("interval", "latency"):
        if operation not in getattr(described, name):
            raise TwiddleError(f"{path}: {name}: has no {operation}, the explored operation")
    return [
        Point(
            name=f"{recipe.name_of(described)}-{target}",
            words=f"{described.design} on {target}",
            core=described.design,
            ring=ring.name,
            parameters=described.parameters,
            target=target,
            operation=operation,
            interval=described.interval[operation],
            latency=described.latency[operation],
            top=described.top,
            rtl_parameters=described.parameters,
            own_sources=sources,
        )
        for target in dict.fromkeys(targets)
    ]


def builds(
    scheme: str, operation: str | None, targets: Iterable[str], results: Results, log: Callable[[str], None]
) -> tuple[list[Point], dict[str, Outcome]]:
    """Every build of `twd_lattice` that has a scheme, on every target, with measured cycles, and its record.

    operation  that is ranked; None: handshake, of ML-DSA verify
    """
    known = of_set(results, scheme, log)
    ranked = work(scheme.lower(), operation).name.split()[1]
    points, outcomes = [], {}
    for target in among("target", targets, TARGETS) or ["ecp5"]:
        for build, counts in known.items():
            interval = round(average(counts, scheme, ranked))
            cycles = {each: average(counts, scheme, each) for each in counts.measured}
            whole = {"ring": scheme.lower(), "interval": interval, "latency": interval, "cycles": cycles}
            points.append(Point.of(build, target, ranked, **whole))
            record = results.find(build, target)
            repeat = f"{records.repeat_command(build, target)} --record results measures it"
            found = Outcome("measured", record, "record") if record else Outcome("unknown", reason=repeat)
            outcomes[points[-1].name] = found
    return points, outcomes
