# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurement: elaborate once, then map, time, place and route, in parallel on all processors."""

import contextlib
import json
import re
import statistics
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from numbers import Integral
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack

from twiddle.base.errors import (
    A_DESIGN,
    TwiddleError,
    as_path,
    expect,
    hint,
    integer,
    refused,
    sequence,
    shown,
    system_errors,
    unknown,
)
from twiddle.base.progress import Progress, silent
from twiddle.base.sources import Sources
from twiddle.base.store import Artifact
from twiddle.base.sweep import cpus
from twiddle.catalog.block import Block
from twiddle.tools import targets
from twiddle.tools.synth import netlist, records, tools
from twiddle.tools.synth.liberty import Library
from twiddle.tools.synth.records import SEED_LIMIT, SEEDS, Measurement, Record, repeat_command
from twiddle.tools.targets import asic
from twiddle.tools.targets.asic import Asic
from twiddle.tools.targets.base import Placed, Run, Target
from twiddle.tools.targets.vendor import NO_SEED, Vendor
from twiddle.tools.template import render

M = TypeVar("M", bound=Measurement)

Outcome = Measurement | TwiddleError
"""A measurement, or the reason for having none."""

Found = Mapping[str, Outcome]
"""The outcomes of one module, by target."""

FLOW = "2"
"""The version of the flow: raised when another script, or another reading of a report, changes a figure."""


class Options(TypedDict, total=False):
    """The options of a measurement.

    seeds      of place and route; the median clock rate counts (default 1, 2, 3); Vivado takes none
    cache      look up an earlier measurement and keep this one (default True)
    progress   called at every event of a step (default: nothing is shown)
    timeout    seconds for each run of a tool (default 1200)
    workers    tools that run at once (default: the number of processors)
    cancelled  event by which another thread ends the measurement (default: none)
    work       separate folder for scripts, netlists and logs (default: a scratch folder)
    liberty    library of the target asic (see `twiddle.tools.synth.liberty.load`)
    """

    seeds: Sequence[int]
    cache: bool
    progress: Progress | None
    timeout: float
    workers: int
    cancelled: threading.Event | None
    work: Path | str | None
    liberty: Library | None


def _seeds(options: Options) -> list[int]:
    """The seeds of place and route. Raises TwiddleError for one that is no number of 31 bits."""
    seeds = options.get("seeds", SEEDS)
    sequence("seeds", seeds, Integral, "integers")
    return [integer("seeds", seed, 0, SEED_LIMIT - 1) for seed in seeds]


def _check(options: Options) -> None:
    """Raises TwiddleError for an unknown option, repeated seeds or none, and values of another kind."""
    for name in options:
        if name not in Options.__annotations__:
            raise unknown("option", name, Options.__annotations__)
    seeds, limit = _seeds(options), options.get("timeout", 1.0)
    if not seeds:
        raise TwiddleError("seeds: at least one is needed")
    if len(set(seeds)) < len(seeds):
        raise TwiddleError("seeds: a seed is repeated")
    expect("cache", options.get("cache", True), bool, "True or False")
    expect("cancelled", options.get("cancelled"), threading.Event | None, "a threading.Event")
    if options.get("progress") is not None and not callable(options.get("progress")):
        raise refused("progress", options.get("progress"), "a function")
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not limit > 0:
        raise TwiddleError(f"timeout = {shown(limit)}: not a number of seconds above 0")


def synthesize(design: Block, target: str, **options: Unpack[Options]) -> Record:
    """Area and timing of a design on a target, as a record (see `twiddle.tools.synth.records`).

    Targets are those of `twiddle.tools.targets`, and asic, which needs the constant tables in logic (see
    `twiddle.tools.targets.asic`). Raises TwiddleError for an unknown target, a missing package or tool, and a tool
    that fails or exceeds its time limit.

    >>> from twiddle import core
    >>> synthesize(core("rns", "ml-kem"), "ecp5", seeds=[1]).fmax_mhz > 50  # doctest: +SKIP
    True
    """
    expect("target", target, str, "a name")
    return synthesize_all(design, (target,), **options)[target]


def synthesize_all(
    design: Block, target_names: Sequence[str] = targets.REFERENCE, **options: Unpack[Options]
) -> dict[str, Record]:
    """Records of a design by target, measured in parallel. Raises TwiddleError as `synthesize`."""
    return raise_first(synthesize_each(design, target_names, **options))


def synthesize_each(
    design: Block, target_names: Sequence[str], **options: Unpack[Options]
) -> dict[str, Record | TwiddleError]:
    """The same, but a target that fails returns its error instead of its record."""
    expect("design", design, Block, A_DESIGN)
    sequence("target_names", target_names, str, "names")
    if asic.NAME in target_names:
        if len(target_names) > 1:
            raise TwiddleError(f"target {asic.NAME}: measured separately, since its tables are logic")
        design = asic.with_logic_tables(design)
    measured = measure_each(design.sources(), target_names, **options)

    def record(measurement: Measurement) -> Record:
        library = measurement.library if isinstance(measurement, Measurement) else None
        command = repeat_command(design, measurement.target, _seeds(options), library)
        names = design.core, design.ring_name, design.parameters
        return measurement.of(*names, design.all_cycles(), command, records.commit())

    return {
        target: outcome if isinstance(outcome, TwiddleError) else record(outcome)
        for target, outcome in measured.items()
    }


def raise_first(outcomes: Mapping[str, M | TwiddleError]) -> dict[str, M]:
    """The same without errors; raises the first one."""
    measured = {}
    for target, outcome in outcomes.items():
        if isinstance(outcome, TwiddleError):
            raise outcome
        measured[target] = outcome
    return measured


def measure(
    top: str,
    sources: Sequence[Path],
    include_dirs: Sequence[Path],
    parameters: Mapping[str, str],
    target: str,
    **options: Unpack[Options],
) -> Measurement:
    """Area and timing of any module, for example an arithmetic unit, on one target.

    `sources` in compile order, `parameters` in the form for Yosys' chparam.
    Raises TwiddleError as `synthesize`.
    """
    module = Sources(top, tuple(sources), tuple(include_dirs), parameters)
    return raise_first(measure_each(module, [target], **options))[target]


def measure_each(module: Sources, target_names: Sequence[str], **options: Unpack[Options]) -> dict[str, Outcome]:
    """The same on several targets, each of which may fail, as for `synthesize_each`."""
    _check(options)
    seeds, cache = _seeds(options), options.get("cache", True)
    show = options.get("progress") or silent
    library = options.get("liberty")
    expect("liberty", library, Library | None, "a library; read one with twiddle.tools.synth.load_library(path)")
    module = replace(
        module,
        files=tuple(path.resolve() for path in module.files),
        include_dirs=tuple(path.resolve() for path in module.include_dirs),
    )
    chosen = {name: _chosen(name, library, module) for name in target_names}
    for path in module.files:
        if not path.is_file():
            raise TwiddleError(f"{path.name}: source file of {module.top} not found")
    source = module.source_hash()
    versions = {target: targets.versions(target) for target in target_names}
    kept = {
        target: measurement(source, target, seeds, {**versions[target], **_library(target, library)})
        for target in target_names
    }
    results: dict[str, Outcome] = {}
    for target in target_names:
        with contextlib.suppress(TwiddleError):  # an unreadable one is measured again
            if cache and (before := cached(kept[target], target)) is not None:
                show(f"{target}: measured before", "cached", 0.0)
                results[target] = before
    missing = [target for name, target in chosen.items() if name not in results]
    if missing:
        with _folder(options.get("work")) as folder:
            timeout, cancelled = options.get("timeout", 1200.0), options.get("cancelled")
            runner = tools.ToolRunner(module.top, folder, timeout, show, cancelled, versions if cache else None)
            workers = integer("workers", options.get("workers", cpus()), 1)
            for target, fields in _run(runner, module, missing, seeds, workers):
                if isinstance(fields, TwiddleError):
                    results[target] = fields
                    continue
                results[target] = measured = Measurement(
                    top=module.top, target=target, tools=versions[target], source_hash=source, **fields
                )
                if cache:
                    kept[target].save(measured.document())
    return results


def _chosen(name: str, library: Library | None, module: Sources) -> Target | Vendor | Asic:
    """The target of a name. Raises TwiddleError for an unknown one, and for asic without a library."""
    if name == asic.NAME:
        return asic.chosen(library, module)
    if (known := targets.find(name)) is None:
        raise TwiddleError(
            f"target {name!r}: unknown{hint(name, [*targets.TARGETS, *targets.VENDORS, asic.NAME])}; "
            f"the targets are {', '.join(targets.TARGETS)}, "
            f"and with a tool of your own {', '.join(targets.VENDORS)}, with a library {asic.NAME}"
        )
    return known


def measurement(
    source: str, target: str, seeds: Sequence[int], versions: Mapping[str, str]
) -> Artifact[dict[str, Any]]:
    """The measurement of a source text on a target, in the cache: its inputs are all that its figures depend on."""
    known = targets.find(target)
    placed = list(seeds) if known is not None and known.seeded else []
    form = ["flat"] if isinstance(known, Vendor) and known.flat else []
    return Artifact("synth", [FLOW, source, target, json.dumps([placed, dict(versions)]), *form], None, dict[str, Any])


def cached(kept: Artifact[dict[str, Any]], target: str) -> Measurement | None:
    """The cached measurement; None if there is none. Errors as for `records.read`."""
    path = kept.path
    measurement = records.read(path, Measurement, "measurement") if path.exists() else None
    if measurement is not None and measurement.target != target:
        raise TwiddleError(f"{path}: not a measurement on {target}")
    return measurement


def _library(target: str, library: Library | None) -> dict[str, str]:
    """The library properties that a measurement depends on."""
    if target != asic.NAME or library is None:
        return {}
    return {"library": f"{library.file} {library.sha256}"}


def _run(
    runner: tools.ToolRunner,
    module: Sources,
    chosen: Sequence[Target | Vendor | Asic],
    seeds: Sequence[int],
    workers: int,
) -> Iterator[tuple[str, dict[str, Any] | TwiddleError]]:
    """All tools for one module: elaboration first, then every step without pending dependences.

    Yields every target with fields of its measurement, or its error, as soon as it and those before it are
    done.
    """
    names, folders = tools.link(runner.folder, module.files, module.include_dirs)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            prepared = {
                target.name: pool.submit(target.prepare, runner) for target in chosen if isinstance(target, Target)
            }
            try:
                script = targets.elaborate(module.top, names, folders, module.parameters)
                runner.yosys("elaborate", "elab", script)
            except TwiddleError as error:
                yield from ((target.name, error) for target in chosen)
                return
            elaborated = (runner.folder / "elab.json").read_text()
            ports = json.loads(elaborated)["modules"]["dut_top"]["ports"]
            (runner.folder / "wrap.v").write_text(harness(ports))
            include = dict(zip(folders, module.include_dirs, strict=True))
            run = Run(runner, pool, seeds, module, names, include, ports, prepared)
            started = [target.submit(run) for target in chosen]
            design_hash = netlist.netlist_hash(elaborated)
            for target, jobs in zip(chosen, started, strict=True):
                try:
                    fields = {} if jobs.mapped is None else jobs.mapped.result()
                    if jobs.placed:
                        fields |= _median({seed: job.result() for seed, job in jobs.placed.items()})
                except TwiddleError as error:
                    yield target.name, error
                    continue
                steps = ("elaborate", f"{target.name}: ")
                seconds = round(sum(spent for step, spent in dict(runner.seconds).items() if step.startswith(steps)), 1)
                yield target.name, {**fields, "design_hash": design_hash, "seconds": seconds}
        except BaseException:
            runner.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _median(placed: Mapping[int, Placed]) -> dict[str, Any]:
    """The median clock rate, and path and cells of the seed that is nearest to it."""
    median = statistics.median(result.fmax_mhz for result in placed.values())
    nearest = min(placed.values(), key=lambda result: abs(result.fmax_mhz - median))
    plain = {str(seed): result.plain_mhz for seed, result in placed.items() if result.plain_mhz is not None}
    return {
        "fmax_mhz": median,
        "fmax_by_seed": {str(seed): result.fmax_mhz for seed, result in placed.items() if seed != NO_SEED},
        "critical_path": nearest.path,
        **({"cells": nearest.cells} if nearest.cells is not None else {}),
        **({"plain_mhz": statistics.median(plain.values()), "plain_by_seed": plain} if plain else {}),
    }


@contextlib.contextmanager
def _folder(work: Path | str | None) -> Iterator[Path]:
    if work is not None:
        with system_errors(work, "cannot be made"):
            as_path("work", work).mkdir(parents=True, exist_ok=True)
        yield Path(work)
    else:
        with tempfile.TemporaryDirectory(prefix="twiddle-synth-") as name:
            yield Path(name)


_CLOCK = re.compile(r"^(i_)?(clk|clock|clk_i|sys_clk|aclk)(_i)?$", re.IGNORECASE)
_RESET = re.compile(r"^(i_)?(a?rst|a?reset|aresetn|zeroize)(_?n|_?b|_?ni|_?i)?$", re.IGNORECASE)


def harness(ports: Mapping[str, Mapping[str, Any]]) -> str:
    """Verilog of `measure_wrap` around `dut_top`; `ports` in the form of Yosys' write_json.

    Clock and reset are wired to pins. Every other input bit is one flip-flop of a serial shift register, and
    a flip-flop that feeds a serial XOR chain captures every output bit. So every path of the design runs from
    flip-flop to flip-flop, and the harness is never more than one LUT deep.
    """
    inputs, outputs = (
        {name: len(port["bits"]) for name, port in ports.items() if (port["direction"] == "input") is inward}
        for inward in (True, False)
    )
    clocks = [name for name in inputs if _CLOCK.match(name)]
    resets = [name for name, width in inputs.items() if name not in clocks and width == 1 and _RESET.match(name)]
    connections = [f".\\{name} (clk)" for name in clocks]
    connections += [f".\\{name} (rst[{index}])" for index, name in enumerate(resets)]
    data = {name: width for name, width in inputs.items() if name not in (*clocks, *resets)}
    for bus, group in (("isr", data), ("o", outputs)):
        low = 0
        for name, width in group.items():
            connections.append(f".\\{name} ({bus}[{low} +: {width}])")
            low += width
    return render(
        "harness.v",
        connections=connections,
        last_reset=max(len(resets), 1) - 1,
        last_in=max(sum(data.values()), 1) - 1,
        last_out=sum(outputs.values()) - 1,
    )
