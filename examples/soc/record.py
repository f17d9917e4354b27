# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The record of the system's runs, and its tables.

results/verify/soc.json:

command, seconds      how it was run, and for how long
processor, compiler   what the software ran on, and what compiled it
source_hash           of what ran: see `system.source_hash`
sets                  by set and form: bytes of code and constants; cycles of each part of each operation
cells                 of each part of the system, on xc7
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cores import CORES
from software import FORMS, HERE
from system import FLAGS, GCC, Run, System, run, source_hash, verilog

from twiddle.base import manifest
from twiddle.tools.synth.flow import measure

RECORD = "verify/soc.json"
PROCESSOR = "PicoRV32 1.0, RV32IM, ENABLE_FAST_MUL, ENABLE_DIV, BARREL_SHIFTER, two cycles an access"


def by_set(runs: Iterable[tuple[System, Run]]) -> dict[str, dict[str, Any]]:
    """What systems have measured, by set and form."""
    sets: dict[str, dict[str, Any]] = {}
    for system, found in runs:
        sets.setdefault(system.set, {})[system.form] = {"code": found.code, "cycles": found.cycles}
    return sets


def made(runs: Iterable[tuple[System, Run]], seconds: float) -> dict[str, Any]:
    """The record of systems that have run; measures the area of the system."""
    compiler = run([GCC, "--version"], Path()).splitlines()[0]
    return {
        "command": "make soc",
        "seconds": round(seconds, 1),
        "processor": PROCESSOR,
        "compiler": f"{compiler}, {' '.join(FLAGS[:2])} -O2",
        "source_hash": source_hash(),
        "sets": by_set(runs),
        "cells": cells(),
    }


def cells() -> dict[str, dict[str, float]]:
    """Cells of the processor, and of each core with its buses and its DMA, on xc7."""
    (processor,) = (path for path in verilog(Path(), None) if path.stem == "picorv32")
    options = {"ENABLE_COUNTERS64": "0", "BARREL_SHIFTER": "1", "ENABLE_FAST_MUL": "1", "ENABLE_DIV": "1"}
    designs: dict[str, tuple[str, list[Path], dict[str, str]]] = {"PicoRV32": ("picorv32", [processor], options)}
    for core in CORES:
        designs[f"{core.title} on AXI4"] = core.top, list(manifest.sources(core.top)), {}
        designs[f"DMA of {core.moves}"] = core.dma, [HERE / f"{core.dma}.sv"], {}
    found = {}
    for name, (top, files, parameters) in designs.items():
        counted = measure(top, files, manifest.include_dirs(), parameters, "xc7").cells
        found[name] = {kind: counted[kind] for kind in ("lut", "ff", "dsp", "bram36")}
    return found


def page(found: Mapping[str, Any]) -> str:
    """Markdown: the tables of a record, and what they say of hashing."""
    measured = f"Measured on {found['processor']}; {found['compiler']}.\n"
    sets = found["sets"]
    return "\n".join([table(sets), codes(sets), areas(found["cells"]), measured, hashing(sets)])


def hashing(sets: Mapping[str, Mapping[str, Any]]) -> str:
    """A paragraph: the share of hashing, with and without programs of the unit, and the gains of these."""
    before, after = (
        " and ".join(f"{_percents(of[form]['cycles'])} of {name}" for name, of in sets.items())
        for form in ("software", "chained")
    )
    pairs = [
        (parts, of["chained"]["cycles"][operation])
        for of in sets.values()
        for operation, parts in of["software"]["cycles"].items()
    ]
    whole = [sum(parts.values()) / sum(chained.values()) for parts, chained in pairs]
    there = [parts["polynomials"] / chained["polynomials"] for parts, chained in pairs]
    return f"""\
In software, hashing takes {before}: portable C permutes words of 64 bits on a
processor of 32 bits. An accelerator of polynomials does not change that part. Programs of the unit make the
polynomials {min(there):.0f} to {max(there):.0f} times faster and the whole operation {min(whole):.2f} to \
{max(whole):.2f} times; then hashing takes
{after}. More gain needs Keccak in hardware, which the form lattice
has. The ratios are those of this processor, multiplier, memory and compiler; others change every share.
"""


def _percents(cycles: Mapping[str, Mapping[str, int]]) -> str:
    """The least and the largest share of hashing in operations."""
    shares = [100 * parts["hash"] / sum(parts.values()) for parts in cycles.values()]
    return f"{min(shares):.0f} to {max(shares):.0f} %"


def table(sets: Mapping[str, Mapping[str, Any]]) -> str:
    """Cycles of each operation and form, and what the hardware makes of them."""
    columns = ["operation", "hashing", "polynomials", "other", "cycles"]
    columns += ["gain there", "gain", "limit", "of the limit"]
    return _table(columns, (row for name, forms in sets.items() for row in _rows(name, forms)))


def codes(sets: Mapping[str, Mapping[str, Any]]) -> str:
    """Bytes of code and constants."""
    rows = ([name, *(f"{of[form]['code']:,}" if form in of else "" for form in FORMS)] for name, of in sets.items())
    return _table(["code and constants, bytes", *FORMS], rows)


def areas(found: Mapping[str, Mapping[str, float]]) -> str:
    """The cells of the parts of the system."""
    rows = ([name, *(f"{count:,g}" for count in of.values())] for name, of in found.items())
    return _table(["xc7, Yosys", "LUT", "FF", "DSP", "BRAM36"], rows)


def _rows(name: str, forms: Mapping[str, Any]) -> Iterator[list[str]]:
    """Gains are over software alone; the limit is software whose polynomials take no time."""
    for operation in next(iter(forms.values()))["cycles"]:
        before = forms["software"]["cycles"][operation] if "software" in forms else None
        for form in (each for each in FORMS if each in forms):
            parts = forms[form]["cycles"][operation]
            yield [f"{name} {operation}, {form}", *_counts(parts), *_gains(parts, before)]


def _counts(parts: Mapping[str, int]) -> list[str]:
    """Hashing, polynomials, all else and the sum; of a whole operation in hardware the sum alone."""
    total = sum(parts.values())
    if "lattice" in parts:
        return ["", "", "", f"{total:,}"]
    counts = parts["hash"], parts["polynomials"], total - parts["hash"] - parts["polynomials"], total
    return [f"{count:,}" for count in counts]


def _gains(parts: Mapping[str, int], before: Mapping[str, int] | None) -> list[str]:
    """Over software, if any: gains in polynomials and in the whole, Amdahl's limit, the share of it."""
    if before is None or before == parts:
        return ["", "", "", ""]
    whole, total, polynomials = sum(before.values()), sum(parts.values()), before["polynomials"]
    if "lattice" in parts:
        return ["", f"{whole / total:,.0f} x", "", ""]
    there, rest = f"{polynomials / parts['polynomials']:.0f} x", whole - polynomials
    return [there, f"{whole / total:.2f} x", f"{whole / rest:.2f} x", f"{rest / total:.0%}"]


def _table(columns: list[str], rows: Iterable[list[str]]) -> str:
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
