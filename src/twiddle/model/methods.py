# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The methods of modular multiplication behind `twd_mod_mul`, `twd_mod_mul_lazy` and `twd_mod_reduce`.

Every method gives scale * a * b mod q for canonical a and b; a user folds 1/scale into a table of its own.
Arrays are int64, q odd and below 2^24.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.errors import TwiddleError
from twiddle.model import arith, barrett, fold, kred, ldsp, montgomery, plantard, rns, shift_add


class Method(IntEnum):
    """The methods, with the values of the RTL's enum `twd_method_pkg::method_e`."""

    FOLD = 0
    SHIFT_ADD = 1
    KRED = 2
    KRED2X = 3
    LDSP = 4
    TILES = 5
    RNS = 6
    BARRETT = 7
    MONTGOMERY = 8
    PLANTARD = 9
    TILES_SHIFT = 10

    @property
    def label(self) -> str:
        """Name on the command line and in records."""
        return self.name.lower()

    @property
    def parameter(self) -> str:
        """Value of the RTL's parameter `Method`."""
        return f"4'd{self.value}"


CANONICAL: frozenset[Method] = frozenset({Method.SHIFT_ADD, Method.RNS, Method.PLANTARD})
"""Methods whose lazy product is in [0, q) already."""

EXACT: frozenset[Method] = frozenset(
    {Method.FOLD, Method.SHIFT_ADD, Method.TILES, Method.TILES_SHIFT, Method.RNS, Method.BARRETT}
)
"""Methods that leave no factor in a product."""

WHOLE: frozenset[Method] = frozenset({Method.LDSP, Method.TILES, Method.TILES_SHIFT, Method.RNS})
"""Methods that multiply and reduce in one unit, without `twd_dsp_product` and `twd_mod_reduce`."""


def modulus_reason(q: int) -> str | None:
    """Why no method works modulo q; None where one does."""
    return None if 3 <= q < 1 << 24 and q % 2 else "q is not odd, from 3 to below 2^24"


def reason(method: Method, q: int, halvings: int = 0) -> str | None:
    """Why a method cannot work modulo q; None where it can."""
    if (why := modulus_reason(q)) is not None:
        return why
    if halvings < 0:
        return f"Halvings = {halvings} is negative"
    if halvings and method not in (Method.KRED, Method.LDSP):
        return f"{method.label} leaves no power of two in its result (Halvings = {halvings})"
    match method:
        case Method.SHIFT_ADD | Method.TILES_SHIFT:
            return shift_add.reason(q)
        case Method.KRED | Method.KRED2X:
            return kred.reason(q, halvings)
        case Method.LDSP:
            return ldsp.reason(q, halvings)
        case Method.TILES:
            return ldsp.tiles_reason(q)
        case Method.RNS:
            return rns.reason(q)
        case _:
            return None


def supported(q: int, halvings: int = 0) -> list[Method]:
    """The methods that work modulo q."""
    return [method for method in Method if reason(method, q, halvings) is None]


def check(method: Method, q: int, halvings: int = 0) -> None:
    """Raises TwiddleError where a method cannot work modulo q, with the reason and the methods that can."""
    why = reason(method, q, halvings)
    if why is not None:
        others = ", ".join(other.label for other in supported(q, halvings))
        hint = f"; methods that work: {others}" if others else ""
        raise TwiddleError(f"method {method.label}, q = {q}: {why}{hint}")


def scale(method: Method, q: int, halvings: int = 0) -> int:
    """The factor that a method leaves in its result, in [1, q)."""
    match method:
        case Method.KRED:
            return kred.kred_scale(q, halvings)
        case Method.LDSP:
            return ldsp.scale(q, halvings)
        case Method.KRED2X:
            return kred.kred2x_scale(q)
        case Method.MONTGOMERY:
            return montgomery.scale(q)
        case Method.PLANTARD:
            return plantard.scale(q)
        case _:
            return 1


def product_stages(method: Method) -> int:
    """Registers of the integer product of a method that takes a DSP block."""
    match method:
        case Method.SHIFT_ADD:
            return 1
        case Method.BARRETT | Method.MONTGOMERY | Method.PLANTARD:
            return 2
        case _:
            return 3


def reduce_latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_mod_reduce`."""
    match method:
        case Method.SHIFT_ADD:
            return shift_add.LATENCY
        case Method.KRED:
            return kred.kred_latency(q, halvings)
        case Method.KRED2X:
            return kred.kred2x_latency(q)
        case Method.BARRETT:
            return barrett.latency(q)
        case Method.MONTGOMERY:
            return montgomery.latency(q)
        case Method.PLANTARD:
            return plantard.latency(q)
        case _:
            return len(fold.fold_plan(q, arith.largest_product(q)))


def lazy_latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_mod_mul_lazy`."""
    match method:
        case Method.LDSP:
            return ldsp.ldsp_latency(q, halvings)
        case Method.TILES:
            return ldsp.tiles_latency(q)
        case Method.TILES_SHIFT:
            return ldsp.tile_latency(q.bit_length()) + shift_add.LAZY_LATENCY
        case Method.RNS:
            return rns.MUL_LATENCY
        case _:
            return arith.product_latency(q, product_stages(method)) + reduce_latency(method, q, halvings)


def latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_mod_mul`."""
    return lazy_latency(method, q, halvings) + (0 if method in CANONICAL else 1)


def bare_latency(method: Method, q: int) -> int:
    """Cycles of `twd_mod_mul_lazy` with Bare: of a product's registers only the one behind its DSP block."""
    if method in WHOLE:
        return lazy_latency(method, q)
    return arith.product_latency(q, 1) + reduce_latency(method, q)


def takes_signed(method: Method, q: int) -> bool:
    """Whether `twd_mod_mul_signed` has the method: one DSP block, and table folds at the end."""
    return method in (Method.FOLD, Method.KRED) and q.bit_length() <= arith.DSP_WIDTH


def signed_latency(method: Method, q: int) -> int:
    """Cycles of `twd_mod_mul_signed`, or of `twd_mod_mul_lazy` with Bare."""
    if not takes_signed(method, q):
        return bare_latency(method, q)
    product = arith.largest_product(q) // 2
    largest = (1 << product.bit_length()) + product
    if method is Method.KRED:
        return 1 + kred.kred_latency(q, 0, largest)
    return 1 + len(fold.fold_plan(q, largest))


def mod_reduce(method: Method, q: int, x: ArrayLike, halvings: int = 0) -> NDArray[np.int64]:
    """The representative of scale * x in (-q, q) that the hardware leaves, for x in [0, (q - 1)^2]."""
    match method:
        case Method.SHIFT_ADD:
            return shift_add.mod_shift_add(q, x)
        case Method.KRED:
            return kred.mod_kred(q, x, halvings)
        case Method.KRED2X:
            return kred.mod_kred2x(q, x)
        case Method.BARRETT:
            return barrett.mod_barrett(q, x)
        case Method.MONTGOMERY:
            return montgomery.mod_montgomery(q, x)
        case Method.PLANTARD:
            return plantard.mod_plantard(q, x)
        case _:
            return fold.mod_fold(q, x, arith.largest_product(q))


def mod_mul_lazy(method: Method, q: int, a: ArrayLike, b: ArrayLike, halvings: int = 0) -> NDArray[np.int64]:
    """The representative of scale * a * b in (-q, q) that the hardware leaves."""
    match method:
        case Method.LDSP:
            return ldsp.mod_mul_ldsp(q, a, b, halvings)
        case Method.TILES:
            return ldsp.mod_mul_tiles(q, a, b)
        case Method.TILES_SHIFT:
            return shift_add.remainder(q, ldsp.tile_product(q.bit_length(), a, b))
        case Method.RNS:
            return rns.mod_mul_rns(q, a, b)
        case _:
            return mod_reduce(method, q, arith.dsp_product(a, b), halvings)


def mod_mul(method: Method, q: int, a: ArrayLike, b: ArrayLike, halvings: int = 0) -> NDArray[np.int64]:
    """The residue scale * a * b mod q."""
    return arith.mod_correct(q, mod_mul_lazy(method, q, a, b, halvings))


def butterfly_latency(q: int, method: Method = Method.FOLD) -> int:
    """Cycles of `twd_butterfly`: difference or half sum (2), lazy product, masks (1), sum (2)."""
    return 2 + lazy_latency(method, q) + 3
