# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The mixed-radix transform as its source writes it: partial transforms of 2^k_1 and of 2^k_2 points.

Source: Duong-Ngoc and Lee 2022, Algorithms 1 and 2, Fig. 1 and 2. The result is that of `ntt`: a partial transform in
bit-reversed order leaves of both reorderings only the change from columns to rows, which `twd_mdf_engine` need not do,
since its first stages take columns as they arrive.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base import rings
from twiddle.base.errors import TwiddleError, integer
from twiddle.base.rings import Ring
from twiddle.model.transform import RingLike, polynomials, zetas


def mixed_radix(ring: RingLike, a: ArrayLike, k1: int, k2: int) -> NDArray[np.int64]:
    """The transform of every polynomial of a by 2^k_2 transforms of 2^k_1 points, then 2^k_1 of 2^k_2 points.

    k1 + k2 is the number of layers: log2 n, or one less for an incomplete transform, which is two of n/2 points, of the
    even and of the odd coefficients. Equal to `ntt`. Raises TwiddleError also for other k1 and k2.

    >>> from twiddle import model
    >>> a = np.arange(256)
    >>> bool((model.mixed_radix("ml-kem", a, 5, 2) == model.ntt("ml-kem", a)).all())
    True
    """
    of = rings.ring(ring)
    k1, k2 = (integer(name, value, 1, of.layers - 1) for name, value in (("k1", k1), ("k2", k2)))
    if k1 + k2 != of.layers:
        raise TwiddleError(f"k1 + k2 = {k1 + k2}: {of.name} has {of.layers} layers")
    checked = polynomials(of, a)
    columns = checked.reshape(-1, 1 << k1, 1 << k2, of.n >> of.layers)
    b = np.stack([_partial(of, columns[:, :, i], 1) for i in range(1 << k2)], axis=1)
    rows = b.swapaxes(1, 2)
    b = np.stack([_partial(of, rows[:, j], (1 << k1) + j) for j in range(1 << k1)], axis=1)
    return b.reshape(checked.shape)


def _partial(of: Ring, x: NDArray[np.int64], group: int) -> NDArray[np.int64]:
    """Algorithm 1 on axis 1 of 2^k values; stage s has the constants from group 2^s on."""
    result, psi = x.copy(), np.array(zetas(of))
    for stage in range(x.shape[1].bit_length() - 1):
        pairs = result.reshape(len(x), 1 << stage, 2, -1, x.shape[2])
        factors = psi[group << stage : (group + 1) << stage].reshape(-1, 1, 1)
        u, v = pairs[:, :, 0].copy(), pairs[:, :, 1] * factors % of.q
        pairs[:, :, 0], pairs[:, :, 1] = (u + v) % of.q, (u - v) % of.q
    return result


def dataflow(k1: int, k2: int) -> Iterator[list[tuple[int, int, int]]]:
    """The butterflies of each stage of 2^(k1 + k2) points: first and second index, and the index of psi.

    The first k1 stages are Module 1, the others Module 2.

    >>> [stage[:3] for stage in dataflow(1, 2)]
    [[(0, 4, 1), (1, 5, 1), (2, 6, 1)], [(0, 2, 2), (1, 3, 2), (4, 6, 3)], [(0, 1, 4), (2, 3, 5), (4, 5, 6)]]
    """
    n = 1 << (k1 + k2)
    for stage in range(k1 + k2):
        distance = n >> (stage + 1)
        first = [index for index in range(n) if not index & distance]
        yield [(index, index + distance, (1 << stage) + index // (2 * distance)) for index in first]
