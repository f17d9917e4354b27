# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One case a unit of rtl/butterfly: operands, and the results from plain integers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from arith_cases import edges, element, repeat, unit
from numpy.typing import NDArray
from port_values import packed

from twiddle.model import butterflies, methods
from twiddle.model.methods import Method
from twiddle.tools.sim.unit import UnitPoint

Array = NDArray[np.int64]
Parameters = dict[str, int | str]
COUNT = 1 << 16


@dataclass(frozen=True)
class Case:
    """A stream through one unit.

    expected   by output port; from element `skip` on they are to be compared
    late       cycles by which an input port follows the others
    """

    top: str
    parameters: Mapping[str, int | str]
    inputs: dict[str, Array]
    expected: dict[str, Array]
    latency: int
    late: dict[str, int] = field(default_factory=dict)
    skip: int = 0

    def differs(self, enable: float, root: Path | None = None) -> str:
        """What the unit of an RTL tree gives otherwise, from random registers, in words; empty: nothing."""
        got = unit(self.top, root, **self.parameters).run(
            self.inputs, latency=self.latency, late=self.late, enable=enable, seed=5, random_state=True
        )
        assert self.expected
        assert set(self.expected) <= set(got)
        for name, values in self.expected.items():
            assert got[name].shape == values.shape
            assert len(values) > self.skip
            wrong = np.flatnonzero((got[name] != values).reshape(len(values), -1).any(axis=1)[self.skip :])
            if len(wrong):
                place = int(wrong[0]) + self.skip
                where = f"{element(place, len(values))}, {name}"
                return f"{where}: got {got[name][place]}, expected {values[place]}\n{repeat()}"
        return ""


FORWARD, INVERSE, BOTH = range(3)
"""Directions of a streaming butterfly."""

UNITS: dict[str, tuple[str, Parameters]] = {
    "ct": ("twd_butterfly_ct", {}),
    "gs": ("twd_butterfly_gs", {"Halve": 0}),
    "unified": ("twd_butterfly_unified", {"Halve": 0}),
    "parallel": ("twd_butterfly_parallel", {"Direction": FORWARD, "Halve": 0, "Pass": 0, "Q_2": 0}),
    "dual": ("twd_butterfly_dual", {}),
    "feedback": ("twd_butterfly_feedback", {"Lanes": 1, "Depth": 1, "Configurable": 0, "Q_2": 0}),
    "base": ("twd_base_mul", {}),
    "four": ("twd_mod_mul_four", {"Pairs": 1}),
}
"""The unit of each kind of case, and its parameters beside modulus and method."""


def point(kind: str, method: Method, q: int, **chosen: int) -> UnitPoint:
    """The unit of a case, with parameters chosen otherwise."""
    top, defaults = UNITS[kind]
    assert set(chosen) <= set(defaults)
    values: Parameters = {**defaults, **chosen}
    if "Direction" in values:
        values["Direction"] = f"2'd{values['Direction']}"
    return top, {"Q": q, "Method": method.parameter, **values}


def operands(q: int, names: str, count: int = COUNT) -> dict[str, Array]:
    """Random canonical operands by name, a quarter of each from the corners."""
    rng = np.random.default_rng([q, len(names)])
    inputs = {}
    for name in names.split():
        values = rng.integers(0, q, count)
        inputs[name] = np.where(rng.random(count) < 0.25, rng.choice(edges(q), count), values)
    return inputs


def ct(method: Method, q: int) -> Case:
    inputs = operands(q, "u_i v_i twiddle_i")
    u, v, w = inputs.values()
    product = v * w % q * methods.scale(method, q)
    expected = {"sum_o": (u + product) % q, "diff_o": (u - product) % q}
    return Case(*point("ct", method, q), inputs, expected, butterflies.ct_latency(method, q))


LATE = {"twiddle_i": butterflies.TWIDDLE_LATE}


def gs(method: Method, q: int, halve: int = 0) -> Case:
    inputs = operands(q, "u_i v_i twiddle_i")
    u, v, w = inputs.values()
    half = (q + 1) // 2 if halve else 1
    expected = {"sum_o": (u + v) * half % q, "diff_o": (u - v) * w % q * methods.scale(method, q) % q}
    latency = butterflies.gs_latency(method, q)
    return Case(*point("gs", method, q, Halve=halve), inputs, expected, latency, LATE)


def unified(method: Method, q: int, halve: int = 0) -> Case:
    """Either kind, at random from cycle to cycle."""
    inputs = operands(q, "u_i v_i twiddle_i")
    u, v, w = inputs.values()
    kind = np.random.default_rng(q).integers(0, 2, len(u))
    scale, half = methods.scale(method, q), (q + 1) // 2 if halve else 1
    product = v * w % q * scale
    expected = {
        "sum_o": np.where(kind == 1, (u + v) * half, u + product) % q,
        "diff_o": np.where(kind == 1, (u - v) * w % q * scale, u - product) % q,
    }
    latency = butterflies.unified_latency(method, q)
    return Case(*point("unified", method, q, Halve=halve), {"gs_i": kind, **inputs}, expected, latency, LATE)


def choice(count: int, both: int, inverse: int) -> Array:
    """inverse_i: constant, or changing where a unit is to ignore it."""
    return np.full(count, inverse) if both else np.arange(count) & 1


def parallel(
    method: Method, q: int, direction: int = FORWARD, inverse: int = 0, halve: int = 0, passing: int = 0, q_2: int = 0
) -> Case:
    """BU2; with `passing` every other butterfly or so passes both operands on, with q_2 it is modulo that."""
    inputs = operands(q, "u_i v_i twiddle_i")
    rng = np.random.default_rng(q)
    passes, other = rng.integers(0, 2, (2, COUNT))
    modulus = np.where(other == 1, q_2, q) if q_2 else np.full(COUNT, q)
    inputs = {name: values % modulus for name, values in inputs.items()}
    u, v, w = inputs.values()
    scale = of_modulus(other, q, q_2, lambda each: methods.scale(method, each))
    half = (modulus + 1) // 2 if halve else 1
    if passing:
        minus = of_modulus(other, q, q_2, lambda each: each - pow(methods.scale(method, each), -1, each))
        inputs["twiddle_i"] = w = np.where(passes == 1, minus, w)
    if inverse:
        expected = [(u + v) * half % modulus, (u - v) * w % modulus * scale % modulus]
    else:
        product = v * w % modulus * scale
        expected = [(u + product) % modulus, (u - product) % modulus]
    if passing:
        expected = [np.where(passes == 1, *each) for each in zip((u, v), expected, strict=True)]
    return Case(
        *point("parallel", method, q, Direction=direction, Halve=halve, Pass=passing, Q_2=q_2),
        {"inverse_i": choice(COUNT, direction == BOTH, inverse), "pass_i": passes, "modulus_i": other, **inputs},
        dict(zip(("sum_o", "diff_o"), expected, strict=True)),
        butterflies.streaming_latency(method, q),
        {"twiddle_i": 1 + inverse},
    )


def dual(method: Method, q: int, inverse: int = 0) -> Case:
    """BU2 of a transform with a direction input: the sum is halved, the difference is v - u."""
    inputs = operands(q, "u_i v_i twiddle_i")
    u, v, w = inputs.values()
    scale = methods.scale(method, q)
    if inverse:
        expected = {"sum_o": (u + v) * ((q + 1) // 2) % q, "diff_o": (v - u) * w % q * scale % q}
    else:
        product = v * w % q * scale
        expected = {"sum_o": (u + product) % q, "diff_o": (u - product) % q}
    if methods.takes_signed(method, q):
        inputs["twiddle_i"] = nearest(q, w)
    return Case(
        *point("dual", method, q),
        {"inverse_i": np.full(COUNT, inverse), **inputs},
        expected,
        butterflies.dual_latency(method, q),
        {"twiddle_i": 2},
    )


def nearest(q: int, value: Array) -> Array:
    """The representative next to zero of a value in [0, q), in as many bits."""
    return np.where(value > q // 2, value - q, value) & ((1 << (q - 1).bit_length()) - 1)


def of_modulus(other: Array, q: int, q_2: int, value: Callable[[int], int]) -> Array:
    """A value of each element's modulus: of q, or where `other` is 1 of q_2, if there is one."""
    return np.where(other == 1, value(q_2 or q), value(q))


def feedback(
    method: Method, q: int, depth: int = 1, configurable: int = 0, inverse: int = 0, paths: int = 1, q_2: int = 0
) -> Case:
    """Pairs in any order, among what is only delayed; the FIFO's contents at the start are undefined.

    In the inverse direction, operands in (-q, q), and results as the multiplier leaves them. With q_2, the
    two of a pair have the same modulus.
    """
    count, bits = 1 << 14, q.bit_length()
    inputs = operands(q, " ".join(["twiddle_i", *(f"x_{path}" for path in range(paths))]), count)
    w, *columns = inputs.values()
    rng = np.random.default_rng(depth)
    second, other = rng.integers(0, 2, (2, count))
    second[: 2 * depth] = 0
    for place in range(depth, count):
        second[place] &= ~second[place - depth]
        other[place] = other[place - depth] if second[place] else other[place]
    leaves = np.where(second == 1, other, np.roll(other, depth))  # of the result in that place
    moduli = (q, q_2) if q_2 else (q,)
    x = np.stack(columns, axis=-1)
    x = np.where(other[:, None] == 1, x % moduli[-1], x)
    w = np.where((leaves if inverse else other) == 1, w % moduli[-1], w)
    below = np.where(other == 1, moduli[-1], q)[:, None] * rng.integers(0, 2, (count, paths))
    x = x - below * (x > 0) if inverse else x
    results = [
        np.stack(
            [
                butterflies.butterfly_feedback(
                    method, each, depth, second, column if inverse else column % each, w % each, bool(inverse)
                )
                for column in x.T
            ],
            axis=-1,
        )
        for each in moduli
    ]
    result = np.where(leaves[:, None] == 1, results[-1], results[0])
    noise = rng.integers(0, q, (count, paths))
    return Case(
        *point("feedback", method, q, Lanes=paths, Depth=depth, Configurable=configurable, Q_2=q_2),
        {
            "inverse_i": choice(count, configurable, inverse),
            "second_i": second,
            "modulus_i": other,
            "x_i": packed(noise if inverse else x, bits),
            "x_lazy_i": packed(x if inverse else noise, bits + 1),
            "twiddle_i": packed(np.repeat(w[:, None], paths, axis=1), bits),
        },
        {"y_lazy_o": packed(result, bits + 1)} if inverse else {"y_o": packed(result, bits)},
        1 + butterflies.streaming_latency(method, q),
        {"modulus_i": 1, "x_lazy_i": 1, "x_i": 1, "twiddle_i": 4 if inverse else 2},
        skip=2 * depth,
    )


def pair_product(q: int, a: list[Array], b: list[Array], zeta: Array, scale: int) -> list[Array]:
    """A pair's product modulo x^2 - scale zeta, in five products, times scale."""
    low = a[0] * b[0] + a[1] * b[1] % q * zeta % q * scale
    return [low % q * scale % q, (a[0] * b[1] + a[1] * b[0]) % q * scale % q]


def base(method: Method, q: int) -> Case:
    inputs = operands(q, "a_0_i a_1_i b_0_i b_1_i zeta_i")
    a_0, a_1, b_0, b_1, zeta = inputs.values()
    c_0, c_1 = pair_product(q, [a_0, a_1], [b_0, b_1], zeta, methods.scale(method, q))
    return Case(
        *point("base", method, q),
        inputs,
        {"c_0_o": c_0, "c_1_o": c_1},
        butterflies.base_latency(method, q),
        {"zeta_i": methods.latency(method, q)},
    )


def lanes(q: int) -> tuple[Array, Array, Array]:
    """Operands (m, 4), (m, 4) and zetas (m, 2) of the four-path product."""
    names = "a_0 a_1 a_2 a_3 b_0 b_1 b_2 b_3 zeta_0 zeta_1"
    columns = np.stack(list(operands(q, names).values()), axis=-1)
    return columns[:, :4], columns[:, 4:8], columns[:, 8:]


def four_results(method: Method, q: int, pairs: int) -> Array:
    """What the four-path product of `lanes` is, (m, 4)."""
    a, b, zeta = lanes(q)
    scale = methods.scale(method, q)
    if not pairs:
        return np.asarray(a * b % q * scale % q)
    halves = [pair_product(q, [a[:, p], a[:, p + 1]], [b[:, p], b[:, p + 1]], zeta[:, p // 2], scale) for p in (0, 2)]
    return np.stack([*halves[0], *halves[1]], axis=-1)


def four(method: Method, q: int, pairs: int = 1) -> Case:
    a, b, zeta = (packed(values, q.bit_length()) for values in lanes(q))
    return Case(
        *point("four", method, q, Pairs=pairs),
        {"a_i": a, "b_i": b, "zeta_i": zeta},
        {"c_o": packed(four_results(method, q, pairs), q.bit_length())},
        butterflies.four_latency(method, q, bool(pairs)),
        {"zeta_i": methods.latency(method, q)},
    )


CASES: dict[str, Callable[..., Case]] = {
    case.__name__: case for case in (ct, gs, unified, parallel, dual, feedback, base, four)
}

TOPS = [top for top, _ in UNITS.values()]
