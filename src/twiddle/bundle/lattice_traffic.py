# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The stimulus for the bench of whole schemes: operations with the answers of kyber-py and dilithium-py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from twiddle.bundle.core_traffic import Access, Script
from twiddle.bundle.item import Stream, axi_stream
from twiddle.bundle.wrap import registers
from twiddle.catalog.systems import System
from twiddle.model.keccak import frame
from twiddle.model.sets import DSA_SETS, KEM_SETS, Error, command
from twiddle.tools.lattice_cases import Case, dsa_cases, kem_cases


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
    commands = [command(case.task.operation, case.task.set, case.task.mu) for case in cases]
    found = [Stream("command", True, "command_valid_i", "command_ready_o", (("command_data_i", 6),), commands)]
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
        begun, rules = command(case.task.operation, case.task.set, case.task.mu), int(case.error)
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
    return script, [axi_stream("in", True, given, 8), axi_stream("out", False, made, 8)]
