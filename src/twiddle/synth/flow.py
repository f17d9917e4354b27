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
from twiddle.synth import netlist, records, reports, targets, tools
from twiddle.synth.harness import harness
from twiddle.synth.path import CriticalPath
from twiddle.synth.progress import Progress, silent
from twiddle.synth.records import SEEDS, UNIT_KEYS, Record, ordered, repeat_command
from twiddle.synth.targets import Router, Target
from twiddle.synth.units import Unit

_Results = dict[str, dict[str, Any]]
_Placed = tuple[float, CriticalPath | None]


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
    """Area and timing of a design on a target, as a record (see `twiddle.synth.records`).

    Raises TwiddleError for an unknown target, a missing package, or a tool that fails or takes too long.
    """
    return synthesize_all(design, (target,), **options)[target]


def synthesize_all(
    design: Design, target_names: Sequence[str] = targets.REFERENCE, **options: Unpack[Options]
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
                "cycles": records.cycles(design),
                "commit": records.commit(),
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
    target_names: Sequence[str] = targets.REFERENCE,
    **options: Unpack[Options],
) -> _Results:
    """Area and timing of any module, for example an arithmetic unit, on several targets side by side.

    `sources` in the order in which they are read, `parameters` as Yosys' chparam takes them. Returns, by
    target, `top`, `rtl_parameters`, `target`, `cells`, `fmax_mhz` (median, None without place and route),
    `fmax_by_seed`, `critical_path` (of the median seed), `tools`, `seconds`, `design_hash`,
    `source_hash`, as in `twiddle.synth.records`.
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
    chosen = [targets.TARGETS[name] for name in target_names]
    steps = ["elaborate"]
    for target in chosen:
        steps.append(f"{target.name}: map")
        if target.timing:
            steps.append(f"{target.name}: timing")
        if target.router is not None:
            steps += [f"{target.name}: prepare nextpnr", f"{target.name}: map in the harness"]
            steps += [_seed_step(target, seed) for seed in seeds]
    for step in steps:
        show(step, "queued", 0.0)

    source_names, include_names = tools.link(runner.folder, sources, include_dirs)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            routed = [(target, target.router) for target in chosen if target.router is not None]
            before = [pool.submit(runner.prepare_nextpnr, target.name, router) for target, router in routed]
            runner.yosys("elaborate", "elab", targets.elaborate(top, source_names, include_names, parameters))
            elaborated = (runner.folder / "elab.json").read_text()
            if routed:
                ports = json.loads(elaborated)["modules"]["dut_top"]["ports"]
                (runner.folder / "wrap.v").write_text(harness(ports))
            before += [pool.submit(_harness, runner, target) for target, _ in routed]
            mapped = {target.name: pool.submit(_map, runner, target) for target in chosen}
            for waited in before:
                waited.result()
            for area in mapped.values():
                area.result()
            placed: dict[str, list[Future[_Placed]]] = {
                target.name: [pool.submit(_place, runner, target, router, seed) for seed in seeds]
                for target, router in routed
            }
            results: _Results = {}
            for target in chosen:
                clocks = [future.result() for future in placed.get(target.name, ())]
                spent = [
                    runner.seconds[step]
                    for step in steps
                    if step.startswith(("elaborate", f"{target.name}:"))
                ]
                results[target.name] = {
                    **mapped[target.name].result(),
                    **(_median(dict(zip(seeds, clocks, strict=True))) if clocks else {}),
                    "design_hash": netlist.netlist_hash(elaborated),
                    "seconds": round(sum(spent), 1),
                }
            return results
        except BaseException:
            runner.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _map(runner: tools.ToolRunner, target: Target) -> dict[str, Any]:
    """Cells, and the longest path where Yosys tells it.

    Raises TwiddleError for a design that the device cannot hold.
    """
    runner.yosys(f"{target.name}: map", target.name, target.area)
    cells = target.cells(reports.cell_counts((runner.folder / f"{target.name}_stat.json").read_text()))
    for kind, most in target.holds.items():
        if cells[kind] > most:
            raise TwiddleError(
                f"{runner.subject}: {target.name}: needs {cells[kind]} {kind}, and {target.device} has {most}"
            )
    path = None
    if target.timing:
        (runner.folder / "ffmap.v").write_text(targets.flop_map())
        runner.yosys(f"{target.name}: timing", "sta", targets.XC7_TIMING)
        path = reports.sta_path((runner.folder / "sta.txt").read_text())
    return {"cells": cells, "fmax_mhz": None, "fmax_by_seed": {}, "critical_path": path}


def _harness(runner: tools.ToolRunner, target: Target) -> None:
    runner.yosys(f"{target.name}: map in the harness", f"{target.name}_wrap", target.harness)


def _seed_step(target: Target, seed: int) -> str:
    return f"{target.name}: place and route seed {seed}"


def _place(runner: tools.ToolRunner, target: Target, router: Router, seed: int) -> _Placed:
    name = f"{target.name}_pnr_{seed}"
    for file, text in router.files.items():
        (runner.folder / file).write_text(text)
    options = ["--json", f"{target.name}_wrap.json", *router.options]
    runner.nextpnr(
        _seed_step(target, seed), name, router, [*options, "--seed", str(seed), "--report", f"{name}.json"]
    )
    report = (runner.folder / f"{name}.json").read_text()
    return reports.nextpnr_fmax(report), reports.nextpnr_path(report)


def _median(placed: Mapping[int, _Placed]) -> dict[str, Any]:
    median = statistics.median(fmax for fmax, _ in placed.values())
    nearest = min(placed, key=lambda seed: abs(placed[seed][0] - median))
    return {
        "fmax_mhz": median,
        "fmax_by_seed": {str(seed): fmax for seed, (fmax, _) in placed.items()},
        "critical_path": placed[nearest][1],
    }


@contextlib.contextmanager
def _folder(work: Path | None) -> Iterator[Path]:
    if work is not None:
        work.mkdir(parents=True, exist_ok=True)
        yield work
    else:
        with tempfile.TemporaryDirectory(prefix="twiddle-synth-") as name:
            yield Path(name)
