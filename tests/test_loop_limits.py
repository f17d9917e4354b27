# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Loops of constant functions whose end depends on data stay below 250 turns, where Quartus Pro stops.

Quartus Lite and Standard read the flat file, which has no loops.

The lint bans `while`. A `for` loop whose bound is no expression of constants is listed here with its largest
number of turns, for every legal q where it searches.
"""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from lint import subset
from twiddle.base import manifest
from twiddle.model import rns

LIMIT = 250
"""VERILOG_NON_CONSTANT_LOOP_LIMIT of Quartus Prime, by default."""

BITS = 24
"""Of the largest modulus; its products have twice as many."""

LIMBS = 64 // 16
"""Of a constant of 64 bits, one DSP block each."""

TURNS = {
    "arith/reduce/twd_const_reduce_pkg.sv": {
        "i = 0; i <= row; i++": LIMBS,
        "j = 0; j < (i == row ? column : constant_limbs(constant)); j++": LIMBS,
    },
    "arith/reduce/twd_fold_pkg.sv": {
        "h = 0; 64'(h) <= (largest >> low); h++": 64,  # a fold takes up to six bits off
        "i = 0; i < index; i++": 63,
        "f = 1; f < 64 && fold_low(bound, q, step) != 32'($clog2(q)) - 1; f++": 63,
        "p = 0; p < place; p++": BITS + 2,
        "j = 0; places[p] && j < bits; j++": 2 * BITS,
        "g = 0; g < groups(bits); g++": 10,  # groups of five bits
        "r = 0; r < count; r++": BITS,
        "s = 0; s < step; s++": 2,
        "s = 0; s < steps; s++": 2,
    },
    "arith/rns/twd_rns_pkg.sv": {
        "p = 2; p * p <= rest; p++": 89,
        "g = 2; g < 32 && !generates(primitive_root, q); g++": 29,
        "block = 0; block < (1 << (LARGEST_BITS - 6)) && power != a; block++": 128,
        "i = 0; i < 64 && power != a; i++": 64,
        "i = 0; i < 48 && other != 0; i++": 48,
    },
    "arith/twd_modarith_pkg.sv": {"i = 0; i < 32 && rest % 2 == 0; i++": 23, "i = 0; i < bits; i++": BITS},
    "inplace/twd_inplace_schedule.sv": {"i = 0; i < twd_pass_pkg::entries(Layers, Products); i++": 44},
    "quad/twd_quad_schedule.sv": {"i = 0; i < twd_pass_pkg::entries(Transforms, Products); i++": 44},
    "quad/twd_quad_pkg.sv": {
        "j = 0; j < bits; j++": 10,  # a word has four coefficients
        "j = bits; j > 0; j--": 10,
        "p = 0; p < count; p++": 6,
    },
    "ring/twd_ring_pkg.sv": {
        "i = 0; i < bits; i++": 12,
        "e = 0; e < (32'd1 << bits) && e < 32'd4; e++": 4,
        "block = 3; block * block <= q; block = block + 128": 32,
        "d = block; d < block + 128; d = d + 2": 64,
    },
    "stream/mdc/twd_mdc_pkg.sv": {"s = 0; s <= twd_ring_pkg::layers(ring); s++": 13},
}
"""Largest number of turns of each loop, by file."""

COUNTED = {
    "unit/twd_unit_twiddle_rom.sv": {"e = 1; e < (32'd1 << layers); e++": 255},
    "stream/twd_ring_twiddles.sv": {"e = 0; e < (32'd1 << bits_of(s)); e++": 256},
}
"""Loops over a table whose length is a constant by another name: Quartus has another limit for constant loops."""

FUNCTION = re.compile(r"\bfunction\b.*?\bendfunction\b", re.DOTALL)
LOOP = re.compile(r"\bfor\s*\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)")
NAME = re.compile(r"(?<!['\w$.])[A-Za-z_]\w*(?:::\w+)?")


def searching(source: str) -> Iterator[str]:
    """The loops of the functions of a source with a bound that is no expression of constants."""
    for function in FUNCTION.findall(subset.strip(source)):
        loops = LOOP.findall(function)
        assert len(loops) == len(re.findall(r"\bfor\b", function)), function
        for loop in loops:
            text = re.sub(r"^(?:int|unsigned|genvar) (?:unsigned )?", "", " ".join(loop.split()))
            variable, _, _ = text.partition(" ")
            names = {name.rpartition("::")[2] for name in NAME.findall(text)} - {variable}
            if any(not name[0].isupper() for name in names - {"int"}):
                yield text


@pytest.mark.parametrize(
    ("loop", "listed"),
    [
        ("for (int unsigned i = 0; i < twd_a_pkg::WIDTH - Depth; i++) x = y;", False),
        ("for (int i = int'(Depth) - 1; i >= 0; i--) x = y;", False),
        ("for (int i = 0; i < Ring.n / 2; i++) x = y;", False),
        ("for (int unsigned i = 0; i < width; i++) x = y;", True),
        ("for (int unsigned i = 0; i < 32 && x != y; i++) x = y;", True),
        ("for (int unsigned i = 0; i < $clog2(f(x)); i++) x = y;", True),
    ],
)
def test_loops_that_need_a_limit(loop: str, listed: bool) -> None:
    assert len(list(searching(f"function f();\n{loop}\nendfunction\n{loop}"))) == listed


def test_every_loop_that_ends_by_data_has_its_limit() -> None:
    root = manifest.rtl_root()
    found = {
        (path.relative_to(root).as_posix(), loop)
        for path in root.rglob("*.sv")
        for loop in searching(path.read_text(encoding="utf-8"))
    }
    assert found == {(file, loop) for table in (TURNS, COUNTED) for file in table for loop in table[file]}
    assert max(turns for loops in TURNS.values() for turns in loops.values()) < LIMIT


def primes(below: int) -> np.ndarray:
    sieve = np.ones(below, bool)
    sieve[:2] = False
    for d in range(2, int(below**0.5) + 1):
        sieve[d * d :: d] &= not sieve[d]
    return np.flatnonzero(sieve)


def test_loops_of_logarithms() -> None:
    """`twd_rns_pkg`: divisors of q - 1 up to its root, candidates for a generator, powers in blocks of 64."""
    package = (manifest.rtl_root() / "arith/rns/twd_rns_pkg.sv").read_text(encoding="utf-8")
    found = re.search(r"LARGEST_BITS = (\d+);", package)
    assert found
    bits = int(found[1])
    moduli = [int(q) for q in primes(1 << bits) if q > 2]
    of = TURNS["arith/rns/twd_rns_pkg.sv"]
    assert len(moduli) > 1000
    assert of["p = 2; p * p <= rest; p++"] == int((max(moduli) - 1) ** 0.5) - 1
    roots = max(rns.primitive_root(q) for q in moduli)
    assert of["g = 2; g < 32 && !generates(primitive_root, q); g++"] == roots - 2
    blocks = max(-(-q // 64) for q in moduli)
    assert of["block = 0; block < (1 << (LARGEST_BITS - 6)) && power != a; block++"] == blocks
    assert blocks <= 1 << (bits - 6)
