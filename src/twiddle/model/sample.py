# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Polynomials from hashes and encodings, job by job as `twd_sampler` makes them, and its cycles."""

from dataclasses import dataclass

import numpy as np

from twiddle.base.errors import TwiddleError
from twiddle.model.decode import Q_DSA, Array, Load, N, fields, mapped


@dataclass(frozen=True)
class Job:
    """Polynomials that are made of one byte string: twd_sample_pkg::job_t."""

    kind: Load  # what becomes of a field; of no matter to SampleInBall
    d: int  # bits of a field, one of kind.widths
    count: int = 1  # number of polynomials, 1 to 8; 1 if fields are rejected
    tau: int = 0  # of SampleInBall: the number of coefficients that are not 0; 0: another sampler

    @property
    def word(self) -> int:
        """The job as the port takes it."""
        first = 256 - self.tau if self.tau else 0
        return first << 13 | (self.count - 1) << 10 | (self.tau > 0) << 9 | self.d << 4 | self.kind

    @property
    def endless(self) -> bool:
        """Whether the byte string is a hash without an end."""
        return self.tau > 0 or self.kind.rejects

    @property
    def words(self) -> int:
        """Words of 64 bits of a byte string with an end."""
        return 4 * self.d * self.count


def ball(tau: int) -> Job:
    """SampleInBall (FIPS 204, algorithm 29)."""
    return Job(Load.ETA_2, 3, tau=tau)


def in_ball(data: bytes, tau: int) -> tuple[Array, int]:
    """The polynomial of SampleInBall (FIPS 204, algorithm 29), and the number of bytes that it takes."""
    signs = fields(data[:8], 1)
    c = np.zeros(N, np.int64)
    place = 8
    for step, i in enumerate(range(N - tau, N)):
        while data[place] > i:
            place += 1
        j = data[place]
        place += 1
        c[i] = c[j]
        c[j] = (1 - 2 * signs[step]) % Q_DSA
    return c, place


def polynomials(job: Job, data: bytes) -> Array:
    """The polynomials of a job, shape (count, 256).

    Raises TwiddleError if the byte string is too short, or is no encoding.
    """
    if job.tau:
        return in_ball(data, job.tau)[0].reshape(1, N)
    found, accepted = mapped(job.kind, job.d, fields(data, job.d))
    if job.kind.rejects:
        found = found[accepted]
    if len(found) < N * job.count:
        raise TwiddleError(f"{job}: {len(data)} bytes are too few")
    if not job.kind.rejects and not accepted[: N * job.count].all():
        raise TwiddleError(f"{job}: a field is out of range")
    return found[: N * job.count].reshape(job.count, N)


def groups(job: Job, data: bytes) -> int:
    """Groups that are taken until the job ends: four fields, two of 18 or 20 bits, of 24 those that end in a word."""
    size = 2 if job.d >= 18 else 4
    if not job.kind.rejects:
        return N * job.count // size
    _, accepted = mapped(job.kind, job.d, fields(data, job.d))
    last = int(np.flatnonzero(accepted)[N - 1])
    return (24 * last + 23) // 64 + 1 if job.d == 24 else last // size + 1


HALF = 8
"""Fields that `twd_sample_bounded` takes in a cycle, half a word."""


def accepted_words(kind: Load, data: bytes) -> tuple[list[bytes], Array]:
    """The words of accepted fields of BOUNDED, and of each the half word that ends it, from 0."""
    found = fields(data, 4)
    _, accepted = mapped(kind, 4, found)
    kept, places = found[accepted], np.flatnonzero(accepted)
    count = len(kept) // (2 * HALF)
    rows = kept[: 2 * HALF * count].reshape(count, HALF, 2)
    return [bytes(row) for row in (rows[..., 0] | rows[..., 1] << 4).astype(np.uint8)], places[15::16] // HALF


BOUNDED = 5
"""Cycles from a word to that in which its first half is at the places of `twd_sample_bounded`."""


def bounded(kind: Load, data: bytes, cycles: int | None = None) -> tuple[int, int]:
    """Of a job BOUNDED: the cycle in which the last group is taken, and the words that are taken in `cycles`.

    Cycles from the one in which its first word is taken; there is room at all times. Default: until the last group.
    """
    _, ends = accepted_words(kind, data)
    halves: list[bool] = []  # of a word, taken and not at its places: whether the second one
    pipe: list[int | None] = [None, None]
    taken = given = half = groups_ = 0
    entered = offered = following = word = False  # entered: a word follows that of halves
    at = 0
    while True:
        whole = pipe[1] is not None and given < len(ends) and ends[given] == pipe[1]
        en = not (whole and offered)
        enters = entered and (not halves or (en and len(halves) == 1))
        take = word
        last = take and groups_ % 4 == 3
        move = following and (not word or last)
        unpack_ready = not following or move
        groups_ += take
        if (groups_ == 64 and cycles is None) or at == cycles:
            return at, taken
        following = (offered and unpack_ready) or (following and not move)
        word = move or (word and not last)
        if whole and not offered:
            given, offered = given + 1, True
        elif offered and unpack_ready:
            offered = False
        if en:
            pipe = [half if halves else None, pipe[0]]
            half += bool(halves)
            halves = halves[1:]
        if enters:
            halves = [False, True]
        taken += not entered
        entered = not enters
        at += 1


LATENCY = 10
"""Cycles from a job to its first quartet, if words are there and no field is rejected."""


def latency(job: Job, data: bytes) -> int:
    """Cycles from the one in which a job is taken to that in which its last quartet is offered.

    If words are there and there is room at all times; of SampleInBall, 64 cycles after a reset or clear_i.
    """
    if job.tau:
        _, taken = in_ball(data, job.tau)
        return LATENCY + 2 * taken + N // 4 - 1
    if job.kind in (Load.BOUNDED_2, Load.BOUNDED_4):
        return LATENCY - 2 + bounded(job.kind, data)[0]
    return LATENCY + groups(job, data) - 1
