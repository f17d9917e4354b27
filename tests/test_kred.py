# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""K-RED and K-RED-2x against plain integers, and against the model bit for bit.

Beside test_methods.py: the reductions are sums of linear parts, and those are exhausted one by one: every
value of the bits that a sum multiplies, every table entry of a fold.
"""

from typing import Any

import numpy as np
import pytest
from arith_cases import NARROW, SHAPES, WIDE, Array, around_multiples, batch, check_lazy, equal, unit
from covers import covering, marked, named

from twiddle.model import arith, fold, kred, methods
from twiddle.model.methods import Method

pytestmark = pytest.mark.covers("twd_carry_add", "twd_kred_pkg", "twd_kred_sum", "twd_mod_kred", "twd_mod_kred2x")

SMALL = (3, 17, 97, 577, 769)

KREDS = pytest.mark.parametrize("method", [Method.KRED, Method.KRED2X], ids=named)


HALVINGS_OF = {97: (0, 5), 3329: (0, 1, 7, 8), 7681: (0, 9), 12289: (0, 10, 12), 8380417: (0, 7)}
"""Halvings: 1/128 of ml-kem and 1/1024 of falcon among them, and all that q allows; of other q none."""

POINTS = [
    *((Method.KRED, q, h) for q in (*SMALL, *NARROW, *WIDE) for h in HALVINGS_OF.get(q, (0,))),
    *((Method.KRED2X, q, 0) for q in (17, 577, *NARROW, *WIDE)),
]
KEPT = [point for point in covering(POINTS) if point[1] in (97, 3329, 12289, 8380417)]
"""Those of every run; `make matrix` has the others too."""

RANGES = [(17, 0), (17, 3), (3329, 0), (12289, 3), (8380417, 0), (8380417, 3)]
"""Moduli with the halvings of reductions of other ranges."""


def other_ranges(q: int) -> tuple[int, int]:
    """A single residue, and the sum of eight products."""
    return q, 8 * arith.largest_product(q)


MULTIPLES = [
    (kred.shape(q)[0] ** power, kred.shape(q)[1])
    for q, powers in [*((q, (1, 2)) for q in (97, *NARROW, *WIDE)), *((q, (1,)) for q in SHAPES)]
    for power in powers
]


def multiple(k: int, bits: int) -> dict[str, Any]:
    """Parameters of the unit that adds a multiple."""
    inverse = k % 4 // 2  # of 3, 15, 1023 among others, and not of 1, 9, 13, 513
    largest = (1 << bits) * k + 5
    return {"Factor": k, "Bits": bits, "Shift": 1, "Largest": f"64'd{largest}", "Inverse": inverse}


LAST = [(q, negate) for negate in (0, 1) for q in (5, 3329, 12289, 8380417)]


def last_fold(q: int, negate: int) -> tuple[int, dict[str, Any]]:
    """The largest operand of a fold that is the last one, and the parameters of its unit."""
    largest = (27 << (q.bit_length() - 1)) + 3
    offset = (q // 2, q - 1)[negate]
    return largest, {"Q": q, "Largest": f"64'd{largest}", "Offset": offset, "Negate": negate}


def folds_before(method: Method, q: int) -> list[tuple[fold.Fold, int, dict[str, Any]]]:
    """The folds before the last one, each with its largest operand and the parameters of its unit."""
    largest = kred.kred_bound(q) if method is Method.KRED else kred.kred2x_bounds(q)[1]
    *plan, _ = fold.fold_plan(q, largest)
    size = plan[0].width - plan[0].low if plan else 0
    found = []
    for one in plan:
        found.append((one, largest, {"Q": q, "Largest": f"64'd{largest}", "Step": size, "Last": 0}))
        largest = one.largest
    return found


batch(
    [
        *(
            ("twd_mod_kred", {"Q": q, "Halvings": halvings, "Largest": f"64'd{largest}"})
            for q, halvings in RANGES
            for largest in other_ranges(q)
        ),
        *(
            (f"twd_mod_{method.label}", {"Q": q, **({"Halvings": halvings} if halvings else {})})
            for method, q, halvings in POINTS
        ),
        *(("twd_kred_sum", multiple(k, bits)) for k, bits in sorted(set(MULTIPLES))),
        *(("twd_mod_fold", last_fold(*one)[1]) for one in LAST),
        *(
            ("twd_mod_fold_step", parameters)
            for method in (Method.KRED, Method.KRED2X)
            for q in WIDE
            for _, _, parameters in folds_before(method, q)
        ),
    ]
)


# --- the reductions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("q", "halvings"), marked(RANGES, kept=[RANGES[1], RANGES[4]]))
def test_other_ranges(q: int, halvings: int) -> None:
    for largest in other_ranges(q):
        reducer = unit("twd_mod_kred", Q=q, Halvings=halvings, Largest=f"64'd{largest}")
        assert [port.bits for port in reducer.inputs] == [largest.bit_length()]
        x = around_multiples(q, largest, 1 << 24)
        latency = kred.kred_latency(q, halvings, largest)
        got = reducer.run({"x_i": x}, latency=latency)["result_lazy_o"]
        model = kred.mod_kred(q, x, halvings, largest)
        check_lazy(got, q, x % q * kred.kred_scale(q, halvings), model)


# --- the linear parts of the reductions as they are ---------------------------------------------------------


def reaching(plan: tuple[fold.Fold, ...], bound: int) -> Array:
    """Sums that give every table entry of every fold, with low bits all 0 and all 1."""
    found: set[int] = set()
    largest = bound
    for number, one in enumerate(plan):
        starts = np.arange((largest >> one.low) + 1) << one.low
        for wanted in np.concatenate([starts, np.minimum(starts + (1 << one.low) - 1, largest)]).tolist():
            sums = {wanted}
            for before in reversed(plan[:number]):
                sums = {
                    (entry << before.low) + total - addend
                    for total in sums
                    for entry, addend in enumerate(before.table)
                    if 0 <= total - addend < 1 << before.low
                }
            found |= {total for total in sums if total <= bound}
        largest = one.largest
    return np.array(sorted(found))


def entries(plan: tuple[fold.Fold, ...], sums: Array) -> list[tuple[set[int], set[int], set[int]]]:
    """By fold: the table entries that sums give, those with low bits all 0, and those with all 1."""
    found = []
    for one in plan:
        entry, low = sums >> one.low, sums & ((1 << one.low) - 1)
        found.append(({*entry.tolist()}, {*entry[low == 0].tolist()}, {*entry[low == (1 << one.low) - 1].tolist()}))
        sums = fold.mod_fold_step(one, sums)
    return found


def kred_parts(q: int, halvings: int) -> tuple[Array, Array, int]:
    """Operands of K-RED: every l with both ends of c1; those of chosen sums; and the bound of the sum."""
    k, m = kred.shape(q)
    taken = halvings or m
    shift = m - taken
    top, ones = arith.largest_product(q) >> taken, (1 << taken) - 1
    ends = np.array([0, 1, top - 1, top])
    every = (ends[:, None] << taken) + np.arange(ones + 1)
    bound = kred.kred_bound(q, halvings)
    rest = reaching(fold.fold_plan(q, bound), bound) - (kred.rows(k, taken).excess << shift)
    y = np.clip(rest // (k << shift), 0, ones)
    c1 = rest - (k << shift) * y
    return every.ravel(), (c1 << taken) + (y ^ ones), bound


def kred2x_parts(q: int) -> tuple[Array, Array, int]:
    """Operands of K-RED-2x: every c0 and every c1 with both ends of the others; the rest as for K-RED."""
    k, m = kred.shape(q)
    top, ones = arith.largest_product(q) >> 2 * m, (1 << m) - 1
    ends = np.array([0, 1, top - 1, top])[:, None, None] << 2 * m
    others = np.array([0, 1, ones - 1, ones])[None, :, None]
    low = np.arange(ones + 1)[None, None, :]
    every = np.concatenate([(ends + (others << m) + low).ravel(), (ends + (low << m) + others).ravel()])
    bound = kred.kred2x_bounds(q)[1]
    rest = reaching(fold.fold_plan(q, bound), bound) - kred.rows(k * k, m).excess - kred.rows(k, m).excess
    y_0 = np.clip(rest // (k * k), 0, ones)
    y_1 = np.clip((rest - k * k * y_0) // k, 0, ones)
    c2 = rest - k * k * y_0 - k * y_1
    return every, (c2 << 2 * m) + ((y_1 ^ ones) << m) + y_0, bound


def sums(method: Method, q: int, halvings: int, x: Array) -> Array:
    """What the unit gives to its folds."""
    k, m = kred.shape(q)
    if method is Method.KRED:
        taken = halvings or m
        ones = (1 << taken) - 1
        return kred.kred_sum(k, taken, x >> taken, ~x & ones, m - taken)
    ones = (1 << m) - 1
    return kred.kred_sum(k, m, kred.kred_sum(k * k, m, x >> 2 * m, x & ones), ~(x >> m) & ones)


@pytest.mark.parametrize(("method", "q", "halvings"), marked(POINTS, kept=KEPT))
def test_every_part_of_a_reduction(method: Method, q: int, halvings: int) -> None:
    """Of the unit itself: what its sum multiplies, and each entry of each fold, as the proof has it."""
    largest = arith.largest_product(q)
    every, chosen, bound = kred_parts(q, halvings) if method is Method.KRED else kred2x_parts(q)
    parameters = {"Halvings": halvings} if halvings else {}
    reducer = unit(f"twd_mod_{method.label}", Q=q, **parameters)
    chosen = chosen[(chosen >= 0) & (chosen <= largest)]
    x = np.concatenate([every[every <= largest], chosen])
    got = reducer.run({"x_i": x}, latency=methods.reduce_latency(method, q, halvings))["result_lazy_o"]
    scale = methods.scale(method, q, halvings)
    check_lazy(got, q, x % q * scale, methods.mod_reduce(method, q, x, halvings))
    plan = fold.fold_plan(q, bound)
    some = np.random.default_rng(q).integers(0, largest, 1 << 16, endpoint=True)
    tried = entries(plan, sums(method, q, halvings, x))
    for (_, zeros, ones), (seen, _, _) in zip(tried, entries(plan, sums(method, q, halvings, some)), strict=True):
        assert seen <= zeros | {min(seen)}
        assert seen <= ones | {max(seen)}


# --- the linear parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "bits"), marked(sorted(set(MULTIPLES)), kept=sorted(set(MULTIPLES))[::3]))
def test_every_multiple(k: int, bits: int) -> None:
    """Every y up to 16 bits, with the base at both ends and between; above, every bit and every pair."""
    adder = unit("twd_kred_sum", **multiple(k, bits))
    inverse, largest = k % 4 // 2, (1 << bits) * k + 5
    bound = kred.sum_largest(largest, k, bits, 1)
    assert [port.bits for port in adder.outputs] == [bound.bit_length()]
    if bits <= 16:
        y = np.arange(1 << bits)
    else:
        ones = np.array([0, *(1 << i for i in range(bits))])
        some = np.unique(ones[:, None] | ones)
        y = np.concatenate([some, some ^ ((1 << bits) - 1)])
    middle = np.random.default_rng(k).integers(0, largest, len(y))
    for base in (0 * y, 0 * y + largest, middle):
        got = adder.run({"base_i": base, "y_i": y}, latency=kred.rows(k, bits).count)["sum_o"]
        factor = ((1 << bits) - 1) ^ y if inverse else y
        equal(got, base + 2 * (k * factor + kred.rows(k, bits).excess))
        equal(got, kred.kred_sum(k, bits, base, factor, 1))
        assert got.max() <= bound
    ones = np.full(4, 0 if inverse else (1 << bits) - 1)
    reached = adder.run({"base_i": 0 * ones + largest, "y_i": ones}, latency=kred.rows(k, bits).count)
    assert reached["sum_o"].max() == bound


@pytest.mark.parametrize(("q", "negate"), marked(LAST))
def test_every_table_entry_of_the_last_fold(q: int, negate: int) -> None:
    """With all low bits 0, all 1, and others; the whole range up to 17 bits."""
    low = q.bit_length() - 1
    largest, parameters = last_fold(q, negate)
    (last,) = fold.fold_plan(q, largest)
    assert last.low == low
    if largest < 1 << 18:
        x = np.arange(largest + 1)
    else:
        starts = np.arange((largest >> low) + 1) << low
        inside = np.random.default_rng(q).integers(0, 1 << low, (len(starts), 1 << 10))
        inside[:, 0], inside[:, 1] = 0, (1 << low) - 1
        x = np.minimum((starts[:, None] + inside).ravel(), largest)
    offset = parameters["Offset"]
    folder = unit("twd_mod_fold", **parameters)
    got = folder.run({"x_i": x}, latency=1)["result_lazy_o"]
    model = fold.mod_fold(q, x, largest, offset, bool(negate))
    check_lazy(got, q, offset - x if negate else offset + x, model)


@KREDS
@pytest.mark.parametrize("q", WIDE)
def test_every_table_entry_of_the_folds_before(method: Method, q: int) -> None:
    """From the bound of the sum on, with all low bits 0, all 1, and others: inside the bound of the next."""
    bound = kred.kred_bound(q) if method is Method.KRED else kred.kred2x_bounds(q)[1]
    before = folds_before(method, q)
    assert before
    for one, largest, parameters in before:
        step = unit("twd_mod_fold_step", **parameters)
        starts = np.arange((largest >> one.low) + 1) << one.low
        inside = np.random.default_rng(q).integers(0, 1 << one.low, (len(starts), 1 << 10))
        inside[:, 0], inside[:, 1] = 0, (1 << one.low) - 1
        x = np.minimum((starts[:, None] + inside).ravel(), largest)
        got = step.run({"x_i": x}, latency=1)["sum_o"]
        equal(got % q, x % q)
        equal(got, fold.mod_fold_step(one, x))
        assert got.max() <= one.largest
    assert before[-1][0].largest.bit_length() == fold.fold_plan(q, bound)[-1].width


def test_the_model_for_many_shapes() -> None:
    """Every m, every odd k of a few: congruent, in (-q, q), and the sums inside their bounds."""
    rng = np.random.default_rng(5)
    compared = 0
    for m in range(1, 24):
        top = min(1 << m, ((1 << 24) - 2 >> m) + 1)
        for k in {1, top - 1 | 1, *(rng.integers(0, top, 6) | 1).tolist()}:
            q = (k << m) + 1
            if k >> m or q >= 1 << 24:
                continue
            assert kred.shape(q) == (k, m)
            largest = arith.largest_product(q)
            x = np.concatenate([[0, largest], rng.integers(0, largest, 2000)])
            for halvings in (0, 1, m):
                value = kred.mod_kred(q, x, halvings)
                equal(value % q, x % q * kred.kred_scale(q, halvings) % q)
                assert np.abs(value).max() < q
            value = kred.mod_kred2x(q, x)
            equal(value % q, x % q * kred.kred2x_scale(q) % q)
            assert np.abs(value).max() < q
            compared += 1
    assert compared > 80


# --- costs and times ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", [3329, 7681, 12289, *WIDE])
def test_adders(q: int) -> None:
    """Nguyen et al. 2019, Table I: two for K-RED, five for K-RED-2x, where four do."""
    k, m = kred.shape(q)
    assert kred.rows(k, m).count == 2
    assert kred.kred2x_adders(q) == 4
