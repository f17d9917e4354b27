# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of `twd_axis`: polynomials as bytes, dense or with each coefficient in a slot."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring

DENSE = 0
"""The slot value for coefficients without padding."""


def padded(ring: Ring) -> int:
    """The slot of a coefficient in windows: 16 bits, or 32 for one of more than 16 bits."""
    return 16 if ring.bits <= 16 else 32


def pack(ring: Ring, polynomial: ArrayLike, slot: int = DENSE) -> bytes:
    """The bytes of a frame: coefficient i from bit i slot on (dense: i bits), the lowest byte first.

    >>> from twiddle import ring
    >>> pack(ring("ml-kem"), [1, 2] + [0] * 254).hex()[:6]
    '012000'
    """
    place = _place(ring, slot)
    values = np.asarray(polynomial, dtype=np.int64)
    bits = (values[:, None] >> np.arange(place)) & 1
    return np.packbits(bits.astype(np.uint8).reshape(-1), bitorder="little").tobytes()


def unpack(ring: Ring, data: bytes, slot: int = DENSE) -> NDArray[np.int64]:
    """The polynomial in the bytes of a frame. Raises TwiddleError for another number of bytes."""
    place = _place(ring, slot)
    if len(data) * 8 != ring.n * place:
        raise TwiddleError(f"a frame of ring {ring.name} has {ring.n * place // 8} bytes, not {len(data)}")
    bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little").reshape(ring.n, place)
    return np.asarray(bits.astype(np.int64) @ (1 << np.arange(place, dtype=np.int64)))


def interval(ring: Ring, bus: int, slot: int = DENSE) -> int:
    """Beats of a frame: at least the time of a polynomial on the bus."""
    return ring.n * _place(ring, slot) // bus


def _place(ring: Ring, slot: int) -> int:
    if slot not in (DENSE, 16, 32) or 0 < slot < ring.bits:
        raise TwiddleError(f"slot = {slot}: not 0, 16 or 32, or less than the {ring.bits} bits of ring {ring.name}")
    return slot or ring.bits
