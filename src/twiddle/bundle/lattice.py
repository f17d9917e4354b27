# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole, alone or on AXI4, as they are exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from twiddle.base.sources import Sources, sources
from twiddle.bundle import lattice_traffic
from twiddle.bundle.item import COMMON, Bus, Item, Ports, Stimulus, axi_signals
from twiddle.bundle.wrap import lattice_top, registers
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.catalog.systems import System, system
from twiddle.evidence.lattice_cycles import Counts, of_build
from twiddle.evidence.results import Results
from twiddle.model.sets import Operation, lengths
from twiddle.tools.lattice_simulator import zeroize_cycles
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import TARGETS

_BITS = {"command": 6, "in": 69, "out": 69, "done": 8}
"""Of the words of the vectors."""

_MEANING: Mapping[str, str] = {
    **COMMON,
    "zeroize_i": "clear every memory, queue and pipe",
    "zeroize_busy_o": "the core is being cleared",
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
    "s_axil": "AXI4-Lite: registers",
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


class Lattice(Item):
    """A build of `twd_lattice`, or with axi of `twd_lattice_axi`."""

    top = "twd_lattice"
    large = True
    waivers = _WAIVERS
    meanings = _MEANING

    def __init__(self, block: Block, axi: bool = False) -> None:
        self._block = block
        self._build = build = system(block)
        schemes = "_".join(build.schemes).replace("-", "_").lower()
        self.name = f"{self.top}_{schemes}{'_axi' if axi else ''}"
        lanes = "1 lane" if build.lanes == 1 else f"{build.lanes} lanes"
        self.title = f"{' and '.join(build.schemes)} whole, {lanes}"
        self.registers = registers.LATTICE if axi else ""
        self.templates = ("lattice_bus" if axi else "lattice", "lattice", "lattice_axi" if axi else "lattice")

    def sources(self) -> Sources:
        """Those of the module on AXI4, too."""
        parameters = {name: str(value) for name, value in self._build.settings.items()}
        inputs = sources("twd_lattice_axi" if self.registers else self.top, parameters)
        return replace(inputs, top=self.top)

    def wrapped(self) -> str:
        """With the ports named as AXI names them."""
        if not self.registers:
            return ""
        build = self._build
        return lattice_top.text(self.name, build.kem, build.dsa, build.lanes, build.dsp)

    def measured(self, results: Results) -> list[Record]:
        """Of the measured systems with these parameters, by target."""
        names = ("lattice", "lattice-axi") if self.registers else ("lattice",)
        blocks = [core(name, None, **self._block.parameters) for name in names]
        measured = (results.find(block, target) for target in TARGETS for block in blocks)
        return [record for record in measured if record is not None]

    def stimulus(self, ports: Ports) -> Stimulus:
        """The operations of `lattice_traffic`, with pauses; alone, also a reset and zeroize."""
        build = self._build
        cases = lattice_traffic.operations(build)
        words = lattice_traffic.bus(build, cases) if self.registers else lattice_traffic.streams(cases)
        beats = {name: len(each) for name, each in words.items() if name != "script"}
        return Stimulus(
            words,
            {
                "operations": len(cases),
                "beats": beats,
                "bits": _BITS,
                "steps": len(words.get("script", ())),
                "reset_at": 900,
                "zeroize_at": 2500,
                "cycles": len(cases) * _LONGEST // build.lanes
                + zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp),
            },
        )

    def streams(self, ports: Ports) -> Mapping[str, Bus]:
        """On AXI4 alone: the words of the core have 68 bits."""
        if not self.registers:
            return {}
        sides = {"in_axis": "slave", "out_axis": "master"}
        return {name: (side, axi_signals(ports, name)) for name, side in sides.items()}

    def facts(self, results: Results) -> Mapping[str, Any]:
        """The operations, sets, lengths and cycles of the build."""
        build = self._build
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
            "cycles_of": {name: _cycles(counts) for name, counts in of_build(results, self._block).items()},
            "zeroize_cycles": zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp),
            **self._registers(),
            "offered": f"{', '.join(build.sets)} with right and wrong inputs",
            "tables": "Constant tables are memories with initial contents.",
        }

    def _registers(self) -> Mapping[str, Any]:
        """Addresses of the registers that run an operation, and the value of a valid result."""
        if not self.registers:
            return {}
        known = registers.load(self.registers)
        return {
            "address": {name: f"0x{known.address[name]:02x}" for name in ("COMMAND", "STATUS", "RESULT")},
            "valid_result": f"0x{known.bit('RESULT', 'valid'):08x}",
        }

    def identity(self) -> Mapping[str, Any]:
        """Core and parameters."""
        return {"core": self._block.core, "parameters": self._build.settings}


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
