# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A case of each unit of rtl/arith and rtl/butterfly: operands, and results from plain integers and from the model."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from arith_cases import (
    Array,
    Case,
    Ports,
    agreed,
    around_multiples,
    drawn,
    edges,
    equal,
    every,
    lazy,
    operands,
    pairs,
    sample,
    signed,
    streamed,
)
from port_values import packed

from twiddle.model import arith, butterflies, fold, kred, ldsp, methods, reductions
from twiddle.model.methods import Method
from twiddle.model.pwmm import karatsuba_latency, karatsuba_rows, karatsuba_unit, karatsuba_zeta_cycle

COUNT = 1 << 16
FORWARD, INVERSE, BOTH = range(3)
"""Directions of a streaming butterfly."""

KINDS: dict[str, Callable[..., Case]] = {}
"""The functions below, by their names."""


def kind(make: Callable[..., Case]) -> Callable[..., Case]:
    KINDS[make.__name__] = make
    return make


def case(name: str, **options: Any) -> Case:
    """The case of a kind; a method may be its label, and is fold where the kind takes one and none is given."""
    if isinstance(method := options.get("method"), str):
        options["method"] = Method[method.upper()]
    return KINDS[name](**options)


def wide(value: int) -> str:
    """A parameter of 64 bits."""
    return f"64'd{value}"


def random(q: int, columns: int) -> Iterator[list[Array]]:
    """One stream of random columns."""
    yield drawn(q, COUNT, columns)


def with_method(q: int, method: Method, **more: int | str) -> dict[str, int | str]:
    return {"Q": q, "Method": method.parameter, **more}


# --- folds, sums, corrections -------------------------------------------------------------------------------


@kind
def folds(q: int, largest: int, offset: int = 0, negate: int = 0) -> Case:
    """The whole range to 2^24; above, both sides of every table entry of every fold, and random ones."""

    def operands() -> Iterator[tuple[Array]]:
        if largest < 1 << 24:
            yield from every(0, largest + 1)
            return
        steps = [step << one.low for one in fold.fold_plan(q, largest) for step in range(len(one.table))]
        near = (np.array([*steps, largest])[:, None] + np.arange(-2, 2)).ravel()
        rest = np.random.default_rng(q).integers(0, largest, 1 << 20, endpoint=True)
        yield (np.clip(np.concatenate([near, rest]), 0, largest),)

    def results(x: Array) -> Ports:
        exact = offset - x if negate else offset + x
        return {"result_lazy_o": lazy(q, exact, fold.mod_fold(q, x, largest, offset, bool(negate)))}

    more = {"Offset": offset, "Negate": negate} if offset else {}
    parameters = {"Q": q, "Largest": wide(largest), **more}
    latency = len(fold.fold_plan(q, largest))
    return Case("twd_mod_fold", parameters, streamed("x_i", operands(), results), latency)


BOUNDS: dict[str, Callable[[int], int]] = {
    "product": arith.largest_product,
    "kred": kred.kred_bound,
    "kred2x": lambda q: kred.kred2x_bounds(q)[1],
}
"""What is folded: a product, or the sum of a K-RED."""


@kind
def fold_step(q: int, of: str, index: int) -> Case:
    """One step of a plan, as the first one: every entry of its table with all low bits 0 and 1, inside its bound."""
    plan = fold.fold_plan(q, BOUNDS[of](q))
    step, largest = plan[index], [BOUNDS[of](q), *(one.largest for one in plan)][index]
    ones = (1 << step.low) - 1
    tops = np.arange((largest >> step.low) + 1) << step.low
    rest = np.random.default_rng(q).integers(0, largest, 1 << 16, endpoint=True)
    x = np.minimum(np.concatenate([tops, tops + ones, rest]), largest)

    def results(x: Array) -> Ports:
        total = fold.mod_fold_step(step, x)
        equal(total % q, x % q)
        assert -q < total.min()
        assert total.max() <= step.largest
        return {"result_lazy_o": lazy(q, x, fold.mod_fold(q, x, largest))}

    parameters = {"Q": q, "Largest": wide(largest)}
    return Case("twd_mod_fold", parameters, streamed("x_i", [[x]], results), len(fold.fold_plan(q, largest)))


def lazy_pairs(q: int) -> Iterator[tuple[Array, Array]]:
    """Canonical first operands with lazy second ones, in (-q, q): every pair to 12 bits."""
    if q.bit_length() <= 12:
        yield from pairs(range(q), range(-q + 1, q))
    else:
        yield from pairs(edges(q), [*(-value for value in edges(q)), *edges(q)])
        rng = np.random.default_rng(q)
        yield rng.integers(0, q, 1 << 20), rng.integers(-q + 1, q, 1 << 20)


@kind
def add(q: int, subtract: int = 0) -> Case:
    """A sum or a difference."""

    def results(a: Array, b: Array) -> Ports:
        return {"sum_o": (a - b if subtract else a + b) % q}

    parameters = {"Q": q, "Subtract": subtract}
    return Case("twd_mod_add", parameters, streamed("a_i b_lazy_i", lazy_pairs(q), results), 2)


@kind
def correct(q: int, above: int = 1) -> Case:
    """Every value."""

    def results(raw: Array) -> Ports:
        return {"result_o": agreed(raw % q, arith.mod_correct(q, raw))}

    end = 2 * q if above else q
    return Case("twd_mod_correct", {"Q": q, "Above": above}, streamed("raw_i", every(1 - q, end), results), 0)


@kind
def halve(q: int) -> Case:
    """Every value."""

    def results(total: Array) -> Ports:
        half = arith.mod_halve(q, total)
        assert half.max() < q
        equal(2 * half % q, total % q)
        return {"half_o": half}

    return Case("twd_mod_halve", {"Q": q}, streamed("sum_i", every(0, 2 * q - 1), results), 0)


# --- products and reductions --------------------------------------------------------------------------------


@kind
def mul(q: int, method: Method = Method.FOLD, halvings: int = 0) -> Case:
    """Canonical, times the scale."""
    scale = methods.scale(method, q, halvings)

    def results(a: Array, b: Array) -> Ports:
        return {"product_o": agreed(a * b % q * scale % q, methods.mod_mul(method, q, a, b, halvings))}

    parameters, latency = with_method(q, method, Halvings=halvings), methods.latency(method, q, halvings)
    return Case("twd_mod_mul", parameters, streamed("a_i b_i", operands(q), results), latency)


@kind
def mul_lazy(q: int, method: Method = Method.FOLD, halvings: int = 0) -> Case:
    scale = methods.scale(method, q, halvings)

    def results(a: Array, b: Array) -> Ports:
        model = methods.mod_mul_lazy(method, q, a, b, halvings)
        return {"product_o": lazy(q, a * b % q * scale, model, method in methods.CANONICAL)}

    parameters = with_method(q, method, Halvings=halvings, Form=methods.Form.LAZY.parameter)
    latency = methods.lazy_latency(method, q, halvings)
    return Case("twd_mod_mul", parameters, streamed("a_i b_i", operands(q), results), latency)


@kind
def reduce(q: int, method: Method) -> Case:
    """Around every multiple, where a quotient is most easily missed."""

    def results(x: Array) -> Ports:
        model = methods.mod_reduce(method, q, x)
        return {"result_lazy_o": lazy(q, x % q * methods.scale(method, q), model, method in methods.CANONICAL)}

    parameters, latency = with_method(q, method, Halvings=0), methods.reduce_latency(method, q)
    largest = arith.largest_product(q)
    return Case("twd_mod_reduce", parameters, streamed("x_i", around_multiples(q, largest, 1 << 20), results), latency)


@kind
def kred_range(q: int, halvings: int, products: int) -> Case:
    """K-RED of a single residue, with no products, or of a sum of products."""
    largest = products * arith.largest_product(q) or q

    def results(x: Array) -> Ports:
        exact = x % q * kred.kred_scale(q, halvings)
        return {"result_lazy_o": lazy(q, exact, kred.mod_kred(q, x, halvings, largest))}

    parameters = with_method(q, Method.KRED, Halvings=halvings, Largest=wide(largest))
    latency = kred.kred_latency(q, halvings, largest)
    return Case("twd_mod_reduce", parameters, streamed("x_i", around_multiples(q, largest, 1 << 24), results), latency)


@kind
def kred_sum(k: int, bits: int) -> Case:
    """Every y up to 16 bits, with the base at both ends and between; above, every bit and every pair of bits."""
    inverse = k % 4 // 2  # of 3, 15, 1023 among others, and not of 1, 9, 13, 513
    largest, mask, excess = (1 << bits) * k + 5, (1 << bits) - 1, kred.rows(k, bits).excess
    bound = kred.sum_largest(largest, k, bits, 1)
    if bits <= 16:
        y = np.arange(1 << bits)
    else:
        ones = np.array([0, *(1 << i for i in range(bits))])
        some = np.unique(ones[:, None] | ones)
        y = np.concatenate([some, some ^ mask])

    def results(base: Array, y: Array) -> Ports:
        factor = mask ^ y if inverse else y
        total = agreed(base + 2 * (k * factor + excess), kred.kred_sum(k, bits, base, factor, 1))
        assert total.max() <= bound
        return {"sum_o": total}

    def bases() -> Iterator[tuple[Array, Array]]:
        for base in (0 * y, 0 * y + largest, np.random.default_rng(k).integers(0, largest, len(y))):
            yield base, y

    parameters = {"Factor": k, "Bits": bits, "Shift": 1, "Largest": wide(largest), "Inverse": inverse}
    return Case("twd_kred_sum", parameters, streamed("base_i y_i", bases(), results), kred.rows(k, bits).count)


@kind
def shift_and_add(q: int, lazily: int) -> Case:
    """Every value for 3329; for 12289 both ends of every quotient's block, around every multiple, random ones."""
    largest = arith.largest_product(q)

    def values() -> Iterator[tuple[Array]]:
        if q == 3329:
            yield from every(0, largest + 1)
            return
        near = (np.arange(q)[:, None] * q + np.arange(-1, 2)).ravel()
        rest = np.random.default_rng(q).integers(0, largest, 1 << 20, endpoint=True)
        yield (np.clip(np.concatenate([*blocks(q), near, rest]), 0, largest),)

    def results(x: Array) -> Ports:
        if lazily:
            return {"result_lazy_o": lazy(q, x, reductions.shift_add_remainder(q, x))}
        return {"result_lazy_o": agreed(x % q, reductions.mod_shift_add(q, x))}

    latency = reductions.LAZY_LATENCY + 1 - lazily
    parameters = {"Q": q, "Lazy": lazily}
    return Case("twd_mod_shift_add", parameters, streamed("x_i", values(), results), latency)


DROPPED = {3329: 10, 12289: 11}
"""Bits of x that the quotient by shifts and additions does not see."""


def blocks(q: int) -> tuple[Array, Array]:
    """First and last value of every block of x with the same quotient."""
    largest = arith.largest_product(q)
    first = np.arange((largest >> DROPPED[q]) + 1) << DROPPED[q]
    return first, np.minimum(first + (1 << DROPPED[q]) - 1, largest)


@kind
def by_constant(width: int, constant: int, low: int, out: int) -> Case:
    """A product with a constant: bits of the operand, bits that are left out, bits of the result."""

    def results(x: Array) -> Ports:
        expected = np.array([((value * constant) >> low) % 2**out for value in x.tolist()])
        return {"product_o": agreed(expected, reductions.const_product(x, constant, low, out))}

    corners = [value for k in range(width) for value in (2**k - 1, 2**k, 2**width - 1 - 2**k)]
    x = np.concatenate([corners, [2**width - 1], np.random.default_rng(width).integers(0, 2**width, 50_000)])
    parameters = {"InWidth": width, "Constant": f"64'h{constant % 2**64:x}", "Low": low, "OutWidth": out}
    latency = reductions.const_latency(width, constant, low + out)
    return Case("twd_const_product", parameters, streamed("x_i", [[x]], results), latency)


@kind
def by_constants(q: int, numbers: int, one: int, spare: int) -> Case:
    """Products with a few constants by tables, or with one (0, 1 or -1), some cycles later than they could be.

    Every operand to 14 bits, else corners and random ones; each with every constant.
    """
    rng = np.random.default_rng(q + numbers)
    values = [int(value) for value in rng.integers(1, q, numbers - 1)] + [q - 1]
    cycles = reductions.constants_latency(q) + abs(one) + spare

    def grid() -> list[list[Array]]:
        rest = np.random.default_rng(q).integers(0, q, 1 << 17)
        a = np.arange(q) if q < 1 << 14 else np.concatenate([edges(q), rest])
        a, number = (each.ravel() for each in np.meshgrid(a, np.arange(numbers + (one != 0))))
        return [[a, number % numbers, (number == numbers).astype(np.int64)]]

    def results(a: Array, number: Array, ones: Array) -> Ports:
        exact = a * np.where(ones == 1, one, np.array(values)[number])
        model = np.where(ones == 1, one * a, reductions.mod_mul_constants(q, values, a, number))
        return {"product_lazy_o": lazy(q, exact, model)}

    literal = f"128'h{sum(value << 32 * k for k, value in enumerate(values)):032x}"
    parameters = {"Q": q, "Numbers": numbers, "Values": literal, "Unit": one % q, "Cycles": cycles}
    names = "a_i number_i unit_i"
    return Case("twd_mod_mul_constants", parameters, streamed(names, grid(), results), cycles)


# --- products without DSP blocks ----------------------------------------------------------------------------


def factors(bits: int) -> Iterator[tuple[Array, Array]]:
    """Factors of so many bits: every pair to eight, the corners and random ones above."""
    yield from pairs(range(1 << bits), range(1 << bits)) if bits <= 8 else sample(1 << bits, 1 << 18)


@kind
def tiles(width: int, negate: int) -> Case:
    def results(a: Array, b: Array) -> Ports:
        exact = (1 << 2 * width) - (1 << (width - 1)) - a * b if negate else a * b
        return {"product_o": agreed(exact, ldsp.tile_product(width, a, b, bool(negate)))}

    parameters, latency = {"Width": width, "Negate": negate}, ldsp.tile_latency(width)
    return Case("twd_tile_product", parameters, streamed("a_i b_i", factors(width), results), latency)


@kind
def karatsuba(width: int, negate: int, modulus: int = 0, offset: int = 0) -> Case:
    def results(a: Array, b: Array) -> Ports:
        exact = (1 << 2 * width) - 1 - a * b if negate else a * b
        model = ldsp.karatsuba_product(width, a, b, bool(negate), modulus, offset)
        if modulus:
            equal(model % modulus, (exact + offset) % modulus)
            assert model.min() >= 0
            assert model.max() < 1 << (2 * width - 4)
            exact = model
        return {"product_o": agreed(exact, model)}

    parameters, latency = {"Width": width, "Negate": negate}, ldsp.KARATSUBA_LATENCY
    parameters |= {"Modulus": modulus, "Offset": offset} if modulus else {}
    return Case("twd_karatsuba_product", parameters, streamed("a_i b_i", factors(width), results), latency)


@kind
def vedic(bits: int) -> Case:
    def results(a: Array, b: Array) -> Ports:
        return {"product_o": agreed(a * b, ldsp.vedic_product(a, b))}

    return Case("twd_vedic_product", {"Bits": bits}, streamed("a_i b_i", factors(bits), results), 3)


@kind
def mul_ldsp(q: int, halvings: int = 0, karatsuba: int = 0) -> Case:
    """The L-DSP; `twd_mod_mul` does not take the product of the paper, Karatsuba's."""
    factor = pow(2, -halvings, q) if halvings else kred.shape(q)[0]

    def results(a: Array, b: Array) -> Ports:
        model = ldsp.mod_mul_ldsp(q, a, b, halvings, bool(karatsuba))
        return {"product_lazy_o": lazy(q, a * b % q * factor, model)}

    parameters = {"Q": q, "Halvings": halvings, "Karatsuba": karatsuba}
    latency = ldsp.ldsp_latency(q, halvings, bool(karatsuba))
    return Case("twd_mod_mul_ldsp", parameters, streamed("a_i b_i", operands(q), results), latency)


@kind
def ldsp_reduce(q: int, halvings: int, karatsuba: int) -> Case:
    """Values on both sides of every change of the bits that address a table, and the ends of the range."""
    plan = ldsp.ldsp_plan(q, halvings, bool(karatsuba))
    tops = np.arange(1 << (plan.top + 2)) << (2 * q.bit_length() - plan.top - 2)
    near = (tops[:, None] + np.array([-1, 0, 1])).ravel()
    rows = np.arange(0, plan.highest, plan.highest // 5)[:, None] >> 14 << 14
    lows = (np.arange(1 << plan.taken)[None, :] + rows).ravel()
    rest = np.random.default_rng(q).integers(plan.lowest, plan.highest, 1 << 17, endpoint=True)
    x = np.clip(np.concatenate([near, lows, rest]), plan.lowest, plan.highest)

    def results(x: Array) -> Ports:
        product = x if halvings else plan.highest - x
        return {"result_lazy_o": lazy(q, product % q * kred.kred_scale(q, halvings), ldsp.ldsp_reduce(plan, x))}

    offset = {"Offset": wide(1)} if karatsuba else {}
    parameters = {"Q": q, "Halvings": halvings, **offset}
    return Case("twd_ldsp_reduce", parameters, streamed("x_i", [[x]], results), plan.latency)


# --- butterflies --------------------------------------------------------------------------------------------

TWIDDLE, HALF = 0, 0
"""Selectors of the multiplier's second operand, and of the first summand."""


@kind
def butterfly(q: int) -> Case:
    """Every combination of the selectors, another one each cycle, and loads, from the formulas of the header."""
    count, top = 1 << 17, 1 << q.bit_length()

    def stream() -> Iterator[list[Array]]:
        rng = np.random.default_rng(q)
        columns = [*drawn(q, count, 6), *(rng.integers(0, codes, count) for codes in (2, 2, 3, 3, 2))]
        load = rng.integers(0, 8, count) == 0
        while_loading = (0, top - 1 - q, q - 1, *columns[3:6], 0, 1, 0, 0, 0)
        columns = [np.where(load, other, each) for each, other in zip(columns, while_loading, strict=True)]
        yield [*columns, load.astype(np.int64), *(load * rng.integers(0, top, count) for _ in range(2))]

    def results(*columns: Array) -> Ports:
        u, v, twiddle, other, feed_s, feed_x, minus, gs, by, add, feed, load, load_u, load_v = columns
        assert len(np.unique(np.stack(columns[6:11]), axis=1).T) == 2 * 2 * 3 * 3 * 2
        difference = np.where(load == 1, load_v - q, v - minus * u)
        total = u + np.where(minus == 1, v, u)
        s = np.choose(add, [total * ((q + 1) // 2) % q, feed_s, 0 * u])
        product = np.where(feed == 1, feed_x, difference % q) * np.choose(by, [twiddle, u, other])
        sums = np.stack([(s + (1 - gs) * product) % q, ((1 - gs) * s - product) % q])
        sums = np.where(load == 1, np.stack([load_u, load_v]) % q, sums)
        for is_gs, model in ((0, arith.butterfly_ct), (1, arith.butterfly_gs)):
            plain = (load == 0) & (minus == is_gs) & (gs == is_gs) & (by == TWIDDLE) & (add == HALF) & (feed == 0)
            equal(sums[:, plain], np.stack(model(q, u[plain], v[plain], twiddle[plain])))
        outside = {"outside_u_o": load_u >= q, "outside_v_o": difference >= 0}
        return {"sum_o": sums[0], "diff_o": sums[1], "difference_d_o": difference % q, **outside}

    names = "u_i v_i twiddle_i other_i feed_s_i feed_x_i minus_i gs_i by_i add_i feed_x_en_i load_i load_u_i load_v_i"
    delay = methods.butterfly_latency(q)
    latency = {"difference_d_o": 1, "outside_v_o": 1, "outside_u_o": delay - 2, "sum_o": delay, "diff_o": delay}
    late = dict.fromkeys(("twiddle_i", "other_i", "feed_s_i", "feed_x_i"), 1)
    return Case("twd_butterfly", {"Q": q}, streamed(names, stream(), results), latency, late)


def pair(*results: Array) -> Ports:
    return dict(zip(("sum_o", "diff_o"), results, strict=True))


def plain(q: int, scale: int, gs: Array | int, u: Array, v: Array, w: Array, half: int) -> Array:
    """Both results of a butterfly, in plain integers: Gentleman-Sande where gs is 1."""
    product = v * w % q * scale
    return np.stack(
        [
            np.where(gs == 1, (u + v) * half, u + product) % q,
            np.where(gs == 1, (u - v) * w % q * scale, u - product) % q,
        ]
    )


UVW = "u_i v_i twiddle_i"
LATE = {"twiddle_i": butterflies.TWIDDLE_LATE}


@kind
def ct(q: int, method: Method = Method.FOLD) -> Case:
    def results(u: Array, v: Array, w: Array) -> Ports:
        model = np.stack(butterflies.butterfly_ct(method, q, u, v, w))
        return pair(*agreed(plain(q, methods.scale(method, q), 0, u, v, w, 1), model))

    latency = butterflies.ct_latency(method, q)
    return Case("twd_butterfly_ct", with_method(q, method), streamed(UVW, random(q, 3), results), latency)


def halving(name: str, q: int, method: Method = Method.FOLD, halve: int = 0, karatsuba: int = 0) -> Case:
    """Gentleman-Sande; or with an input for the kind, at random from cycle to cycle."""
    unified, half = name != "gs", (q + 1) // 2 if halve else 1

    def results(*columns: Array) -> Ports:
        u, v, w = columns[-3:]
        kind = columns[0] if unified else 1
        if unified:
            model = butterflies.butterfly_unified(method, q, kind, u, v, w, halve=bool(halve))
        else:
            model = butterflies.butterfly_gs(method, q, u, v, w, bool(halve))
        return pair(*agreed(plain(q, methods.scale(method, q), kind, u, v, w, half), np.stack(model)))

    def stream() -> Iterator[list[Array]]:
        kinds = [np.random.default_rng(q).integers(0, 2, COUNT)] if unified else []
        yield [*kinds, *drawn(q, COUNT, 3)]

    latency = {
        "gs": butterflies.gs_latency(method, q),
        "unified": butterflies.unified_latency(method, q, bool(karatsuba)),
        "conventional": butterflies.conventional_latency(method, q),
    }[name]
    given = {"Halve": halve} | ({"Karatsuba": 1} if karatsuba else {})
    ports, parameters = "gs_i " * unified + UVW, with_method(q, method, **given)
    late = {} if name == "conventional" else LATE
    return Case(f"twd_butterfly_{name}", parameters, streamed(ports, stream(), results), latency, late)


for name in ("gs", "unified", "conventional"):
    KINDS[name] = partial(halving, name)


def choice(count: int, both: int, inverse: int) -> Array:
    """inverse_i: constant, or changing where a unit is to ignore it."""
    return np.full(count, inverse) if both else np.arange(count) & 1


def of_modulus(other: Array, q: int, q_2: int, value: Callable[[int], int]) -> Array:
    """A value of each element's modulus: of q, or where `other` is 1 of q_2, if there is one."""
    return np.where(other == 1, value(q_2 or q), value(q))


@kind
def parallel(
    q: int,
    method: Method = Method.FOLD,
    direction: int = FORWARD,
    inverse: int = 0,
    halve: int = 0,
    passing: int = 0,
    q_2: int = 0,
) -> Case:
    """BU2; with `passing` every other butterfly or so passes both operands on, with q_2 it is modulo that."""

    def stream() -> Iterator[list[Array]]:
        rng = np.random.default_rng(q)
        passes, other = rng.integers(0, 2, (2, COUNT))
        modulus = np.where(other == 1, q_2, q) if q_2 else np.full(COUNT, q)
        u, v, w = (values % modulus for values in drawn(q, COUNT, 3))
        if passing:
            minus = of_modulus(other, q, q_2, lambda each: each - pow(methods.scale(method, each), -1, each))
            w = np.where(passes == 1, minus, w)
        yield [choice(COUNT, direction == BOTH, inverse), passes, other, u, v, w]

    def results(_: Array, passes: Array, other: Array, u: Array, v: Array, w: Array) -> Ports:
        modulus = np.where(other == 1, q_2, q) if q_2 else q + 0 * u
        scale = of_modulus(other, q, q_2, lambda each: methods.scale(method, each))
        half = (modulus + 1) // 2 if halve else 1
        found = plain(modulus, scale, inverse, u, v, w, half)  # type: ignore[arg-type]
        if not q_2:
            model = butterflies.butterfly_parallel(method, q, u, v, w, bool(inverse), bool(inverse and halve))
            found = agreed(found, np.stack(model))
        return pair(*(np.where(passes == 1, (u, v), found) if passing else found))

    parameters = with_method(q, method, Direction=f"2'd{direction}", Halve=halve, Pass=passing, Q_2=q_2)
    latency = butterflies.streaming_latency(method, q)
    return Case(
        "twd_butterfly_parallel",
        parameters,
        streamed(f"inverse_i pass_i modulus_i {UVW}", stream(), results),
        latency,
        {"twiddle_i": 1 + inverse},
    )


@kind
def dual(q: int, method: Method = Method.FOLD, inverse: int = 0) -> Case:
    """BU2 of a transform with a direction input: the sum is halved, the difference is v - u."""
    takes_signed, width = methods.takes_signed(method, q), (q - 1).bit_length()

    def stream() -> Iterator[list[Array]]:
        u, v, w = drawn(q, COUNT, 3)
        near = np.where(w > q // 2, w - q, w) & ((1 << width) - 1)  # the representative next to zero
        yield [np.full(COUNT, inverse), u, v, near if takes_signed else w]

    def results(_: Array, u: Array, v: Array, w: Array) -> Ports:
        w = signed(w, width) % q if takes_signed else w
        first, second = plain(q, methods.scale(method, q), inverse, u, v, w, (q + 1) // 2)
        found = np.stack([first, -second % q if inverse else second])
        return pair(*agreed(found, np.stack(butterflies.butterfly_dual(method, q, u, v, w, bool(inverse)))))

    latency = butterflies.dual_latency(method, q)
    return Case(
        "twd_butterfly_dual",
        with_method(q, method),
        streamed(f"inverse_i {UVW}", stream(), results),
        latency,
        {"twiddle_i": 2},
    )


@kind
def signed_product(q: int, method: Method) -> Case:
    """Every pair to 10 bits; above, random ones, and the corners of one factor with those of the other."""

    def stream() -> Iterator[list[Array]]:
        if q < 1000:
            grid = np.meshgrid(np.arange(1 - q, q), np.arange(-(q // 2), q // 2 + 1))
            yield [each.ravel() for each in grid]
            return
        rng = np.random.default_rng(q)
        corner = np.array([*range(1 - q, 3 - q), *range(-2, 3), *range(q - 2, q)])
        middle = np.array([-(q // 2), 1 - q // 2, -1, 0, 1, q // 2 - 1, q // 2])
        a = np.concatenate([rng.integers(1 - q, q, COUNT), np.repeat(corner, len(middle))])
        yield [a, np.concatenate([rng.integers(-(q // 2), q // 2 + 1, COUNT), np.tile(middle, len(corner))])]

    def results(a: Array, b: Array) -> Ports:
        return {"product_o": methods.scale(method, q) * a * b}

    parameters, latency = with_method(q, method, Form=methods.Form.SIGNED.parameter), methods.signed_latency(method, q)
    return Case("twd_mod_mul", parameters, streamed("a_i b_i", stream(), results), latency, modulus=q)


@kind
def feedback(
    q: int,
    method: Method = Method.FOLD,
    depth: int = 1,
    configurable: int = 0,
    inverse: int = 0,
    paths: int = 1,
    q_2: int = 0,
) -> Case:
    """Pairs in any order, among what is only delayed; the FIFO's contents at the start are undefined.

    In the inverse direction, operands in (-q, q), and results as the multiplier leaves them. With q_2, the
    two of a pair have the same modulus.
    """
    count, bits = 1 << 14, q.bit_length()
    moduli = (q, q_2) if q_2 else (q,)

    def streams() -> Iterator[tuple[Ports, Ports]]:
        w, *columns = drawn(q, count, 1 + paths)
        rng = np.random.default_rng(depth)
        second, other = rng.integers(0, 2, (2, count))
        second[: 2 * depth] = 0
        for place in range(depth, count):
            second[place] &= ~second[place - depth]
            other[place] = other[place - depth] if second[place] else other[place]
        leaves = np.where(second == 1, other, np.roll(other, depth))  # of the result in that place
        x = np.stack(columns, axis=-1)
        x = np.where(other[:, None] == 1, x % moduli[-1], x)
        w = np.where((leaves if inverse else other) == 1, w % moduli[-1], w)
        below = np.where(other == 1, moduli[-1], q)[:, None] * rng.integers(0, 2, (count, paths))
        x = x - below * (x > 0) if inverse else x
        by_modulus = [
            [
                butterflies.butterfly_feedback(
                    method, each, depth, second, column if inverse else column % each, w % each, bool(inverse)
                )
                for column in x.T
            ]
            for each in moduli
        ]
        result = np.where(leaves == 1, by_modulus[-1], by_modulus[0]).T
        noise = rng.integers(0, q, (count, paths))
        inputs = {
            "inverse_i": choice(count, configurable, inverse),
            "second_i": second,
            "modulus_i": other,
            "x_i": packed(noise if inverse else x, bits),
            "x_lazy_i": packed(x if inverse else noise, bits + 1),
            "twiddle_i": packed(np.repeat(w[:, None], paths, axis=1), bits),
        }
        yield inputs, {"y_lazy_o": packed(result, bits + 1)} if inverse else {"y_o": packed(result, bits)}

    parameters = with_method(q, method, Lanes=paths, Depth=depth, Configurable=configurable, Q_2=q_2)
    late = {"modulus_i": 1, "x_lazy_i": 1, "x_i": 1, "twiddle_i": 4 if inverse else 2}
    latency = 1 + butterflies.streaming_latency(method, q)
    return Case("twd_butterfly_feedback", parameters, streams(), latency, late, 2 * depth)


def pair_product(q: int, a: Array, b: Array, zeta: Array, scale: int) -> Array:
    """Pairs' products modulo x^2 - scale zeta, in five products, times scale."""
    low = a[0] * b[0] + a[1] * b[1] % q * zeta % q * scale
    return np.stack([low % q * scale % q, (a[0] * b[1] + a[1] * b[0]) % q * scale % q])


@kind
def base(q: int, method: Method = Method.FOLD) -> Case:
    def results(a_0: Array, a_1: Array, b_0: Array, b_1: Array, zeta: Array) -> Ports:
        product = pair_product(q, np.stack([a_0, a_1]), np.stack([b_0, b_1]), zeta, methods.scale(method, q))
        found = agreed(product, np.stack(butterflies.base_mul(method, q, a_0, a_1, b_0, b_1, zeta)))
        return {"c_0_o": found[0], "c_1_o": found[1]}

    latency, late = butterflies.base_latency(method, q), {"zeta_i": methods.latency(method, q)}
    return Case(
        "twd_base_mul",
        with_method(q, method),
        streamed("a_0_i a_1_i b_0_i b_1_i zeta_i", random(q, 5), results),
        latency,
        late,
    )


@kind
def four(q: int, method: Method = Method.FOLD, pairs: int = 1) -> Case:
    """Four products, or two of pairs."""

    def streams() -> Iterator[tuple[Ports, Ports]]:
        columns = np.stack(drawn(q, COUNT, 10))
        a, b, zeta = columns[:4], columns[4:8], columns[8:]
        scale = methods.scale(method, q)
        halves = [pair_product(q, a[p : p + 2], b[p : p + 2], zeta[p // 2], scale) for p in (0, 2)]
        expected = np.concatenate(halves) if pairs else a * b % q * scale % q
        agreed(expected.T, butterflies.mod_mul_four(method, q, a.T, b.T, zeta.T if pairs else None))
        a, b, zeta, c = (packed(values.T, q.bit_length()) for values in (a, b, zeta, expected))
        yield {"a_i": a, "b_i": b, "zeta_i": zeta}, {"c_o": c}

    latency, late = butterflies.four_latency(method, q, bool(pairs)), {"zeta_i": methods.latency(method, q)}
    return Case("twd_mod_mul_four", with_method(q, method, Pairs=pairs), streams(), latency, late)


@kind
def pwmm_karatsuba(q: int, n: int, units: int, halvings: int = 7) -> Case:
    """Rows of any length: every pair starts a sum anew or adds to the one of a polynomial before, at random."""
    beats, bits = n // (2 * units), q.bit_length()

    def streams() -> Iterator[tuple[Ports, Ports]]:
        columns = np.stack(drawn(q, COUNT, 5 * units)).T
        a, b = (columns[:, start : start + 2 * units].reshape(-1, units, 2) for start in (0, 2 * units))
        zeta = columns[:, 4 * units :]
        first = np.random.default_rng(q).integers(0, 4, COUNT) == 0
        first[:beats] = True
        lanes = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
        factor = kred.shape(q)[0]
        exact = np.moveaxis(pair_product(q, *lanes, zeta * factor % q, 1), 0, -1) * pow(2, -halvings, q)
        model = karatsuba_unit(q, halvings, a, b, zeta)
        assert abs(model).max() < q
        sums = agreed(*(karatsuba_rows(q, beats, first, each) for each in (exact, model)))
        a, b, zeta, c = (packed(values.reshape(COUNT, -1), bits) for values in (a, b, zeta, sums))
        yield {"first_i": first.astype(np.int64), "a_i": a, "b_i": b, "zeta_i": zeta}, {"c_o": c}

    parameters = {"Q": q, "N": n, "Units": units, "Halvings": halvings}
    latency, late = karatsuba_latency(q, halvings), {"zeta_i": karatsuba_zeta_cycle(q)}
    return Case("twd_pwmm_karatsuba", parameters, streams(), latency, late)


BUTTERFLIES = (
    *("twd_butterfly_ct", "twd_butterfly_gs", "twd_butterfly_unified", "twd_butterfly_parallel"),
    *("twd_butterfly_conventional", "twd_butterfly_dual", "twd_butterfly_feedback", "twd_base_mul", "twd_mod_mul_four"),
)
"""Units that take every method."""
