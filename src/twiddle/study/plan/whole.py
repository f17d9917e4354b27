# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs that are whole operations on a build of `twd_lattice`, in its measured cycles.

A signature takes the cycles of one that is accepted in its first round, and for each rejected round the mean
of those that were measured. The rounds are geometrically distributed with the mean of FIPS 204, table 1.
"""

from __future__ import annotations

from collections.abc import Callable

from twiddle.base.errors import TwiddleError
from twiddle.catalog.block import Block
from twiddle.evidence.lattice_cycles import BUILDS, Counts, average, of_set, parts
from twiddle.evidence.results import Results
from twiddle.model.sets import KEM_SETS, Operation
from twiddle.model.work import REPETITIONS
from twiddle.study.plan.jobs import Job
from twiddle.study.plan.planner import Candidate
from twiddle.tools.lattice_simulator import Task
from twiddle.tools.targets import TARGETS

MESSAGE = 33
"""Bytes of the message of a signature, as in the record of cycles."""


def candidates(
    scheme: str, operation: str, builds: tuple[Block, ...], results: Results, log: Callable[[str], None]
) -> list[Candidate]:
    """Every record of some builds, with the job on it or why it has none.

    builds  empty: all

    Raises TwiddleError for an unknown scheme, without cycles, without a build of it, and for a broken record.
    """
    known = of_set(results, scheme, log)
    chosen: list[Candidate] = [
        (record, job(known[build], scheme, operation) if build in known else f"no cycles of {scheme}")
        for build in builds or BUILDS
        for target in TARGETS
        if (record := results.find(build, target)) is not None
    ]
    if all(isinstance(answer, str) for _, answer in chosen):
        names = " or ".join(build.stem for build in builds or known)
        raise TwiddleError(f"no record of {names} with {scheme}; `twiddle bench` makes one")
    return chosen


def job(counts: Counts, scheme: str, operation: str) -> Job:
    """A job of a scheme on the build of these cycles; a handshake is its operations, one after the other."""
    tasks = [
        Task(code, scheme.upper(), ())
        for name in parts(operation)
        for code in Operation
        if code.label.lower() == name and (code <= Operation.KEM_DECAPS) == (scheme.upper() in KEM_SETS)
    ]
    bits_in = 8 * sum(MESSAGE if size is None else size for task in tasks for size in task.sizes)
    bits_out = 8 * sum(size for task in tasks for size in task.results)
    runs = tuple((name, 1) for name in parts(operation))
    if operation != "sign":
        return Job(runs, round(average(counts, scheme, operation)), 0, bits_in, bits_out)
    further = Job((), round(counts.signing.again), 0, 0, 0)
    return Job(runs, round(counts.signing.first), 0, bits_in, bits_out, further, REPETITIONS[scheme.lower()])
