# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make demo`: ML-KEM-768 and ML-DSA-65 whole, then the products of an encapsulation; checked, timed and costed."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console

from twiddle.base.errors import CheckFailed
from twiddle.base.exits import guarded
from twiddle.base.progress import announced
from twiddle.base.rings import ring
from twiddle.catalog.block import Block, Cycles
from twiddle.catalog.designs import core
from twiddle.cli import synth
from twiddle.cli.operations import cycles_grid
from twiddle.cli.output import Shown, grid
from twiddle.cli.output import console as terminal
from twiddle.evidence.lattice_cycles import BUILDS
from twiddle.evidence.results import Results
from twiddle.evidence.schemes.ml_kem import encapsulation
from twiddle.evidence.schemes.on_lattice import lattice
from twiddle.model.sets import Operation
from twiddle.tools import lattice_cases
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, rounds_of
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.synth.records import is_current
from twiddle.tools.targets import REFERENCE

NEXT = ".venv/bin/twiddle kem keygen --ek ek.bin --dk dk.bin"

SETS = "ML-KEM-768", "ML-DSA-65"


def main() -> int:
    """Run the demonstration; returns the exit code (0 right, 1 a wrong answer, 2 a missing tool)."""
    return guarded(_demonstrate)


def _demonstrate() -> None:
    console = terminal()
    with announced(lambda line: console.print(line, highlight=False, markup=False)):
        execute(console, operations(), Results())
        design = core("iterative", ring("ml-kem"))
        cycles = _compute(console, design)
    _cost(console, design, cycles, Results())


def operations() -> list[Case]:
    """The operations of both schemes, with the answers of kyber-py and dilithium-py, which OpenSSL confirms.

    Raises CheckFailed if it does not.
    """
    kem, dsa = SETS
    keygen, sign, _, verify, *_ = dsa_cases(dsa, seed=1, context=b"")
    pairs = [[*kem_cases(kem, seed=1)][:3], [keygen, sign, verify]]
    for pair in pairs:
        lattice_cases.confirm(pair)
    return [case for pair in pairs for case in pair]


def execute(console: Console, cases: Sequence[Case], results: Results) -> None:
    """Execute them whole on twd_lattice, and show cycles, time and area. Raises CheckFailed if an answer differs."""
    console.print(
        f"[bold]{' and '.join(SETS)}, whole in hardware[/] (FIPS 203, FIPS 204): bytes in, bytes out.\n"
        "The RTL of twd_lattice is simulated cycle by cycle, and each result is compared with that of\n"
        "kyber-py or dilithium-py, which OpenSSL has confirmed."
    )
    answers = lattice().run([case.task for case in cases])
    build = BUILDS[0]
    record = results.find(build, "ecp5")
    mhz = record.fmax_mhz if record is not None and is_current(record, build) else None
    wrong = [difference(case, answer) for case, answer in zip(cases, answers, strict=True)]
    rows = [
        (
            f"{case.task.set} {case.task.operation.label}",
            ", ".join(f"{len(frame):,}" for frame in answer.frames) or "valid or not",
            "NO" if words else "yes",
            answer.cycles,
            None if mhz is None else answer.cycles / mhz,
        )
        for case, answer, words in zip(cases, answers, wrong, strict=True)
    ]
    titles = "operation out:bytes_out right:equals_software"
    console.print(Shown(grid("operations", "", titles, "cycles us:µs:1", rows)))
    for words in filter(None, wrong):
        raise CheckFailed(words)
    if record is not None and mhz is not None:
        cells = record.cells
        signed = next(case.task for case in cases if case.task.operation is Operation.DSA_SIGN)
        console.print(
            f"Sign took {rounds_of(signed).rounds} rounds until one was accepted, as dilithium-py counts them.\n"
            f"All six parameter sets are in these {cells.lut:,.0f} LUT, {cells.dsp:,.0f} DSP blocks and "
            f"{cells.bram36:g} block RAMs of\n36 kbit of an ECP5-85k (speed grade 8); µs are at its "
            f"{mhz:g} MHz, placed and routed.\n",
            highlight=False,
        )


def _compute(console: Console, design: Block) -> Cycles:
    """Stream the products through the core, show each, and return the measured cycles.

    Raises CheckFailed if a result differs from kyber-py's.
    """
    console.print(
        "[bold]A multiplier alone[/]: the 12 polynomial products of one ML-KEM-768 encapsulation, keys\n"
        "and randomness from kyber-py with a fixed seed. Each runs through the RTL of\n"
        f"{design.top} ({design.words}), simulated cycle by cycle,\n"
        "and is compared with kyber-py's own result."
    )
    products = encapsulation().products
    simulator = Simulator(design)
    kinds = [product.operation for product in products]
    a, b = np.stack([product.a for product in products]), np.stack([product.b for product in products])
    expected = np.stack([product.expected for product in products])
    result = simulator.run(kinds, a, b)
    cycles = simulator.measure("mult")
    right = (result.c == expected).all(axis=1) & ~result.err
    names = [product.name for product in products]
    heads = [f"{', '.join(map(str, row))}, ..." for row in result.c[:, :3].tolist()]
    marks = ["yes" if each else "NO" for each in right]
    words = "product head:c[0],_c[1],_c[2],_... right:equals_kyber-py's"
    console.print(Shown(grid("products", "", words, "", list(zip(names, heads, marks, strict=True)))))
    if not right.all():
        wrong = np.flatnonzero(~right)
        raise CheckFailed(
            f"{wrong.size} of {right.size} products differ from kyber-py's, the first is {names[wrong[0]]}"
        )
    title = "A product with one operand already transformed (MULT), input and output included"
    console.print(Shown(cycles_grid(title, cycles, design.cycles("mult"))))
    return cycles


def _cost(console: Console, design: Block, cycles: Cycles, results: Results) -> None:
    records = [record for target in REFERENCE if (record := results.find(design, target)) is not None]
    mhz = next((record.fmax_mhz for record in records if record.target == "ecp5"), None)
    if records:
        same = all(is_current(record, design) for record in records)
        sources = "made from these exact sources" if same else "made before the last change of its sources"
        console.print(f"Area and clock rate from the records in results/, {sources}.")
        console.print(Shown(synth.cells(records), synth.LESS))
    if mhz is not None and cycles.interval is not None:
        micros = cycles.interval / mhz
        console.print(
            f"{cycles.interval} cycles at {mhz:g} MHz (ECP5, placed and routed, speed grade 8) are\n"
            f"[bold]{micros:.2f} µs per product[/], {12 * micros:.1f} µs for all twelve."
        )
    console.print(f"Try next: {NEXT}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
