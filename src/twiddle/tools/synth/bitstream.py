# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Bitstreams for boards with an ECP5, by Yosys, nextpnr and ecppack of Project Trellis."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from twiddle.base import manifest
from twiddle.base.errors import system_errors
from twiddle.base.progress import Progress, silent
from twiddle.tools.synth.tools import ToolRunner, link

TIMEOUT = 7200.0
"""Seconds of one run of a tool: a system of 40,000 LUTs takes nextpnr a quarter of an hour."""

_CELLS = {"lut": "TRELLIS_COMB", "ff": "TRELLIS_FF", "dsp": "MULT18X18D", "ebr": "DP16KD"}


@dataclass(frozen=True)
class Bitstream:
    """A bitstream."""

    path: Path  # its file; beside it are nextpnr's report of its timing, NAME-timing.json, and the logs of the tools
    cells: Mapping[str, int]  # of the whole device, as nextpnr counts them
    # clock rate of the slowest clock that a seed of nextpnr achieves, by seed; the first one is that of the file
    mhz: Mapping[int, float]

    def document(self) -> dict[str, Any]:
        """For JSON."""
        rates = {"mhz": round(median(self.mhz.values()), 1), "mhz_by_seed": list(self.mhz.values())}
        return {"file": str(self.path), "cells": dict(self.cells), **rates}


def build(
    folder: Path,
    name: str,
    top: str,
    files: Sequence[Path],
    parameters: Mapping[str, str],
    device: Sequence[str],
    lpf: str,
    seeds: Sequence[int] = (1,),
    progress: Progress = silent,
) -> Bitstream:
    """Builds `NAME.bit` in a folder, where the tools find files that the design reads.

    parameters  of the top module, as Verilog
    device      options of nextpnr
    lpf         the constraints; a clock that is too slow for them is an error
    seeds       of nextpnr; the bitstream is of the first one

    Raises TwiddleError with the first error of a tool.
    """
    with system_errors(folder, "the bitstream cannot be written"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.lpf").write_text(lpf, encoding="utf-8")
        names, includes = link(folder, files, manifest.include_dirs())
    runner = ToolRunner(name, folder, TIMEOUT, progress)
    given = "".join(f" -set {key} {value}" for key, value in parameters.items())
    lines = [
        f"read_verilog -sv -defer {' '.join(f'-I{each}' for each in includes)} {' '.join(names)}",
        *([f"chparam{given} {top}"] if given else []),
        f"synth_ecp5 -top {top} -json {name}.json",
    ]
    runner.yosys("synthesise", f"{name}-yosys", "\n".join(lines) + "\n")
    runner.prepare_nextpnr("ecp5", "ecp5")
    reports: dict[int, Any] = {}
    for seed in seeds:
        report = folder / (f"{name}-timing.json" if not reports else f"{name}-seed{seed}.json")
        options = [*device, "--json", f"{name}.json", "--lpf", f"{name}.lpf", "--seed", str(seed)]
        options += ["--report", report.name, "--detailed-timing-report"]
        options += ["--textcfg", f"{name}.config"] if not reports else []
        runner.nextpnr(f"place and route, seed {seed}", f"{name}-nextpnr-{seed}", "ecp5", options)
        reports[seed] = json.loads(report.read_text(encoding="utf-8"))
    runner.ecppack("pack", f"{name}-ecppack", ["--compress", f"{name}.config", f"{name}.bit"])
    used = next(iter(reports.values()))["utilization"]
    rates = {seed: _slowest(report) for seed, report in reports.items()}
    return Bitstream(folder / f"{name}.bit", {key: used[cell]["used"] for key, cell in _CELLS.items()}, rates)


def _slowest(report: Mapping[str, Any]) -> float:
    """The rate in MHz of the clock that has most logic to wait for, which a board has one of."""
    return round(min(float(clock["achieved"]) for clock in report["fmax"].values()), 1)
