# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole, alone or on AXI4, as they are exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from twiddle.base.sources import sources
from twiddle.bundle import lattice_traffic
from twiddle.bundle.item import Item, Stimulus
from twiddle.bundle.wrap import registers, system_top
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.catalog.systems import System, system
from twiddle.evidence.lattice_cycles import Counts, of_build
from twiddle.evidence.results import Results
from twiddle.model.sets import lengths
from twiddle.tools.lattice_simulator import zeroize_cycles

_LONGEST = 1_000_000
"""Cycles with 1 lane: more than any operation of the vectors takes."""


def lattice_item(block: Block, axi: bool = False) -> Item:
    """A build of `twd_lattice`, or with axi of `twd_lattice_axi`."""
    build = system(block)
    name = f"twd_lattice_{'_'.join(build.schemes).replace('-', '_').lower()}{'_axi' if axi else ''}"
    lanes = "1 lane" if build.lanes == 1 else f"{build.lanes} lanes"
    parameters = {key: str(value) for key, value in build.settings.items()}
    names = ("lattice-axi", "lattice") if axi else ("lattice",)
    return Item(
        name=name,
        title=f"{' and '.join(build.schemes)} whole, {lanes}",
        block=block,
        sources=replace(sources("twd_lattice_axi" if axi else "twd_lattice", parameters), top="twd_lattice"),
        stimulus=lambda _: _stimulus(build, axi),
        facts=lambda results: _facts(block, results),
        identity={"core": block.core, "parameters": build.settings},
        datasheet="lattice",
        timing="lattice_axi" if axi else "lattice",
        wrapped=system_top.lattice(name, build.kem, build.dsa, build.lanes, build.dsp) if axi else "",
        registers=registers.LATTICE if axi else "",
        measured=[core(each, None, **block.parameters) for each in names],
        module="twd_lattice_axi",
        lasts={"verilator": "two minutes", "icarus": "over twenty minutes" if build.dsa else "five minutes"},
        large=True,
    )


def _stimulus(build: System, axi: bool) -> Stimulus:
    """The operations of `lattice_traffic`, with pauses; alone, also a reset and zeroize."""
    cases = lattice_traffic.operations(build)
    script, streams = lattice_traffic.bus(build, cases) if axi else ([], lattice_traffic.streams(cases))
    clearing = zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp)
    packages = " and ".join(["kyber-py"] * build.kem + ["dilithium-py"] * build.dsa)
    return Stimulus(
        operations=len(cases),
        offered=f"{', '.join(build.sets)} with right and wrong inputs and the answers of {packages}",
        streams=streams,
        script=script,
        cycles=len(cases) * _LONGEST // build.lanes + clearing,
        reset_at=0 if axi else 900,
        zeroize_at=0 if axi else 2500,
        zeroize_cycles=0 if axi else clearing,
    )


def _facts(block: Block, results: Results) -> Mapping[str, Any]:
    """The sets, lengths and cycles of the build."""
    build = system(block)
    bytes_of = [(name, lengths(name)) for name in build.sets]
    return {
        "kem": build.kem,
        "dsa": build.dsa,
        "lanes": build.lanes,
        "sets": build.sets,
        "lengths": [(name, sizes.public, sizes.private, sizes.made) for name, sizes in bytes_of],
        "cycles_of": {name: _cycles(counts) for name, counts in of_build(results, block).items()},
        "zeroize_cycles": zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp),
    }


def _cycles(counts: Counts) -> list[str]:
    """The three columns of a parameter set."""
    columns = {name: f"{sum(measured) / len(measured):,.0f}" for name, measured in counts.measured.items()}
    if counts.sign:
        signing = counts.signing
        columns["sign"] = f"{signing.first:,.0f} + {signing.again:,.0f} a rejected round"
    return list(columns.values())
