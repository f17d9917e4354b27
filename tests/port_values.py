# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Numbers side by side in the bits of a port or of a recorded signal, the first lowest."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]


def packed(values: Array, bits: int) -> Array:
    """Values (m, k), modulo 2^bits, as one port: (m,), or (m, words) above 64 bits."""
    flags = (values[:, :, None] >> np.arange(bits) & 1).reshape(len(values), -1)
    padded = np.pad(flags, ((0, 0), (0, -flags.shape[1] % 64))).astype(np.uint8)
    words: Array = np.packbits(padded, axis=1, bitorder="little").view(np.int64)
    return words.squeeze(axis=1) if words.shape[1] == 1 else words


def unpacked(port: NDArray[np.int64 | np.uint64], *shape: int) -> Array:
    """The bits of words, shape (m,) or (m, words), as integers (m, *shape[:-1]) of shape[-1] bits."""
    data = np.ascontiguousarray(port.reshape(len(port), -1)).view(np.uint8)
    flags = np.unpackbits(data, axis=1, bitorder="little")
    parts = flags[:, : int(np.prod(shape))].reshape(-1, *shape)
    return np.asarray(parts @ (1 << np.arange(shape[-1], dtype=np.int64)))
