# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What stays in twd_lattice when an operation has ended: nothing, neither of secrets nor of public data."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from twiddle.tools.lattice_cases import Case, dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import clean_cycles, expected, streams
from twiddle.tools.sim.streams import StreamSimulator

NAMES = ("ML-KEM-512", "ML-KEM-768", "ML-KEM-1024", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87")
COMMAND = "__DOT__error"
"""Registers that stay, by how their names end or go on: the rules that were broken."""


def cases(names: Sequence[str], seed: int) -> Iterator[Case]:
    """Every operation of these sets."""
    for name in names:
        yield from kem_cases(name, seed) if "KEM" in name else dsa_cases(name, seed, 0)


class Cleaned:
    """A twd_lattice whose registers and memories are read after an operation."""

    def __init__(self, *, lanes: int = 4, redundant: bool = False, root: Path | None = None) -> None:
        parameters = {"Kem": 1, "Dsa": 1, "Lanes": lanes, "Redundant": int(redundant), "Parity": int(redundant)}
        self.simulator = StreamSimulator("twd_lattice", parameters, rtl_root=root, state=True)
        self.lanes, self.redundant = lanes, redundant

    def state(self, case: Case, cleans: bool = True) -> dict[str, np.ndarray]:
        """All of them, a while after the operation, from the same contents of memories each time."""
        send, last = streams([case.task])
        count = clean_cycles(case.task.set, lanes=self.lanes, redundant=self.redundant)
        tail = count + 10 if cleans else 2
        run = self.simulator.run(send, expected([case.task]), last=last, random_state=True, tail=tail, patience=200_000)
        return dict(run.state)

    def left(self, one: Case, other: Case, cleans: bool = True) -> list[str]:
        """The names of what differs after two operations."""
        first, second = self.state(one, cleans), self.state(other, cleans)
        return [name for name, values in first.items() if (values != second[name]).any()]


def check_clean(hardware: Cleaned, names: Sequence[str]) -> None:
    """Of two operations with other keys, messages and texts the same stays."""
    for one, other in zip(cases(names, 1), cases(names, 2), strict=True):
        left = hardware.left(one, other)
        assert not left, (one.task.operation.name, one.task.set, len(left), left[:10])
