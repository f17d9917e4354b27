# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Keccak-f[1600] and the functions of FIPS 202 that ML-KEM and ML-DSA use, as `twd_keccak` computes them."""

import hashlib
from collections.abc import Sequence
from enum import IntEnum

ROUNDS = 24

_WORD = (1 << 64) - 1


class Hash(IntEnum):
    """A function, by its code in the hardware."""

    SHA3_256 = 0
    SHA3_512 = 1
    SHAKE128 = 2
    SHAKE256 = 3

    @property
    def rate(self) -> int:
        """Words of 64 bits that a permutation takes in or gives."""
        return {Hash.SHA3_512: 9, Hash.SHAKE128: 21}.get(self, 17)

    @property
    def endless(self) -> bool:
        """Whether the number of words is free."""
        return self in (Hash.SHAKE128, Hash.SHAKE256)


def permute(state: Sequence[int]) -> list[int]:
    """Keccak-f[1600] of 25 lanes, x + 5 y (FIPS 202, section 3.3)."""
    lanes = list(state)
    for constant in constants():
        sums = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        lanes = [lane ^ sums[(i + 4) % 5] ^ _turned(sums[(i + 1) % 5], 1) for i, lane in enumerate(lanes)]
        moved = [0] * 25
        for i, left in enumerate(rotations()):
            x, y = i % 5, i // 5
            moved[y + 5 * ((2 * x + 3 * y) % 5)] = _turned(lanes[i], left)
        lanes = [
            moved[i] ^ (~moved[i // 5 * 5 + (i + 1) % 5] & moved[i // 5 * 5 + (i + 2) % 5]) & _WORD for i in range(25)
        ]
        lanes[0] ^= constant
    return lanes


def constants() -> list[int]:
    """The constants of the rounds (FIPS 202, algorithm 5)."""
    found, register = [], 1
    for _ in range(ROUNDS):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << ((1 << j) - 1)
            register = register << 1 ^ (register >> 7) * 0x171
        found.append(constant)
    return found


def rotations() -> list[int]:
    """By how many bits a round turns each lane (FIPS 202, algorithm 2)."""
    found, x, y = [0] * 25, 1, 0
    for t in range(24):
        found[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


def _turned(word: int, left: int) -> int:
    return (word << left | word >> (64 - left)) & _WORD


def words(chosen: Hash, message: bytes, count: int) -> list[int]:
    """The first words of a hash, byte 0 lowest."""
    if chosen.endless:
        text = getattr(hashlib, f"shake_{chosen.name[5:]}")(message).digest(8 * count)
    else:
        text = hashlib.new(chosen.name.lower().replace("_", "-"), message).digest()[: 8 * count]
    return [int.from_bytes(text[i : i + 8], "little") for i in range(0, len(text), 8)]


def frame(message: bytes, rest: bytes = b"\0") -> list[int]:
    """The words of a message for `twd_keccak`, with the number of bytes that count; at least one word.

    rest  a byte, in place of those that do not count
    """
    parts = [message[i : i + 8] for i in range(0, len(message), 8)] or [b""]
    return [len(part) << 64 | int.from_bytes(part.ljust(8, rest), "little") for part in parts]


def permutation(slices: int = 64) -> int:
    """Cycles of a permutation of `twd_keccak`, or of `twd_keccak_slices` with fewer slices than 64 a cycle.

    >>> permutation(), [permutation(slices) for slices in (4, 8, 16)]
    (24, [423, 223, 123])
    """
    return ROUNDS if slices == 64 else (ROUNDS + 1) * (64 // slices) + ROUNDS - 1


def latency(chosen: Hash, length: int, slices: int = 64, rounds: int = 1) -> int:
    """Cycles from the command to the first word, that of the command included, if the message comes at once.

    A cycle a word of the first block, one more where the padding needs a word of its own, and one for its last row;
    of other blocks, which are there, one for four words; a permutation a block, one to move the block out. With two
    rounds a cycle a block can be longer in coming than its permutation.
    With fewer slices a word of the message or of the block takes 64 / slices cycles, and one is for the last bit of
    the padding.
    """
    whole = length > 0 and length % 8 == 0
    blocks = length // (8 * chosen.rate) + 1
    words = max(1, -(-length // 8)) + whole
    if slices < 64:
        return 2 + (words + 1) * (64 // slices) + blocks * permutation(slices)
    at = 0  # the cycle in which the last row of a block is taken
    for block in range(blocks):
        given = min(words, (block + 1) * chosen.rate)
        rows = -(-(given - block * chosen.rate) // 4)
        at = max(at + ROUNDS // rounds + rows if block else 0, given + 1)
    return at + ROUNDS // rounds + 2


def interval(chosen: Hash, slices: int = 64, rounds: int = 1) -> int:
    """Cycles between the first words of two blocks, if every word is taken at once."""
    return permutation(slices) if slices < 64 else max(ROUNDS // rounds + 1, chosen.rate)
