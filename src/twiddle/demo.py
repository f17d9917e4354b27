# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make demo`: the products of an ML-KEM-768 encapsulation on a simulated core, checked, timed and costed."""

from __future__ import annotations

import sys

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from twiddle.cli.display import cells_table
from twiddle.cli.display import console as make_console
from twiddle.designs import Cycles, Design, core
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.rings import ring
from twiddle.schemes.ml_kem import Product, encapsulation_products
from twiddle.synth import TARGETS, ProgressDisplay, Record, find, is_current, synthesize_all

RUNS = 8
"""How often the twelve products are streamed, so that the interval is a steady-state average."""


def main() -> int:
    """Run the demonstration; returns the exit code (0 right, 1 a product is wrong, 2 a tool is missing)."""
    console = make_console()
    design = core("iterative", ring("ml-kem"))
    try:
        cycles = _compute(console, design)
        records = _measure(console, design)
    except (TwiddleError, CheckFailed) as error:
        print(f"twiddle: {error}", file=sys.stderr)
        return 1 if isinstance(error, CheckFailed) else 2
    _cost(console, cycles, records)
    return 0


def _compute(console: Console, design: Design) -> Cycles:
    """Stream the products through the core, show each, and return the measured cycles.

    Raises CheckFailed where a result differs from kyber-py's.
    """
    console.print(
        "[bold]The 12 polynomial products of one ML-KEM-768 encapsulation[/bold] (FIPS 203), keys and\n"
        "randomness from kyber-py with a fixed seed. Each runs through the RTL of\n"
        f"{design.top} ({_settings(design)}), simulated cycle by cycle,\n"
        "and is compared with kyber-py's own result."
    )
    products = encapsulation_products()
    with console.status(f"compiling {design.top} with Verilator (the first time only) ..."):
        simulator = design.simulate()
    a = np.stack([product.a for product in products])
    b = np.stack([product.b for product in products])
    operations = [product.operation for product in products]
    with console.status("simulating ..."):
        result = simulator.run(operations * RUNS, np.tile(a, (RUNS, 1)), np.tile(b, (RUNS, 1)))
    expected = np.tile(np.stack([product.expected for product in products]), (RUNS, 1))
    right = (result.c == expected).all(axis=1) & ~result.err
    first, last = result.a_first, result.c_last
    spans = [int(last[i] - first[i]) + 1 for i in range(len(products))]
    console.print(_products_table(products, right, spans))
    if not right.all():
        bad = int(np.flatnonzero(~right)[0])
        raise CheckFailed(
            f"{int((~right).sum())} of {right.size} products differ from kyber-py's, "
            f"the first is {products[bad % len(products)].name}"
        )
    console.print(
        f"{right.size} products compared ({RUNS} times the same 12), all equal. One result every "
        f"[bold]{result.cycles.interval}[/bold] cycles, loading and unloading included."
    )
    return result.cycles


def _settings(design: Design) -> str:
    return ", ".join(f"{name} = {value}" for name, value in design.parameters.items())


def _products_table(
    products: list[Product], right: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], spans: list[int]
) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("product")
    table.add_column("c[0], c[1], c[2], ...")
    table.add_column("equals kyber-py's", justify="center")
    table.add_column("cycles, in to out", justify="right")
    for product, good, span in zip(products, right[: len(products)], spans, strict=True):
        head = ", ".join(map(str, product.expected[:3].tolist()))
        table.add_row(
            product.name, f"{head}, ...", "[green]yes[/green]" if good else "[red]NO[/red]", str(span)
        )
    return table


def _measure(console: Console, design: Design) -> dict[str, Record]:
    """Synthesis records of the design: the committed ones if made from these very sources, else new ones."""
    recorded = {
        target: found for target in TARGETS if (found := find(design, target)) and is_current(found, design)
    }
    missing = [target for target in TARGETS if target not in recorded]
    if missing:
        console.print(
            f"Measuring {' and '.join(missing)} with Yosys and nextpnr; a minute or two the first time."
        )
        with ProgressDisplay() as progress:
            recorded |= synthesize_all(design, missing, progress=progress)
    else:
        console.print(
            "Area and clock rate from the records in results/, which were made from these very sources."
        )
    return {target: recorded[target] for target in TARGETS}


def _cost(console: Console, cycles: Cycles, records: dict[str, Record]) -> None:
    console.print(cells_table(list(records.values())))
    mhz = records["ecp5"]["fmax_mhz"]
    assert cycles.interval is not None
    console.print(
        f"At {mhz:g} MHz on ECP5 (place and route, speed grade 8) that is\n"
        f"[bold]{cycles.interval / mhz:.2f} us a product[/bold], "
        f"{12 * cycles.interval / mhz:.1f} us for all twelve."
    )
    console.print(
        "Try next: .venv/bin/twiddle multiply --help    or, with fewer butterflies: --set Butterflies=1"
    )


if __name__ == "__main__":
    sys.exit(main())
