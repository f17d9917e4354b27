# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of known figures, committed ones in place of measurements, and rows of comparisons as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.evidence import wanted
from twiddle.evidence.results import Results
from twiddle.study.comparison import Comparison
from twiddle.tools.synth import records
from twiddle.tools.synth.flow import synthesize
from twiddle.tools.synth.records import Cells, Record, is_current
from twiddle.tools.targets import TARGETS

CORE = {"lut": 400, "ff": 480, "dsp": 0, "bram36": 4.5}
MHZ = 160.0


def measured(target: str, cells: Mapping[str, float], mhz: float = MHZ) -> dict[str, Any]:
    """What every record has, with these cells and, where it is placed and routed, this clock rate."""
    fmax = mhz if target in TARGETS and TARGETS[target].router else None
    return {
        "target": target,
        "top": "twd_top",
        "cells": Cells(cells),
        "fmax_mhz": fmax,
        "fmax_by_seed": {} if fmax is None else {"1": fmax},
        "critical_path": None,
        "tools": {"yosys": "pyosys 0.70"},
        "command": "twiddle",
        "design_hash": "0" * 64,
        "source_hash": "0" * 64,
        "seconds": 1.0,
    }


def a_record(block: Block, target: str, cells: Mapping[str, float] = CORE, mhz: float = MHZ, **changed: Any) -> Record:
    """A record of a block, with other fields where they are given."""
    of = {
        "core": block.core,
        "ring": "" if block.over is None else block.over.name,
        "parameters": dict(block.parameters),
        "cycles": block.all_cycles(),
        "commit": None,
    }
    return Record(**{**measured(target, cells, mhz), **of, "top": block.top, **changed})


def record_core(
    folder: Path, design: Block, *targets: str, cells: Mapping[str, float] = CORE, mhz: float = MHZ
) -> None:
    """Saves records of a core."""
    for target in targets:
        Results(folder).save(a_record(design, target, cells, mhz))


def record_everything(folder: Path) -> Path:
    """Saves every record that is wanted, no two of them with the same figures."""
    numbers = count(1)

    def figures() -> dict[str, float]:
        at = next(numbers)
        return {"lut": 1000 + at, "ff": 2000 + 3 * at, "dsp": 3000 + at, "bram36": 4000.5 + at}

    for design, target in wanted.wanted():
        record_core(folder, design, target, cells=figures(), mhz=100.25 + next(numbers))
    return folder


def recorded(design: Block, target: str = "xc7") -> Record:
    """The record of a design where it is of the present hardware, else a measurement.

    A record that waits to be made again by `twiddle bench` skips the test.
    """
    if (name := records.name_of(design, target)) in Results().pending():
        pytest.skip(f"results/pending.json: {name} belongs to earlier hardware")
    record = Results().find(design, target)
    return record if record is not None and is_current(record, design) else synthesize(design, target)


def unit_of(kind: str, method: str, form: str, q: int) -> Block:
    """A unit of the catalogue."""
    wanted = (kind, method, form, q)
    names = ("unit", "method", "form", "q")
    (found,) = (each for each in units.catalogue() if tuple(units.identity(each)[name] for name in names) == wanted)
    return found


def rows_of(comparison: Comparison, table: str, **chosen: object) -> Iterator[dict[str, Any]]:
    """Rows of a table as values by column, those that have the chosen ones."""
    (grid,) = (grid for grid in comparison.grids if grid.name == table)
    for row in grid.rows:
        values = {key: cell.value for key, cell in row.items()}
        if all(values.get(key) == value for key, value in chosen.items()):
            yield values


def row_of(comparison: Comparison, table: str, **chosen: object) -> dict[str, Any]:
    """The first of them."""
    return next(rows_of(comparison, table, **chosen))
