# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make demo`: ML-KEM-768 and ML-DSA-65 whole, checked, timed and costed."""

import sys
from collections.abc import Sequence

from rich.console import Console

from twiddle.base.errors import CheckFailed
from twiddle.base.exits import guarded
from twiddle.base.progress import announced
from twiddle.cli.output import Shown, grid
from twiddle.cli.output import console as terminal
from twiddle.evidence.lattice_cycles import BUILDS
from twiddle.evidence.results import Results
from twiddle.evidence.schemes.on_lattice import lattice
from twiddle.model.sets import Operation
from twiddle.tools import lattice_cases
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, rounds_of
from twiddle.tools.synth.records import is_current

NEXT = ".venv/bin/twiddle kem keygen --ek ek.bin --dk dk.bin"

SETS = "ML-KEM-768", "ML-DSA-65"


def main() -> int:
    """Run the demonstration; returns the exit code (0 right, 1 a wrong answer, 2 a missing tool)."""
    return guarded(_demonstrate)


def _demonstrate() -> None:
    console = terminal()
    with announced(lambda line: console.print(line, highlight=False, markup=False)):
        execute(console, operations(), Results())
    console.print(f"Try next: {NEXT}", highlight=False, soft_wrap=True)


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


if __name__ == "__main__":
    sys.exit(main())
