# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Loops of constant functions whose end depends on data stay below 250 turns, where Quartus stops.

The lint bans `while`. The `for` loops over q itself are counted here for every legal q; a loop over bits,
layers or lanes is far below.
"""

import re
from pathlib import Path

import numpy as np

from twiddle import manifest
from twiddle.model import rns
from twiddle.synth.targets import quartus

LIMIT = 250
"""VERILOG_NON_CONSTANT_LOOP_LIMIT of Quartus Prime, by default."""


def primes(below: int) -> np.ndarray:
    sieve = np.ones(below, bool)
    sieve[:2] = False
    for d in range(2, int(below**0.5) + 1):
        sieve[d * d :: d] &= not sieve[d]
    return np.flatnonzero(sieve)


def test_trial_division_of_the_largest_modulus() -> None:
    """`twd_ring_pkg::is_prime`: blocks of 64 odd divisors up to the root of q < 2^24."""
    blocks = len(range(3, int((2**24) ** 0.5) + 1, 128))
    assert max(blocks, 64) == 64 < LIMIT


def test_loops_of_logarithms() -> None:
    """`twd_rns_pkg`: divisors of q - 1 up to its root, candidates for a generator, powers in blocks of 64."""
    package = (manifest.rtl_root() / "arith/rns/twd_rns_pkg.sv").read_text(encoding="utf-8")
    found = re.search(r"LARGEST_BITS = (\d+);", package)
    assert found
    bits = int(found[1])
    moduli = [int(q) for q in primes(1 << bits) if q > 2]
    assert len(moduli) > 1000
    assert max(q**0.5 for q in moduli) < LIMIT
    assert max(rns.primitive_root(q) for q in moduli) == 31
    assert max(-(-q // 64) for q in moduli) <= 1 << (bits - 6) < LIMIT


def test_quartus_takes_a_turn_for_each_entry_of_the_longest_table(tmp_path: Path) -> None:
    """The loops that fill the tables of logarithms run up to 2^16 times (`twd_rns_pkg::broken_rule`)."""
    quartus.project(tmp_path, "twiddle", "5CSEBA6U23I7", 3, [])
    settings = dict(line.split()[2:4] for line in (tmp_path / "settings.tcl").read_text().splitlines())
    assert settings["SEED"] == "3"
    assert int(settings["VERILOG_CONSTANT_LOOP_LIMIT"]) >= 1 << 16
