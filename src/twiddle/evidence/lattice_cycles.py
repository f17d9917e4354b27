# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Measured cycles of whole operations on the builds of `twd_lattice`: the record of `make cycles`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, NamedTuple

import msgspec
import numpy as np

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError, unknown
from twiddle.catalog.block import Block, stem
from twiddle.catalog.systems import LATTICE
from twiddle.evidence.results import Results
from twiddle.model.sets import DSA_SETS, KEM_SETS, Operation
from twiddle.model.work import CLIENT, HANDSHAKE, REPETITIONS
from twiddle.tools.synth.records import read

RECORD = "verify/cycles.json"

COMMAND = "make cycles"

BUILDS = tuple(block for block, _ in LATTICE.measured())

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Count = Annotated[int, msgspec.Meta(gt=0, le=10**9)]


class Signing(NamedTuple):
    """Cycles of a signature: `first`, and `rejected` or `late` for each further round."""

    first: float  # from the command to the result if the first round is accepted
    rejected: float  # of a round that is rejected at r0; late: at one of the later checks, z above all
    late: float
    share: float  # of the late rounds among those that are rejected

    @property
    def again(self) -> float:
        """Of a round that is rejected, on average."""
        return self.rejected + self.share * (self.late - self.rejected)


class Counts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cycles of the operations of a parameter set, by seed, from the command to the result."""

    keygen: list[Count]
    encaps: list[Count] = []
    decaps: list[Count] = []
    sign: list[Count] = []
    verify: list[Count] = []
    rounds: list[Count] = []  # of each signature; late: those of them that are rejected after the check of r0
    late: list[Amount] = []
    before: Amount = 0  # cycles of each until sk, rnd and the message are in; two hashes later the first round begins

    def __post_init__(self) -> None:
        """Raises ValueError for lists that do not belong together."""
        if not self.keygen or not ((self.encaps and self.decaps) or (self.sign and self.verify)):
            raise ValueError("cycles of an operation are missing")
        if not len(self.sign) == len(self.rounds) == len(self.late) or (self.sign and max(self.rounds) < 2):
            raise ValueError("rounds and late are not those of the signatures")

    @property
    def measured(self) -> dict[str, list[int]]:
        """The cycles of each operation."""
        names = dict.fromkeys(operation.label.lower() for operation in Operation)
        return {name: found for name in names if (found := getattr(self, name))}

    @property
    def signing(self) -> Signing:
        """The least squares of the cycles of signatures."""
        more, late = np.array(self.rounds) - 1, np.array(self.late)
        columns = np.stack([np.ones(len(more)), more - late, late], axis=1)
        found = np.linalg.lstsq(columns, np.array(self.sign), rcond=None)[0]
        first, rejected, afterwards = map(float, found)
        return Signing(first, rejected, afterwards, float(late.sum() / more.sum()))


class Recorded(msgspec.Struct, frozen=True):
    """The record; `twiddle.evidence.verify.lattice` makes it."""

    command: str
    workers: Count
    seconds: float
    tools: dict[str, str]
    rtl_hash: str
    builds: dict[str, dict[str, Counts]]  # by build and parameter set

    @property
    def current(self) -> bool:
        """Whether it is of the hardware as it is."""
        return self.rtl_hash == rtl_hash()

    @property
    def operations(self) -> int:
        sets = (counts for build in self.builds.values() for counts in build.values())
        return sum(len(cycles) for counts in sets for cycles in counts.measured.values())


@cache
def rtl_hash() -> str:
    """The hash of the sources of twd_lattice."""
    return manifest.text_hash(manifest.sources("twd_lattice"))


def recorded(results: Results, log: Callable[[str], None] = lambda _: None) -> Recorded | None:
    """The record; None if there is none. `log` receives a line if it is of other hardware."""
    path = results.folder / RECORD
    if not path.exists():
        return None
    found = read(path, Recorded, "record of cycles")
    for name, build in found.builds.items():
        for of, counts in build.items():
            if of not in (DSA_SETS if counts.sign else KEM_SETS):
                raise TwiddleError(f"{path}: not a record of cycles: {name}: {of} with {list(counts.measured)}")
    if not found.current:
        log(f"{path}: cycles of earlier hardware; {COMMAND} measures them again")
    return found


def known_set(name: str) -> str:
    """A parameter set as FIPS writes it; raises TwiddleError for an unknown one."""
    names = (*KEM_SETS, *DSA_SETS)
    if name.upper() not in names:
        raise unknown("scheme", name, [each.lower() for each in names])
    return name.upper()


def of_set(results: Results, name: str, log: Callable[[str], None]) -> Mapping[Block, Counts]:
    """The cycles of a parameter set on each recorded build that has its scheme; name as in FIPS, any case."""
    chosen = known_set(name)
    found = recorded(results, log)
    if found is None:
        raise TwiddleError(f"{results.folder / RECORD}: missing; {COMMAND} measures cycles of whole operations")
    known = {each.stem: each for each in BUILDS}
    return {known[build]: sets[chosen] for build, sets in found.builds.items() if build in known and chosen in sets}


def of_build(results: Results, build: Block) -> Mapping[str, Counts]:
    """The cycles of each parameter set on a build of `twd_lattice`; none without a record of it.

    A record of earlier hardware does not count. Raises TwiddleError for a broken one.
    """
    found = recorded(results)
    if found is None or not found.current:
        return {}
    return found.builds.get(stem("lattice", "", build.parameters), {})


def average(counts: Counts, scheme: str, operation: str) -> float:
    """Average cycles over the seeds; of a signature, with the average rounds of its set.

    operation  also handshake and client, whose operations are executed one after the other
    """
    if operation == "sign":
        return counts.signing.first + (REPETITIONS[scheme.lower()] - 1) * counts.signing.again
    return float(sum(np.mean(getattr(counts, each)) for each in parts(operation)))


def averages(found: Recorded | None, block: Block) -> Iterator[tuple[str, str, float]]:
    """Each set and operation of a record with its average cycles on a build."""
    for name, counts in (found.builds.get(block.stem, {}) if found else {}).items():
        yield from ((name, each, average(counts, name, each)) for each in counts.measured)


def parts(operation: str) -> tuple[str, ...]:
    """The operations of the standard that make up an operation, in order.

    >>> parts("client")
    ('keygen', 'decaps')
    """
    both = {HANDSHAKE: ("keygen", "encaps", "decaps"), CLIENT: ("keygen", "decaps")}
    return both.get(operation, (operation,))
