# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole, alone or on AXI4, as they are exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from twiddle.base.sources import sources
from twiddle.bundle import lattice_traffic
from twiddle.bundle.item import COMMON, Item, Stimulus
from twiddle.bundle.wrap import registers, system_top
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.catalog.systems import System, system
from twiddle.evidence.lattice_cycles import Counts, of_build
from twiddle.evidence.results import Results
from twiddle.model.sets import Operation, lengths
from twiddle.tools.lattice_simulator import zeroize_cycles

_MEANING: Mapping[str, str] = {
    **COMMON,
    "command_valid_i": "a command is offered",
    "command_ready_o": "a command is taken",
    "command_data_i": "operation, set, mu",
    "in_valid_i": "a word is offered",
    "in_ready_o": "a word is taken",
    "in_last_i": "last word of a frame",
    "in_data_i": "number of bytes, bytes",
    "out_valid_o": "a word is offered",
    "out_ready_i": "a word is taken",
    "out_last_o": "last word of a frame",
    "out_data_o": "number of bytes, bytes",
    "done_valid_o": "an operation has ended",
    "done_ready_i": "its result is taken",
    "done_data_o": "the rules that were broken, 0 if none",
    "in_axis": "AXI4-Stream: frames in",
    "out_axis": "AXI4-Stream: frames out",
}
"""Of ports, and of buses by the prefix of their ports."""

_FRAMES: Mapping[Operation, tuple[str, str]] = {
    Operation.KEM_KEYGEN: ("d and z", "ek; dk"),
    Operation.KEM_ENCAPS: ("ek; m", "K; c"),
    Operation.KEM_DECAPS: ("dk; c", "K"),
    Operation.DSA_KEYGEN: ("xi", "pk; sk"),
    Operation.DSA_SIGN: ("sk; rnd; M', or mu", "signature"),
    Operation.DSA_VERIFY: ("pk; signature; M', or mu", "-"),
}

_LONGEST = 1_000_000
"""Cycles with 1 lane: more than any operation of the vectors takes."""

_WAIVERS = """
// The waiver of an included file acts in the first of the files that include it.
lint_off -rule UNUSEDPARAM -file "*rtl/lattice/twd_lattice_program*"
lint_off -rule UNUSEDSIGNAL -file "*rtl/lattice/twd_lattice_program*" -match "*function variable*"

// One scheme, or fewer lanes, need less of what modules share.
lint_off -rule UNUSEDSIGNAL -file "*rtl/lattice/twd_lattice_sampling.sv" -match "*'beat'*"
lint_off -rule UNUSEDSIGNAL -file "*rtl/sample/twd_sampler.sv" -match "*'job_q'*"
lint_off -rule UNUSEDSIGNAL -file "*rtl/sample/twd_sampler.sv" -match "*'byte_*'*"
lint_off -rule UNUSEDSIGNAL -file "*rtl/sample/twd_load_map.sv" -match "*'correction'*"
lint_off -rule UNUSEDSIGNAL -file "*rtl/codec/twd_unpack.sv" -match "*'wide_q'*"
lint_off -rule UNUSEDSIGNAL -file "*rtl/codec/twd_unpack.sv" -match "*'none_q'*"
"""


def lattice_item(block: Block, axi: bool = False) -> Item:
    """A build of `twd_lattice`, or with axi of `twd_lattice_axi`."""
    build = system(block)
    name = f"twd_lattice_{'_'.join(build.schemes).replace('-', '_').lower()}{'_axi' if axi else ''}"
    lanes = "1 lane" if build.lanes == 1 else f"{build.lanes} lanes"
    parameters = {key: str(value) for key, value in build.settings.items()}
    names = ("lattice", "lattice-axi") if axi else ("lattice",)
    return Item(
        name=name,
        title=f"{' and '.join(build.schemes)} whole, {lanes}",
        block=block,
        sources=replace(sources("twd_lattice_axi" if axi else "twd_lattice", parameters), top="twd_lattice"),
        stimulus=lambda _: _stimulus(build, axi),
        facts=lambda results: _facts(block, axi, results),
        identity={"core": block.core, "parameters": build.settings},
        meanings=_MEANING,
        datasheet="lattice",
        timing="lattice_axi" if axi else "lattice",
        wrapped=system_top.lattice(name, build.kem, build.dsa, build.lanes, build.dsp) if axi else "",
        registers=registers.LATTICE if axi else "",
        measured=[core(each, None, **block.parameters) for each in names],
        waivers=_WAIVERS,
        large=True,
    )


def _stimulus(build: System, axi: bool) -> Stimulus:
    """The operations of `lattice_traffic`, with pauses; alone, also a reset and zeroize."""
    cases = lattice_traffic.operations(build)
    script, streams = lattice_traffic.bus(build, cases) if axi else ([], lattice_traffic.streams(cases))
    clearing = zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp)
    packages = _both(build, "kyber-py", "dilithium-py")
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


def _facts(block: Block, axi: bool, results: Results) -> Mapping[str, Any]:
    """The operations, sets, lengths and cycles of the build."""
    build = system(block)
    offered = [operation for operation in Operation if (build.kem if operation < 3 else build.dsa)]
    bytes_of = [(name, lengths(name)) for name in build.sets]
    return {
        "schemes": " and ".join(build.schemes),
        "kem": build.kem,
        "dsa": build.dsa,
        "lanes": build.lanes,
        "sets": build.sets,
        "standards": _both(build, "FIPS 203", "FIPS 204"),
        "packages": _both(build, "kyber-py", "dilithium-py"),
        "table": [
            {
                "code": int(operation),
                "name": f"{'ML-KEM' if operation < 3 else 'ML-DSA'}.{operation.label}_internal",
                "taken": _FRAMES[operation][0],
                "given": _FRAMES[operation][1],
            }
            for operation in offered
        ],
        "byte_names": _pairs(build, ("ek", "dk", "c"), ("pk", "sk", "signature")),
        "lengths": [(name, sizes.public, sizes.private, sizes.made) for name, sizes in bytes_of],
        "operations_of": _pairs(build, ("KeyGen", "Encaps", "Decaps"), ("KeyGen", "Sign", "Verify")),
        "cycles_of": {name: _cycles(counts) for name, counts in of_build(results, block).items()},
        "tables": "Constant tables are memories with initial contents.",
        "zeroize_cycles": zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp),
        **(_registers() if axi else {}),
    }


def _registers() -> Mapping[str, Any]:
    """Addresses of the registers that run an operation, and the value of a valid result."""
    known = registers.load(registers.LATTICE)
    return {
        "address": {name: f"0x{known.address[name]:02x}" for name in ("COMMAND", "STATUS", "RESULT")},
        "valid_result": f"0x{known.bit('RESULT', 'valid'):08x}",
    }


def _cycles(counts: Counts) -> list[str]:
    """The three columns of a parameter set."""
    columns = {name: f"{sum(measured) / len(measured):,.0f}" for name, measured in counts.measured.items()}
    if counts.sign:
        signing = counts.signing
        columns["sign"] = f"{signing.first:,.0f} + {signing.again:,.0f} a rejected round"
    return list(columns.values())


def _both(build: System, kem: str, dsa: str) -> str:
    return " and ".join([kem] * build.kem + [dsa] * build.dsa)


def _pairs(build: System, kem: tuple[str, ...], dsa: tuple[str, ...]) -> list[str]:
    """Heads of columns that both schemes share."""
    if build.kem and build.dsa:
        return [a if a == b else f"{a}, {b}" for a, b in zip(kem, dsa, strict=True)]
    return list(kem if build.kem else dsa)
