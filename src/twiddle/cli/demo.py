# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make demo`: the products of an ML-KEM-768 encapsulation on a simulated core, checked, timed and costed."""

from __future__ import annotations

import sys

import numpy as np
from rich.console import Console

from twiddle.base.errors import CheckFailed
from twiddle.base.exits import guarded
from twiddle.base.progress import ProgressDisplay
from twiddle.base.rings import ring
from twiddle.catalog.block import Block, Cycles
from twiddle.catalog.designs import core
from twiddle.cli import synth
from twiddle.cli.operations import cycles_grid
from twiddle.cli.output import Shown, grid
from twiddle.cli.output import console as terminal
from twiddle.evidence.results import Results
from twiddle.evidence.schemes.ml_kem import encapsulation_products
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.synth.flow import synthesize_all
from twiddle.tools.synth.records import Record, is_current
from twiddle.tools.targets import REFERENCE

NEXT = "seq 0 255 > a.txt; .venv/bin/twiddle multiply --ring ml-kem --set Butterflies=1 a.txt a.txt"


def main() -> int:
    """Run the demonstration; returns the exit code (0 right, 1 a wrong product, 2 a missing tool)."""
    return guarded(_demonstrate)


def _demonstrate() -> None:
    console = terminal()
    design = core("iterative", ring("ml-kem"))
    cycles = _compute(console, design)
    _cost(console, cycles, measure(console, design, Results()))


def _compute(console: Console, design: Block) -> Cycles:
    """Stream the products through the core, show each, and return the measured cycles.

    Raises CheckFailed if a result differs from kyber-py's.
    """
    console.print(
        "[bold]The 12 polynomial products of one ML-KEM-768 encapsulation[/] (FIPS 203), keys and\n"
        "randomness from kyber-py with a fixed seed. Each runs through the RTL of\n"
        f"{design.top} ({design.words}), simulated cycle by cycle,\n"
        "and is compared with kyber-py's own result."
    )
    products = encapsulation_products()
    with console.status(f"compiling {design.top} with Verilator (the first time only) ..."):
        simulator = Simulator(design)
    operations = [product.operation for product in products]
    a, b = np.stack([product.a for product in products]), np.stack([product.b for product in products])
    expected = np.stack([product.expected for product in products])
    with console.status("simulating ..."):
        result = simulator.run(operations, a, b)
        cycles = simulator.measure("mult")
    right = (result.c == expected).all(axis=1) & ~result.err
    names = [product.name for product in products]
    heads = [f"{', '.join(map(str, row))}, ..." for row in result.c[:, :3].tolist()]
    spans = (result.c_last - result.a_first + 1).tolist()
    marks = ["yes" if each else "NO" for each in right]
    words = "product head:c[0],_c[1],_c[2],_... right:equals_kyber-py's"
    rows = list(zip(names, heads, marks, spans, strict=True))
    console.print(Shown(grid("products", "", words, "cycles:cycles,_in_to_out", rows)))
    if not right.all():
        wrong = np.flatnonzero(~right)
        raise CheckFailed(
            f"{wrong.size} of {right.size} products differ from kyber-py's, the first is {names[wrong[0]]}"
        )
    title = "A product with one operand already transformed (MULT), input and output included"
    console.print(Shown(cycles_grid(title, cycles, design.cycles("mult"))))
    return cycles


def measure(console: Console, design: Block, results: Results) -> dict[str, Record]:
    """Synthesis records of the design: committed ones if the sources are unchanged, otherwise new ones."""
    recorded = {target: record for target in REFERENCE if (record := results.find(design, target)) is not None}
    if recorded.keys() == set(REFERENCE) and all(is_current(record, design) for record in recorded.values()):
        console.print("Area and clock rate from the records in results/, made from these exact sources.")
        return recorded
    console.print("Measuring area and clock rate with Yosys and nextpnr: one or two minutes the first time.")
    with ProgressDisplay() as progress:
        return synthesize_all(design, progress=progress)


def _cost(console: Console, cycles: Cycles, records: dict[str, Record]) -> None:
    console.print(Shown(synth.cells(list(records.values())), synth.LESS))
    mhz = records["ecp5"].fmax_mhz
    assert cycles.interval is not None
    assert mhz is not None
    micros = cycles.interval / mhz
    console.print(
        f"{cycles.interval} cycles at {mhz:g} MHz (ECP5, placed and routed, speed grade 8) are\n"
        f"[bold]{micros:.2f} µs per product[/], {12 * micros:.1f} µs for all twelve."
    )
    console.print(f"Try next: {NEXT}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
