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
    """Groups of fields, four or two of 18 bits or more, that are taken until the job ends."""
    size = 2 if job.d >= 18 else 4
    if not job.kind.rejects:
        return N * job.count // size
    _, accepted = mapped(job.kind, job.d, fields(data, job.d))
    last = int(np.flatnonzero(accepted)[N - 1])
    return last // size + 1


LATENCY = 10
"""Cycles from a job to its first quartet, if words are there and no field is rejected."""


def latency(job: Job, data: bytes) -> int:
    """Cycles from the one in which a job is taken to that in which its last quartet is offered.

    If words are there and there is room at all times; of SampleInBall, 64 cycles after a reset or clear_i.
    """
    if job.tau:
        _, taken = in_ball(data, job.tau)
        return LATENCY + 2 * taken + N // 4 - 1
    return LATENCY + groups(job, data) - 1
