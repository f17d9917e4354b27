# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial arithmetic of the schemes, as programs of the polynomial unit.

A program names its polynomials: ("A", (1, 0)) is row 1, column 0 of `A`. Vectors and matrices are arrays of
shape (..., n), in the order of FIPS 203 and FIPS 204. Matrices come as a stream of transformed operands, as
both standards sample them, column by column, so no product waits for the previous one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError, hint
from twiddle.model import sets
from twiddle.model.command import MOST, Command, Operation

Name = tuple[str, tuple[int, ...]]
"""A polynomial: its array, and its index there."""

KEM_RANKS = tuple(each.k for each in sets.KEM)
DSA_SHAPES = tuple((each.k, each.columns) for each in sets.DSA)


@dataclass
class Program:
    """Commands, and the polynomials that they load, read from the operand stream, and store, in order."""

    name: str
    pair: bool = field(repr=False)  # its commands are for the incomplete ring
    commands: list[Command] = field(default_factory=list, repr=False)
    loads: list[Name] = field(default_factory=list, repr=False)
    operands: list[Name] = field(default_factory=list, repr=False)
    stores: list[Name] = field(default_factory=list, repr=False)

    @property
    def slots(self) -> int:
        return 1 + max(slot for command in self.commands for slot in (*command.reads, *command.writes))

    @property
    def words(self) -> list[int]:
        return [command.word for command in self.commands]

    def inputs(self, values: Mapping[str, ArrayLike]) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
        """The polynomials of `loads` and of `operands`.

        values   array -> its polynomials, shape (..., n)
        """
        arrays = {name: np.asarray(value) for name, value in values.items()}
        names = dict.fromkeys(name for name, _ in (*self.loads, *self.operands))
        for name in [name for name in arrays if name not in names]:
            near = hint(name, names)
            raise TwiddleError(f"{self.name}: no operand {name}{near}; there are {', '.join(names)}")

        def get(name: str, place: tuple[int, ...]) -> NDArray[np.int64]:
            if name not in arrays:
                raise TwiddleError(f"{self.name}: operand {name} is missing")
            shape = arrays[name].shape
            if len(shape) != len(place) + 1 or any(i >= size for i, size in zip(place, shape, strict=False)):
                raise TwiddleError(f"{self.name}: {name} of shape {shape} has no polynomial {place}")
            return np.asarray(arrays[name][place])

        return [get(*name) for name in self.loads], [get(*name) for name in self.operands]

    def outputs(self, stored: Sequence[NDArray[np.int64]]) -> dict[str, NDArray[np.int64]]:
        """The arrays that it computes, from the stored polynomials; a vector has shape (k, n)."""
        found: dict[str, list[NDArray[np.int64]]] = {}
        for (name, _), value in zip(self.stores, stored, strict=True):
            found.setdefault(name, []).append(value)
        single = {name for name, place in self.stores if not place}
        return {name: each[0] if name in single else np.stack(each) for name, each in found.items()}

    def do(self, operation: Operation, count: int = 1, dst: int = 0, a: int = 0, b: int = 0) -> None:
        """One command, or several if `count` exceeds the limit of a command."""
        sums = operation in (Operation.MUL, Operation.MAC)
        for first in range(0, count, MOST):
            of = Operation.MAC if sums and first else operation
            some = min(MOST, count - first)
            self.commands.append(Command(of, self.pair, some, dst=dst + first * (not sums), a=a + first, b=b + first))

    def load(self, name: str, dst: int, shape: tuple[int, ...] = ()) -> None:
        """Loads an array into slots from dst on."""
        names = list(_places(name, shape))
        self.do(Operation.LOAD, len(names), dst=dst)
        self.loads += names

    def store(self, name: str, a: int, shape: tuple[int, ...] = ()) -> None:
        """Stores slots from a on as an array."""
        names = list(_places(name, shape))
        self.do(Operation.STORE, len(names), a=a)
        self.stores += names

    def multiply_matrix(
        self, dst: int, b: int, rows: int, columns: int, *, add: bool, transposed: bool = False
    ) -> None:
        """Slots from dst on: A b, or dst + A b; A, or its transpose, streams in, column by column."""
        for column, row in product(range(columns), range(rows)):
            of = Operation.MAC if add or column else Operation.MUL
            self.commands.append(Command(of, self.pair, dst=dst + row, b=b + column, stream=True))
            self.operands.append(("A", (column, row) if transposed else (row, column)))


def _places(name: str, shape: tuple[int, ...]) -> Iterator[Name]:
    return ((name, place) for place in product(*map(range, shape)))


def transform(count: int, pair: bool) -> Program:
    """The transforms t = NTT(s) of a vector; s, t (count,)."""
    to = Program(f"{count} transforms", pair)
    to.load("s", 0, (count,))
    to.do(Operation.NTT, count)
    to.store("t", 0, (count,))
    return to


def matrix_vector(rows: int, columns: int, pair: bool) -> Program:
    """A times s: w = INTT(A o NTT(s)); A (rows, columns), s (columns,), w (rows,). ML-DSA signs with w = A y.

    >>> print(len(matrix_vector(3, 3, True).commands))
    13
    """
    to = Program(f"{rows} x {columns} matrix by vector", pair)
    to.load("s", 0, (columns,))
    to.do(Operation.NTT, columns)
    to.multiply_matrix(columns, 0, rows, columns, add=False)
    to.do(Operation.INTT, rows, dst=columns, a=columns)
    to.store("w", columns, (rows,))
    return to


def stored_matrix_vector(rows: int, columns: int, pair: bool) -> Program:
    """The same with A in slots, a sum a row; all operands are loaded first."""
    to = Program(f"{rows} x {columns} matrix in slots by vector", pair)
    w = columns
    matrix = w + rows
    to.load("s", 0, (columns,))
    to.load("A", matrix, (rows, columns))
    to.do(Operation.NTT, columns)
    for row in range(rows):
        to.do(Operation.MUL, columns, dst=w + row, a=matrix + columns * row)
    to.do(Operation.INTT, rows, dst=w, a=w)
    to.store("w", w, (rows,))
    return to


def kem_keygen(k: int) -> Program:
    """K-PKE.KeyGen: t = A o NTT(s) + NTT(e), and s = NTT(s), both transformed."""
    to = Program(f"K-PKE.KeyGen, k = {k}", True)
    to.load("s", 0, (k,))
    to.load("e", k, (k,))
    to.do(Operation.NTT, 2 * k)
    to.multiply_matrix(k, 0, k, k, add=True)
    to.store("s", 0, (k,))
    to.store("t", k, (k,))
    return to


def kem_encrypt(k: int) -> Program:
    """K-PKE.Encrypt: u = INTT(A^T o NTT(y)) + e1, v = INTT(t o NTT(y)) + e2 + mu."""
    to = Program(f"K-PKE.Encrypt, k = {k}", True)
    u, e, mu, t = k, 2 * k + 1, 3 * k + 2, 3 * k + 3
    to.load("y", 0, (k,))
    to.load("t", t, (k,))
    to.load("e1", e, (k,))
    to.load("e2", e + k)
    to.load("mu", mu)
    to.do(Operation.NTT, k)
    to.multiply_matrix(u, 0, k, k, add=False, transposed=True)
    to.do(Operation.MUL, k, dst=u + k, a=t)
    to.do(Operation.INTT, k + 1, dst=u, a=u)
    to.do(Operation.ADD, k + 1, dst=u, a=u, b=e)
    to.do(Operation.ADD, dst=u + k, a=u + k, b=mu)
    to.store("u", u, (k,))
    to.store("v", u + k)
    return to


def kem_decrypt(k: int) -> Program:
    """K-PKE.Decrypt: w = v - INTT(s o NTT(u)), s transformed."""
    to = Program(f"K-PKE.Decrypt, k = {k}", True)
    w = 2 * k
    to.load("u", 0, (k,))
    to.load("s", k, (k,))
    to.load("v", w + 1)
    to.do(Operation.NTT, k)
    to.do(Operation.MUL, k, dst=w, a=k)
    to.do(Operation.INTT, dst=w, a=w)
    to.do(Operation.SUB, dst=w, a=w + 1, b=w)
    to.store("w", w)
    return to


def dsa_keygen(rows: int, columns: int) -> Program:
    """ML-DSA.KeyGen: t = INTT(A o NTT(s1)) + s2. The slots of s1 take s2 afterwards."""
    to = Program(f"ML-DSA.KeyGen, (k, l) = ({rows}, {columns})", False)
    t = max(rows, columns)
    to.load("s1", 0, (columns,))
    to.do(Operation.NTT, columns)
    to.multiply_matrix(t, 0, rows, columns, add=False)
    to.do(Operation.INTT, rows, dst=t, a=t)
    to.load("s2", 0, (rows,))
    to.do(Operation.ADD, rows, dst=t, a=t)
    to.store("t", t, (rows,))
    return to


def dsa_scale(count: int, subtract: bool, both: bool = False) -> Program:
    """Scaled vector: p = INTT(NTT(c) o v), r = x + p or x - p; v transformed; x, v, p, r (count,).

    `both` stores p too. In ML-DSA's signing z = y + c s1, w - c s2, and with both c t0 and
    w - c s2 + c t0. Seven polynomials at a time.
    """
    to = Program(f"x {'-' if subtract else '+'} c v, {count} polynomials", False)
    most = 7
    to.load("c", 0)
    to.do(Operation.NTT)
    for first in range(0, count, most):
        some = min(most, count - first)
        to.do(Operation.LOAD, some, dst=1)
        to.do(Operation.LOAD, some, dst=1 + most)
        to.loads += [(name, (i,)) for name in ("v", "x") for i in range(first, first + some)]
        for i in range(1, 1 + some):
            to.do(Operation.MUL, dst=i, b=i)
        to.do(Operation.INTT, some, dst=1, a=1)
        if both:
            to.do(Operation.STORE, some, a=1)
            to.stores += [("p", (i,)) for i in range(first, first + some)]
        to.do(Operation.SUB if subtract else Operation.ADD, some, dst=1, a=1 + most, b=1)
        to.do(Operation.STORE, some, a=1)
        to.stores += [("r", (i,)) for i in range(first, first + some)]
    return to


def dsa_verify(rows: int, columns: int) -> Program:
    """ML-DSA.Verify: w = INTT(A o NTT(z) - NTT(c) o NTT(t)), t = t1 2^d.

    The sum starts with (-c) t, in the slots of t.
    """
    to = Program(f"ML-DSA.Verify, (k, l) = ({rows}, {columns})", False)
    c, t = columns, columns + 1
    to.load("c", c)
    to.load("t", t, (rows,))
    to.do(Operation.ZERO)
    to.do(Operation.SUB, dst=c, b=c)
    to.load("z", 0, (columns,))
    to.do(Operation.NTT, dst=c, a=c)
    to.do(Operation.NTT, rows, dst=t, a=t)
    for i in range(t, t + rows):
        to.do(Operation.MUL, dst=i, a=c, b=i)
    to.do(Operation.NTT, columns)
    to.multiply_matrix(t, 0, rows, columns, add=True)
    to.do(Operation.INTT, rows, dst=t, a=t)
    to.store("w", t, (rows,))
    return to


def falcon_verify() -> Program:
    """Falcon's verification: s1 = c - s2 h, of a unit with the ring of Falcon-512 or Falcon-1024."""
    to = Program("Falcon verification", False)
    to.load("s2", 0)
    to.load("h", 1)
    to.load("c", 2)
    to.do(Operation.NTT, 2)
    to.do(Operation.MUL, b=1)
    to.do(Operation.INTT)
    to.do(Operation.SUB, a=2)
    to.store("s1", 0)
    return to


def catalogue() -> Iterable[Program]:
    """Every program of ML-KEM and ML-DSA, by parameter set."""
    for k in KEM_RANKS:
        yield from (matrix_vector(k, k, True), stored_matrix_vector(k, k, True))
        yield from (kem_keygen(k), kem_encrypt(k), kem_decrypt(k))
    for rows, columns in DSA_SHAPES:
        yield from (matrix_vector(rows, columns, False), dsa_keygen(rows, columns))
        yield from (dsa_scale(columns, False), dsa_scale(rows, True), dsa_verify(rows, columns))
