# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The methods and forms of modular multiplication in `twd_mod_mul` and `twd_mod_reduce`.

Every method gives scale * a * b mod q for canonical a and b; the user's tables include 1/scale.
Arrays are int64, q odd and below 2^24.

>>> scale(Method.KRED, 3329), latency(Method.KRED, 3329)
(13, 7)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError, expect, whole
from twiddle.model import arith, fold, kred, ldsp, reductions, rns

Array = NDArray[np.int64]


def _folds(q: int, _: int = 0, largest: int | None = None) -> int:
    return len(fold.fold_plan(q, arith.largest_product(q) if largest is None else largest))


@dataclass(frozen=True)
class Multiplication:
    """One method; the default is table folds after a product in DSP blocks.

    Its functions take q, the operands and, of a method that `halves`, the halvings.

    value      of the RTL's enum
    reason     why it does not support q; None if it does
    scale      the factor of its result, in [1, q); None: no factor, for any q
    stages     registers of its integer product
    cycles     of `twd_mod_reduce`; for a signed method also for numbers up to `largest`
    reduce     the result of `twd_mod_reduce` for x
    product    cycles and lazy result of `twd_mod_mul`, for a method without `twd_dsp_product`, whose reduction is not
               one of a product alone
    canonical  its lazy product is already in [0, q)
    halves     it leaves 2^-halvings instead of its scale on request
    signed     the form SIGNED supports it: one DSP block, and table folds at the end
    """

    value: int
    reason: Callable[..., str | None] = lambda *_: None
    scale: Callable[..., int] | None = None
    stages: int = 3
    cycles: Callable[..., int] = _folds
    reduce: Callable[..., Array] = lambda q, x, *_: fold.mod_fold(q, x, arith.largest_product(q))
    product: tuple[Callable[..., int], Callable[..., Array]] | None = None
    canonical: bool = False
    halves: bool = False
    signed: bool = False

    def halvings(self, number: int) -> tuple[int, ...]:
        """The last arguments of its functions."""
        return (number,) if self.halves else ()


class Form(IntEnum):
    """What `twd_mod_mul` takes and gives, with the values of the RTL's enum `twd_method_pkg::form_e`.

    CANONICAL  canonical factors, canonical product
    LAZY       a product in (-q, q)
    BARE       LAZY, of the product registers only the one after its DSP block
    SIGNED     BARE with a in (-q, q) and b the representative next to zero
    WIDE       LAZY with a in (-2q, 2q)

    >>> Form.WIDE.parameter
    "3'd4"
    """

    CANONICAL = 0
    LAZY = 1
    BARE = 2
    SIGNED = 3
    WIDE = 4

    @property
    def parameter(self) -> str:
        return f"3'd{self.value}"


class Method(IntEnum):
    """The methods of modular multiplication, with the values of the RTL's enum `twd_method_pkg::method_e`.

    FOLD                table folds after a product in DSP blocks
    SHIFT_ADD           shifts and additions (Duong-Ngoc et al. 2022)
    KRED, KRED2X        K-RED and K-RED-2x (Longa, Naehrig 2016; Nguyen et al. 2019 and 2023)
    LDSP                without DSP blocks, up to 14 bits (Nguyen et al. 2023, section 4)
    TILES, TILES_SHIFT  products in LUTs, then table folds or shifts and additions
    RNS                 tables of discrete logarithms (Alhassani, Benaissa 2024)
    BARRETT, MONTGOMERY, PLANTARD
                        Barrett 1986, Montgomery 1985, Plantard 2021

    >>> Method.LDSP.label, Method.LDSP.parameter
    ('ldsp', "4'd4")
    """

    _value_: int
    multiplication: Multiplication

    def __new__(cls, multiplication: Multiplication) -> Method:
        """A method with its multiplication."""
        method = int.__new__(cls, multiplication.value)
        method._value_ = multiplication.value
        method.multiplication = multiplication
        return method

    FOLD = Multiplication(0, signed=True)
    SHIFT_ADD = Multiplication(
        1,
        reductions.shift_add_reason,
        stages=1,
        cycles=lambda q: reductions.LAZY_LATENCY + 1,
        reduce=reductions.mod_shift_add,
        canonical=True,
    )
    KRED = Multiplication(
        2, kred.reason, kred.kred_scale, cycles=kred.kred_latency, reduce=kred.mod_kred, halves=True, signed=True
    )
    KRED2X = Multiplication(3, kred.reason, kred.kred2x_scale, cycles=kred.kred2x_latency, reduce=kred.mod_kred2x)
    LDSP = Multiplication(4, ldsp.reason, kred.kred_scale, product=(ldsp.ldsp_latency, ldsp.mod_mul_ldsp), halves=True)
    TILES = Multiplication(5, ldsp.tiles_reason, product=(ldsp.tiles_latency, ldsp.mod_mul_tiles))
    RNS = Multiplication(6, rns.reason, product=(lambda q: rns.MUL_LATENCY, rns.mod_mul_rns), canonical=True)
    BARRETT = Multiplication(7, stages=2, cycles=reductions.barrett_latency, reduce=reductions.mod_barrett)
    MONTGOMERY = Multiplication(
        8,
        scale=reductions.montgomery_scale,
        stages=2,
        cycles=reductions.montgomery_latency,
        reduce=reductions.mod_montgomery,
    )
    PLANTARD = Multiplication(
        9,
        scale=reductions.plantard_scale,
        stages=2,
        cycles=reductions.plantard_latency,
        reduce=reductions.mod_plantard,
        canonical=True,
    )
    TILES_SHIFT = Multiplication(
        10,
        reductions.shift_add_reason,
        product=(
            lambda q: ldsp.tile_latency(q.bit_length()) + reductions.LAZY_LATENCY,
            lambda q, a, b: reductions.shift_add_remainder(q, ldsp.tile_product(q.bit_length(), a, b)),
        ),
    )

    @property
    def label(self) -> str:
        """Name on the command line and in records."""
        return self.name.lower()

    @property
    def parameter(self) -> str:
        """Value of the RTL's parameter `Method`."""
        return f"4'd{self.value}"


CANONICAL = frozenset(method for method in Method if method.multiplication.canonical)
"""Methods whose lazy product is already in [0, q)."""

EXACT = frozenset(method for method in Method if method.multiplication.scale is None)
"""Methods that leave no factor in a product."""

WHOLE = frozenset(method for method in Method if method.multiplication.product is not None)
"""Methods without `twd_dsp_product`, whose reduction is not one of a product alone."""

HALVING = frozenset(method for method in Method if method.multiplication.halves)
"""Methods that can leave a power of two in a product."""


def _multiplication(method: Method) -> Multiplication:
    expect("method", method, Method, "a member of twiddle.Method")
    return method.multiplication


def reason(method: Method, q: int, halvings: int = 0) -> str | None:
    """Why a method does not support q; None if it does."""
    unit = _multiplication(method)
    number = whole(q) or 0
    if not (3 <= number < 1 << 24 and number % 2):
        return "q is not odd, from 3 to below 2^24"
    if halvings < 0:
        return f"Halvings = {halvings} is negative"
    if halvings and method not in HALVING:
        return f"{method.label} leaves no power of two in its result (Halvings = {halvings})"
    return unit.reason(q, *unit.halvings(halvings))


def supported(q: int, halvings: int = 0) -> list[Method]:
    """The methods that support q."""
    return [method for method in Method if reason(method, q, halvings) is None]


def check(method: Method, q: int, halvings: int = 0) -> None:
    """Raises TwiddleError if a method does not support q, with the reason and the methods that do."""
    why = reason(method, q, halvings)
    if why is not None:
        others = ", ".join(other.label for other in supported(q, halvings))
        hint = f"; methods that work: {others}" if others else ""
        raise TwiddleError(f"method {method.label}, q = {q}: {why}{hint}")


def scale(method: Method, q: int, halvings: int = 0) -> int:
    """The factor of a method's result, in [1, q)."""
    unit = _multiplication(method)
    return 1 if unit.scale is None else unit.scale(q, *unit.halvings(halvings))


def reduce_latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_mod_reduce`."""
    unit = _multiplication(method)
    return unit.cycles(q, *unit.halvings(halvings))


def lazy_latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_mod_mul`, LAZY."""
    unit = _multiplication(method)
    if unit.product is not None:
        return unit.product[0](q, *unit.halvings(halvings))
    return arith.product_latency(q, unit.stages) + unit.cycles(q, *unit.halvings(halvings))


def latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_mod_mul`, CANONICAL."""
    return lazy_latency(method, q, halvings) + (0 if method in CANONICAL else 1)


def bare_latency(method: Method, q: int) -> int:
    """Cycles of `twd_mod_mul`, BARE: of the product registers only the one after its DSP block."""
    if method in WHOLE:
        return lazy_latency(method, q)
    return arith.product_latency(q, 1) + reduce_latency(method, q)


def takes_signed(method: Method, q: int) -> bool:
    """Whether the form SIGNED supports the method: one DSP block, and table folds at the end."""
    return _multiplication(method).signed and q.bit_length() <= arith.DSP_WIDTH


def signed_latency(method: Method, q: int) -> int:
    """Cycles of `twd_mod_mul`, SIGNED, or BARE where the method is not signed."""
    if not takes_signed(method, q):
        return bare_latency(method, q)
    product = arith.largest_product(q) // 2
    return 1 + _multiplication(method).cycles(q, largest=(1 << product.bit_length()) + product)


def mod_reduce(method: Method, q: int, x: ArrayLike, halvings: int = 0) -> Array:
    """The hardware's representative of scale * x in (-q, q), for x in [0, (q - 1)^2]."""
    unit = _multiplication(method)
    return unit.reduce(q, x, *unit.halvings(halvings))


def mod_mul_lazy(method: Method, q: int, a: ArrayLike, b: ArrayLike, halvings: int = 0) -> Array:
    """The hardware's representative of scale * a * b in (-q, q)."""
    unit = _multiplication(method)
    if unit.product is not None:
        return unit.product[1](q, a, b, *unit.halvings(halvings))
    return unit.reduce(q, arith.dsp_product(a, b), *unit.halvings(halvings))


def mod_mul(method: Method, q: int, a: ArrayLike, b: ArrayLike, halvings: int = 0) -> Array:
    """The residue scale * a * b mod q."""
    return arith.mod_correct(q, mod_mul_lazy(method, q, a, b, halvings))


def butterfly_latency(q: int, method: Method = Method.FOLD) -> int:
    """Cycles of `twd_butterfly`: difference or half sum (2), lazy product, masks (1), sum (2)."""
    return 2 + lazy_latency(method, q) + 3
