# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurement itself: elaborate once, then map, time, place and route, in parallel on all processors."""

from __future__ import annotations

import contextlib
import json
import statistics
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypedDict, Unpack

from twiddle import manifest
from twiddle.designs import Design
from twiddle.errors import TwiddleError
from twiddle.synth import asic, netlist, records, reports, targets, tools, vendor, vendor_projects
from twiddle.synth import cache as store
from twiddle.synth.asic import Asic
from twiddle.synth.harness import harness
from twiddle.synth.liberty import Library
from twiddle.synth.progress import Progress, silent
from twiddle.synth.records import SEEDS, UNIT_KEYS, Record, core_keys, ordered, repeat_command
from twiddle.synth.targets import Router, Target
from twiddle.synth.units import Unit
from twiddle.synth.vendor import Vendor
from twiddle.synth.vendor_reports import Placed

Outcome = Record | TwiddleError
"""A measurement, or why there is none."""


class Options(TypedDict, total=False):
    """How a measurement is made.

    seeds      of place and route; the median clock rate counts (default 1, 2, 3); Vivado takes none
    cache      look a repeated measurement up and keep this one (default True)
    progress   called at every event of a step (default: nothing is shown)
    timeout    seconds for each run of a tool (default 1200)
    workers    tools that run at once (default: the number of processors)
    cancelled  event that ends the measurement once another thread sets it (default: none)
    work       folder of its own that keeps scripts, netlists and logs (default: a scratch folder)
    liberty    library of the target asic (see `twiddle.synth.liberty.load`)
    """

    seeds: Sequence[int]
    cache: bool
    progress: Progress | None
    timeout: float
    workers: int
    cancelled: threading.Event | None
    work: Path | None
    liberty: Library | None


def synthesize(design: Design, target: str, **options: Unpack[Options]) -> Record:
    """Area and timing of a design on a target, as a record (see `twiddle.synth.records`).

    Targets are those of `twiddle.synth.targets` and of `twiddle.synth.vendor`, and asic, for which the
    constant tables of the design are in logic (see `twiddle.synth.asic`).
    Raises TwiddleError for an unknown target, a missing package or tool, and a tool that fails or takes too
    long.
    """
    return synthesize_all(design, (target,), **options)[target]


def synthesize_all(
    design: Design, target_names: Sequence[str] = targets.REFERENCE, **options: Unpack[Options]
) -> dict[str, Record]:
    """Records of a design by target, all measured side by side. Raises TwiddleError as `synthesize`."""
    return raise_first(synthesize_each(design, target_names, **options))


def synthesize_each(
    design: Design, target_names: Sequence[str], **options: Unpack[Options]
) -> dict[str, Outcome]:
    """The same where one target may fail: its error instead of its record, and the others all the same.

    Raises TwiddleError for an unknown target, or one whose package is missing.
    """
    if asic.NAME in target_names:
        if len(target_names) > 1:
            raise TwiddleError(f"target {asic.NAME}: measured alone, since its tables are logic")
        design = asic.with_logic_tables(design)
    root = design.rtl_root
    files = manifest.sources(design.top, root), manifest.include_dirs(root)
    measured = measure_each(design.top, *files, design.rtl_parameters(), target_names, **options)

    def record(target: str, found: dict[str, Any]) -> Record:
        return ordered(
            {
                **found,
                "core": design.core,
                "ring": design.ring.name,
                "parameters": dict(design.parameters),
                "cycles": records.cycles(design),
                "commit": records.commit(),
                "command": repeat_command(design, target, options.get("seeds", SEEDS), found.get("library")),
            },
            core_keys(target),
        )

    return {
        target: found if isinstance(found, TwiddleError) else record(target, found)
        for target, found in measured.items()
    }


def raise_first(outcomes: Mapping[str, Outcome]) -> dict[str, Record]:
    """The same without an error; raises the first where there is one."""
    found = {}
    for target, outcome in outcomes.items():
        if isinstance(outcome, TwiddleError):
            raise outcome
        found[target] = outcome
    return found


def measure_unit(unit: Unit, target_names: Sequence[str], **options: Unpack[Options]) -> dict[str, Outcome]:
    """Records of an arithmetic unit (see `twiddle.synth.units`); errors as for `synthesize_each`."""
    of = unit.sources()
    measured = measure_each(of.top, of.files, of.include_dirs, of.parameters, target_names, **options)
    named = {**unit.document(), "command": unit.command()}
    return {
        target: found if isinstance(found, TwiddleError) else ordered({**found, **named}, UNIT_KEYS)
        for target, found in measured.items()
    }


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
) -> dict[str, dict[str, Any]]:
    """Area and timing of any module, for example an arithmetic unit, on several targets side by side.

    `sources` in the order in which they are read, `parameters` as Yosys' chparam takes them. Returns, by
    target, `top`, `rtl_parameters`, `target`, `cells`, `fmax_mhz` (median, None without place and route),
    `fmax_by_seed`, `critical_path` (of the median seed), `tools`, `seconds`, `design_hash`,
    `source_hash`, as in `twiddle.synth.records`.
    Raises TwiddleError as `synthesize`.
    """
    return raise_first(measure_each(top, sources, include_dirs, parameters, target_names, **options))


def measure_each(
    top: str,
    sources: Sequence[Path],
    include_dirs: Sequence[Path],
    parameters: Mapping[str, str],
    target_names: Sequence[str],
    **options: Unpack[Options],
) -> dict[str, Outcome]:
    """The same where one target may fail, as for `synthesize_each`."""
    seeds, cache = options.get("seeds", SEEDS), options.get("cache", True)
    show = options.get("progress") or silent
    for target in target_names:
        if target not in (*targets.TARGETS, asic.NAME) and vendor.find(target) is None:
            raise TwiddleError(
                f"target {target!r}: unknown; the targets are {', '.join(targets.TARGETS)}, "
                f"and with a tool of your own {', '.join(vendor.VENDORS)}, with a library {asic.NAME}"
            )
    if not seeds:
        raise TwiddleError("seeds: at least one is needed")
    library = options.get("liberty")
    standard_cells = asic.chosen(library) if asic.NAME in target_names else None
    sources = [path.resolve() for path in sources]
    include_dirs = [path.resolve() for path in include_dirs]
    for path in sources:
        if not path.is_file():
            raise TwiddleError(f"{path.name}: source file of {top} not found")
    source = store.source_hash(top, sources, include_dirs, parameters)
    versions = {target: tools.versions(target) for target in target_names}
    keys = {
        target: store.key(source, target, seeds, {**versions[target], **_library(target, library)})
        for target in target_names
    }
    results: dict[str, Outcome] = {}
    for target in target_names:
        kept = store.load(keys[target]) if cache else None
        if kept is not None and records.unsound(kept, target) is None:
            show(f"{target}: measured before", "cached", 0.0)
            results[target] = kept
    missing = [target for target in target_names if target not in results]
    if missing:
        with _folder(options.get("work")) as folder:
            runner = tools.ToolRunner(
                top, folder, options.get("timeout", 1200.0), show, options.get("cancelled")
            )
            workers = options.get("workers", tools.cpus())
            of = {"top": top, "rtl_parameters": dict(parameters)}
            for target, found in _run(
                runner, top, sources, include_dirs, parameters, missing, seeds, workers, show, standard_cells
            ):
                if isinstance(found, TwiddleError):
                    results[target] = found
                    continue
                measured = {**of, "target": target, **found, "tools": versions[target]}
                results[target] = measured
                if cache:
                    store.save(keys[target], measured)
    return {
        target: found if isinstance(found, TwiddleError) else {**found, "source_hash": source}
        for target, found in results.items()
    }


def _library(target: str, library: Library | None) -> dict[str, str]:
    """What of the library a measurement depends on."""
    if target != asic.NAME or library is None:
        return {}
    return {"library": f"{library.file} {library.sha256}"}


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
    standard_cells: Asic | None,
) -> Iterator[tuple[str, Outcome]]:
    """All the tools for one module: elaboration first, then whatever does not wait for something else.

    Yields every target with what was measured, or its error, as soon as it and those before it are done.
    """
    chosen = [
        standard_cells
        if standard_cells is not None and name == standard_cells.name
        else vendor.find(name) or targets.TARGETS[name]
        for name in target_names
    ]
    owned = {each.name: each for each in chosen if isinstance(each, Vendor)}
    mappers = {each.name: each for each in chosen if isinstance(each, Target)}
    mappers |= {name: own.mapper for name, own in owned.items() if own.mapper is not None}
    for step in ["elaborate", *(step for target in chosen for step in _steps(target, seeds))]:
        show(step, "queued", 0.0)

    source_names, include_names = tools.link(runner.folder, sources, include_dirs)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            routers = {name: each.router for name, each in mappers.items() if each.router is not None}
            prepared = {
                name: pool.submit(runner.prepare_nextpnr, name, router) for name, router in routers.items()
            }
            try:
                script = targets.elaborate(top, source_names, include_names, parameters)
                runner.yosys("elaborate", "elab", script)
            except TwiddleError as error:
                yield from ((target.name, error) for target in chosen)
                return
            elaborated = (runner.folder / "elab.json").read_text()
            if routers or owned:
                ports = json.loads(elaborated)["modules"]["dut_top"]["ports"]
                (runner.folder / "wrap.v").write_text(harness(ports))
            harnessed = {name: pool.submit(_harness, runner, targets.TARGETS[name]) for name in routers}
            mapped = {name: pool.submit(_map, runner, target) for name, target in mappers.items()}
            if standard_cells is not None and standard_cells in chosen:
                mapped[standard_cells.name] = pool.submit(asic.measure, runner, standard_cells)
            placed: dict[str, dict[int, Future[Placed]]] = {}
            for name, router in routers.items():
                before: list[Future[Any]] = [prepared[name], harnessed[name], mapped[name]]
                placed[name] = {
                    seed: pool.submit(_place, runner, name, router, seed, before) for seed in seeds
                }
            if owned:
                instance = vendor_projects.instance(top, sources, parameters, ports)
                (runner.folder / "dut_top.sv").write_text(instance)
            files = vendor_projects.files(source_names, dict(zip(include_names, include_dirs, strict=True)))
            for name, own in owned.items():
                before = []
                if name in mapped:
                    before = [mapped[name], pool.submit(vendor_projects.map_harness, runner, name)]
                placed[name] = {
                    seed: pool.submit(vendor.build, runner, own, seed, files, before)
                    for seed in own.seeds(seeds)
                }
            design_hash = netlist.netlist_hash(elaborated)
            for target in chosen:
                try:
                    found = mapped[target.name].result() if target.name in mapped else {}
                    if target.name in placed:
                        runs = placed[target.name]
                        found |= _median({seed: future.result() for seed, future in runs.items()})
                except TwiddleError as error:
                    yield target.name, error
                    continue
                spent = [runner.seconds[step] for step in ["elaborate", *_steps(target, seeds)]]
                yield (
                    target.name,
                    {**found, "design_hash": design_hash, "seconds": round(sum(spent), 1)},
                )
        except BaseException:
            runner.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _steps(target: Target | Vendor | Asic, seeds: Sequence[int]) -> list[str]:
    """Steps of a target after the elaboration."""
    if isinstance(target, Asic):
        return target.steps
    if isinstance(target, Vendor):
        mapping = [f"{target.name}: map", f"{target.name}: map in the harness"] if target.mapper else []
        return [*mapping, *map(target.step, target.seeds(seeds))]
    steps = [f"{target.name}: map"]
    if target.timing:
        steps.append(f"{target.name}: timing")
    if target.router is not None:
        steps += [f"{target.name}: prepare nextpnr", f"{target.name}: map in the harness"]
        steps += [_seed_step(target.name, seed) for seed in seeds]
    return steps


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


def _seed_step(target: str, seed: int) -> str:
    return f"{target}: place and route seed {seed}"


def _place(
    runner: tools.ToolRunner, target: str, router: Router, seed: int, before: Iterable[Future[Any]]
) -> Placed:
    """Clock rate and critical path, once the steps before it are done."""
    for step in before:
        step.result()
    name = f"{target}_pnr_{seed}"
    for file, text in router.files.items():
        (runner.folder / file).write_text(text)
    options = ["--json", f"{target}_wrap.json", *router.options]
    options += ["--seed", str(seed), "--report", f"{name}.json"]
    runner.nextpnr(_seed_step(target, seed), name, router, options)
    report = (runner.folder / f"{name}.json").read_text()
    return Placed(reports.nextpnr_fmax(report), reports.nextpnr_path(report))


def _median(placed: Mapping[int, Placed]) -> dict[str, Any]:
    """The median clock rate, and path and cells of the seed that is nearest to it."""
    median = statistics.median(each.fmax_mhz for each in placed.values())
    nearest = min(placed.values(), key=lambda each: abs(each.fmax_mhz - median))
    return {
        "fmax_mhz": median,
        "fmax_by_seed": {str(seed): each.fmax_mhz for seed, each in placed.items() if seed != vendor.NO_SEED},
        "critical_path": nearest.path,
        **({"cells": nearest.cells} if nearest.cells is not None else {}),
    }


@contextlib.contextmanager
def _folder(work: Path | None) -> Iterator[Path]:
    if work is not None:
        work.mkdir(parents=True, exist_ok=True)
        yield work
    else:
        with tempfile.TemporaryDirectory(prefix="twiddle-synth-") as name:
            yield Path(name)
