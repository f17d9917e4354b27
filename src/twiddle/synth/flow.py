# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurement itself: elaborate once, then map, time, place and route, in parallel on all processors."""

from __future__ import annotations

import contextlib
import json
import statistics
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypedDict, Unpack

from twiddle import manifest
from twiddle.designs import Design
from twiddle.errors import TwiddleError
from twiddle.synth import cache as store
from twiddle.synth import netlist, reports, targets, tools
from twiddle.synth.harness import harness
from twiddle.synth.path import CriticalPath
from twiddle.synth.progress import Progress, silent
from twiddle.synth.records import SEEDS, UNIT_KEYS, Record, ordered, repeat_command
from twiddle.synth.units import Unit

_Results = dict[str, dict[str, Any]]


class Options(TypedDict, total=False):
    """How a measurement is made.

    seeds      of place and route; the median clock rate counts (default 1, 2, 3)
    cache      look a repeated measurement up and keep this one (default True)
    progress   called at every event of a step (default: nothing is shown)
    timeout    seconds for each run of a tool (default 1200)
    workers    tools that run at once (default: the number of processors)
    cancelled  event that ends the measurement once another thread sets it (default: none)
    work       folder of its own that keeps scripts, netlists and logs (default: a scratch folder)
    """

    seeds: Sequence[int]
    cache: bool
    progress: Progress | None
    timeout: float
    workers: int
    cancelled: threading.Event | None
    work: Path | None


def synthesize(design: Design, target: str, **options: Unpack[Options]) -> Record:
    """Area and timing of a design on "xc7" or "ecp5", as a record (see `twiddle.synth.records`).

    Raises TwiddleError for an unknown target, a missing package, or a tool that fails or takes too long.
    """
    return synthesize_all(design, (target,), **options)[target]


def synthesize_all(
    design: Design, target_names: Sequence[str] = tuple(targets.TARGETS), **options: Unpack[Options]
) -> dict[str, Record]:
    """Records of a design by target, all measured side by side. Raises TwiddleError as `synthesize`."""
    root = design.rtl_root
    files = manifest.sources(design.top, root), manifest.include_dirs(root)
    measured = measure_all(design.top, *files, design.rtl_parameters(), target_names, **options)
    return {
        target: ordered(
            {
                **measurement,
                "core": design.core,
                "ring": design.ring.name,
                "parameters": dict(design.parameters),
                "command": repeat_command(design, target, options.get("seeds", SEEDS)),
            }
        )
        for target, measurement in measured.items()
    }


def measure_unit(unit: Unit, target: str, **options: Unpack[Options]) -> Record:
    """Record of an arithmetic unit on a target (see `twiddle.synth.units`). Errors as for `synthesize`."""
    of = unit.sources()
    measurement = measure(of.top, of.files, of.include_dirs, of.parameters, target, **options)
    return ordered({**measurement, **unit.document(), "command": unit.command()}, UNIT_KEYS)


def measure(
    top: str,
    sources: Sequence[Path],
    include_dirs: Sequence[Path],
    parameters: Mapping[str, str],
    target: str,
    **options: Unpack[Options],
) -> dict[str, Any]:
    """Area and timing of any module on one target; see `measure_all`."""
    return measure_all(top, sources, include_dirs, parameters, (target,), **options)[target]


def measure_all(
    top: str,
    sources: Sequence[Path],
    include_dirs: Sequence[Path],
    parameters: Mapping[str, str],
    target_names: Sequence[str] = tuple(targets.TARGETS),
    **options: Unpack[Options],
) -> _Results:
    """Area and timing of any module, for example an arithmetic unit, on several targets side by side.

    `sources` in the order in which they are read, `parameters` as Yosys' chparam takes them. Returns, by
    target, `top`, `rtl_parameters`, `target`, `cells`, `fmax_mhz` (median, None for xc7), `fmax_by_seed`,
    `critical_path` (of the median seed), `tools`, `seconds`, `design_hash`, `source_hash`, as in
    `twiddle.synth.records`.
    Raises TwiddleError as `synthesize`.
    """
    seeds, cache = options.get("seeds", SEEDS), options.get("cache", True)
    show = options.get("progress") or silent
    for target in target_names:
        if target not in targets.TARGETS:
            raise TwiddleError(f"target {target!r}: unknown; the targets are {', '.join(targets.TARGETS)}")
    if not seeds:
        raise TwiddleError("seeds: at least one is needed")
    sources = [path.resolve() for path in sources]
    include_dirs = [path.resolve() for path in include_dirs]
    for path in sources:
        if not path.is_file():
            raise TwiddleError(f"{path.name}: source file of {top} not found")
    source = store.source_hash(top, sources, include_dirs, parameters)
    versions = {target: tools.versions(target) for target in target_names}
    keys = {target: store.key(source, target, seeds, versions[target]) for target in target_names}
    results: _Results = {}
    for target in target_names:
        if cache and (kept := store.load(keys[target])) is not None:
            show(f"{target}: measured before", "cached", 0.0)
            results[target] = kept
    missing = [target for target in target_names if target not in results]
    if missing:
        with _folder(options.get("work")) as folder:
            runner = tools.ToolRunner(
                top, folder, options.get("timeout", 1200.0), show, options.get("cancelled")
            )
            workers = options.get("workers", tools.cpus())
            found = _run(runner, top, sources, include_dirs, parameters, missing, seeds, workers, show)
        for target, measurement in found.items():
            results[target] = {
                "top": top,
                "rtl_parameters": dict(parameters),
                "target": target,
                **measurement,
                "tools": versions[target],
            }
            if cache:
                store.save(keys[target], results[target])
    return {target: {**results[target], "source_hash": source} for target in target_names}


def _run(
    runner: tools.ToolRunner,
    top: str,
    sources: Sequence[Path],
    include_dirs: Sequence[Path],
    parameters: Mapping[str, str],
    target_names: Sequence[str],
    seeds: Sequence[int],
    workers: int,
    show: Progress,
) -> _Results:
    """All the tools for one module: elaboration first, then whatever does not wait for something else."""
    steps = ["elaborate"]
    if "xc7" in target_names:
        steps += ["xc7: map", "xc7: timing"]
    if "ecp5" in target_names:
        steps += ["ecp5: prepare nextpnr", "ecp5: map", "ecp5: map in the harness", *map(_seed_step, seeds)]
    for step in steps:
        show(step, "queued", 0.0)

    source_names, include_names = tools.link(runner.folder, sources, include_dirs)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            if "ecp5" in target_names:
                prepared = pool.submit(runner.prepare_nextpnr)
            runner.yosys("elaborate", "elab", targets.elaborate(top, source_names, include_names, parameters))
            elaborated = (runner.folder / "elab.json").read_text()
            jobs: dict[str, list[Future[Any]]] = {}
            if "ecp5" in target_names:
                wrapped = pool.submit(_ecp5_harness, runner)
            if "xc7" in target_names:
                jobs["xc7"] = [pool.submit(_xc7, runner)]
            if "ecp5" in target_names:
                area = pool.submit(_ecp5_area, runner)
                prepared.result()
                wrapped.result()
                jobs["ecp5"] = [area, *(pool.submit(_ecp5_seed, runner, seed) for seed in seeds)]
            results: _Results = {}
            for target, futures in jobs.items():
                first, *routed = [future.result() for future in futures]
                results[target] = _ecp5(first, dict(zip(seeds, routed, strict=True))) if routed else first
                results[target]["design_hash"] = netlist.netlist_hash(elaborated)
                spent = [runner.seconds[step] for step in steps if step.startswith(("elaborate", target))]
                results[target]["seconds"] = round(sum(spent), 1)
            return results
        except BaseException:
            runner.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _xc7(runner: tools.ToolRunner) -> dict[str, Any]:
    runner.yosys("xc7: map", "xc7", targets.XC7_MAP)
    counts = reports.cell_counts((runner.folder / "xc7_stat.json").read_text())
    (runner.folder / "ffmap.v").write_text(targets.flop_map())
    runner.yosys("xc7: timing", "sta", targets.XC7_TIMING)
    path = reports.sta_path((runner.folder / "sta.txt").read_text())
    return {
        "cells": targets.xc7_cells(counts),
        "fmax_mhz": None,
        "fmax_by_seed": {},
        "critical_path": path,
    }


def _ecp5_area(runner: tools.ToolRunner) -> dict[str, int | float]:
    runner.yosys("ecp5: map", "ecp5", targets.ECP5_MAP)
    return targets.ecp5_cells(reports.cell_counts((runner.folder / "ecp5_stat.json").read_text()))


def _ecp5_harness(runner: tools.ToolRunner) -> None:
    netlist = json.loads((runner.folder / "elab.json").read_text())
    (runner.folder / "wrap.v").write_text(harness(netlist["modules"]["dut_top"]["ports"]))
    runner.yosys("ecp5: map in the harness", "wrap", targets.ECP5_HARNESS)


def _seed_step(seed: int) -> str:
    return f"ecp5: place and route seed {seed}"


def _ecp5_seed(runner: tools.ToolRunner, seed: int) -> tuple[float, CriticalPath | None]:
    name = f"pnr_{seed}"
    options = [*targets.NEXTPNR, "--seed", str(seed), "--report", f"{name}.json"]
    runner.nextpnr(_seed_step(seed), name, options)
    report = (runner.folder / f"{name}.json").read_text()
    return reports.nextpnr_fmax(report), reports.nextpnr_path(report)


def _ecp5(
    cells: dict[str, int | float], routed: Mapping[int, tuple[float, CriticalPath | None]]
) -> dict[str, Any]:
    median = statistics.median(fmax for fmax, _ in routed.values())
    nearest = min(routed, key=lambda seed: abs(routed[seed][0] - median))
    return {
        "cells": cells,
        "fmax_mhz": median,
        "fmax_by_seed": {str(seed): fmax for seed, (fmax, _) in routed.items()},
        "critical_path": routed[nearest][1],
    }


@contextlib.contextmanager
def _folder(work: Path | None) -> Iterator[Path]:
    if work is not None:
        work.mkdir(parents=True, exist_ok=True)
        yield work
    else:
        with tempfile.TemporaryDirectory(prefix="twiddle-synth-") as name:
            yield Path(name)
