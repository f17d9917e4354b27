# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole, alone or on AXI4, as they are exported."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from twiddle.base.sources import sources
from twiddle.bundle.core import Access, Script
from twiddle.bundle.item import Item, Stimulus, Stream, axi_stream
from twiddle.bundle.wrap import registers, system_top
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.catalog.systems import System, system
from twiddle.evidence.lattice_cycles import Counts, of_build
from twiddle.evidence.results import Results
from twiddle.model.keccak import frame
from twiddle.model.sets import DSA_SETS, KEM_SETS, Error, lengths
from twiddle.tools.lattice_cases import Case, dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import clean_cycles, zeroize_cycles

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
        wrapped=system_top.lattice(name, build.kem, build.dsa, build.lanes, build.dsp, build.slices) if axi else "",
        registers=registers.LATTICE if axi else "",
        measured=[core(each, None, **block.parameters) for each in names],
        module="twd_lattice_axi",
        lasts={"verilator": "two minutes", "icarus": "over twenty minutes" if build.dsa else "five minutes"},
        large=True,
    )


_TIED = {
    **{f"{port}_valid_i": "1'b0" for port in ("key", "random")},
    "key_last_i": "1'b0",
    "key_data_i": "68'd0",
    "random_data_i": "64'd0",
}
"""Ports that the bench does not use."""


def _stimulus(build: System, axi: bool) -> Stimulus:
    cases = operations(build)
    script, given = bus(build, cases) if axi else ([], streams(cases))
    clearing = zeroize_cycles(build.kem, build.dsa, build.lanes, build.dsp)
    packages = " and ".join(["kyber-py"] * build.kem + ["dilithium-py"] * build.dsa)
    return Stimulus(
        operations=len(cases),
        offered=f"{', '.join(build.sets)} with right and wrong inputs and the answers of {packages}",
        streams=given,
        script=script,
        cycles=len(cases) * _LONGEST // build.lanes + clearing,
        reset_at=0 if axi else 900,
        zeroize_at=0 if axi else 2500,
        zeroize_cycles=0 if axi else clearing,
        tied={} if axi else _TIED,
    )


def _facts(block: Block, results: Results) -> Mapping[str, Any]:
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
        "clean_cycles": max(clean_cycles(name, build.kem, build.dsa, build.lanes) for name in build.sets),
    }


def _cycles(counts: Counts) -> list[str]:
    """The three columns of a parameter set."""
    columns = {name: f"{sum(measured) / len(measured):,.0f}" for name, measured in counts.measured.items()}
    if counts.sign:
        signing = counts.signing
        columns["sign"] = f"{signing.first:,.0f} + {signing.again:,.0f} a rejected round"
    return list(columns.values())


def operations(build: System) -> list[Case]:
    """Every operation of the smallest set of each scheme, with right and wrong inputs; one of each other set.

    ML-KEM: an altered ciphertext, a key out of range, a short ciphertext. ML-DSA: an altered signature, a
    short one, a short seed.
    """
    return [*(_kem() if build.kem else ()), *(_dsa() if build.dsa else ())]


def _kem() -> Iterator[Case]:
    keygen, encaps, decaps, altered, _ = kem_cases(KEM_SETS[0], 0)
    ek, m = encaps.task.frames
    dk, c = decaps.task.frames
    yield from (keygen, _zeros(encaps, (b"\xff\xff" + ek[2:], m), Error.RANGE), encaps)
    yield from (altered, _zeros(decaps, (dk, c[:-1]), Error.EARLY), decaps)
    for name in KEM_SETS[1:]:
        yield list(kem_cases(name, 0))[2]


def _dsa() -> Iterator[Case]:
    keygen, sign, _, verify, _, _ = dsa_cases(DSA_SETS[0], 0)
    pk, signature, message = verify.task.frames
    altered = bytes([signature[0] ^ 1]) + signature[1:]
    yield from (_zeros(keygen, (keygen.task.frames[0][:-1],), Error.EARLY), keygen, sign)
    yield _zeros(verify, (pk, altered, message), Error.REJECTED)
    yield _zeros(verify, (pk, signature[:-1], message), Error.EARLY | Error.REJECTED)
    yield verify
    for name in DSA_SETS[1:]:
        yield list(dsa_cases(name, 0))[3]


def _zeros(case: Case, frames: tuple[bytes, ...], error: Error) -> Case:
    """The same with frames that break a rule: zeros come out."""
    task = replace(case.task, frames=frames)
    return Case(task, tuple(bytes(size) for size in task.results), error)


def streams(cases: Sequence[Case]) -> list[Stream]:
    """The streams of the core."""
    frames = {"in": [each for case in cases for each in case.task.frames],
              "out": [each for case in cases for each in case.frames]}  # fmt: skip
    commands = [case.task.word for case in cases]
    found = [Stream("command", True, "command_valid_i", "command_ready_o", (("command_data_i", 10),), commands)]
    for name, (side, other) in {"in": ("i", "o"), "out": ("o", "i")}.items():
        words = [word for each in frames[name] for word in _words(each)]
        masks = [0x1F << 64 | (1 << 8 * (word >> 64 & 15)) - 1 for word in words]
        fields = ((f"{name}_last_{side}", 1), (f"{name}_data_{side}", 68))
        found.append(Stream(name, name == "in", f"{name}_valid_{side}", f"{name}_ready_{other}", fields, words, masks))
    rules = [int(case.error) for case in cases]
    return [*found, Stream("done", False, "done_valid_o", "done_ready_i", (("done_data_o", 8),), rules)]


def _words(data: bytes) -> list[int]:
    words = frame(data)
    words[-1] |= 1 << 68
    return words


def bus(build: System, cases: Sequence[Case]) -> tuple[list[int], list[Stream]]:
    """The script of register accesses, and the AXI4-Streams."""
    script = Script(registers.LATTICE)
    known, step = script.known, script.step
    caps = known.bit("CAPS", "kem") * build.kem | known.bit("CAPS", "dsa") * build.dsa
    step(Access.READ, "ID", known.reset["ID"])
    step(Access.READ, "CAPS", caps | build.lanes << known.fields["CAPS"]["lanes"][0])
    step(Access.REFUSED_WRITE, "ID", 1)
    step(Access.REFUSED_WRITE, "COMMAND", 7)
    script.errors(known.bit("ERRORS", "access") | known.bit("ERRORS", "operation"))
    step(Access.WRITE, "IRQ_ENABLE", known.bit("IRQ_ENABLE", "done"))
    for number, case in enumerate(cases):
        begun, rules = case.task.word, int(case.error)
        step(Access.WRITE, "COMMAND", begun)
        if number == 0:
            step(Access.REFUSED_WRITE, "COMMAND", begun)
        step(Access.IRQ)
        step(Access.READ, "RESULT", known.bit("RESULT", "valid") | rules)
        script.errors(rules | (0 if number else known.bit("ERRORS", "busy")))
        step(Access.WRITE, "IRQ", known.mask["IRQ"])
    step(Access.STREAMS)
    step(Access.READ, "OPERATIONS", len(cases))
    script.zeroize()
    step(Access.READ, "RESULT", 0)
    given = [(each, 0) for case in cases for each in case.task.frames]
    made = [(each, 0) for case in cases for each in case.frames]
    return script, [axi_stream("in", True, given, 8), axi_stream("out", False, made, 8, 1)]
