# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs that are whole operations on a build of `twd_lattice`, in its measured cycles.

A signature takes the cycles of one that is accepted in its first round, and for each rejected round the mean
of those that were measured. The rounds are geometrically distributed with the mean of FIPS 204, table 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twiddle.errors import FieldError
from twiddle.lattice.cycles import BUILDS, Counts, average, of_set, parts
from twiddle.lattice.sets import KEM_SETS, Operation
from twiddle.lattice.simulator import Task
from twiddle.plan.jobs import Job, Mix
from twiddle.plan.planner import Candidate
from twiddle.schemes.work import REPETITIONS, work
from twiddle.synth.records import Results
from twiddle.synth.systems import System

MESSAGE = 33
"""Bytes of the message of a signature, as in the record of cycles."""

Loads = Mapping[str, float]
"""Jobs a second by kind, `ml-kem-768 handshake`."""


def load_of(text: str) -> tuple[str, float]:
    """The kind of jobs and their rate, of SCHEME:OPERATION=RATE.

    Raises FieldError for anything else, and TwiddleError for an unknown scheme or operation.

    >>> load_of("ml-dsa-65:sign=100")
    ('ml-dsa-65 sign', 100.0)
    """
    kind, _, rate = text.partition("=")
    scheme, _, operation = kind.partition(":")
    try:
        value = float(rate)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1e12:
        raise FieldError(f"load {text}: not of the form SCHEME:OPERATION=RATE, the rate above 0")
    return work(scheme, operation or None).name, value


def candidates(
    loads: Loads, system: System | None, results: Results, log: Callable[[str], None]
) -> list[Candidate]:
    """Every record of a build, or of the given one, with the job on it.

    Raises TwiddleError for a scheme that no build has, without cycles, and for a broken record.
    """
    known = {kind: of_set(results, kind.split()[0], log) for kind in loads}
    found: list[Candidate] = []
    for build in (each for each in BUILDS if system in (None, each)):
        records = [results.find_system(build, target) for target in build.targets]
        lacks = [kind.split()[0] for kind in loads if build not in known[kind]]
        job = f"the build has no {lacks[0]}" if lacks else _mix(loads, known, build)
        found += [(record, job) for record in records if record is not None]
    return found


def _mix(loads: Loads, known: Mapping[str, Mapping[System, Counts]], build: System) -> Job | Mix:
    total = sum(loads.values())
    kinds = [(rate / total, job(known[kind][build], *kind.split())) for kind, rate in loads.items()]
    return kinds[0][1] if len(kinds) == 1 else Mix(tuple(kinds))


def job(counts: Counts, scheme: str, operation: str) -> Job:
    """A job of a scheme on the build of these cycles; a handshake is its operations, one after the other."""
    tasks = [
        Task(each, scheme.upper(), ())
        for name in parts(operation)
        for each in Operation
        if each.label.lower() == name and (each <= Operation.KEM_DECAPS) == (scheme.upper() in KEM_SETS)
    ]
    bits_in = 8 * sum(MESSAGE if size is None else size for task in tasks for size in task.sizes)
    bits_out = 8 * sum(size for task in tasks for size in task.results)
    runs = tuple((name, 1) for name in parts(operation))
    if operation != "sign":
        return Job(runs, round(average(counts, scheme, operation)), 0, bits_in, bits_out)
    signing = counts.signing
    further = Job((), round(signing.again), 0, 0, 0)
    return Job(runs, round(signing.first), 0, bits_in, bits_out, further, REPETITIONS[scheme])
