# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of ML-KEM and ML-DSA on a PicoRV32: in software, with the polynomial unit, and whole in hardware.

The software is mlkem-native, mldsa-native and the Keccak of PQClean, from two crates. It runs in three forms:
software alone, each polynomial operation as a call of the unit, programs of the unit. In the fourth,
twd_lattice_axi executes whole operations. Every result is compared with a case of NIST. Takes 15 minutes for
ML-KEM-768 and ML-DSA-65. Without --set and --form, the system of the boards then runs every operation of all
parameter sets in simulation, by its serial port.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import boards
import record
import software
from software import FORMS, SETS
from system import Run, System

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.base.grid import replaced
from twiddle.evidence.results import Results

MARK = "soc"
RECORDED = ("ML-KEM-768", "ML-DSA-65")
"""The sets that `make soc` runs."""

README = Path(__file__).resolve().parent / "README.md"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--set", action="append", choices=SETS, help="a parameter set; may be repeated")
    found.add_argument("--form", action="append", choices=FORMS, help="a form; may be repeated")
    found.add_argument("--sources", type=Path, metavar="DIR", help="the unpacked crates; default: by cargo")
    found.add_argument("--folder", type=Path, default=places.cache() / "soc", help="where everything is built")
    found.add_argument(
        "--record", action="store_true", help="measure the area, write the record and the tables of README.md"
    )
    return found


def simulated(system: System) -> tuple[System, Run]:
    """A system and its measurements; prints when it is done."""
    began = time.monotonic()
    found = system.run()
    seconds = time.monotonic() - began
    print(f"{system.set}, {system.form}: every result is right ({seconds:.0f} s)", file=sys.stderr)
    return system, found


def main() -> int:
    """Runs the systems and prints their tables; returns 1 with a message if something is missing or wrong."""
    options = parser().parse_args()
    began = time.monotonic()
    try:
        sources = software.folder(options.sources)
        systems = [
            System(each, form, sources, options.folder / f"{each}-{form}")
            for each in options.set or RECORDED
            for form in options.form or FORMS
        ]
        with ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(simulated, systems))
        if not options.set and not options.form:
            count = sum(len(each.cycles) for each in boards.executed(options.folder / "board"))
            print(f"the board: {count} operations by its serial port are right", file=sys.stderr)
        if options.record:
            found = record.made(runs, time.monotonic() - began)
            Results().write(record.RECORD, found)
            text = README.read_text(encoding="utf-8")
            README.write_text(replaced(README, text, MARK, record.page(found)), encoding="utf-8")
            print(record.page(found), end="")
        else:
            sets = record.by_set(runs)
            print(record.table(sets), record.codes(sets), sep="\n", end="")
    except TwiddleError as error:
        print(f"soc: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
