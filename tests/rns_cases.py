# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the units on tables of logarithms are asked, on the RTL tree that they are given, and refuse."""

from pathlib import Path
from typing import Any

import numpy as np
from arith_cases import Array, edges, unit
from port_values import packed, unpacked
from unit_cases import same

from twiddle.model import rns
from twiddle.model.rns import Moduli
from twiddle.tools.sim.unit import UnitPoint


def literal(moduli: Moduli) -> str:
    """The value of the RTL's parameter Moduli."""
    return "48'h" + "".join(f"{modulus:04x}" for modulus in moduli)


def parameters(q: int, moduli: Moduli | None, **others: int) -> dict[str, Any]:
    return {"Q": q, **({} if moduli is None else {"Moduli": literal(moduli)}), **others}


def random(q: int, shape: tuple[int, ...], seed: int) -> Array:
    """Canonical numbers; one in eight a corner, one in eight zero."""
    rng = np.random.default_rng(seed)
    chosen = rng.random(shape)
    values = np.where(chosen < 0.125, rng.choice(edges(q), shape), rng.integers(0, q, shape))
    return np.asarray(np.where(chosen > 0.875, 0, values))


def check_dual(root: Path | None, q: int, moduli: Moduli | None, sum_tables: bool, seed: int = 1) -> None:
    """Two products that have nothing to do with one another, with gaps."""
    dual = unit("twd_mod_mul_rns_dual", root, **parameters(q, moduli, SumTables=int(sum_tables)))
    a, b = random(q, (2, 2, 1 << 17), seed)
    bits = q.bit_length()
    inputs = {"a_i": packed(a.T, bits), "b_i": packed(b.T, bits)}
    for enable in (1.0, 0.5):
        got = dual.run(inputs, latency=rns.MUL_LATENCY, enable=enable, seed=seed, random_state=True)
        same(unpacked(got["product_o"], 2, bits).T.ravel(), (a * b % q).ravel())


def twiddles(q: int, gs: Array, shape: tuple[int, ...], seed: int) -> Array:
    """Roots of unity of order a power of two; -zeta/2 where gs."""
    order = (q - 1) & (1 - q)
    zeta = pow(rns.primitive_root(q), (q - 1) // order, q)
    powers = np.array([pow(zeta, exponent, q) for exponent in range(order)])
    w = np.random.default_rng(seed).choice(powers, shape)
    return np.asarray(np.where(gs == 1, (q - w) * ((q + 1) // 2) % q, w))


def butterfly(q: int, moduli: Moduli | None, dual: bool, registers: bool = False, feed: bool = False) -> UnitPoint:
    """The unit of check_butterfly."""
    options = {"Registers": int(registers), "Feed": int(feed)}
    return "twd_butterfly_rns", parameters(q, moduli, Dual=int(dual), **options)


def check_butterfly(
    root: Path | None,
    q: int,
    moduli: Moduli | None,
    dual: bool,
    registers: bool = False,
    feed: bool = False,
    seed: int = 1,
) -> None:
    """Every mode, another one each cycle, from the formulas of the header and from the model, with gaps."""
    pairs, count, bits = 1 + dual, 1 << 16, q.bit_length()
    name, values = butterfly(q, moduli, dual, registers, feed)
    top = unit(name, root, **values)
    rng = np.random.default_rng(seed)
    u, v = random(q, (2, pairs, count), seed)
    mode = rng.integers(0, 4, count)
    fed = feed * rng.integers(0, 2, count) * (np.arange(count) % 5 == 4)  # of products that are not fed
    mode[fed == 1] = 2
    gs, product = (mode == 1).astype(np.int64), (mode == 2).astype(np.int64)
    add, swap = product * rng.integers(0, 2, (2, count))
    add[fed == 1], swap[fed == 1] = not dual, 0
    w = twiddles(q, gs, (pairs, count), seed)
    chosen = rns.exact_moduli(q) if moduli is None else moduli
    if np.prod(chosen) not in (q - 1, *range(3 * q - 5, 1 << 16)):
        w = np.where(product > fed, 1, w)  # three logarithms would overflow
    load = (mode == 3).astype(np.int64)
    load_u, load_v = load * rng.integers(0, 1 << bits, (2, pairs, count))
    u, v, w = (np.where(load == 1, *each) for each in ((0, u), ((1 << bits) - 1 - q, v), (q - 1, w)))
    index = rns.twiddle_index(q, w, moduli)
    (width,) = (port.bits // pairs for port in top.inputs if port.name == "twiddle_i")
    inputs = {"gs_i": gs, "product_i": product, "add_i": add, "swap_i": swap, "feed_i": fed, "load_i": load}
    inputs |= {"load_u_i": packed(load_u.T, bits), "load_v_i": packed(load_v.T, bits)}
    inputs |= {"u_i": packed(u.T, bits), "v_i": packed(v.T, bits), "twiddle_i": packed(index.T, width)}

    by = np.where(fed == 1, 1, np.where(swap * product == 1, u[::-1], u))
    x = np.select([load == 1, gs == 1], [load_v, v - u], v)
    first = x * np.where(product == 1, by * w % q, w) % q  # where nothing is fed
    ages = (4, 3) if dual else (3,)
    x = np.where(fed == 1, np.stack([np.roll(first[-1], age) for age in ages]), x)
    products = x * np.where(product == 1, by * w % q, w) % q
    beside = np.zeros_like(u)
    if dual:
        cross = add * products[::-1] * (swap == np.arange(2)[:, None])
        beside = np.where(fed == 1, np.stack([np.roll(first[0], age) for age in ages]), cross)
    else:
        beside[0] = add * np.roll(products[0], 2)
    half = (q + 1) // 2
    total = np.select([mode == 0, mode == 1, mode == 3], [u + products, (u + v) * half, load_u], products + beside) % q
    difference = np.where(mode == 0, u - products, -products) % q
    factor = np.where(product == 1, by, u)
    model = rns.butterfly_rns(q, factor, np.where(fed == 1, x, v), w, gs, product, beside)
    plain = np.flatnonzero(mode < 3)[4:]
    same(np.stack(model)[..., plain].ravel(), np.stack([total, difference])[..., plain].ravel())

    cycles = rns.BUTTERFLY_LATENCY + 2 * registers
    latency = {"sum_o": cycles, "diff_o": cycles, "outside_u_o": cycles - 1, "outside_v_o": 1}
    for enable in (1.0, 0.4):
        got = top.run(inputs, latency=latency, late={"twiddle_i": 1 + registers}, enable=enable, seed=seed)
        results = np.stack([unpacked(got[name], pairs, bits).T for name in ("sum_o", "diff_o")])
        same(results[..., 4:].ravel(), np.stack([total, difference])[..., 4:].ravel())
        for name, operand in (("outside_u_o", load_u), ("outside_v_o", load_v)):
            same(unpacked(got[name], pairs, 1).T[:, load == 1], (operand >= q)[:, load == 1])


def units(q: int, moduli: Moduli, sum_tables: bool, registers: bool = False) -> list[UnitPoint]:
    """The units of check_units: index, sum and number."""
    late = parameters(q, moduli, Register=int(registers))
    return [
        ("twd_rns_table", late),
        ("twd_rns_sum", parameters(q, moduli, Tables=int(sum_tables))),
        ("twd_rns_reconstruct", late),
    ]


def check_units(root: Path | None, q: int, moduli: Moduli, sum_tables: bool, registers: bool = False) -> None:
    """Index, sum and number of the tables, one by one, as the model has them."""
    table, adder, rebuild = (unit(top, root, **each) for top, each in units(q, moduli, sum_tables, registers))
    a = np.arange(q)
    got = table.run({"a_addr_i": a, "b_addr_i": a[::-1].copy()}, latency=1 + registers)
    index = rns.rns_index(q, a, moduli)
    same(got["a_data_o"], index)
    same(got["b_data_o"], index[::-1])

    left, right = (rns.rns_index(q, random(q, (1 << 16,), seed), moduli) for seed in (1, 2))
    sums = adder.run({"a_index_i": left, "b_index_i": right}, latency=1)["sum_o"]
    same(sums, rns.rns_sum(moduli, left, right))

    numbers = rebuild.run({"a_index_i": sums, "b_index_i": sums[::-1].copy()}, latency=1 + registers)
    same(numbers["a_o"], rns.rns_reconstruct(q, sums, moduli))
    same(numbers["b_o"], rns.rns_reconstruct(q, sums, moduli)[::-1])
